package import StreamJSONCore

/// What tests find out about how values are decoded, apart from the values.
///
/// Most tests look at values and errors. Tests of what only time and memory would show (that a container is
/// reused, that a text was read without a tape, that nothing is looked up about a type too early) ask here,
/// so a change to the internals breaks this type and no test. The decoder stores nothing for this: each answer is made
/// from its state on request.
///
/// The tests of the core add what only they can see.
package struct DecodeReport {
  package let decoder: DocumentDecoder

  /// How many words the last text has on the tape: few if it was read without one.
  package let tapeWordCount: Int

  /// How many of the values of a stream of `text` are read in one pass, and how many there are.
  package static func valueCounts<T: Decodable>(
    of type: T.Type,
    in text: String,
    framing: JSONFraming
  ) throws -> (read: Int, all: Int) {
    let engine = StreamEngine(
      StreamForm(of: type, framing: framing, options: DecodingOptions()),
      environment: .makeLocked()
    )
    return try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      // SAFETY: the bytes exist until the closure has returned; each value is moved before anything else is asked of
      // the engine.
      unsafe engine.append(JSONText(bytes))
      var (read, all) = (0, 0)
      while true {
        if let value = unsafe engine.read(type) {
          _ = unsafe value.move()
          read += 1
        } else if case .value = try engine.next() {
          _ = try engine.decode(type)
        } else {
          break
        }
        all += 1
      }
      engine.finish()
      if framing != .arrayElements(), case .value = try engine.next() { all += 1 }
      return (read, all)
    }
  }
}
