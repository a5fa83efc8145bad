import StreamJSONCore

/// Appends the elements in the bytes that were read; false at the end.
typealias BatchAppender<Element> = @Sendable (ByteReader, inout [Element]) throws -> Bool

extension BatchQueue {
  /// A queue of the parts of bytes that can be divided, each of which a task reads and decodes.
  convenience init(
    of type: any (Decodable & SendableMetatype).Type,
    _ parts: StoredParts,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    concurrency: Int,
    partByteCount: Int64?,
    _ append: @escaping BatchAppender<Element>
  ) {
    // Enough that beginning a task does not matter, and few enough that all parts in memory fit into the processor's
    // cache.
    let byteCount = partByteCount ?? 1 << 20
    // How many elements the last part had: arrays that grow move their elements several times.
    let expectedCount = SharedValue(0)
    var start: Int64 = 0
    self.init(concurrency: concurrency, byteCount: parts.bytes.byteCount) {
      let part = try parts.part(from: start, to: start + min(byteCount, .max - start))
      guard !part.isEmpty else { return nil }
      start = part.upperBound
      return {
        let preceding = SharedValue(PrecedingCounts())
        let reader = ByteReader(
          of: type,
          parts.bytes,
          part: part,
          of: parts,
          framing,
          options,
          after: preceding
        )
        var decoded = DecodedPart<Element>()
        decoded.preceding = preceding
        decoded.runs[0].elements.reserveCapacity(expectedCount.lock.withLock { $0 })
        await decoded.fill(from: reader, toEnd: true, append)
        decoded.counts = reader.buffer.counts
        decoded.isLast = reader.buffer.wasCut
        decoded.end.byteOffset =
          decoded.isLast
          ? reader.buffer.progress.byteOffset : max(part.upperBound, reader.rest.lowerBound)
        let count = decoded.runs[0].elements.count
        // A little more, so that most arrays do not have to grow.
        expectedCount.lock.withLock { $0 = count + count / 16 }
        return decoded
      }
    }
  }

  /// A queue of the pieces of bytes that cannot be divided: each task goes on where the one before it has
  /// ended.
  convenience init(_ reader: ByteReader, _ append: @escaping BatchAppender<Element>) {
    let work: PartWork<Element> = {
      var decoded = DecodedPart<Element>()
      await decoded.fill(from: reader, toEnd: false, append)
      decoded.end = reader.buffer.progress
      return decoded
    }
    self.init(concurrency: 1, byteCount: reader.buffer.byteCount) { work }
  }
}

extension DecodedPart {
  /// Adds the values that `reader` reads: all of them, or else those up to an error, or that are there without waiting
  /// for more.
  fileprivate mutating func fill(
    from reader: ByteReader,
    toEnd: Bool,
    _ append: BatchAppender<Element>
  ) async {
    while !Task.isCancelled, !isLast {
      if runs.last?.error != nil { runs.append(Run()) }
      let last = runs.count - 1
      let valueCount = reader.buffer.progress.valueCount
      defer { runs[last].valueCount += reader.buffer.progress.valueCount - valueCount }
      do {
        isLast = try !append(reader, &runs[last].elements)
        guard toEnd || runs[last].elements.isEmpty else { return }
        if !isLast { try await reader.readPieceWhenReadable() }
      } catch {
        runs[last].error = error
        if !toEnd { return }
      }
    }
  }
}
