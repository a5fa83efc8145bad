import StreamJSONCore
import Synchronization

/// Decoders that are not in use and that no StreamJSONDecoder holds: what they have learned about
/// models serves the next one.
///
/// Programs make a decoder for each text as often as they reuse one, and setting one up takes
/// several times as long as decoding a small text.
enum IdleDecoders {
  /// As many as the threads likely to decode at once.
  ///
  /// Each takes some tens of kilobytes, a hundred more if it has converted names, and up to nine for each
  /// of 64 types that are decoded memberwise.
  private static let maximumCount = 4

  private static let decoders = Mutex<[DocumentDecoder]>([])

  /// One of them, without options.
  static func take() -> DocumentDecoder? {
    // If another thread has the lock, setting up a new decoder is better than waiting.
    decoders.withLockIfAvailable { $0.popLast() } ?? nil
  }

  /// Keeps `decoder`, which nothing else holds and whose decode is over, unless there are enough.
  static func keep(_ decoder: DocumentDecoder) {
    guard decoder.forgetAllButTypes() else { return }
    _ = decoders.withLockIfAvailable { decoders in
      if decoders.count < maximumCount { decoders.append(decoder) }
    }
  }
}
