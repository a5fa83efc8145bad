import Foundation
import StreamJSON

extension Suites {
  /// Values that keep what a text does not mention, and members that need a hand.
  ///
  /// JSONDecoder has none of these. An update is compared with the usual detour: encode the value,
  /// merge the dictionaries, write and decode the result. Defaults are compared with code written by
  /// hand for JSONDecoder, and the property wrappers with themselves, used with JSONDecoder.
  static let update = BenchSuite(name: "update") { _ in
    [
      changes, defaults,
      .decode(suite: "update", .completePayments, as: [DefaultedPayment].self, named: "defaults"),
      .decode(suite: "update", .completePayments, as: [MarkedPayment].self, named: "memberwise"),
      .decode(
        suite: "update",
        .payments(oneIn: 1, "lossy, all good"),
        as: LossyPayments.self
      ),
      .decode(
        suite: "update",
        .payments(oneIn: 2, "lossy, half bad"),
        as: LossyPayments.self
      ),
      .decode(
        suite: "update",
        .payments(oneIn: .max, "lossy, all bad"),
        as: LossyPayments.self
      ),
      .decode(
        suite: "update",
        .elements(areNumbers: true, "lossy numbers, all good"),
        as: LossyNumbers.self
      ),
      .decode(
        suite: "update",
        .elements(areNumbers: false, "lossy numbers, all bad"),
        as: LossyNumbers.self
      ),
      .decode(suite: "update", .payments, as: [TransformedPayment].self, named: "transformed"),
      .decode(
        suite: "update",
        .payments,
        as: [MarkedTransformedPayment].self,
        named: "transformed, marked"
      ),
    ]
  }

  private static let changes = BenchCase(suite: "update", name: "changes to settings") {
    let data = Data(try Document.changes.bytes())
    let streamJSON = StreamJSONDecoder()
    return PreparedCase(
      byteCount: data.count,
      foundation: Contender { iterations in
        for _ in 0..<iterations { blackHole(try detour(Preferences(), data)) }
      },
      streamJSON: Contender { iterations in
        for _ in 0..<iterations {
          var preferences = Preferences()
          try streamJSON.update(&preferences, from: data)
          blackHole(preferences)
        }
      },
      check: {
        var preferences = Preferences()
        try streamJSON.update(&preferences, from: data)
        guard try detour(Preferences(), data) == preferences, preferences != Preferences() else {
          throw BenchFailure("the update and the detour give different models")
        }
        return CheckedCase()
      }
    )
  }

  private static let defaults = BenchCase(suite: "update", name: "types with defaults") {
    let data = Data(try Document.payments.bytes())
    let foundation = JSONDecoder()
    let streamJSON = StreamJSONDecoder()
    return PreparedCase(
      byteCount: data.count,
      foundation: BenchCase.decoding([HandwrittenPayment].self, from: data, with: foundation),
      streamJSON: BenchCase.decoding([DefaultedPayment].self, from: data, with: streamJSON),
      check: {
        let expected = try foundation.decode([HandwrittenPayment].self, from: data)
        let actual = try streamJSON.decode([DefaultedPayment].self, from: data)
        let areEqual = zip(expected, actual).allSatisfy { first, second in
          first.id == second.id && first.card == second.card && first.account == second.account
            && first.amount == second.amount
        }
        guard areEqual, expected.count == actual.count else {
          throw BenchFailure("the two decoders give different models")
        }
        return CheckedCase()
      }
    )
  }

  /// `value` with the members of `data`, by way of dictionaries.
  private static func detour<Value: Codable>(_ value: Value, _ data: Data) throws -> Value {
    let former = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    let changes = try JSONSerialization.jsonObject(with: data)
    let merged = try JSONSerialization.data(withJSONObject: merged(former, changes))
    return try JSONDecoder().decode(Value.self, from: merged)
  }

  private static func merged(_ former: Any, _ changes: Any) -> Any {
    guard let former = former as? [String: Any], let changes = changes as? [String: Any] else {
      return changes
    }
    return former.merging(changes) { merged($0, $1) }
  }
}
