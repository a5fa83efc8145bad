/// What a property of a marked type is decoded as, when it is there.
enum MemberKind {
  /// By its type's own way, whatever that is.
  case other
  case bool
  case int
  case unsignedInt
  /// Another integer, all of whose values an `Int` can hold.
  case shortInteger(ShortInteger)
  case double
  case float
  case string
  case ints
  case doubles
  case strings
  /// `[[Double]]`
  case lines
  /// `[[[Double]]]`
  case rings
  /// `[String: String]`
  case texts
  /// `[String: [Int]]`
  case intsByName
  /// A value of a marked type.
  case object(MarkedType)
  /// An array of values of a marked type.
  case objects(MarkedType)
  /// A dictionary of values of a marked type.
  case objectsByName(MarkedType)

  /// Whether it is a value of a marked type.
  var isObject: Bool {
    if case .object = self { return true }
    return false
  }
}

/// The same in one byte, together with whether the property is optional.
enum MemberCode: UInt8 {
  case other
  case bool
  case int
  case unsignedInt
  case shortInteger
  case double
  case float
  case string
  case ints
  case doubles
  case strings
  case lines
  case rings
  case texts
  case intsByName
  case object
  case objects
  case objectsByName
  case optionalBool
  case optionalInt
  case optionalDouble
  case optionalString
  case optionalObject
  case optionalObjects
  case optionalInts
  case optionalStrings
  case optionalTexts

  /// How much of a text the values of such a property are, very roughly.
  var weight: Int {
    switch self {
    case .other, .bool, .int, .unsignedInt, .shortInteger, .double, .float, .string, .optionalBool,
      .optionalInt, .optionalDouble, .optionalString:
      1
    case .object, .optionalObject: 3
    default: 8
    }
  }

  /// The code of `kind`; `other` if there is none for an optional property of it.
  init(_ kind: MemberKind, isOptional: Bool) {
    self =
      switch (kind, isOptional) {
      case (.bool, false): .bool
      case (.int, false): .int
      case (.unsignedInt, false): .unsignedInt
      case (.shortInteger, _): .shortInteger
      case (.double, false): .double
      case (.float, _): .float
      case (.string, false): .string
      case (.ints, false): .ints
      case (.doubles, false): .doubles
      case (.strings, false): .strings
      case (.lines, false): .lines
      case (.rings, false): .rings
      case (.texts, false): .texts
      case (.texts, true): .optionalTexts
      case (.intsByName, false): .intsByName
      case (.objectsByName, false): .objectsByName
      case (.object, false): .object
      case (.objects, false): .objects
      case (.bool, true): .optionalBool
      case (.int, true): .optionalInt
      case (.double, true): .optionalDouble
      case (.string, true): .optionalString
      case (.object, true): .optionalObject
      case (.objects, true): .optionalObjects
      case (.ints, true): .optionalInts
      case (.strings, true): .optionalStrings
      default: .other
      }
  }

  /// Whether it stands for an array of scalars, or of such arrays.
  var isArrayOfScalars: Bool {
    switch self {
    case .ints, .doubles, .strings, .lines, .rings, .optionalInts, .optionalStrings: true
    default: false
    }
  }

  /// Whether it stands for a marked type or an array of one.
  var isOfMarkedType: Bool {
    switch self {
    case .object, .objects, .optionalObject, .optionalObjects: true
    default: false
    }
  }

  /// Whether the plan has to know where the byte is that tells nil from a value, if there is one.
  var needsTag: Bool {
    switch self {
    case .optionalObject, .shortInteger, .float: true
    default: false
    }
  }

  /// Whether a property of this kind needs nothing to be destroyed.
  var isTrivial: Bool {
    switch self {
    case .bool, .int, .unsignedInt, .shortInteger, .double, .float, .optionalBool, .optionalInt,
      .optionalDouble:
      true
    default: false
    }
  }
}
