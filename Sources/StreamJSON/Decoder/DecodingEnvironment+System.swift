import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

extension DecodingEnvironment {
  /// The threads of this process, a lock for all of them, the containers that models keep, and
  /// the types that are not known where models are decoded.
  static let system = DecodingEnvironment(
    currentThread: { threadIdentifier() },
    exclusively: { body in lock.withLock { _ in body() } },
    // Makes visible everything that was written before the value that this thread has read.
    acquire: {
      #if canImport(Darwin) || STREAMJSON_THREAD_SANITIZER
      // Older systems of Apple's have no fences for Swift, and the sanitizer does not know them.
      lock.withLock { _ in }
      #else
      SharedWord.acquireAll()
      #endif
    },
    keep: { DetachedContainers.keep([$0]) },
    directTypes: [
      Date.self, Data.self, URL.self, UUID.self, Decimal.self, JSONMember<Bool>.self,
      JSONServerSentEvent<Bool>.self,
      JSONValue.self, JSONObject.self, JSONNumber.self,
    ],
    features: .all
  )

  // This is not a lock of `Void`, whose address ThreadSanitizer takes for that of something else.
  private static let lock = Lock(false)
}
