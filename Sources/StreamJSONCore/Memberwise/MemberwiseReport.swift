/// Whether the properties of a type are decoded without calling its `init(from:)`, and if not, why.
///
/// `StreamJSONDecoder.memberwiseReport(for:)` returns one.
public struct MemberwiseReport: Sendable, Equatable {
  /// Whether StreamJSON writes a type's properties directly.
  ///
  /// More may be added, so a `switch` needs a `default`.
  #if hasAttribute(nonexhaustive)
  @nonexhaustive
  #endif
  public enum State: Sendable {
    /// Its properties are written directly.
    case planned
    /// It is waiting for its first object, which its `init(from:)` will decode.
    case waiting
    /// Its `init(from:)` decodes it.
    case refused
  }

  /// Whether StreamJSON writes the type's properties directly.
  public let state: State

  /// Why the type is not planned, in words for developers; empty if it is planned.
  ///
  /// The wording may change from version to version.
  public let reason: String

  /// The keys in the JSON, in the order in which `init(from:)` asks for them; empty if the type is not
  /// planned.
  public let keys: [String]
}

extension MemberwiseReport: CustomStringConvertible {
  /// The state and the reason.
  public var description: String {
    switch state {
    case .planned: "planned: \(keys.joined(separator: ", "))"
    case .waiting: "waiting: \(reason)"
    case .refused: "refused: \(reason)"
    }
  }
}

extension DocumentDecoder {
  /// Reports whether `type` has a plan and, if not, why.
  package func memberwiseReport<Value: MemberwiseDecodable>(
    for type: Value.Type
  ) -> MemberwiseReport {
    switch environment.verdict(on: environment.memberwiseType(type)) {
    case .ready(let plan):
      let keys = (0..<plan.count).map { plan[$0].handler.name }
      return MemberwiseReport(state: .planned, reason: "", keys: keys)
    case .waiting(let reason):
      return MemberwiseReport(state: .waiting, reason: reason, keys: [])
    case .refused(let reason):
      return MemberwiseReport(state: .refused, reason: reason, keys: [])
    }
  }
}
