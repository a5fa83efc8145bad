package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension UUID: GraphValue {
  /// Writes the string that a `UUID` is encoded as.
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(uuidString)
  }
}

// A model that asks for one of these types gets the value unchanged.

extension Date: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.writeForeign(self) }
}

extension Data: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.writeForeign(self) }
}

extension URL: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.writeForeign(self) }
}

extension Decimal: GraphValue {
  /// Writes the decimal with all its digits, so that it can be read as any type of number.
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    if isNaN { return writer.write(Double.nan) }
    guard let layout = DecimalLayout.known else {
      return try writer.write(description, as: .number)
    }
    try writer.write(
      mantissa: layout.mantissa(of: self),
      exponent: exponent,
      isNegative: sign == .minus
    )
  }
}

/// Where a `Decimal` stores its digits.
///
/// The only public way to get them is `description`, which makes 34 allocations. (On Linux,
/// JSONSerialization returns a decimal for every number of more than about 16 digits.)
///
/// ```
/// ┌──────────┬──────────────┬──────────┬──────────────────────────────────┐
/// │ exponent │ length,      │ reserved │ mantissa, `length` times 16 bits │
/// │ 1 byte   │ flags 1 byte │ 2 bytes  │ 16 bytes                         │
/// └──────────┴──────────────┴──────────┴──────────────────────────────────┘
/// ```
///
/// The length is in the lower or the upper half of its byte. None of this is guaranteed, so the
/// layout is tested before it is used.
private struct DecimalLayout {
  /// The position of the length's lowest bit in its byte.
  let lengthShift: UInt8

  /// The layout on this machine; nil if it is neither of these.
  static let known = [DecimalLayout(lengthShift: 4), DecimalLayout(lengthShift: 0)]
    .first { $0.isTrue }

  /// The digits of `decimal` as an integer.
  ///
  /// - Precondition: The size of a Decimal is 20 bytes.
  func mantissa(of decimal: Decimal) -> WideInteger {
    // SAFETY: all offsets lie within 20 bytes, and `isTrue` compares the size with 20 before the
    // first call; any bits are valid in an integer.
    unsafe withUnsafeBytes(of: decimal) { bytes in
      let length = Int(unsafe bytes[1] >> lengthShift & 0x0F)
      let low = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
      let high = unsafe bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self)
      // Shifts by 64 and more give 0.
      return WideInteger(
        high: UInt64(littleEndian: high) & ~(.max << max(0, 16 * length - 64)),
        low: UInt64(littleEndian: low) & ~(.max << (16 * length))
      )
    }
  }

  private var isTrue: Bool {
    guard MemoryLayout<Decimal>.size == 20 else { return false }
    let samples: [(digits: String, high: UInt64, low: UInt64)] = [
      ("0", 0, 0), ("1", 0, 1), ("65537", 0, 65_537),
      ("12345678901234567891", 0, 12_345_678_901_234_567_891),
      ("99999999999999999999999999999999999999", 0x4B3B_4CA8_5A86_C47A, 0x098A_223F_FFFF_FFFF),
    ]
    return samples.allSatisfy { digits, high, low in
      ["", "-"].allSatisfy { sign in
        guard let decimal = Decimal(string: "\(sign)\(digits)e-7") else { return false }
        return mantissa(of: decimal) == WideInteger(high: high, low: low)
          && (digits == "0" || decimal.exponent == -7)
      }
    }
  }
}

/// JSON text passed where an object graph is expected: networking libraries pass whatever they have
/// as `Any`.
enum GraphText {
  case data(Data)
  /// Bytes that are contiguous in memory, or a string's.
  case bytes(any Collection<UInt8>)

  /// Takes the text from `object`; nil if it is a graph instead.
  init?(_ object: Any) {
    let type = type(of: object)
    // The most common types, before the dynamic casts.
    if type == [String: Any].self || type == [Any].self { return nil }
    guard let object = GraphWriter.unwrapped(object) else { return nil }
    if let string = object as? String {
      self = .bytes(string.utf8)
    } else if let substring = object as? Substring {
      self = .bytes(substring.utf8)
    } else if let data = object as? Data {
      self = .data(data)
    } else if let bytes = (object as? any Collection)?.contiguousBytes {
      self = .bytes(bytes)
    } else {
      return nil
    }
  }
}

extension Collection {
  /// The collection if its elements are bytes that are next to each other in memory, unlike those of a
  /// set or range.
  fileprivate var contiguousBytes: (any Collection<UInt8>)? {
    // A cast to that type fails before macOS 13 and iOS 16, and copies the bytes.
    // SAFETY: the elements are not used.
    guard Element.self == UInt8.self, withContiguousStorageIfAvailable({ unsafe _ = $0 }) != nil
    else { return nil }
    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { return self as? any Collection<UInt8> }
    return map { $0 as? UInt8 ?? 0 }
  }
}
