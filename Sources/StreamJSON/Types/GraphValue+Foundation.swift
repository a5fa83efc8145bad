// Rules for classes in object graphs:
// - The core looks up each class once and remembers the answer. Don't cast objects one by one.
// - A Boolean differs from a number only by its class. Don't use the encoding of the number.
// - Dates, data, and URLs stay objects of the kind `foreign`, since a model may ask for that very type. Their classes
//   are written as the Swift types.
// - Storage is read directly only after its layout was tested, as `DecimalLayout` does. Otherwise, the public way is
//   used.

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
  package func write(to writer: inout GraphWriter) { writer.writeForeign(self as URL) }
}

// MARK: - Containers

// On Linux, NSArray and NSDictionary convert each element to a Swift value when it is accessed, and
// a container together with everything in it. A graph would be copied once per level, and one that
// contains itself forever. A Mirror of the container gives the objects unconverted, and ten times
// faster.

extension NSArray: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    #if !canImport(Darwin)
    if let children = ObjectMirror<[AnyObject]>.children(of: self, count: count) {
      return try writer.write(elements: children.lazy.map { unboxed($0.value) })
    }
    #endif
    try writer.releasingObjects { (writer) throws(InputFault) in
      try writer.write(elements: self)
    }
  }
}

extension NSSet: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    #if !canImport(Darwin)
    if let children = ObjectMirror<Set<NSObject>>.children(of: self, count: count) {
      return try writer.write(elements: children.lazy.map { unboxed($0.value) })
    }
    #endif
    try writer.releasingObjects { (writer) throws(InputFault) in
      try writer.write(elements: self)
    }
  }
}

extension NSOrderedSet: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    #if !canImport(Darwin)
    if let children = ObjectMirror<[AnyObject]>.children(of: self, count: count) {
      return try writer.write(elements: children.lazy.map { unboxed($0.value) })
    }
    #endif
    try writer.releasingObjects { (writer) throws(InputFault) in
      try writer.write(elements: self)
    }
  }
}

extension NSDictionary: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    #if !canImport(Darwin)
    if let children = ObjectMirror<[NSObject: AnyObject]>.children(of: self, count: count) {
      let members = children.lazy.compactMap { $0.value as? (key: NSObject, value: AnyObject) }
      return try writer.write(members: members.map { (key: $0.key, value: unboxed($0.value)) })
    }
    #endif
    try writer.releasingObjects { (writer) throws(InputFault) in
      try writer.write(members: self.lazy.map { (key: $0.key, value: $0.value) })
    }
  }
}

extension GraphWriter {
  /// Calls `body`, and then releases the objects that Objective-C keeps for its caller: in a large collection, there
  /// may be one for each element.
  mutating func releasingObjects(
    _ body: (inout GraphWriter) throws(InputFault) -> Void
  ) throws(InputFault) {
    #if canImport(Darwin)
    var fault: InputFault?
    autoreleasepool {
      do throws(InputFault) { try body(&self) } catch { fault = error }
    }
    if let fault { throw fault }
    #else
    try body(&self)
    #endif
  }
}

#if !canImport(Darwin)
/// The object itself or, if it is a box around a value whose type is not bridged to a class, the
/// value.
private func unboxed(_ object: Any) -> Any {
  guard ObjectIdentifier(type(of: object)) == boxClass else { return object }
  return NSArray(object: object).object(at: 0)
}

/// The class of these boxes, which has no public name.
private let boxClass: ObjectIdentifier? = {
  struct Boxed {}
  return NSArray(object: Boxed()).customMirror.children.first.map {
    ObjectIdentifier(type(of: $0.value))
  }
}()

private enum ObjectMirror<Storage> {
  /// The elements of `container`; nil if its class does not keep them in a `Storage` of `count`
  /// elements.
  static func children(of container: some CustomReflectable, count: Int) -> Mirror.Children? {
    let mirror = container.customMirror
    guard mirror.subjectType == Storage.self, mirror.children.count == count else { return nil }
    return mirror.children
  }
}
#endif
#endif
