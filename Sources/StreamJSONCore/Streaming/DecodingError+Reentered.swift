extension DecodingError {
  /// A stream was used by code that it was calling.
  static var reentered: DecodingError {
    let error = JSONError(
      kind: .reentered,
      byteOffset: 0,
      details: SettledErrorDetails(
        ErrorContents(finding: .text("the stream is already in use by the call that is running"))
      )
    )
    return .corrupted(
      "A stream cannot be used by the body, model or source that it calls.",
      because: error
    )
  }
}
