extension DecodingError {
  /// An uncounted copy of a container was used after the container itself was gone.
  static var staleContainer: DecodingError {
    misuse("This container was used after its decode had ended.")
  }

  /// A decoder or container was used on a thread other than the one whose `decode` is running.
  static var isInUseElsewhere: DecodingError {
    misuse("Another thread is still decoding with this decoder.")
  }

  /// The plan by which a value was read no longer exists, though the rest of the value is yet to be decoded.
  static var lostPlan: DecodingError {
    misuse("The decoding plan for this value no longer exists.")
  }

  /// A stream was used by code that it was calling.
  static var reentered: DecodingError {
    misuse(
      "A stream cannot be used by the body, model or source that it calls.",
      .reentered,
      finding: "the stream is already in use by the call that is running"
    )
  }

  private static func misuse(
    _ text: String,
    _ kind: JSONError.Kind = .misuse,
    finding: String? = nil
  ) -> DecodingError {
    let contents = ErrorContents(finding: .text(finding ?? String(text.dropLast())))
    let details = JSONError.Details.object(SettledErrorDetails(contents))
    return .corrupted(text, because: JSONError(kind: kind, byteOffset: 0, details: details))
  }
}
