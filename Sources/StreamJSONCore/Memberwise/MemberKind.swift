/// What a property of a memberwise type is, with one row for each kind that a plan decodes faster than the type itself
/// would.
///
/// An optional property is of the kind of its value: in memory it is that value and, for some types, a byte that
/// distinguishes nil from a value; see `OptionalTag`. `MemberwisePlan.Field.fill(from:at:)` and `fillRare` make the values
/// of all kinds but objects, their arrays and dictionaries, and those that only a handler makes.
enum MemberKind: UInt8 {
  /// Decoded by its handler, the way that the type itself does it, whatever that is.
  case byHandler
  /// An array of values of another type: an empty one is made at once, and any other by its handler.
  case arrayByHandler
  case bool
  case int
  case unsignedInt
  case int8
  case int16
  case int32
  case uint8
  case uint16
  case uint32
  case double
  case float
  case string
  case ints
  case doubles
  case strings
  /// `[[Double]]`
  case doubleArrays
  /// `[[[Double]]]`
  case nestedDoubleArrays
  /// `[String: String]`
  case stringsByName
  /// `[String: [Int]]`
  case intsByName
  /// A value of a memberwise type.
  case object
  /// An array of values of a memberwise type.
  case objects
  /// A dictionary of values of a memberwise type.
  case objectsByName

  /// Whether it stands for a memberwise type or an array of one.
  @inline(__always)
  var isOfMemberwiseType: Bool { self == .object || self == .objects }

  /// Whether the type itself decodes such a member, unless it is an empty array.
  var isByHandler: Bool { self == .byHandler || self == .arrayByHandler }

  /// Whether such a member may have to be decoded when all of a text has been read.
  var mayBeDeferred: Bool { isByHandler || self == .objectsByName }

  /// Very roughly, how much of a text the values of such a property make up.
  var weight: Int {
    switch self {
    case .object: 3
    case .ints, .doubles, .strings, .doubleArrays, .nestedDoubleArrays: 8
    case .stringsByName, .intsByName, .objects, .objectsByName: 8
    default: 1
    }
  }

  /// The kinds of the types that are recognized by their identity.
  ///
  /// The kind of an integer is that of the type with as many bits; types with more bits than an `Int` have none.
  fileprivate static let scalars: [(type: DirectTypes.Identified, kind: MemberKind)] = {
    let isWide = MemoryLayout<Int>.size == 8
    return [
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), (Int64.self, isWide ? .int : .byHandler),
      (Int32.self, isWide ? .int32 : .int), (Int16.self, .int16), (Int8.self, .int8),
      (UInt.self, .unsignedInt), (UInt64.self, isWide ? .unsignedInt : .byHandler),
      (UInt32.self, isWide ? .uint32 : .unsignedInt), (UInt16.self, .uint16), (UInt8.self, .uint8),
      ([Int].self, .ints), ([Double].self, .doubles), ([String].self, .strings),
      ([[Double]].self, .doubleArrays), ([[[Double]]].self, .nestedDoubleArrays),
      ([String: String].self, .stringsByName), ([String: [Int]].self, .intsByName),
    ]
  }()
}

extension TypeMemory {
  /// The kind of a property of a type that `direct` decodes, and the memberwise type of the property or its contents.
  func memberKind(
    of direct: any DirectlyDecodable.Type
  ) -> (kind: MemberKind, memberwiseType: MemberwiseType?) {
    if let row = MemberKind.scalars.first(where: { $0.type == direct }) { return (row.kind, nil) }
    func memberwiseType(_ type: any Decodable.Type) -> MemberwiseType? {
      guard let direct = planWithMark(for: type).direct else { return nil }
      let part = memberKind(of: direct)
      return part.kind == .object ? part.memberwiseType : nil
    }
    switch direct.content(in: self) {
    case .value: break
    case .wrapped(let type):
      // This finds out whether the type inside is a memberwise type and has its first value recorded.
      _ = memberwiseType(type)
    case .model(let known):
      if let known = known as? MemberwiseType { return (.object, known) }
    case .parts(let form, let type):
      guard let inner = memberwiseType(type) else {
        return (form == .elements ? .arrayByHandler : .byHandler, nil)
      }
      return (form == .elements ? .objects : .objectsByName, inner)
    }
    return (.byHandler, nil)
  }
}
