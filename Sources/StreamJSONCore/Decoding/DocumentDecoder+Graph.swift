extension DocumentDecoder {
  /// Writes the graph of `object` onto the document's tape.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too deep, such as one that
  ///   contains itself, or too large.
  package func write(graph object: Any) throws {
    document.beginObjectGraph()
    var writer = GraphWriter(
      tape: document.tape,
      bytes: document.takeBytes(),
      types: memory.graphTypes,
      maximumDepth: options.limits.maximumDepth,
      maximumByteCount: options.limits.maximumGraphByteCount
    )
    var fault: InputFault?
    do throws(InputFault) {
      try writer.write(object)
    } catch {
      fault = error
    }
    // Written back even after a fault: growing frees the old storage.
    document.tape = writer.tape
    document.foreignObjects = writer.foreignObjects
    document.own(writer.bytes)
    if let fault { throw document.error(for: fault) }
  }

  /// The object at `entry`, if the graph holds one of type `T` that JSON has no kind for.
  package func foreign<T>(_ type: T.Type, at entry: Int) -> T? {
    let word = document.tape[entry]
    guard word.kind == .foreign else { return nil }
    return document.foreignObjects[word.offset] as? T
  }
}
