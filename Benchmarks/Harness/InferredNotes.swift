import StreamJSON
import StreamJSONCore

/// What the suite `inferred-memberwise` says of its types: which of them are decoded by their own
/// initializers, and why.
enum InferredNotes {
  /// One line with the number of types that have plans, and one for each of the other types, printed one by one.
  ///
  /// All of them have been decoded by then.
  static func lines(_ options: Options, _ print: (String) -> Void) {
    lines(of: InferredModels.all(corpus: options.corpus), print)
  }

  /// The same for these models.
  static func lines(of models: [InferredModels], _ print: (String) -> Void) {
    var plannedCount = 0
    var others: [String] = []
    for model in models {
      for type in model.types {
        // The others are enums, which have no marker.
        guard let type = type as? any MemberwiseDecodable.Type else { continue }
        let report = report(on: type)
        if report.state == .active {
          plannedCount += 1
        } else {
          others.append("  \(model.marked.name), \(type): \(report)")
        }
      }
    }
    print("inferred types with plans: \(plannedCount); decoded by their own initializers:")
    for line in others.isEmpty ? ["  none"] : others { print(line) }
  }

  private static func report<Model: MemberwiseDecodable>(
    on type: Model.Type
  ) -> JSONMemberwiseReport {
    StreamJSONDecoder.memberwiseReport(for: type)
  }
}
