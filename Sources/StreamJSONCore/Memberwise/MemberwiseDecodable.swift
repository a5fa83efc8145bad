/// A struct whose `init(from:)` the compiler synthesizes, so StreamJSON may write its properties directly instead.
///
/// ```swift
/// struct LogLine: Codable {
///   let time: String
///   let level: Int
/// }
///
/// extension LogLine: MemberwiseDecodable {}
/// ```
///
/// Nothing else changes. Wherever a `StreamJSONDecoder` decodes the type, you get the same values and errors, only
/// faster. Other decoders treat it as an ordinary `Codable` type.
///
/// Use the marker only for types whose `init(from:)` the compiler synthesizes. StreamJSON verifies with the first
/// object of a type, and with samples of later ones, that the initializer stores the values of its keys unchanged. If
/// it doesn't, StreamJSON calls the initializer from then on, and `StreamJSONDecoder.memberwiseReport(for:)` says why.
/// However, StreamJSON may detect a wrong marker only after many objects, or not at all, and until then it may return
/// wrong values. A wrong marker never compromises memory safety.
public protocol MemberwiseDecodable: _MarkedDecodable, SendableMetatype {}

extension MemberwiseDecodable {
  /// How the type is decoded; the library provides it.
  @inlinable
  public static var _decodingMark: _DecodingMark { _DecodingMark(memberwise: Self.self) }
}

extension MemberwiseDecodable where Self: CodableWithDefaults {
  /// How the type is decoded; the library provides it.
  ///
  /// This type also has defaults, so its own `init(from:)` decodes it.
  public static var _decodingMark: _DecodingMark { withDefaults }
}

/// A value of a memberwise type, decoded by this library.
///
/// It consists of nothing but the value. It stands for the value's type in the table of types, so decoders may take one
/// for the other.
struct Memberwise<Value: MemberwiseDecodable>: DirectlyDecodable {
  let value: Value

  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    Self(value: try decoder.decodeByInitializer(Value.self, at: entry))
  }

  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self] {
    let values = try decoder.elements(at: entry) {
      try decoder.decodeByInitializer(Value.self, at: $0)
    }
    // SAFETY: a struct has the layout of its only property; the decoder that asked for an array of `Value` turns this
    // back into one before anything else sees it.
    return unsafe unsafeBitCast(values, to: [Self].self)
  }

  static func content(in types: TypeMemory) -> DirectContent {
    .model(types.environment.memberwiseType(Value.self))
  }
}

extension _DecodingMark {
  /// Creates the mark of `type`, with functions that the compiler specializes in the module of `type`.
  @inlinable
  public init<Value: MemberwiseDecodable>(memberwise type: Value.Type) {
    self.init(memberwise: type, MemberwiseArrays(of: type))
  }

  @usableFromInline
  init<Value: MemberwiseDecodable>(memberwise type: Value.Type, _ arrays: MemberwiseArrays) {
    self.init(Value.self, Memberwise<Value>.self, details: arrays)
    // A generic type may have defaults for only some of its arguments. In that case, its witness is this one.
    if let type = type as? any CodableWithDefaults.Type { self = type.withDefaults }
  }
}

/// A report that says whether StreamJSON decodes a type without calling its `init(from:)`, and if not, why.
///
/// `StreamJSONDecoder.memberwiseReport(for:)` returns one.
public struct JSONMemberwiseReport: Sendable, Equatable {
  /// Whether StreamJSON writes a type's properties directly.
  ///
  /// More may be added, so a `switch` needs a `default`.
  #if hasAttribute(nonexhaustive)
  @nonexhaustive
  #endif
  public enum State: Sendable {
    /// StreamJSON writes the type's properties directly.
    case active
    /// StreamJSON calls the type's `init(from:)` until it has learned from an object how to write the properties.
    case pending
    /// StreamJSON always calls the type's `init(from:)`.
    case ineligible
  }

  /// Whether StreamJSON writes the type's properties directly.
  public let state: State

  /// The reason why the state isn't `active`, for developers; empty if it is.
  ///
  /// The wording may change from version to version.
  public let reason: String

  /// The keys in the JSON, in the order in which `init(from:)` asks for them; empty unless the state is
  /// `active`.
  public let keys: [String]
}

extension JSONMemberwiseReport: CustomStringConvertible {
  /// The state and the reason.
  public var description: String {
    switch state {
    case .active: "active: \(keys.joined(separator: ", "))"
    case .pending: "pending: \(reason)"
    case .ineligible: "ineligible: \(reason)"
    }
  }
}

extension DocumentDecoder {
  /// Reports whether `type` has a plan and, if not, why.
  package func memberwiseReport<Value: MemberwiseDecodable>(
    for type: Value.Type
  ) -> JSONMemberwiseReport {
    switch environment.verdict(on: environment.memberwiseType(type)) {
    case .ready(let plan):
      return JSONMemberwiseReport(state: .active, reason: "", keys: plan.members.map(\.name))
    case .waiting(let reason):
      return JSONMemberwiseReport(state: .pending, reason: reason, keys: [])
    case .refused(let reason):
      return JSONMemberwiseReport(state: .ineligible, reason: reason, keys: [])
    }
  }
}
