import StreamJSONCore
import Synchronization

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// How the elements of batches are read.
enum BatchForm<Element: Sendable> {
  typealias Append = @Sendable (FileReader, inout DecodedPart<Element>.Run) throws -> Bool

  /// Values: an error ends a run.
  static func values() -> Append where Element: Decodable {
    { reader, run in
      let count = run.elements.count
      defer { run.valueCount += run.elements.count - count }
      return try reader.append(Element.self, to: &run.elements)
    }
  }

  /// Results: an error is an element.
  static func results<T: Decodable>() -> Append where Element == Result<T, DecodingError> {
    { reader, run in
      let count = reader.progress.valueCount
      defer { run.valueCount += reader.progress.valueCount - count }
      return reader.appendResults(T.self, to: &run.elements)
    }
  }
}

/// The parts of a file that can be divided, each of which a task reads and decodes.
final class FilePartSource<Element: Sendable>: PartSource {
  private let file: FileDescriptor
  private let parts: FileParts
  private let type: any (Decodable & SendableMetatype).Type
  private let framing: JSONFraming
  private let options: DecodingOptions
  private let append: BatchForm<Element>.Append
  private let partByteCount: Int64

  /// How many elements the last part had: arrays that grow move their elements several times.
  private let expectedCount = ExpectedCount()

  /// Where the next part begins.
  private var start: Int64 = 0

  init(
    of type: any (Decodable & SendableMetatype).Type,
    _ file: FileDescriptor,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    partByteCount: Int64,
    _ append: @escaping BatchForm<Element>.Append
  ) throws {
    self.file = file
    parts = try FileParts(of: file, framing)
    self.type = type
    self.framing = framing
    self.options = options
    self.partByteCount = partByteCount
    self.append = append
  }

  func next() throws -> PartWork<Element>? {
    let part = try parts.part(from: start, atLeast: partByteCount)
    guard !part.isEmpty else { return nil }
    start = part.upperBound
    let (file, type, framing, options, append) = (file, type, framing, options, append)
    let (preceding, expectedCount) = (PrecedingTotals(), expectedCount)
    return PartWork(preceding: preceding) {
      let reader = FileReader(of: type, file, part: part, framing, options, after: preceding)
      var decoded = DecodedPart<Element>()
      decoded.endByteOffset = part.upperBound
      decoded.runs = [DecodedPart.Run()]
      decoded.runs[0].elements.reserveCapacity(expectedCount.value.withLock { $0 })
      while !Task.isCancelled, decoded.append(from: reader, append) {}
      decoded.counts = reader.buffer.counts
      decoded.isLast = reader.buffer.wasCut
      let count = decoded.runs[0].elements.count
      // A little more, so that most arrays do not have to grow.
      expectedCount.value.withLock { $0 = count + count / 16 }
      return decoded
    }
  }
}

/// Pieces of a file that cannot be divided: each task goes on where the one before it has ended.
///
/// To be used with a concurrency of 1.
final class FilePieceSource<Element: Sendable>: PartSource {
  private let reader: TaskReader
  private let append: BatchForm<Element>.Append

  /// `@unchecked`: each task that uses it begins when the one before it has ended.
  private struct TaskReader: @unchecked Sendable {
    let reader: FileReader
  }

  init(_ reader: FileReader, _ append: @escaping BatchForm<Element>.Append) {
    self.reader = TaskReader(reader: reader)
    self.append = append
  }

  func next() throws -> PartWork<Element>? {
    let (reader, append) = (reader, append)
    return PartWork {
      let reader = reader.reader
      var decoded = DecodedPart<Element>()
      decoded.isLast = !decoded.append(from: reader, append)
      decoded.endByteOffset = reader.progress.byteOffset
      return decoded
    }
  }
}

extension DecodedPart {
  /// Adds the values of a piece, and its errors; false at the end.
  fileprivate mutating func append(
    from reader: FileReader,
    _ append: BatchForm<Element>.Append
  ) -> Bool {
    if runs.last?.error != nil || runs.isEmpty { runs.append(Run()) }
    do {
      return try append(reader, &runs[runs.count - 1])
    } catch {
      runs[runs.count - 1].error = error
      return true
    }
  }
}

/// A number that tasks share.
private final class ExpectedCount: Sendable {
  let value = Mutex(0)
}
