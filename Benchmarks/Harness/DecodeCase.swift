import Foundation
import StreamJSON
import StreamJSONTestSupport

extension BenchCase {
  /// A case that decodes `document` as a `Model` with both decoders.
  ///
  /// It is named after the document unless it has its own name. `configure` sets the
  /// strategies. It gets both decoders, one after the other, as the class that
  /// they have in common.
  static func decode<Model: Decodable & Equatable & SendableMetatype>(
    suite: String,
    _ document: Document,
    as model: Model.Type,
    named name: String? = nil,
    configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) -> BenchCase {
    BenchCase(suite: suite, name: name ?? document.name) {
      let bytes = try document.bytes()
      let data = Data(bytes)
      let foundation = JSONDecoder()
      let streamJSON = StreamJSONDecoder()
      configure(foundation)
      configure(streamJSON)
      return PreparedCase(
        byteCount: bytes.count,
        foundation: decoding(model, from: data, with: foundation),
        streamJSON: decoding(model, from: data, with: streamJSON),
        check: {
          let expected = try foundation.decode(model, from: data)
          let actual = try streamJSON.decode(model, from: data)
          guard expected == actual else {
            throw BenchFailure("the two decoders give different models")
          }
          return CheckedCase(modelAllocations: ModelAllocations.count(of: expected))
        },
        peaks: {
          func peak(of makeDecoder: () -> JSONDecoder) throws -> Int? {
            try AllocationCounter.heapUse {
              let decoder = makeDecoder()
              configure(decoder)
              return try decoder.decode(model, from: data)
            }?.peakBeyondResult
          }
          return HeapPeaks(
            foundation: try peak(of: JSONDecoder.init),
            streamJSON: try peak(of: StreamJSONDecoder.init)
          )
        }
      )
    }
  }

  /// A case like `decode`, with a new decoder for each text.
  static func decodeAnew<Model: Decodable & Equatable & SendableMetatype>(
    suite: String,
    _ document: Document,
    as model: Model.Type,
    named name: String,
    configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) -> BenchCase {
    let reused = decode(suite: suite, document, as: model, configure: configure)
    return BenchCase(suite: suite, name: name) {
      let prepared = try reused.prepare()
      let data = Data(try document.bytes())
      func decoding(with makeDecoder: @escaping () -> JSONDecoder) -> Contender {
        Contender { iterations in
          for _ in 0..<iterations {
            let decoder = makeDecoder()
            configure(decoder)
            blackHole(try decoder.decode(model, from: data))
          }
        }
      }
      return PreparedCase(
        byteCount: prepared.byteCount,
        foundation: decoding(with: JSONDecoder.init),
        streamJSON: decoding(with: StreamJSONDecoder.init),
        check: prepared.check,
        peaks: prepared.peaks
      )
    }
  }

  /// A case in which both decoders fail to decode `document` as a `Model` with the same error.
  static func failure<Model: Decodable & SendableMetatype>(
    suite: String,
    _ document: Document,
    as model: Model.Type
  ) -> BenchCase {
    BenchCase(suite: suite, name: document.name) {
      let bytes = try document.bytes()
      let data = Data(bytes)
      let foundation = JSONDecoder()
      let streamJSON = StreamJSONDecoder()
      return PreparedCase(
        byteCount: bytes.count,
        foundation: failing(model, from: data, with: foundation),
        streamJSON: failing(model, from: data, with: streamJSON),
        check: {
          let expected = errorCase { blackHole(try foundation.decode(model, from: data)) }
          let actual = errorCase { blackHole(try streamJSON.decode(model, from: data)) }
          guard expected == actual, expected.hasPrefix("DecodingError.") else {
            throw BenchFailure("JSONDecoder: \(expected); StreamJSONDecoder: \(actual)")
          }
          return CheckedCase()
        }
      )
    }
  }

  static func decoding<Model: Decodable>(
    _ model: Model.Type,
    from data: Data,
    with decoder: JSONDecoder
  ) -> Contender {
    Contender { iterations in
      for _ in 0..<iterations {
        blackHole(try decoder.decode(model, from: data))
      }
    }
  }

  private static func failing<Model: Decodable>(
    _ model: Model.Type,
    from data: Data,
    with decoder: JSONDecoder
  ) -> Contender {
    Contender { iterations in
      for _ in 0..<iterations {
        do {
          blackHole(try decoder.decode(model, from: data))
        } catch {
          blackHole(error)
        }
      }
    }
  }

  /// The name of the case of the error that `body` throws.
  private static func errorCase(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch: return "DecodingError.typeMismatch"
      case .valueNotFound: return "DecodingError.valueNotFound"
      case .keyNotFound: return "DecodingError.keyNotFound"
      case .dataCorrupted: return "DecodingError.dataCorrupted"
      @unknown default: return "DecodingError"
      }
    } catch {
      return "\(type(of: error))"
    }
  }
}
