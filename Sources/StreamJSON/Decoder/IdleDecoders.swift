import StreamJSONCore

/// Decoders that are not in use and that no StreamJSONDecoder holds: what they have learned about
/// models serves the next one.
///
/// Programs make a decoder for each text as often as they reuse one, and setting one up takes
/// several times as long as decoding a small text.
enum IdleDecoders {
  // As many as the threads likely to decode at once.
  //
  // Each takes some tens of kilobytes, a hundred more if it has converted names, and up to nine for each
  // of 64 types that are decoded memberwise.
  private static let first = IdleDecoder()
  private static let second = IdleDecoder()
  private static let third = IdleDecoder()
  private static let fourth = IdleDecoder()

  /// One of them.
  static func take() -> DocumentDecoder? {
    first.take() ?? second.take() ?? third.take() ?? fourth.take()
  }

  /// Keeps `decoder`, which nothing else holds and whose decode is over, instead of the one that has been
  /// here the longest.
  static func keep(_ decoder: consuming DocumentDecoder) {
    guard decoder.forgetAllButTypes() else { return }
    decoder.adopt(.standard)
    guard let other = first.exchange(for: decoder), let another = second.exchange(for: other),
      let last = third.exchange(for: another)
    else { return }
    _ = fourth.exchange(for: last)
  }
}
