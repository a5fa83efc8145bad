/// What a stream found in its bytes.
@usableFromInline
package enum StreamStep {
  /// A value is complete and is on the tape.
  case value
  /// There are no more values in these bytes.
  case needsBytes
  /// There will be no more values at all.
  case end
}
