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

  private static func misuse(_ text: String) -> DecodingError {
    let details = SettledErrorDetails(ErrorContents(finding: .text(String(text.dropLast()))))
    return .corrupted(text, because: JSONError(kind: .misuse, byteOffset: 0, details: details))
  }
}
