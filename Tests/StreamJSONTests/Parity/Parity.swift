import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Runs JSONDecoder and StreamJSONDecoder on the same text and the same code.
enum Parity {
  /// Sets a decoder's strategies.
  typealias Configuration = @Sendable (JSONDecoder) -> Void

  /// The outcomes of both decoders for one text.
  static func outcomes<T: Decodable>(
    of type: T.Type,
    from text: [UInt8],
    configure: Configuration = { _ in }
  ) -> (ours: Outcome<T>, theirs: Outcome<T>) {
    let (ours, theirs) = (StreamJSONDecoder(), JSONDecoder())
    configure(ours)
    configure(theirs)
    let data = Data(text)
    return (
      outcome { try ours.decode(type, from: data) },
      outcome { try theirs.decode(type, from: data) }
    )
  }

  /// Expects both decoders to give the same value or the same error.
  ///
  /// The text is also decoded from memory that ends with its last byte.
  @discardableResult
  static func expectSame<T: Decodable & Equatable>(
    _ type: T.Type,
    _ text: [UInt8],
    configure: Configuration = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<T> {
    let (ours, theirs) = outcomes(of: type, from: text, configure: configure)
    #expect(
      ours.agrees(with: theirs),
      "\(String(decoding: text.prefix(200), as: UTF8.self)): JSONDecoder \(theirs), ours \(ours)",
      sourceLocation: sourceLocation
    )
    let decoder = StreamJSONDecoder()
    configure(decoder)
    let buffer = GuardedBuffer(text)
    let guarded = withExtendedLifetime(buffer) {
      // SAFETY: the buffer lives until this closure has returned.
      outcome { try unsafe decoder.decode(type, from: buffer.rawBytes) }
    }
    #expect(guarded == ours, sourceLocation: sourceLocation)
    return ours
  }

  @discardableResult
  static func expectSame<T: Decodable & Equatable>(
    _ type: T.Type,
    _ text: String,
    configure: Configuration = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<T> {
    expectSame(type, Array(text.utf8), configure: configure, sourceLocation: sourceLocation)
  }

  /// Expects `body`, run as a model's `init(from:)`, to see the same with both decoders.
  ///
  /// - Returns: What it saw with StreamJSONDecoder.
  @discardableResult
  static func expectSameTrace(
    _ text: String,
    configure: Configuration = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (any Decoder, inout Trace) throws -> Void
  ) -> [Trace.Entry] {
    let configureAll: Configuration = { decoder in
      configure(decoder)
      decoder.userInfo[.script] = Script(body: body)
    }
    let (ours, theirs) = outcomes(
      of: Scripted.self,
      from: Array(text.utf8),
      configure: configureAll
    )
    guard case .value(let our) = ours, case .value(let their) = theirs else {
      #expect(
        ours.agrees(with: theirs),
        "\(text): JSONDecoder \(theirs), ours \(ours)",
        sourceLocation: sourceLocation
      )
      return []
    }
    #expect(
      our.trace.agrees(with: their.trace),
      "\(text): JSONDecoder \(their.trace), ours \(our.trace)",
      sourceLocation: sourceLocation
    )
    return our.trace.entries
  }
}

/// What a script saw, in order.
struct Trace: Equatable, CustomStringConvertible {
  typealias Entry = Outcome<String>

  var entries: [Entry] = []

  /// Notes the value of `body` or its error.
  mutating func note<T>(_ body: () throws -> T) {
    entries.append(outcome { "\(try body())" })
  }

  /// Notes a coding path.
  mutating func note(path: [any CodingKey]) {
    note { path.map(Failure.Step.init) }
  }

  func agrees(with theirs: Trace) -> Bool {
    entries.count == theirs.entries.count
      && zip(entries, theirs.entries).allSatisfy { $0.agrees(with: $1) }
  }

  var description: String { entries.map { "\n  \($0)" }.joined() }
}

/// Code for `Scripted` to run.
struct Script: Sendable {
  var body: @Sendable (any Decoder, inout Trace) throws -> Void
}

/// A model whose `init(from:)` is the script in `userInfo`.
struct Scripted: Decodable, Equatable {
  var trace = Trace()

  init(from decoder: any Decoder) throws {
    guard let script = decoder.userInfo[.script] as? Script else { return }
    try script.body(decoder, &trace)
  }
}

extension CodingUserInfoKey {
  static let script: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "script") else { preconditionFailure() }
    return key
  }()
}

extension AnyKey: ExpressibleByStringLiteral {
  /// Makes a key of a literal.
  public init(stringLiteral value: String) {
    self.init(stringValue: value)
  }
}
