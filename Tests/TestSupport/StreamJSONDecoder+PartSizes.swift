package import Foundation
package import StreamJSON
package import StreamJSONCore

/// The methods with several tasks, with parts of at least `partByteCount` bytes.
extension StreamJSONDecoder {
  package func batches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int,
    partByteCount: Int64
  ) -> JSONBatchSequence<T, any Error> {
    Self.partByteCount.withValue(partByteCount) {
      batches(of: type, inFileAt: url, framing: framing, concurrency: concurrency)
    }
  }

  package func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int,
    partByteCount: Int64
  ) -> JSONBatchSequence<Result<T, DecodingError>, Never> {
    Self.partByteCount.withValue(partByteCount) {
      resultBatches(of: type, inFileAt: url, framing: framing, concurrency: concurrency)
    }
  }

  package func decode<T: Decodable & Sendable>(
    _ type: [T].Type,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer? = nil,
    concurrency: Int,
    partByteCount: Int
  ) async throws -> [T] {
    try await Self.partByteCount.withValue(Int64(partByteCount)) {
      guard let pointer else {
        return try await decode(type, from: bytes, concurrency: concurrency)
      }
      return try await decode(type, from: bytes, at: pointer, concurrency: concurrency)
    }
  }
}
