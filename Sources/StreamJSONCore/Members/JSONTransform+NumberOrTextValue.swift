extension JSONTransform {
  /// A type whose values may be numbers or strings in the JSON; see ``JSONTransform/NumberOrText``.
  ///
  /// For your own types, declare the conformance and that to `LosslessStringConvertible`, whose initializer then
  /// gets the string.
  public protocol NumberOrTextValue: Codable {
    /// Returns the value that `text`, a string in the JSON, represents, or nil if there is no such value.
    static func _jsonNumberOrText(_ text: String) -> Self?
  }
}

extension JSONTransform.NumberOrTextValue where Self: LosslessStringConvertible {
  /// Returns the number that `text` represents, or nil if it is not a number.
  ///
  /// Infinities, NaN, and hexadecimal digits are not numbers in JSON.
  public static func _jsonNumberOrText(_ text: String) -> Self? {
    guard !text.isHexadecimal, let number = text.parsed(as: Self.self) else { return nil }
    if let number = number as? any FloatingPoint, !number.isFinite { return nil }
    return number
  }
}

extension String {
  fileprivate var isHexadecimal: Bool { utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } }
}

extension Int: JSONTransform.NumberOrTextValue {}
extension Int8: JSONTransform.NumberOrTextValue {}
extension Int16: JSONTransform.NumberOrTextValue {}
extension Int32: JSONTransform.NumberOrTextValue {}
extension Int64: JSONTransform.NumberOrTextValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONTransform.NumberOrTextValue {}
extension UInt: JSONTransform.NumberOrTextValue {}
extension UInt8: JSONTransform.NumberOrTextValue {}
extension UInt16: JSONTransform.NumberOrTextValue {}
extension UInt32: JSONTransform.NumberOrTextValue {}
extension UInt64: JSONTransform.NumberOrTextValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONTransform.NumberOrTextValue {}
extension Double: JSONTransform.NumberOrTextValue {}
extension Float: JSONTransform.NumberOrTextValue {}

extension Bool: JSONTransform.NumberOrTextValue {
  /// Returns true for `true`, `yes`, or `1`, and false for `false`, `no`, or `0`, in upper or lower case; nil
  /// for anything else.
  public static func _jsonNumberOrText(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension String: JSONTransform.NumberOrTextValue {
  /// Returns `text` itself.
  public static func _jsonNumberOrText(_ text: String) -> String? { text }
}
