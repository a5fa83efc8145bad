#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A buffer of any size, in which only the bytes that are touched take memory.
@safe
package final class SparseBuffer: @unchecked Sendable {
  // Set once and unmapped in deinit.
  private let mapping: UnsafeMutableRawBufferPointer

  /// The bytes.
  ///
  /// - Precondition: used only while this object is alive.
  package var rawBytes: UnsafeRawBufferPointer {
    @unsafe get { unsafe UnsafeRawBufferPointer(mapping) }
  }

  /// Makes `count` bytes, the first of which is `first` and the others zero; nil if the system
  /// does not grant that many addresses.
  package init?(first: UInt8, count: Int) {
    #if canImport(Darwin)
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    #else
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #endif
    // SAFETY: a fresh anonymous mapping aliases nothing; its result is checked before use.
    let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard count > 0, let base = unsafe base, unsafe base != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    unsafe mapping = UnsafeMutableRawBufferPointer(start: base, count: count)
    unsafe mapping[0] = first
  }

  deinit {
    // SAFETY: the mapping made in init, unmapped once.
    unsafe _ = munmap(mapping.baseAddress, mapping.count)
  }
}
