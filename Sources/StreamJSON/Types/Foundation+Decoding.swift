// Rules for types and their strategies:
// - A fast path reads the canonical form alone and returns nil for everything else, which then goes to Foundation. The
//   results are then those of the Foundation that's installed.
// - A strategy may be a program's closure, which may use the same `StreamJSONDecoder`. Don't hold a lock, or access to
//   a property, while it runs.
// - Errors are made by `invalidValue`, `typeMismatch`, and similar functions of the core, so that they have a path and
//   a place.
// - In an object graph, an object of the type itself is taken as it is.
// - Each type conforms to the core's `DirectlyDecodable` and is in the list in `Decoder/StreamJSONDecoder.swift`. A
//   test compares the list with the conformances.

package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

/// The strategies for types that the core does not know.
final class Strategies: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy

  /// The date strategy without what some cases carry, which would be retained for each date.
  let dateForm: DateForm

  enum DateForm {
    case deferred, seconds, milliseconds, iso8601, other
  }

  init(date: JSONDecoder.DateDecodingStrategy, data: JSONDecoder.DataDecodingStrategy) {
    self.date = date
    self.data = data
    dateForm =
      switch date {
      case .deferredToDate: .deferred
      case .secondsSince1970: .seconds
      case .millisecondsSince1970: .milliseconds
      case .iso8601: .iso8601
      default: .other
      }
  }

  static let standard = Strategies(date: .deferredToDate, data: .base64)
}

extension DocumentDecoder {
  /// The strategies of the `StreamJSONDecoder` that this decoder works for.
  var strategies: Strategies {
    guard let strategies = options.strategies else { return .standard }
    // SAFETY: options that have strategies are made by `StreamJSONDecoder` alone. (A checked cast
    // takes 2.7 % more instructions for an array of ISO 8601 dates.)
    return unsafe unsafeDowncast(strategies, to: Strategies.self)
  }
}

extension DocumentDecoder {
  /// The value at `entry` if it is a `type` in an object graph; nil if it is anything else but null.
  func graphValue<T>(_ type: T.Type, at entry: Int) throws -> T? {
    switch storage.tape[entry].kind {
    case .null: throw nullFound(type, at: entry)
    case .foreign: foreign(type, at: entry)
    default: nil
    }
  }

  /// Where the string at `entry` is, if it is plain ASCII.
  @inline(__always)
  func plainString(at entry: Int) -> (start: Int, end: Int)? {
    let word = storage.tape[entry]
    guard word.kind == .string || word.kind == .longString, word.flags.isEmpty else { return nil }
    return storage.tape.byteRange(of: entry)
  }

  /// What `parse` makes of the string at `entry`; if that is nothing, this throws an error that says so.
  func value<T>(
    at entry: Int,
    expected: String,
    error: String,
    _ parse: (String) -> T?
  ) throws -> T {
    if let value = parse(try string(at: entry)) { return value }
    throw invalidValue(error, expected: expected, at: entry)
  }
}

extension Data: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool {
    if case .base64 = decoder.strategies.data { false } else { true }
  }

  /// Decodes data with the data strategy.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Data {
    if let value = try decoder.graphValue(Data.self, at: entry) { return value }
    switch decoder.strategies.data {
    case .base64:
      return try base64(decoder, entry)
    case .custom(let decode):
      return try decoder.standing(at: entry) { try decode($0) }
    default:
      return try decoder.standing(at: entry) { try Data(from: $0) }
    }
  }

  private static func base64(_ decoder: DocumentDecoder, _ entry: Int) throws -> Data {
    if let (start, end) = decoder.plainString(at: entry),
      let data = canonicalBase64(decoder.storage.text, from: start, to: end)
    {
      return data
    }
    let error = "Encountered Data is not valid Base64."
    return try decoder.value(at: entry, expected: "base64 text", error: error) {
      Data(base64Encoded: $0)
    }
  }

  /// The data that `start..<end` encodes if it strictly follows RFC 4648.
  ///
  /// Nil leaves it to Foundation, which accepts more, depending on its version.
  private static func canonicalBase64(_ text: JSONText, from start: Int, to end: Int) -> Data? {
    // SAFETY: `count` is the number of bytes that `decode` needs. Inline data has that many, and its buffer is used
    // only within the closure. Otherwise, `bytes` has that many, which are freed here, or used and freed only by the
    // data.
    guard let count = Base64.byteCount(of: text, from: start, to: end) else { return nil }
    guard count > maximumInlineCount else {
      var data = Data(count: count)
      let isValid = unsafe data.withUnsafeMutableBytes { target in
        unsafe Base64.decode(text, from: start, to: end, into: target)
      }
      return isValid ? data : nil
    }
    // Data fills what it allocates with zeros, which takes a tenth of the time.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    guard let address = bytes.baseAddress,
      unsafe Base64.decode(text, from: start, to: end, into: bytes)
    else {
      unsafe bytes.deallocate()
      return nil
    }
    return unsafe Data(
      bytesNoCopy: address,
      count: count,
      deallocator: .custom { address, _ in unsafe address.deallocate() }
    )
  }

  /// Data of at most 14 bytes, somewhat fewer than these, has them without an allocation.
  private static var maximumInlineCount: Int { 16 }
}

extension Collection<UInt8> {
  /// Calls `body` with the bytes as a text; they are not copied if they are contiguous in memory.
  // Inlined, because looking up the metadata of an optional result takes a tenth of the time of a short chunk.
  @inline(__always)
  func withText<Result>(_ body: (JSONText) throws -> Result) rethrows -> Result {
    // SAFETY: the bytes are only used within the closures.
    let result = try withContiguousStorageIfAvailable { try unsafe body(JSONText($0)) }
    if let result { return result }
    return try unsafe ContiguousArray(self).withUnsafeBufferPointer { bytes in
      try unsafe body(JSONText(bytes))
    }
  }
}

extension URL: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a URL from a string.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> URL {
    if let value = try decoder.graphValue(URL.self, at: entry) { return value }
    return try decoder.value(at: entry, expected: "a URL", error: "Invalid URL string.") {
      URL(string: $0)
    }
  }
}

extension UUID: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a UUID from a string, with the errors of UUID's `init(from:)`.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> UUID {
    if let (start, end) = decoder.plainString(at: entry),
      let (upper, lower) = decoder.storage.text.uuid(from: start, to: end)
    {
      // SAFETY: both types are 16 bytes, and any bytes are a value of either. (Naming the other one takes an import of the
      // C library on Apple's systems.)
      func bytes<Bytes>() -> Bytes {
        unsafe unsafeBitCast((upper.bigEndian, lower.bigEndian), to: Bytes.self)
      }
      return UUID(uuid: bytes())
    }
    let error = "Attempted to decode UUID from invalid UUID string."
    return try decoder.value(at: entry, expected: "a UUID", error: error) { UUID(uuidString: $0) }
  }
}

extension Decimal: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a decimal number from the digits of a number.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Decimal {
    let tape = decoder.storage.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      // `Decimal` has no infinity, so the result is NaN, as in JSONDecoder.
      return try decoder.number(Decimal.self, at: entry) { text, start, end throws(NumberFault) in
        if let value = parse(text, from: start, to: end) { return value }
        throw text.numberFault(from: start, to: end)
      } other: { number in
        switch number {
        case .hexadecimal(let integer):
          integer.shortMagnitude.map { integer.isNegative ? 0 - Decimal($0) : Decimal($0) }
        case .tooLarge: nil
        default: .nan
        }
      }
    case .integer:
      return Decimal(tape.integer(at: entry))
    case .floatingPoint:
      let double = tape.double(at: entry)
      guard double.isFinite else { throw decoder.invalidObject(at: entry) }
      // The fewest digits that equal it, as if it had been read from a text.
      guard let decimal = Decimal(string: "\(double)") else {
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      }
      return decimal
    case .null:
      throw decoder.nullFound(Decimal.self, at: entry)
    default:
      // JSONDecoder gives no description here.
      throw decoder.typeMismatch(Decimal.self, "", at: entry)
    }
  }

  /// Parses the number that fills `start..<end`; nil if it is malformed or out of range.
  ///
  /// JSONDecoder checks the exponent that is left once all digits are in the mantissa. That is why `1e128`
  /// is out of range but `1.0e128` is not, and even a zero needs an exponent in range.
  static func parse(_ text: JSONText, from start: Int, to end: Int) -> Decimal? {
    guard let literal = NumberLiteral(called: text, from: start, to: end) else { return nil }
    let digits = literal.decimalDigits(in: text)
    guard digits.exponent >= -128, digits.exponent <= 127 else { return nil }
    guard !digits.mantissa.isZero else { return 0 }
    // Decimal's arithmetic moves up to 38 zeros from the mantissa to the exponent, and gives NaN if
    // the exponent then exceeds 127. Its parser does not.
    guard digits.exponent <= 127 - 38 else {
      return Decimal(string: text.string(from: start, to: end))
    }
    var significand = Decimal(digits.mantissa.low)
    if digits.mantissa.high > 0 {
      // Exact: the product and the sum have at most 128 bits.
      significand += Decimal(digits.mantissa.high) * (Decimal(UInt64.max) + 1)
    }
    return Decimal(
      sign: literal.isNegative ? .minus : .plus,
      exponent: digits.exponent,
      significand: significand
    )
  }
}
