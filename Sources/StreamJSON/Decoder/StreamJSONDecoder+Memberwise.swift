public import StreamJSONCore

extension StreamJSONDecoder {
  /// Reports, for a test or a log, whether the properties of `type` are decoded without calling its
  /// `init(from:)`, and if not, why.
  ///
  /// ```swift
  /// let report = StreamJSONDecoder.memberwiseReport(for: LogLine.self)
  /// print(report)  // active: time, level
  /// ```
  ///
  /// The type is `pending` until some decoder in the process has recorded an object of it. The report is the
  /// same for all decoders.
  public static func memberwiseReport<Value: MemberwiseDecodable>(
    for type: Value.Type
  ) -> JSONMemberwiseReport {
    DocumentDecoder(document: Document(), options: .standard, environment: .system)
      .memberwiseReport(for: type)
  }
}
