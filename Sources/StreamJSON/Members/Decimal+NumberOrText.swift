public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: JSONTransform.NumberOrTextValue {
  /// Makes the decimal that `text` represents, or nil if it is not a number.
  ///
  /// A number follows JSON's grammar (RFC 8259 section 6), with an optional plus sign, whatever the locale.
  /// Beyond 38 digits, a decimal is as exact as one decoded from a number.
  public init?(numberOrText text: String) {
    var digits = Substring(text)
    if digits.utf8.first == UInt8(ascii: "+") {
      digits.removeFirst()
      guard digits.utf8.first != UInt8(ascii: "-") else { return nil }
    }
    let decimal = digits.utf8.withText { Decimal.parse($0, from: 0, to: $0.count) }
    guard let decimal else { return nil }
    self = decimal
  }
}
