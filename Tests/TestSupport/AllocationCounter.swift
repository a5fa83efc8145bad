/// Counts heap allocations and the bytes in use, on Linux with glibc.
///
/// While it counts, every loaded library calls `malloc` and its relatives through our own functions, which count each
/// call and pass it on; see `ImportTables`. At other times, such as when samples are taken, the libraries are as they
/// were.
package enum AllocationCounter {
  /// The number of heap allocations that `body` makes, or nil where they cannot be counted.
  ///
  /// A `realloc` counts as one. Other threads' allocations count too, so there should be none.
  package static func count(_ body: () throws -> Void) rethrows -> Int? {
    #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    guard isReliable else {
      try body()
      return nil
    }
    return try counting(body)
    #else
    try body()
    return nil
    #endif
  }

  /// How much heap some work uses, in bytes, not counting what was in use before.
  package struct HeapUse {
    /// The most bytes in use while some work was done, beyond those of its result.
    package var peakBeyondResult: Int
    /// The bytes still in use after the result is gone.
    package var left: Int
  }

  /// The heap that `body` uses, or nil where it cannot be counted.
  package static func heapUse<Result>(of body: () throws -> Result) rethrows -> HeapUse? {
    #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    guard isReliable else { return nil }
    var use = HeapUse(peakBeyondResult: 0, left: 0)
    _ = try counting {
      // SAFETY: as in `counting`.
      unsafe (bytesInUse, peakBytesInUse) = (0, 0)
      do {
        let result = try body()
        unsafe use.peakBeyondResult = peakBytesInUse - bytesInUse
        withExtendedLifetime(result) {}
      }
      unsafe use.left = bytesInUse
    }
    return use
    #else
    return nil
    #endif
  }
}

#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
import Glibc

extension AllocationCounter {
  /// Whether a known number of allocations is counted correctly.
  ///
  /// It is not if the Swift runtime is linked into the executable, because no import table that could be redirected
  /// then leads to it.
  private static let isReliable: Bool = {
    let blockCount = 10
    return counting {
      // Without the optimizer, each step of a `for` loop can allocate memory, too; on arm64 it does.
      var count = 0
      while count < blockCount {
        // SAFETY: the memory is freed unused.
        unsafe UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8).deallocate()
        count += 1
      }
    } == blockCount
  }()

  private static let imports = unsafe ImportTables(redirecting: [
    "malloc": unsafeBitCast(countingMalloc, to: UInt.self),
    "calloc": unsafeBitCast(countingCalloc, to: UInt.self),
    "realloc": unsafeBitCast(countingRealloc, to: UInt.self),
    "aligned_alloc": unsafeBitCast(countingAlignedAlloc, to: UInt.self),
    "posix_memalign": unsafeBitCast(countingPosixMemalign, to: UInt.self),
    "free": unsafeBitCast(countingFree, to: UInt.self),
  ])

  private static func counting(_ body: () throws -> Void) rethrows -> Int {
    let imports = imports
    _ = unsafe usableSize
    imports.redirect()
    defer { imports.restore() }
    // SAFETY: only this program's one thread touches the count.
    let before = unsafe allocationCount
    try body()
    return unsafe allocationCount - before
  }
}

// These have constant initial values and no exclusivity checks, because the functions below run inside the allocator
// and must not call into the Swift runtime.

/// The number of allocations counted so far.
@exclusivity(unchecked) private nonisolated(unsafe) var allocationCount = 0

/// The number of bytes allocated and not yet freed.
@exclusivity(unchecked) private nonisolated(unsafe) var bytesInUse = 0

/// The maximum of `bytesInUse` so far.
@exclusivity(unchecked) private nonisolated(unsafe) var peakBytesInUse = 0

/// The size of a block: `malloc_usable_size`, which Swift's module of the C library leaves out.
///
/// It is looked up before anything is counted.
private let usableSize: @convention(c) (UnsafeMutableRawPointer?) -> Int = {
  guard let function = unsafe dlsym(dlopen(nil, RTLD_LAZY), "malloc_usable_size") else {
    return { _ in 0 }
  }
  // SAFETY: malloc.h declares it like this.
  return unsafe unsafeBitCast(function, to: (@convention(c) (UnsafeMutableRawPointer?) -> Int).self)
}()

/// Counts a new block, if there is one.
@inline(__always)
private func countNew(_ block: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  // SAFETY: the block was just allocated; only this program's one thread touches the numbers.
  unsafe allocationCount &+= 1
  unsafe bytesInUse &+= usableSize(block)
  if unsafe bytesInUse > peakBytesInUse { unsafe peakBytesInUse = bytesInUse }
  return unsafe block
}

// SAFETY, for each of these: the caller's arguments are passed to the C library's own function
// unchanged. It is called through this executable's import table, which is never redirected.

private let countingMalloc: @convention(c) (Int) -> UnsafeMutableRawPointer? = {
  unsafe countNew(malloc($0))
}

private let countingCalloc: @convention(c) (Int, Int) -> UnsafeMutableRawPointer? = {
  unsafe countNew(calloc($0, $1))
}

private let countingRealloc:
  @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer? = {
    let oldSize = unsafe usableSize($0)
    let block = unsafe realloc($0, $1)
    if unsafe block != nil || $1 == 0 { unsafe bytesInUse &-= oldSize }
    return unsafe countNew(block)
  }

private let countingAlignedAlloc: @convention(c) (Int, Int) -> UnsafeMutableRawPointer? = {
  unsafe countNew(aligned_alloc($0, $1))
}

private let countingPosixMemalign:
  @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int, Int) -> Int32 = {
    guard let result = unsafe $0 else { return EINVAL }
    let status = unsafe posix_memalign(result, $1, $2)
    if status == 0 { _ = unsafe countNew(result.pointee) }
    return status
  }

private let countingFree: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
  unsafe bytesInUse &-= usableSize($0)
  unsafe free($0)
}
#endif
