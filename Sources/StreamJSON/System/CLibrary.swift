// The only file that imports the C library, which has another name on each system.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif os(Windows)
import WinSDK
#endif

#if STREAMJSON_THREAD_SANITIZER && !canImport(Darwin)
import Foundation
#endif

/// A number that no two threads have at the same time.
@inline(__always)
func threadIdentifier() -> UInt {
  #if canImport(Darwin) || canImport(Musl)
  // SAFETY: the address is only compared.
  unsafe UInt(bitPattern: pthread_self())
  #elseif os(Windows)
  UInt(GetCurrentThreadId())
  #elseif os(WASI)
  // There is but one.
  1
  #else
  UInt(pthread_self())
  #endif
}

#if canImport(Darwin)
/// A lock of the system, in memory of its own: it must not move.
@safe
final class SystemLock {
  private let address: UnsafeMutablePointer<os_unfair_lock>

  init() {
    // SAFETY: one is allocated and initialized.
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: os_unfair_lock())
  }

  deinit {
    // SAFETY: it was allocated by `init`, and no one can hold it any more.
    unsafe address.deallocate()
  }

  @inline(__always)
  func lock() {
    // SAFETY: it was initialized by `init`.
    unsafe os_unfair_lock_lock(address)
  }

  @inline(__always)
  func unlock() {
    // SAFETY: as above; only the thread that holds it calls this.
    unsafe os_unfair_lock_unlock(address)
  }

  /// Locks it unless another thread holds it.
  @inline(__always)
  func `try`() -> Bool {
    // SAFETY: as above.
    unsafe os_unfair_lock_trylock(address)
  }
}
#elseif STREAMJSON_THREAD_SANITIZER
typealias SystemLock = NSLock
#endif
