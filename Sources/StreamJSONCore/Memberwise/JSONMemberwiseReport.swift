/// Whether the properties of a type are decoded without calling its `init(from:)`, and if not, why.
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
    /// Its properties are written directly.
    case active
    /// Its `init(from:)` decodes it until an object shows how.
    case pending
    /// Its `init(from:)` decodes it, and always will.
    case ineligible
  }

  /// Whether StreamJSON writes the type's properties directly.
  public let state: State

  /// Why the state is not `active`, in words for developers; empty if it is.
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
      let keys = (0..<plan.count).map { plan[$0].handler.name }
      return JSONMemberwiseReport(state: .active, reason: "", keys: keys)
    case .waiting(let reason):
      return JSONMemberwiseReport(state: .pending, reason: reason, keys: [])
    case .refused(let reason):
      return JSONMemberwiseReport(state: .ineligible, reason: reason, keys: [])
    }
  }
}
