extension DecodingError {
  /// The error for an uncounted copy of a container that is used after the container itself is gone.
  static var staleContainer: DecodingError {
    misuse("This container was used after its decode had ended.")
  }

  /// The error for a decoder or container that is used on a thread other than the one whose `decode` is running.
  static var isInUseElsewhere: DecodingError {
    misuse("Another thread is still decoding with this decoder.")
  }

  /// The error for a value whose plan no longer exists, though the rest of the value is yet to be decoded.
  static var lostPlan: DecodingError {
    misuse("The decoding plan for this value no longer exists.")
  }

  /// The error for a stream that is used by code that it is calling.
  static var reentered: DecodingError {
    misuse(
      "A stream cannot be used by the body, model, or source that it calls.",
      .reentered,
      finding: "the stream is already in use by the call that is running"
    )
  }

  @inline(never)
  private static func misuse(
    _ text: String,
    _ kind: JSONError.Kind = .misuse,
    finding: String? = nil
  ) -> DecodingError {
    let contents = ErrorContents(finding: .text(finding ?? String(text.dropLast())))
    let details = JSONError.Details.object(contents)
    return .corrupted(text, because: JSONError(kind: kind, offset: 0, details: details))
  }
}
