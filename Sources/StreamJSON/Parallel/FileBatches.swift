import StreamJSONCore

/// Appends the elements in the bytes that were read; false at the end.
typealias BatchAppender<Element> = @Sendable (FileReader, inout [Element]) throws -> Bool

extension BatchQueue {
  /// A queue of the parts of a file that can be divided, each of which a task reads and decodes.
  convenience init(
    of type: any (Decodable & SendableMetatype).Type,
    _ file: FileDescriptor,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    concurrency: Int,
    _ append: @escaping BatchAppender<Element>
  ) throws {
    let parts = try FileParts(of: file, framing)
    // Enough that beginning a task does not matter, and few enough that all parts in memory fit into the processor's
    // cache.
    let byteCount = StreamJSONDecoder.partByteCount.get() ?? 1 << 20
    // How many elements the last part had: arrays that grow move their elements several times.
    let expectedCount = SharedValue(0)
    var start: Int64 = 0
    self.init(concurrency: concurrency, byteCount: file.byteCount) {
      let part = try parts.part(from: start, atLeast: byteCount)
      guard !part.isEmpty else { return nil }
      start = part.upperBound
      return {
        let preceding = SharedValue(PrecedingCounts())
        let reader = FileReader(
          of: type,
          file,
          part: part,
          of: parts,
          framing,
          options,
          after: preceding
        )
        var decoded = DecodedPart<Element>()
        decoded.preceding = preceding
        decoded.runs = [DecodedPart.Run()]
        decoded.runs[0].elements.reserveCapacity(expectedCount.lock.withLock { $0 })
        reading: while !Task.isCancelled {
          switch decoded.append(from: reader, append) {
          case .needsBytes: decoded.readPiece(with: reader)
          case .failed: continue
          case .ended: break reading
          }
        }
        decoded.end.byteOffset = max(part.upperBound, reader.endOffset)
        decoded.counts = reader.buffer.counts
        decoded.isLast = reader.buffer.wasCut
        let count = decoded.runs[0].elements.count
        // A little more, so that most arrays do not have to grow.
        expectedCount.lock.withLock { $0 = count + count / 16 }
        return decoded
      }
    }
  }

  /// A queue of the pieces of a file that cannot be divided: each task goes on where the one before it has
  /// ended.
  convenience init(_ reader: FileReader, _ append: @escaping BatchAppender<Element>) {
    self.init(concurrency: 1, byteCount: reader.byteCount) {
      return {
        var decoded = DecodedPart<Element>()
        reading: while true {
          switch decoded.append(from: reader, append) {
          case .needsBytes:
            // What there is need not wait for what may come.
            guard decoded.runs[0].elements.isEmpty else { break reading }
            do {
              try await reader.file?.waitUntilReadable()
            } catch {
              reader.abandon()
              decoded.runs[0].error = error
              break reading
            }
            guard !Task.isCancelled else { break reading }
            decoded.readPiece(with: reader)
          case .failed:
            break reading
          case .ended:
            decoded.isLast = true
            break reading
          }
        }
        decoded.end = reader.progress
        return decoded
      }
    }
  }
}

/// Why no more values were appended.
private enum Supply {
  case needsBytes, failed, ended
}

extension DecodedPart {
  /// Adds the values in the bytes that were read, up to an error.
  fileprivate mutating func append(
    from reader: FileReader,
    _ append: BatchAppender<Element>
  ) -> Supply {
    if runs.last?.error != nil || runs.isEmpty { runs.append(Run()) }
    let last = runs.count - 1
    let valueCount = reader.progress.valueCount
    defer { runs[last].valueCount += reader.progress.valueCount - valueCount }
    do {
      return try append(reader, &runs[last].elements) ? .needsBytes : .ended
    } catch {
      runs[last].error = error
      return .failed
    }
  }

  /// Reads the next piece, if there is one by now, after all values of the last one were added.
  fileprivate mutating func readPiece(with reader: FileReader) {
    do { try reader.readAvailablePiece() } catch { runs[runs.count - 1].error = error }
  }
}
