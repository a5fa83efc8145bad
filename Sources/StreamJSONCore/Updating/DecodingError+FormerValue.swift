extension DecodingError {
  /// The former value, from which the value at `path` is to be taken, could not be encoded.
  static func formerValue(_ error: any Error, at path: [any CodingKey]) -> DecodingError {
    if let error = error as? DecodingError { return error }
    return .corrupted("The current value could not be encoded: \(error)", at: path)
  }

  /// Neither the text nor the former value has the member `key` of the object at `path`.
  static func formerValueLacks(_ key: any CodingKey, at path: [any CodingKey]) -> DecodingError {
    .keyNotFound(
      key,
      Context(
        codingPath: path,
        debugDescription: noValue(for: key, named: key.stringValue)
      )
    )
  }
}
