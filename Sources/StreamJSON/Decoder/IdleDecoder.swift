import StreamJSONCore

/// A place for a decoder between two decodes, from which any thread may take it.
///
/// Not under a lock: taking and releasing one takes a tenth of the time of a text of a few bytes.
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
  func takeInOrder() -> DocumentDecoder? {
    owner(of: bits.exchange(for: 0))
  }

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
    // Who puts a decoder here reads the count of changes after this.
    return owner(of: bits.exchange(for: newBits))
  }

  /// The decoder whose bits have been taken out.
  @inline(__always)
  private func owner(of bits: UInt) -> DocumentDecoder? {
    var decoder: DocumentDecoder?
    // SAFETY: the reference moves, and what is overwritten is nil.
    unsafe withUnsafeMutableBytes(of: &decoder) { unsafe $0.storeBytes(of: bits, as: UInt.self) }
    return decoder
  }

  deinit {
    _ = takeLast()
  }
}
