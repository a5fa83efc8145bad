import StreamJSONCore

/// A place for a decoder between two decodes, from which any thread may take it.
///
/// There is no lock, because taking and releasing one takes a tenth of the time of a text of a few bytes.
struct IdleDecoder: ~Copyable {
  /// The bits of a `DocumentDecoder?`, which is moved here and from here as such: `Unmanaged` counts a
  /// reference each time, which takes as long as the exchange.
  private let bits = SharedWord()

  /// Takes the decoder, if there is one.
  @inline(__always)
  func take() -> DocumentDecoder? {
    let taken = bits.take()
    return taken == 0 ? nil : owner(of: taken)
  }

  /// The same in one order with `exchange(for:)` and the changes of the settings, on all threads.
  func takeInOrder() -> DocumentDecoder? { owner(of: bits.exchange(for: 0)) }

  /// The same without an exchange, when no other thread can reach this place anymore.
  func takeLast() -> DocumentDecoder? {
    let last = bits.current
    bits.set(to: 0)
    return owner(of: last)
  }

  /// Puts `new` here.
  ///
  /// - Returns: The one that was here.
  @inline(__always)
  func exchange(for new: consuming DocumentDecoder) -> DocumentDecoder? {
    var new: DocumentDecoder? = consume new
    // SAFETY: the reference moves: its bits are replaced by those of nil, which is 0.
    let newBits = unsafe withUnsafeMutableBytes(of: &new) { bytes in
      let bits = unsafe bytes.load(as: UInt.self)
      unsafe bytes.storeBytes(of: 0, as: UInt.self)
      return bits
    }
    // A caller that puts a decoder here reads the count of changes after this.
    return owner(of: bits.exchange(for: newBits))
  }

  /// The decoder whose bits have been taken out.
  @inline(__always)
  private func owner(of bits: UInt) -> DocumentDecoder? {
    var decoder: DocumentDecoder?
    // SAFETY: the reference moves, and the overwritten value is nil.
    unsafe withUnsafeMutableBytes(of: &decoder) { unsafe $0.storeBytes(of: bits, as: UInt.self) }
    return decoder
  }

  deinit {
    _ = takeLast()
  }
}

/// Decoders that are not in use and that no StreamJSONDecoder holds.
///
/// The next decode profits from what they have learned about models. Programs make a decoder for each text as often as
/// they reuse one, and setting one up takes several times as long as decoding a small text.
enum IdleDecoders {
  // There are as many as there are threads likely to decode at once.
  //
  // Each takes some tens of kilobytes, a hundred more if it has converted names, and up to nine for each
  // of 64 types that are decoded memberwise.
  private static let first = IdleDecoder()
  private static let second = IdleDecoder()
  private static let third = IdleDecoder()
  private static let fourth = IdleDecoder()

  /// Takes one of them, if there is any.
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
