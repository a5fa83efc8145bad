#if !os(Windows)
public import StreamJSONCore

#if Foundation || !canImport(FoundationEssentials)
public import Foundation
#endif

/// An open file, pipe, terminal, or socket, which is read from its current position.
///
/// ```swift
/// for try await line in decoder.values(of: LogLine.self, in: .standardInput, framing: .lines) {
///   count(line)
/// }
/// ```
///
/// Your program keeps it open while it's being read, and closes it. Bytes are read as they arrive, at most 128 KB at a
/// time, so some bytes after the last value that you get may have been read, too. In a task, waiting for bytes doesn't
/// block a thread.
public struct JSONFileDescriptor: Sendable {
  let number: Int32

  /// What closes it, and must not be released before it has been read.
  ///
  /// `@unchecked Sendable`: it is only held.
  struct Owner: @unchecked Sendable {
    let object: AnyObject
  }
  let owner: Owner?

  /// Creates a file descriptor from a number that the system's functions have returned.
  public init(_ number: Int32) {
    self.number = number
    owner = nil
  }

  #if Foundation || !canImport(FoundationEssentials)
  /// Creates a file descriptor from a `FileHandle`, which isn't released while it's being read.
  public init(_ handle: FileHandle) {
    number = handle.fileDescriptor
    owner = Owner(object: handle)
  }
  #endif

  /// The program's standard input.
  public static let standardInput = JSONFileDescriptor(0)
}

extension StreamJSONDecoder {
  /// Returns the values that are read from an open file, pipe, terminal, or socket.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - descriptor: The descriptor, which is read from its current position.
  ///   - framing: The layout of the values in the bytes.
  /// - Returns: A sequence that uses the settings that this decoder has when a loop begins. A second loop continues
  ///   where the bytes of the first one ended.
  public func values<T: Decodable>(
    of type: T.Type,
    in descriptor: JSONFileDescriptor,
    framing: JSONFraming
  ) -> JSONValueSequence<T, JSONFileDescriptor> {
    JSONValueSequence(of: type, descriptor) { descriptor in
      self.reader(of: type, descriptor, framing)
    }
  }

  /// Returns an iterator over the values that are read from an open file, pipe, terminal, or socket.
  ///
  /// Behaves like `valueIterator(of:inFileAt:framing:byteRange:)`.
  public func valueIterator<T: Decodable>(
    of type: T.Type,
    in descriptor: JSONFileDescriptor,
    framing: JSONFraming
  ) -> JSONValueIterator<T> {
    JSONValueIterator(reader(of: type, descriptor, framing), of: type)
  }

  /// Returns the values that are read from an open file, pipe, terminal, or socket, and the errors of bad records.
  ///
  /// Behaves like `results(of:inFileAt:framing:byteRange:)`.
  public func results<T: Decodable>(
    of type: T.Type,
    in descriptor: JSONFileDescriptor,
    framing: JSONFraming
  ) -> JSONResultIterator<T> {
    JSONResultIterator(reader(of: type, descriptor, framing), of: type)
  }

  private func reader(
    of type: any Any.Type,
    _ descriptor: JSONFileDescriptor,
    _ framing: JSONFraming
  ) -> PullReader {
    PullReader(ByteReader(.file(FileDescriptor(descriptor))), form(of: type, framing))
  }
}
#endif
