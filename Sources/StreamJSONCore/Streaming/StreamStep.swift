/// What became of the bytes that a stream was shown.
package enum StreamStep {
  /// A value is complete and stands on the tape.
  case value
  /// There is no further value in these bytes.
  case needsBytes
  /// There will be no further value at all.
  case end
}
