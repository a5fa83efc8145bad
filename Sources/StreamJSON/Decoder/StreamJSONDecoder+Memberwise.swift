public import StreamJSONCore

extension StreamJSONDecoder {
  /// Says whether the properties of `type` are decoded without calling its `init(from:)`, and if not,
  /// why, for a test or a log.
  ///
  /// ```swift
  /// let report = StreamJSONDecoder.memberwiseReport(for: LogLine.self)
  /// print(report)  // planned: time, level
  /// ```
  ///
  /// Until an object of the type was decoded by any decoder of the process, it waits for the first. The
  /// answer is the same for all decoders.
  public static func memberwiseReport<Value: MemberwiseDecodable>(
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
