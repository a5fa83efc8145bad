import StreamJSONCore

/// The values in a file, decoded one at a time.
///
/// ```swift
/// var lines = try decoder.values(of: LogLine.self, inFileAt: url, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Memory is bounded by the largest value, whatever the size of the file. Copies share the place
/// in the file. They are used by one thread at a time: nothing guards them from two at once.
///
/// A model's `init(from:)` cannot ask for the next value of the file that it is read from, by way of
/// a copy: that throws a `DecodingError` whose `jsonError` has the kind `reentered`, and takes
/// nothing from the file.
public struct JSONFileValues<T: Decodable> {
  let reader: FileReader

  /// The next value; nil at the end of the file.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, or the
  ///   system's error when the file cannot be read. The next call goes on behind the bad record;
  ///   it returns nil when nothing behind it can be read.
  public mutating func next() throws -> T? {
    guard try reader.advance() else { return nil }
    return try reader.buffer.decode(T.self)
  }
}

/// The values in a file and the errors of its bad records, one at a time.
///
/// As `JSONFileValues`, but a bad record is an element. That the file cannot be read any further
/// is an element too, the last one; its `DecodingError` has the system's error underneath.
///
/// A model's `init(from:)` that loops over the results it is one of gets an error of the kind
/// `reentered`, and then the end of its loop; nothing is taken from the file.
public struct JSONFileResults<T: Decodable>: Sequence, IteratorProtocol {
  let reader: FileReader

  /// The next value or error; nil at the end of the file.
  public mutating func next() -> Result<T, DecodingError>? {
    do {
      guard try reader.advance() else { return nil }
      return reader.buffer.result(T.self)
    } catch {
      return reader.buffer.result(of: error)
    }
  }
}
