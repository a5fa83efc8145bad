/// What the plans of marked types know of the types that the library decodes itself.
extension DecoderMemory {
  /// How a property is decoded in a marked type that is a `direct`, or whose values those of `direct` are.
  func memberKind(of direct: any DirectlyDecodable.Type) -> MemberKind {
    if let kind = MemberKind.scalars.first(where: { $0.type == direct })?.kind { return kind }
    switch direct.content(in: self) {
    case .value: return .other
    case .wrapped(let type):
      // So that its first value is recorded.
      _ = settledPlan(for: type)
      return .other
    case .model(let known):
      return (known as? MarkedType).map { .object($0) } ?? .other
    case .elements(let type):
      if case .object(let marked)? = kindOfPart(type) { return .objects(marked) }
    case .membersByName(let type):
      if case .object(let marked)? = kindOfPart(type) { return .objectsByName(marked) }
    }
    return .other
  }

  private func kindOfPart(_ type: any Decodable.Type) -> MemberKind? {
    settledPlan(for: type).direct.map { memberKind(of: $0) }
  }
}

extension MemberKind {
  /// The kinds of types that are told by their identity.
  fileprivate static let scalars: [(type: DirectTypes.Identified, kind: MemberKind)] =
    [
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), integer(Int8.self), integer(Int16.self), integer(Int32.self),
      integer(Int64.self), (UInt.self, .unsignedInt), integer(UInt8.self), integer(UInt16.self),
      integer(UInt32.self), integer(UInt64.self), ([Int].self, .ints), ([Double].self, .doubles), ([String].self, .strings),
      ([[Double]].self, .lines), ([[[Double]]].self, .rings),
      ([String: String].self, .texts), ([String: [Int]].self, .intsByName),
    ]

  private static func integer<T: FixedWidthInteger & DirectlyDecodable & SendableMetatype>(
    _ type: T.Type
  ) -> (type: DirectTypes.Identified, kind: MemberKind) {
    if let short = ShortInteger(type) { return (type, .shortInteger(short)) }
    guard T.bitWidth == Int.bitWidth else { return (type, .other) }
    return (type, T.isSigned ? .int : .unsignedInt)
  }
}
