import StreamJSONCore

/// Reads bytes in pieces when the engine needs them, always into the same memory.
protocol PieceReader: AnyObject {
  var buffer: PullBuffer { get }

  /// Puts the next piece into the buffer, or notes that there is none.
  func readPiece() throws
}

extension PieceReader {
  /// Large enough that the cost of a call does not matter, small enough for the processor's cache.
  static var pieceSize: Int { 128 << 10 }

  /// Advances to the end of the next value; false at the end of the bytes.
  private func advance() throws -> Bool {
    while true {
      switch buffer.step() {
      case .value: return true
      case .end: return false
      case .failure(let error): throw error
      case .needsBytes: try readPiece()
      }
    }
  }

  /// The next value; nil at the end of the bytes.
  func next<T: Decodable>(_ type: T.Type) throws -> T? {
    guard try advance() else { return nil }
    return try buffer.decode(type)
  }

  /// The next value or error; nil at the end of the bytes.
  func nextResult<T: Decodable>(_ type: T.Type) -> Result<T, DecodingError>? {
    do {
      guard try advance() else { return nil }
      return buffer.result(type)
    } catch {
      return buffer.result(of: error)
    }
  }
}
