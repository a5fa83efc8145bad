extension DocumentDecoder {
  /// Writes the graph of `object` onto the document's tape.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a graph that is too deep, such as one that
  ///   contains itself, or too large.
  package func write(graph object: Any) throws {
    var writer = GraphWriter(
      tape: document.tape,
      bytes: document.takeBytes(),
      types: types.graphTypes,
      maximumDepth: options.limits.maximumDepth,
      maximumByteCount: options.limits.maximumGraphByteCount
    )
    let result = Result { () throws(InputFault) in try writer.write(object) }
    let exceedsLimit = writer.exceedsLimit
    // Written back even after a fault: growing frees the old storage.
    document.holdObjectGraph(
      on: writer.tape,
      bytes: writer.bytes,
      foreignObjects: writer.foreignObjects
    )
    guard case .failure(let fault) = result else { return }
    var finding: ErrorContents.Finding?
    if fault.kind == .depthLimitExceeded {
      finding = .tooDeep(options.limits.maximumDepth)
    } else if exceedsLimit {
      finding = .tooManyBytes(options.limits.maximumGraphByteCount, "maximumGraphByteCount")
    }
    throw document.error(for: fault, finding)
  }

  /// The object at `entry`, if the graph holds one of type `T` that JSON has no kind for.
  package func foreign<T>(_ type: T.Type, at entry: Int) -> T? {
    guard document.tape[entry].kind == .foreign else { return nil }
    return document.foreignObject(at: entry) as? T
  }
}
