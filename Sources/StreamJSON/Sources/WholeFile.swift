public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// A file that is read as a whole.
extension StreamJSONDecoder {
  /// Decodes a value of the given type from the JSON in the file at `url`, or from a part of it.
  ///
  /// ```swift
  /// let settings = try decoder.decode(Settings.self, contentsOf: url)
  /// ```
  ///
  /// The whole file is read into memory first. For a file of any size, see `values(of:inFileAt:framing:byteRange:)`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - url: The URL of a local file, a pipe, or the like.
  ///   - pointer: The path to the value; by default, the whole document.
  /// - Returns: The decoded value.
  /// - Throws: The same errors as `decode(_:from:at:)`, whose `jsonError` has the path of the file. This method also
  ///   throws a `CocoaError`, which names the file, if the file can't be read, and a `CancellationError` if the task is
  ///   canceled while it waits for a pipe.
  /// - Complexity: O(bytes of the file), apart from the work of the type itself.
  public func decode<T: Decodable>(
    _ type: T.Type,
    contentsOf url: URL,
    at pointer: JSONPointer = .root
  ) throws -> T {
    // SAFETY: the bytes are only used within the closure.
    try unsafe withContents(of: url) { bytes in
      if pointer == .root { return try unsafe decode(type, from: UnsafeRawBufferPointer(bytes)) }
      return try unsafe decode(type, from: bytes, at: pointer)
    }
  }

  /// Scans the JSON in the file at `url`, so that you can read it without a model.
  ///
  /// Behaves like `document(from:)` for a collection, and throws the errors of `decode(_:contentsOf:at:)`.
  public func document(contentsOf url: URL) throws -> JSONDocument {
    // SAFETY: the bytes are only used within the closure.
    try unsafe withContents(of: url) { try unsafe document(from: $0) }
  }

  /// Calls `body` with the bytes of the file at `url`, or with one more than are allowed, and names the file in its
  /// errors.
  private func withContents<Result>(
    of url: URL,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let limit = min(max(0, limits.maximumByteCount), Tape.byteLimit) + 1
    let bytes = try ByteReader(.file(FileDescriptor(url))).readAll(atMost: limit)
    do {
      // SAFETY: the bytes are used only during the call, and nothing changes them.
      return try unsafe body(bytes.text.buffer(from: 0, to: bytes.count))
    } catch let error as DecodingError {
      throw error.inFile(atPath: url.path)
    }
  }
}
