#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Bytes at the very edge of accessible memory.
///
/// The page after the last byte (or before the first) cannot be accessed, so reading one byte too
/// many crashes an ordinary build, without a sanitizer. Pointers are valid for as long as the
/// object lives; use `withExtendedLifetime` around their use.
@safe
package final class GuardedBuffer: @unchecked Sendable {
  /// Which side of the bytes is guarded to the byte.
  package enum Side: Sendable {
    /// The byte after the last one is out of bounds: finds over-reads.
    case end
    /// The byte before the first one is out of bounds: finds under-reads.
    case start
  }

  /// The number of bytes held.
  package let count: Int

  // All the memory, guard pages included; set once and unmapped in deinit.
  private let mapping: UnsafeMutableRawBufferPointer
  private let first: UnsafeMutablePointer<UInt8>

  /// The bytes.
  ///
  /// An empty buffer also has an address, which must not be read.
  ///
  /// - Precondition: used only while this object is alive.
  package var bytes: UnsafeBufferPointer<UInt8> {
    @unsafe get { unsafe UnsafeBufferPointer(start: first, count: count) }
  }

  /// The bytes, untyped.
  ///
  /// - Precondition: used only while this object is alive.
  package var rawBytes: UnsafeRawBufferPointer {
    @unsafe get { unsafe UnsafeRawBufferPointer(start: first, count: count) }
  }

  /// Copies `content` to the edge of a page.
  package init(_ content: some Collection<UInt8>, guarding side: Side = .end) {
    count = content.count
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    // There is at least one page, even for no bytes, and a guard page on each side.
    let inner = max(1, (count + page - 1) / page) * page
    let length = inner + 2 * page
    #if canImport(Darwin)
    let flags = MAP_PRIVATE | MAP_ANON
    #else
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    // SAFETY: a fresh anonymous mapping aliases nothing; its result is checked before use.
    let base = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let base = unsafe base, unsafe base != UnsafeMutableRawPointer(bitPattern: -1) else {
      preconditionFailure("mmap of \(length) bytes failed")
    }
    unsafe mapping = UnsafeMutableRawBufferPointer(start: base, count: length)
    let offset =
      switch side {
      case .end: page + inner - count
      case .start: page
      }
    // SAFETY: page <= offset and offset + count <= page + inner, inside the mapping.
    unsafe first = (base + offset).bindMemory(to: UInt8.self, capacity: count)
    let target = unsafe UnsafeMutableBufferPointer(start: first, count: count)
    _ = unsafe target.initialize(fromContentsOf: content)
    // SAFETY: both ranges are whole pages of this mapping; only a bug would read them.
    let guardedBefore = unsafe mprotect(base, page, PROT_NONE)
    let guardedBehind = unsafe mprotect(base + page + inner, page, PROT_NONE)
    precondition(guardedBefore == 0 && guardedBehind == 0, "mprotect failed")
  }

  deinit {
    // SAFETY: the mapping made in init, unmapped once.
    unsafe _ = munmap(mapping.baseAddress, mapping.count)
  }
}
