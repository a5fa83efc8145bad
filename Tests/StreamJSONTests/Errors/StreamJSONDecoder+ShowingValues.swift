import StreamJSON

extension StreamJSONDecoder {
  /// A decoder whose errors show the values that they found.
  static func showingValues() -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    return decoder
  }
}
