/// A type whose values an object graph can contain.
package protocol GraphValue {
  /// True when values can be the keys of an object.
  static var isName: Bool { get }

  /// Writes this value.
  ///
  /// - Throws: `InputFault` for a graph that is too deep or too large.
  func write(to writer: inout GraphWriter) throws(InputFault)
}

extension GraphValue {
  package static var isName: Bool { false }
}

/// Remembers which types are `GraphValue`s, so that few are looked up more than once.
final class GraphTypes {
  struct Answer {
    /// The type; nil if it is not a `GraphValue`.
    var known: (any GraphValue.Type)?
    /// True when values are references and nothing else.
    var isClass: Bool
  }

  private let recent = IdentityTable<Answer>()

  /// Whether `type` is a `GraphValue`, and whether its values are references.
  @inline(__always)
  func answer(for type: any Any.Type) -> Answer { recent[ObjectIdentifier(type)] ?? findOut(type) }

  /// The same for the class of `object`.
  @inline(never)
  func answer(forClassOf object: AnyObject) -> Answer { answer(for: type(of: object)) }

  @inline(never)
  private func findOut(_ type: any Any.Type) -> Answer {
    let answer = Answer(
      known: type as? any GraphValue.Type,
      isClass: type is any AnyObject.Type || type == AnyObject.self
    )
    recent[ObjectIdentifier(type)] = answer
    return answer
  }
}

// MARK: - Scalars

extension Bool: GraphValue {
  package func write(to writer: inout GraphWriter) { writer.write(self) }
}

extension String: GraphValue {
  package static var isName: Bool { true }

  package func write(to writer: inout GraphWriter) throws(InputFault) { try writer.write(self) }
}

extension Substring: GraphValue {
  package static var isName: Bool { true }

  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(String(self))
  }
}

extension BinaryFloatingPoint {
  package func write(to writer: inout GraphWriter) { writer.write(Double(self)) }
}

extension Double: GraphValue {}
extension Float: GraphValue {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Float16: GraphValue {}
#endif
#if !(os(Windows) || os(Android)) && (arch(x86_64) || arch(i386))
extension Float80: GraphValue {}
#endif

// MARK: - Wrappers

extension Optional: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    switch self {
    case .none: writer.writeNull()
    case .some(let wrapped): try writer.write(wrapped: wrapped)
    }
  }
}

extension GraphWriter {
  /// The value inside any number of nested optionals, of which `value` is the outermost, or `value` itself; nil if one
  /// of them is nil.
  package static func unwrapped(_ value: Any) -> Any? {
    var value = value
    // One level at a time: a cast to another type unwraps by recursion, and a program can nest optionals to any depth.
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    }
    return value
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

extension AnyHashable: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(wrapped: base)
  }
}

// MARK: - Collections

extension Array: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    // Without these, decoding 2,000 elements takes 7.3 times as many instructions for doubles, 5.8
    // times for integers and 2.3 times for strings.
    // SAFETY: each time, the type is the one that was compared with.
    if Element.self == Double.self {
      try writer.write(exactly: unsafe unsafeBitCast(self, to: [Double].self))
    } else if Element.self == Int.self {
      try writer.write(exactly: unsafe unsafeBitCast(self, to: [Int].self))
    } else if Element.self == String.self {
      try writer.write(exactly: unsafe unsafeBitCast(self, to: [String].self))
    } else {
      try writer.write(elements: self)
    }
  }
}

extension GraphValue where Self: Sequence {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    try writer.write(elements: self)
  }
}

extension ArraySlice: GraphValue {}
extension ContiguousArray: GraphValue {}
extension Set: GraphValue {}

extension Dictionary: GraphValue {
  package func write(to writer: inout GraphWriter) throws(InputFault) {
    if Key.self == String.self {
      // Without this, decoding a `[String: Int]` takes 1.75 times as many instructions.
      // SAFETY: the keys are Strings, as compared above.
      try writer.write(dictionary: unsafe unsafeBitCast(self, to: [String: Value].self))
    } else {
      try writer.write(members: lazy.map { (key: $0.key, value: $0.value) })
    }
  }
}

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
