extension DocumentDecoder {
  /// Writes the graph of `object` onto the document's tape.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too deep, such as one that
  ///   contains itself, or too large.
  package func walk(_ object: Any) throws {
    let document = document
    document.isObjectGraph = true
    document.isJSON5 = false
    var walker = GraphWalker(
      tape: document.tape,
      bytes: document.takeBytes(),
      types: document.graphTypes,
      maximumDepth: options.limits.maximumDepth,
      maximumByteCount: options.limits.maximumGraphByteCount
    )
    do throws(SyntaxFault) {
      // Given back on both ways out: growing frees the old storage.
      defer {
        document.tape = walker.tape
        document.own(walker.bytes)
        document.foreignObjects = walker.foreignObjects
      }
      try walker.write(object)
    } catch {
      throw document.syntaxError(error)
    }
  }

  /// The object at `entry`, if the graph holds one of type `T` that JSON has no kind for.
  package func foreign<T>(_ type: T.Type, at entry: Int) -> T? {
    let word = document.tape[entry]
    guard word.kind == .foreign else { return nil }
    return document.foreignObjects[word.offset] as? T
  }
}
