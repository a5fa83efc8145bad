/// Counts heap allocations, on Linux with glibc.
///
/// While it counts, every loaded library calls `malloc` and its kin through functions of ours that
/// count and pass on; see `ImportTables`. At other times, such as when samples are taken, the
/// libraries are as they were.
enum AllocationCounter {
  /// The number of heap allocations that `body` makes, or nil where they cannot be counted.
  ///
  /// A `realloc` counts as one. Other threads' allocations count too, so there should be none.
  static func count(_ body: () throws -> Void) rethrows -> Int? {
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
}

#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
import Glibc

extension AllocationCounter {
  /// Whether a known number of allocations is counted right.
  ///
  /// It is not when the Swift runtime is linked into the executable, which has no import table to
  /// redirect it through.
  private static let isReliable: Bool = {
    let blockCount = 10
    return counting {
      for _ in 0..<blockCount {
        // SAFETY: the memory is given back unused.
        unsafe UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8).deallocate()
      }
    } == blockCount
  }()

  private static let imports = unsafe ImportTables(redirecting: [
    "malloc": unsafeBitCast(countingMalloc, to: UInt.self),
    "calloc": unsafeBitCast(countingCalloc, to: UInt.self),
    "realloc": unsafeBitCast(countingRealloc, to: UInt.self),
    "aligned_alloc": unsafeBitCast(countingAlignedAlloc, to: UInt.self),
    "posix_memalign": unsafeBitCast(countingPosixMemalign, to: UInt.self),
  ])

  private static func counting(_ body: () throws -> Void) rethrows -> Int {
    let imports = imports
    imports.redirect()
    defer { imports.restore() }
    // SAFETY: the count is touched by this program's one thread only.
    let before = unsafe allocationCount
    try body()
    return unsafe allocationCount - before
  }
}

/// The allocations that were counted so far.
///
/// A constant start value and no exclusivity checks, because the functions below run inside the
/// allocator: they must not call into the Swift runtime.
@exclusivity(unchecked) private nonisolated(unsafe) var allocationCount = 0

// SAFETY, for each of these: the caller's arguments go to the C library's own function as they
// are. It is called through this executable's import table, which is never redirected.

private let countingMalloc: @convention(c) (Int) -> UnsafeMutableRawPointer? = {
  unsafe allocationCount &+= 1
  return unsafe malloc($0)
}

private let countingCalloc: @convention(c) (Int, Int) -> UnsafeMutableRawPointer? = {
  unsafe allocationCount &+= 1
  return unsafe calloc($0, $1)
}

private let countingRealloc:
  @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer? = {
    unsafe allocationCount &+= 1
    return unsafe realloc($0, $1)
  }

private let countingAlignedAlloc: @convention(c) (Int, Int) -> UnsafeMutableRawPointer? = {
  unsafe allocationCount &+= 1
  return unsafe aligned_alloc($0, $1)
}

private let countingPosixMemalign:
  @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int, Int) -> Int32 = {
    unsafe allocationCount &+= 1
    guard let result = unsafe $0 else { return EINVAL }
    return unsafe posix_memalign(result, $1, $2)
  }
#endif
