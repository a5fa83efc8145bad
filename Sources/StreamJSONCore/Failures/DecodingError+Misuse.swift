extension DecodingError {
  /// An uncounted copy of a container was used after the container itself was gone.
  static var staleContainer: DecodingError {
    misuse("This container was used after its decode had ended.")
  }

  /// A decoder or container was used on a thread other than the one whose `decode` is running.
  static var isInUseElsewhere: DecodingError {
    misuse("This decoder is in use by another thread, whose decode has not ended yet.")
  }

  /// The plan by which a value was read is gone before the rest of the value was decoded.
  static var lostPlan: DecodingError {
    misuse("The plan by which this value was read is gone.")
  }

  private static func misuse(_ text: String) -> DecodingError {
    let details = SettledErrorDetails(ErrorContents(finding: .text(String(text.dropLast()))))
    return .corrupted(text, because: JSONError(kind: .misuse, byteOffset: 0, details: details))
  }
}
