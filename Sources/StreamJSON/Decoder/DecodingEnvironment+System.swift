// Decoder: the public decoder, its settings, and what it provides to the core.
// Uses StreamJSONCore and Foundation.
// Streaming and Types read its settings.

import StreamJSONCore
import Synchronization

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension DecodingEnvironment {
  /// The threads of this process, a lock for all of them, the containers that models keep, and
  /// the types that are not known where models are decoded.
  static let system = DecodingEnvironment(
    currentThread: { threadIdentifier() },
    exclusively: { body in lock.withLock { _ in body() } },
    acquire: { acquireAll() },
    keep: { KeptContainers.keep($0) },
    directTypes: [
      Date.self, Data.self, URL.self, UUID.self, Decimal.self, JSONMember<Bool>.self,
      JSONServerSentEvent<Bool>.self,
      JSONValue.self, JSONObject.self, JSONNumber.self,
    ],
    decoders: Features.decoders
  )

  // Not of `Void`, whose address ThreadSanitizer takes for that of something else.
  private static let lock = Mutex(false)

  private static func acquireAll() {
    #if STREAMJSON_THREAD_SANITIZER
    // The sanitizer knows no fences.
    lock.withLock { _ in }
    #else
    atomicMemoryFence(ordering: .acquiring)
    #endif
  }

  private static func threadIdentifier() -> UInt {
    #if canImport(Glibc)
    UInt(pthread_self())
    #else
    // SAFETY: the address is only compared.
    unsafe UInt(bitPattern: pthread_self())
    #endif
  }
}
