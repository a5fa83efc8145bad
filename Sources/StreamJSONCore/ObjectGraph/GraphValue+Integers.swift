extension FixedWidthInteger {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(integer: self)
  }
}

extension Int: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.write(Int64(self)) }
}

extension Int8: GraphValue {}
extension Int16: GraphValue {}
extension Int32: GraphValue {}
extension Int64: GraphValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: GraphValue {}
extension UInt: GraphValue {}
extension UInt8: GraphValue {}
extension UInt16: GraphValue {}
extension UInt32: GraphValue {}
extension UInt64: GraphValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: GraphValue {}
