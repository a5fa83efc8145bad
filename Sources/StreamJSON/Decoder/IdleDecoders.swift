import StreamJSONCore
import Synchronization

/// Decoders that are not in use and that no StreamJSONDecoder has kept for itself: what they have
/// learned of models serves the next one.
///
/// Programs make a decoder for each text as often as they keep one, and setting up costs several
/// times a small text's decode.
enum IdleDecoders {
  /// As many as threads are likely to decode at once.
  ///
  /// One takes some tens of kilobytes, and a hundred more when it has converted names.
  private static let maximumCount = 4

  private static let decoders = Mutex<[DocumentDecoder]>([])

  /// One of them, without options.
  static func take() -> DocumentDecoder? {
    // When another thread is at it, setting up is better than waiting.
    decoders.withLockIfAvailable { $0.popLast() } ?? nil
  }

  /// Keeps `decoder`, which nobody else holds and whose decode is over, unless there are enough.
  static func keep(_ decoder: DocumentDecoder) {
    guard decoder.forgetAllButTypes() else { return }
    _ = decoders.withLockIfAvailable { decoders in
      if decoders.count < maximumCount { decoders.append(decoder) }
    }
  }
}
