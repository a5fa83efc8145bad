import StreamJSON
import StreamJSONTestSupport

/// What a stream delivered at one place: a value or an error.
enum StreamOutcome<Value: Equatable>: Equatable, CustomStringConvertible {
  case value(Value)
  case failure(Failure, JSONError?)

  init(_ error: any Error) {
    self = .failure(Failure(error), (error as? DecodingError)?.jsonError)
  }

  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  var jsonError: JSONError? {
    if case .failure(_, let error) = self { error } else { nil }
  }

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .failure(let failure, let error): "\(failure) — \(error.map { "\($0)" } ?? "-")"
    }
  }
}

/// Pushes `chunks` and the end of the stream, and continues after each error as long as that leads
/// anywhere.
func outcomes<T: Decodable & Equatable>(
  of type: T.Type,
  in chunks: [ArraySlice<UInt8>],
  framing: JSONFraming,
  decoder: StreamJSONDecoder = StreamJSONDecoder()
) -> [StreamOutcome<T>] {
  let stream = decoder.makeStream(of: type, framing: framing)
  var outcomes: [StreamOutcome<T>] = []
  func push(_ body: ((T) -> Void) throws -> Void) -> Bool {
    do {
      try body { outcomes.append(.value($0)) }
      return true
    } catch {
      let outcome = StreamOutcome<T>(error)
      // The error that has ended a stream is thrown again for every further chunk.
      if outcomes.last != outcome { outcomes.append(outcome) }
      return false
    }
  }
  for chunk in chunks {
    var rest = chunk
    while !push({ try stream.append(rest, forEach: $0) }) { rest = [] }
  }
  while !push({ try stream.finish(forEach: $0) }) {}
  return outcomes
}

/// As above, with the whole text in one chunk.
func outcomes<T: Decodable & Equatable>(
  of type: T.Type,
  in text: String,
  framing: JSONFraming,
  decoder: StreamJSONDecoder = StreamJSONDecoder()
) -> [StreamOutcome<T>] {
  outcomes(of: type, in: [ArraySlice(Array(text.utf8))], framing: framing, decoder: decoder)
}

extension CorpusText {
  /// The framing that the extension of a stream's file stands for.
  var framing: JSONFraming {
    switch fileExtension {
    case "ndjson": .lines
    case "json-seq": .textSequence
    case "sse": .serverSentEvents()
    case "concatenated-json": .concatenated
    default:
      switch name {
      case "nested-array": .arrayElements(at: "/items")
      case "object-members": .objectMembers()
      default: .arrayElements()
      }
    }
  }
}
