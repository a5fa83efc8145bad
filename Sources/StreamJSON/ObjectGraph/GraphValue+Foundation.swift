#if Foundation || !canImport(FoundationEssentials)
package import Foundation
package import StreamJSONCore

// MARK: - Scalars

extension NSNull: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.writeNull() }
}

extension NSString: GraphValue {
  package static var isName: Bool { true }

  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(String(self))
  }
}

extension CGFloat: GraphValue {}

extension NSNumber: GraphValue {
  /// The class of `true` and `false`, the only thing that distinguishes them from 1 and 0 on every
  /// platform. (On Apple's, a boolean has the encoding "c", the same as an `Int8`.)
  private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

  package func write(to writer: inout GraphWriter) throws(InputFault) {
    let identifier = ObjectIdentifier(type(of: self))
    guard identifier != NSNumber.booleanClass else { return writer.write(boolValue) }
    if identifier != ObjectIdentifier(NSNumber.self), let number = self as? NSDecimalNumber {
      return try number.decimalValue.write(to: &writer)
    }
    // SAFETY: an encoding is a C string with at least one character.
    switch unsafe UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "B"): writer.write(boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): writer.write(doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): try writer.write(integer: uint64Value)
    default: writer.write(int64Value)
    }
  }
}

extension NSUUID: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.releasingObjects { (writer) throws(InputFault) in
      try writer.write(uuidString)
    }
  }
}

// MARK: - Values that a model gets unchanged

extension NSDate: GraphValue {
  package func write(to writer: inout GraphWriter) {
    writer.writeForeign(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate))
  }
}

extension NSData: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.writeForeign(Data(referencing: self)) }
}

extension NSURL: GraphValue {
  package func write(to writer: inout GraphWriter) {
    writer.writeForeign(self as URL)
  }
}
#endif
