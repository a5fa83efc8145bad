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
