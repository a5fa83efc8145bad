package import Foundation
package import StreamJSONCore

// MARK: - Scalars

extension NSNull: GraphValue {
  package func write(to walker: inout GraphWalker) { walker.writeNull() }
}

extension NSString: GraphValue {
  package static var isName: Bool { true }

  package func write(to walker: inout GraphWalker) throws(SyntaxFault) {
    try walker.write(String(self))
  }
}

extension CGFloat: GraphValue {}

extension NSNumber: GraphValue {
  /// The class of `true` and `false`: the one thing that tells them from 1 and 0 on every
  /// platform. (The encoding of a boolean, "c", is that of an `Int8` too on Apple's.)
  private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

  package func write(to walker: inout GraphWalker) throws(SyntaxFault) {
    let identifier = ObjectIdentifier(type(of: self))
    guard identifier != NSNumber.booleanClass else { return walker.write(boolValue) }
    if identifier != ObjectIdentifier(NSNumber.self), let number = self as? NSDecimalNumber {
      return try number.decimalValue.write(to: &walker)
    }
    // SAFETY: an encoding is a C string with at least one character.
    switch unsafe UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "B"): walker.write(boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): walker.write(doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): try walker.write(integer: uint64Value)
    default: walker.write(int64Value)
    }
  }
}

extension UUID: GraphValue {
  /// Written as the string that it is encoded as.
  package func write(to walker: inout GraphWalker) throws(SyntaxFault) {
    try walker.write(uuidString)
  }
}

extension NSUUID: GraphValue {
  package func write(to walker: inout GraphWalker) throws(SyntaxFault) {
    try walker.write(uuidString)
  }
}

// MARK: - What a model gets as it is

extension NSDate: GraphValue {
  package func write(to walker: inout GraphWalker) {
    walker.writeForeign(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate))
  }
}

extension NSData: GraphValue {
  package func write(to walker: inout GraphWalker) { walker.writeForeign(Data(referencing: self)) }
}

extension NSURL: GraphValue {
  package func write(to walker: inout GraphWalker) {
    walker.writeForeign(self as URL)
  }
}
