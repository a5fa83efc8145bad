import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Keys whose code uses the decoder that uses the keys.
@Suite(.serialized)
struct KeyReentryTests {
  /// What the keys of a test do; used on one thread.
  private static nonisolated(unsafe) var work: (() -> Void)?

  /// Does the keys' work, unless it is already being done.
  private static func interrupt() {
    // SAFETY: the tests of this suite run one after the other, each on one thread.
    guard let work = unsafe work else { return }
    unsafe Self.work = nil
    work()
    unsafe Self.work = work
  }

  /// A key that does its work when it is released.
  final class LastWords: CodingKey, @unchecked Sendable {
    // `@unchecked`: not changed after it is made.
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    deinit { KeyReentryTests.interrupt() }
  }

  /// A key that does its work when it is asked for its name, and when it is made.
  struct Busy: CodingKey {
    private let name: String
    var intValue: Int? { nil }

    var stringValue: String {
      KeyReentryTests.interrupt()
      return name
    }

    init(stringValue: String) {
      name = stringValue
      KeyReentryTests.interrupt()
    }

    init?(intValue: Int) { nil }
  }

  /// Enters a container by a key that is released at the end of the value.
  struct Entering: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LastWords.self)
      _ = try container.nestedContainer(
        keyedBy: LastWords.self,
        forKey: LastWords(stringValue: "a")
      )
    }
  }

  @Test func `a value is not counted before its record is`() throws {
    defer { unsafe Self.work = nil }
    let stream = StreamJSONDecoder().makeStream(of: Entering.self, framing: .lines)
    let view = stream
    var seen: [JSONProgress] = []
    unsafe Self.work = { seen.append(view.progress) }
    for _ in 0..<3 { try stream.append(Array("{\"a\":{}}\n".utf8)) { _ in } }
    #expect(!seen.isEmpty && seen.allSatisfy { $0.errorCount == 0 })
  }

  /// Runs `body` as a model of texts with more and more superDecoders, whose keys are `Key`s.
  private func run<Key: CodingKey>(
    keys: Key.Type,
    makeKey: @escaping @Sendable (String) -> Key
  ) throws {
    defer { unsafe Self.work = nil }
    let decoder = StreamJSONDecoder()
    for number in 0..<10 {
      decoder.userInfo[.script] = Script { decoder, trace in
        let container = try decoder.container(keyedBy: AnyKey.self)
        let above = try container.superDecoder()
        var opened: [KeyedDecodingContainer<AnyKey>] = []
        unsafe Self.work = {
          for _ in 0..<3 {
            guard let more = try? decoder.container(keyedBy: AnyKey.self) else { continue }
            opened.append(more)
            _ = try? above.container(keyedBy: AnyKey.self)
            let parent = try? more.superDecoder(forKey: "inner")
            _ = try? parent?.container(keyedBy: AnyKey.self)
          }
          if opened.count > 30 { opened.removeFirst(20) }
        }
        let keyed = try decoder.container(keyedBy: Key.self)
        for _ in 0..<60 {
          let parent = try keyed.superDecoder(forKey: makeKey("inner"))
          let inner = try parent.container(keyedBy: Key.self)
          #expect(try inner.decode(Int.self, forKey: makeKey("number")) == number)
          #expect(inner.codingPath.last?.stringValue == "inner")
          #expect(!inner.contains(makeKey("missing")))
          let nested = try keyed.nestedContainer(keyedBy: Key.self, forKey: makeKey("inner"))
          #expect(nested.codingPath.last?.stringValue == "inner")
          let model = try keyed.decode(PathOfKeys.self, forKey: makeKey("inner"))
          #expect(model.path.last?.stringValue == "inner")
        }
        unsafe Self.work = nil
        // Those opened while a nested value was decoded stand on that.
        for container in opened where container.contains("name") {
          #expect(try container.decode(String.self, forKey: "name") == "text \(number)")
        }
      }
      let text = #"{"name":"text \#(number)","super":{},"inner":{"number":\#(number)}}"#
      _ = try decoder.decode(Scripted.self, from: text)
      _ = try decoder.decode([Scripted].self, from: "[\(text)]")
    }
  }

  /// Opens a container, so that the keys on the way to it are noted, and reads its path.
  struct PathOfKeys: Decodable {
    var path: [any CodingKey]

    init(from decoder: any Decoder) throws {
      path = try decoder.container(keyedBy: AnyKey.self).codingPath
    }
  }

  @Test func `keys that open containers when they go`() throws {
    try run(keys: LastWords.self) { LastWords(stringValue: $0) }
  }

  @Test func `keys that open containers when they are asked for their names`() throws {
    try run(keys: Busy.self) { Busy(stringValue: $0) }
  }

  /// What a model and its keys keep.
  private final class Parts: @unchecked Sendable {
    // `@unchecked`: used on one thread.
    var kept: KeyedDecodingContainer<LastWords>?
    var above: (any Decoder)?
    var opened: [KeyedDecodingContainer<AnyKey>] = []

    func openInner(of decoder: (any Decoder)?) {
      guard let container = try? decoder?.container(keyedBy: AnyKey.self),
        let inner = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
      else { return }
      opened.append(inner)
    }
  }

  @Test func `keys that open kept containers by other keys while the decode ends`() throws {
    defer { unsafe Self.work = nil }
    let decoder = StreamJSONDecoder()
    let parts = Parts()
    decoder.userInfo[.script] = Script { decoder, _ in
      let container = try decoder.container(keyedBy: LastWords.self)
      let inner = LastWords(stringValue: "inner")
      parts.kept = try container.nestedContainer(keyedBy: LastWords.self, forKey: inner)
      parts.above = try container.superDecoder(forKey: LastWords(stringValue: "outer"))
      // The path of this error, which the decoder holds to the end, has a key that nothing else has.
      #expect(throws: DecodingError.self) {
        try container.decode(Int.self, forKey: LastWords(stringValue: "name"))
      }
      unsafe Self.work = {
        parts.openInner(of: decoder)
        parts.openInner(of: parts.above)
      }
    }
    let text = #"{"name":"text","inner":{},"outer":{"inner":{}}}"#
    _ = try decoder.decode(Scripted.self, from: text)
    unsafe Self.work = nil
    #expect(!parts.opened.isEmpty)
    for container in parts.opened { #expect(container.codingPath.last?.stringValue == "inner") }
  }

  /// Throws an error whose path has a key that nothing else has.
  private struct Refusing: Decodable {
    init(from decoder: any Decoder) throws {
      let key = LastWords(stringValue: "last")
      throw DecodingError.dataCorrupted(.init(codingPath: [key], debugDescription: "refused"))
    }
  }

  @Test func `keys that fail in turn when the error that has them is dropped`() throws {
    defer { unsafe Self.work = nil }
    let decoder = StreamJSONDecoder()
    let workCount = Locked(0)
    decoder.userInfo[.script] = Script { decoder, _ in
      let container = try decoder.container(keyedBy: AnyKey.self)
      for _ in 0..<20 {
        unsafe Self.work = nil
        #expect(throws: DecodingError.self) {
          try container.decode(Refusing.self, forKey: "name")
        }
        unsafe Self.work = {
          workCount.withLock { $0 += 1 }
          _ = try? container.decode(Int.self, forKey: "name")
          _ = try? container.decode(Refusing.self, forKey: "inner")
        }
        // The library's next error releases the one before.
        let error = #expect(throws: DecodingError.self) {
          try container.decode(Int.self, forKey: "name")
        }
        #expect(error?.jsonError?.pointer == "/name")
      }
      unsafe Self.work = nil
    }
    _ = try decoder.decode(Scripted.self, from: #"{"name":"text","inner":{}}"#)
    #expect(workCount.withLock { $0 } > 0)
  }
}
