/// JSONDecoder's descriptions of values that do not have the expected type, each made once for a type and a
/// kind of value.
final class MismatchDescriptions {
  /// The kinds of value that the descriptions tell apart.
  enum Found: Int {
    case bool, null, number, string, array, dictionary

    /// JSONDecoder's words, by the raw value.
    static let phrases = ["bool", "null", "number", "a string", "an array", "a dictionary"]
  }

  private let texts = IdentityTable<String>()

  /// The number that stands for `type` and `found` in the table: the addresses of two types' metadata are at
  /// least two words apart, which is eight bytes even where a word has four, so there is room for one of
  /// six kinds.
  @inline(__always)
  private func identity(of type: any Any.Type, _ found: Found) -> ObjectIdentifier {
    // SAFETY: an identifier is only an address, and this one is only compared.
    unsafe unsafeBitCast(
      UInt(bitPattern: ObjectIdentifier(type)) &+ UInt(bitPattern: found.rawValue),
      to: ObjectIdentifier.self
    )
  }

  /// The description, if it was needed before.
  @inline(__always)
  func known(_ type: any Any.Type, _ found: Found) -> String? { texts[identity(of: type, found)] }

  /// The description.
  func make(_ type: any Any.Type, _ found: Found) -> String {
    // JSONDecoder calls a null a mismatch only where a Boolean is expected.
    let text =
      found == .null && type != Bool.self
      ? "Cannot get value of type \(type) -- found null value instead"
      : "Expected to decode \(type) but found \(Found.phrases[found.rawValue]) instead."
    texts[identity(of: type, found)] = text
    return text
  }
}
