#if !os(Windows)
public import StreamJSONCore

#if Foundation || !canImport(FoundationEssentials)
public import Foundation
#endif

/// An open file, pipe, terminal, or socket whose bytes are read from where it stands.
///
/// ```swift
/// for try await line in decoder.values(of: LogLine.self, in: .standardInput, framing: .lines) {
///   count(line)
/// }
/// ```
///
/// It belongs to the program, which has to keep it open while it's read, and to close it. Bytes are read as they arrive,
/// at most 128 KB at a time, so after the last value that you take, some of the bytes that follow may have been read.
/// Waiting for bytes blocks no thread of a task.
public struct JSONFileDescriptor: Sendable {
  let number: Int32

  /// What closes it, and must not be released before it has been read.
  ///
  /// `@unchecked Sendable`: it is only held.
  struct Owner: @unchecked Sendable {
    let object: AnyObject
  }
  let owner: Owner?

  /// Creates the file descriptor with the number `number`, as the system's functions return it.
  public init(_ number: Int32) {
    self.number = number
    owner = nil
  }

  #if Foundation || !canImport(FoundationEssentials)
  /// Creates the file descriptor of `handle`, which isn't released while it is read.
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
  ///   - descriptor: What is read, from where it stands.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: A sequence with the settings that this decoder has when you iterate it. If you iterate it again, it goes
  ///   on where the bytes of the last iteration ended.
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
