import StreamJSONCore

/// Reads bytes in pieces when the engine needs them, always into the same memory.
protocol PieceReader: AnyObject {
  var buffer: PullBuffer { get }

  /// Puts the next piece into the buffer, or notes that there is none.
  func readPiece() throws

  /// Releases the source of the bytes at the end.
  func close()
}

extension PieceReader {
  /// Large enough that the cost of a call does not matter, small enough for the processor's cache.
  static var pieceSize: Int { 128 << 10 }

  /// Advances to the end of the next value; false at the end of the bytes.
  private func advance() throws -> Bool {
    while true {
      switch try buffer.step() {
      case .value: return true
      case .end:
        close()
        return false
      case .needsBytes: try readPiece()
      }
    }
  }

  /// The next value; nil at the end of the bytes.
  func next<T: Decodable>(_ type: T.Type) throws -> T? {
    if let value = buffer.read(type) { return value }
    guard try advance() else { return nil }
    return try buffer.decode(type)
  }

  /// The next value or error; nil at the end of the bytes.
  func nextResult<T: Decodable>(_ type: T.Type) -> Result<T, DecodingError>? {
    if let value = buffer.read(type) { return .success(value) }
    do {
      guard try advance() else { return nil }
      return .success(try buffer.decode(type, isResult: true))
    } catch {
      return buffer.result(of: error)
    }
  }

  // MARK: - Several values

  /// The values up to the next error, or up to the end of a piece; nil at the end of the bytes.
  func nextBatch<T: Decodable>(_ type: T.Type) throws -> [T]? {
    var values: [T] = []
    do {
      while try appendAvailable(type, to: &values), values.isEmpty { try readPiece() }
    } catch {
      guard !values.isEmpty else { throw error }
      // The error comes after the values before it.
      buffer.heldError = error
    }
    return values.isEmpty ? nil : values
  }

  /// The values and errors up to the end of a piece; nil at the end of the bytes.
  func nextResultBatch<T: Decodable>(_ type: T.Type) -> [Result<T, DecodingError>]? {
    var results: [Result<T, DecodingError>] = []
    while appendAvailableResults(type, to: &results), results.isEmpty {
      do { try readPiece() } catch { buffer.heldError = error }
    }
    return results.isEmpty ? nil : results
  }

  /// Appends the values in the bytes that were read.
  ///
  /// - Returns: Whether more bytes are needed; false at the end.
  /// - Throws: The next error, after the values before it.
  func appendAvailable<T: Decodable>(_ type: T.Type, to values: inout [T]) throws -> Bool {
    while true {
      if buffer.takesSeveral, let elements = buffer.elements(type) {
        if values.isEmpty { values = elements } else { values += elements }
        continue
      }
      if let value = buffer.read(type) {
        values.append(value)
        continue
      }
      switch try buffer.step() {
      case .value: values.append(try buffer.decode(type))
      case .needsBytes: return true
      case .end:
        close()
        return false
      }
    }
  }

  /// Appends the values and errors in the bytes that were read.
  ///
  /// - Returns: Whether more bytes are needed; false at the end.
  func appendAvailableResults<T: Decodable>(
    _ type: T.Type,
    to results: inout [Result<T, DecodingError>]
  ) -> Bool {
    while true {
      if let value = buffer.read(type) {
        results.append(.success(value))
        continue
      }
      do {
        switch try buffer.step() {
        case .value: results.append(.success(try buffer.decode(type, isResult: true)))
        case .needsBytes: return true
        case .end:
          close()
          return false
        }
      } catch {
        guard let result: Result<T, DecodingError> = buffer.result(of: error) else { return false }
        results.append(result)
      }
    }
  }
}
