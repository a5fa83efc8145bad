/// A type that says how a `StreamJSONDecoder` is to decode it.
///
/// Conform to ``DecodableWithDefaults`` or ``MemberwiseDecodable`` instead, which bring the only
/// requirement along. (There is one protocol for both, because each question whether a type conforms to
/// a protocol is a search the first time.)
public protocol MarkedDecodable: Decodable {
  /// How the type is decoded, made by the library.
  static var decodingMark: DecodingMark { get }
}

extension DecodableWithDefaults {
  fileprivate static var way: DecodingMark.Way { .withDefaults(direct) }
}

/// How a `StreamJSONDecoder` decodes a ``MarkedDecodable`` type.
///
/// Only the library makes and reads one.
public struct DecodingMark {
  /// What stands for the type in the table of types.
  enum Way {
    case withDefaults(any DirectlyDecodable.Type)
    case memberwise(any DirectlyDecodable.Type)
  }

  private let way: Way

  /// The type that it was made for.
  ///
  /// A type may return the mark of another one, which says nothing.
  private let type: any Decodable.Type

  /// The functions for arrays of the type, of a `MemberwiseDecodable` one.
  private let arrays: MemberwiseArrays?

  /// The mark of `type`, which has defaults.
  static func withDefaults<Value: DecodableWithDefaults>(_ type: Value.Type) -> DecodingMark {
    DecodingMark(withDefaults: type)
  }

  private init<Value: DecodableWithDefaults>(withDefaults type: Value.Type) {
    way = .withDefaults(Value.direct)
    self.type = Value.self
    arrays = nil
  }

  /// The mark of `type`, with functions that the compiler specialises in the module of `type`.
  @inlinable
  public init<Value: MemberwiseDecodable>(memberwise type: Value.Type) {
    self.init(memberwise: type, MemberwiseArrays(of: type))
  }

  @usableFromInline
  init<Value: MemberwiseDecodable>(memberwise type: Value.Type, _ arrays: MemberwiseArrays) {
    // A generic type may have defaults for some arguments only: then its witness is the one here.
    way = (type as? any DecodableWithDefaults.Type)?.way ?? .memberwise(Memberwise<Value>.self)
    self.type = Value.self
    self.arrays = arrays
  }

  /// Whether the type has defaults.
  var hasDefaults: Bool {
    if case .withDefaults = way { return true }
    return false
  }

  /// What decodes `type`, which has this mark; nil if it is decoded by its own initialiser.
  func direct<T>(_ type: T.Type) -> (any DirectlyDecodable.Type)? {
    guard self.type is T.Type else { return nil }
    switch way {
    case .withDefaults(let direct): return direct
    case .memberwise(let direct):
      // A class is decoded by its own initialiser in any case.
      if type is AnyClass { return nil }
      return direct
    }
  }

  /// The functions for arrays of `type`, which has this mark.
  func arrays<Value: MemberwiseDecodable>(of type: Value.Type) -> MemberwiseArrays {
    guard self.type == type, let arrays else { return MemberwiseArrays(of: type) }
    return arrays
  }
}
