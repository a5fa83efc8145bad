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

  /// The description of a value of the kind `found` where one of `type` is expected.
  @inline(__always)
  subscript(type: any Any.Type, found found: Found) -> String {
    texts[identity(of: type, found)] ?? make(type, found)
  }

  @inline(never)
  private func make(_ type: any Any.Type, _ found: Found) -> String {
    // JSONDecoder calls a null a mismatch only where a Boolean is expected.
    let text =
      found == .null && type != Bool.self
      ? "Cannot get value of type \(type) -- found null value instead"
      : "Expected to decode \(type) but found \(Found.phrases[found.rawValue]) instead."
    texts[identity(of: type, found)] = text
    return text
  }
}

extension DecodingError {
  /// The error for an uncounted copy of a container that is used after the container itself is gone.
  static var staleContainer: DecodingError {
    misuse("This container was used after decoding had finished.")
  }

  /// The error for a decoder or container that is used on a thread other than the one whose `decode` is running.
  static var isInUseElsewhere: DecodingError {
    misuse("Another thread is still decoding with this decoder.")
  }

  /// The error for a value whose plan no longer exists, though the rest of the value is yet to be decoded.
  static var lostPlan: DecodingError {
    misuse("The decoding plan for this value no longer exists.")
  }

  /// The error for a stream that is used by code that it is calling.
  static var reentered: DecodingError {
    misuse(
      "A stream can't be used by the body, model, or source that it calls.",
      .reentered,
      finding: "the stream is already in use by the call that is running"
    )
  }

  @inline(never)
  private static func misuse(
    _ text: String,
    _ kind: JSONError.Kind = .misuse,
    finding: String? = nil
  ) -> DecodingError {
    let contents = ErrorContents { finding ?? String(text.dropLast()) }
    return .corrupted(text, because: JSONError(kind: kind, offset: 0, details: contents))
  }
}

/// The innermost initializer that has thrown the error that is on its way out.
///
/// A model that drops the error of a unit, an enum or another model needs no place for it, and finding it
/// took longer than throwing. The initializers therefore only leave this note, and the place is found where
/// the error leaves the library.
struct FailedInitializer {
  /// The error, which its identity distinguishes from others for as long as it is held here.
  let error: any Error
  /// The value that was being decoded.
  let entry: Int
  let type: any Any.Type

  /// Whether `other` is the very same error, passed on.
  @inline(__always)
  func threw(_ other: any Error) -> Bool {
    // SAFETY: an error is one pointer to its box, which nothing else can have while it is held.
    unsafe unsafeBitCast(error as any Error, to: UInt.self)
      == unsafeBitCast(other as any Error, to: UInt.self)
  }

  /// The value that was being decoded and its type, if the initializer threw `other`.
  func place(of other: any Error) -> (entry: Int, type: any Any.Type)? {
    threw(other) ? (entry, type) : nil
  }
}
