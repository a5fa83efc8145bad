/// What the plans of marked types know of the types that the library decodes itself.
extension Bool {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .bool }
}

extension String {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .string }
}

extension DirectlyDecodable where Self: FixedWidthInteger {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if let type = ShortInteger(self) { return .shortInteger(type) }
    guard MemoryLayout<Self>.size == MemoryLayout<Int>.size else { return .other }
    return Self.isSigned ? .int : .unsignedInt
  }
}

extension Double {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .double }
}

extension Float {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .float }
}

extension Array where Element: Decodable {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if Element.self == Int.self { return .ints }
    if Element.self == Double.self { return .doubles }
    if Element.self == String.self { return .strings }
    if Element.self == [Double].self { return .lines }
    if Element.self == [[Double]].self { return .rings }
    let direct = memory.settledPlan(for: Element.self).direct
    if case .object(let marked) = direct?.memberKind(in: memory) {
      return .objects(marked)
    }
    return .other
  }
}

extension Dictionary where Key == String, Value: Decodable {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if Value.self == String.self { return .texts }
    if Value.self == [Int].self { return .intsByName }
    let direct = memory.settledPlan(for: Value.self).direct
    if case .object(let marked) = direct?.memberKind(in: memory) {
      return .objectsByName(marked)
    }
    return .other
  }
}

extension Optional where Wrapped: Decodable {
  /// Settles what is wrapped, so that its first value is recorded.
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    _ = memory.settledPlan(for: Wrapped.self)
    return .other
  }
}
