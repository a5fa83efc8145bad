public import StreamJSONCore

extension StreamJSONDecoder {
  /// Says whether the properties of `type` are decoded without calling its `init(from:)`, and if not,
  /// why, for a test or a log.
  ///
  /// ```swift
  /// let report = StreamJSONDecoder.memberwisePlan(for: LogLine.self)
  /// print(report)  // planned: time, level
  /// ```
  ///
  /// It runs the type's `init(from:)` with made-up values, if that was not done before. The answer is
  /// the same for all decoders.
  ///
  /// - Complexity: O(n²) for a type with n members, the first time.
  public static func memberwisePlan<Value: MemberwiseDecodable>(
    for type: Value.Type
  ) -> MemberwiseReport {
    let decoder = DocumentDecoder(
      document: Document(),
      options: StreamJSONDecoder().makeOptions(),
      environment: .system
    )
    return decoder.memberwiseReport(for: type)
  }
}
