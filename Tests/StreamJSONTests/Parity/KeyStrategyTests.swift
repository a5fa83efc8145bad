import Foundation
import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// Key strategies: which names are converted, when the closure runs, and with which path.
struct KeyStrategyTests {
  struct Model: Decodable, Equatable {
    var oneTwo: Int
    var inner: [Model]?
    var table: [String: Int]?
    var models: [String: Model]?
    var numbered: [Int: Model]?
  }

  static let texts = [
    #"{"one_two":1}"#, #"{"oneTwo":1}"#, #"{"one_two":1,"oneTwo":2}"#, #"{"oneTwo":2,"one_two":1}"#,
    #"{"ONE_TWO":1}"#, #"{"_one_two":1}"#, #"{"one_two":"x"}"#, #"{"one_two":1,"inner":[{}]}"#,
    #"{"one_two":1,"inner":[{"one_two":2,"inner":[{"one_two":"x"}]}]}"#,
    #"{"one_two":1,"table":{"a_b":1,"aB":2,"a_b":3}}"#, #"{"one_two":1,"table":{"a_b":"x"}}"#,
    #"{"one_two":1,"models":{"a_b":{"one_two":2},"c_d":{"x":1}}}"#,
    #"{"one_two":1,"models":{"a_b":{"one_two":2},"a_b":{"one_two":3}}}"#,
    #"{"one_two":1,"numbered":{"1":{"one_two":2}}}"#, #"{"one_two":1,"table":null}"#,
    #"{"one_two":1,"numbered":{"1":{"one_two":[]}}}"#, #"{"one\u005ftwo":1}"#, "{}", "null",
  ]

  @Test(arguments: texts)
  func `snake case and models`(text: String) {
    let snake: Parity.Configuration = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    Parity.expectSame(Model.self, text, configure: snake)
    Parity.expectSame([Model].self, "[\(text)]", configure: snake)
    Parity.expectSame([String: Model].self, #"{"a_b":\#(text)}"#, configure: snake)
    Parity.expectSame([String: [Model?]].self, #"{"a_b":[\#(text)]}"#, configure: snake)
    Parity.expectSame(JSONTree.self, text, configure: snake)
  }

  @Test(arguments: texts)
  func `a custom closure is called once per name, with the path`(text: String) {
    let wrapped = #"{"x_y":[\#(text)],"z":{"q_r":\#(text)}}"#
    struct Both: Decodable, Equatable {
      var list: [Model]
      var table: [String: Model]

      enum CodingKeys: String, CodingKey { case list = "xY", table = "z" }
    }
    let calls = [Calls(), Calls()]
    let data = Data(wrapped.utf8)
    let decoders = [JSONDecoder(), StreamJSONDecoder()]
    var outcomes: [Outcome<Both>] = []
    for (decoder, calls) in zip(decoders, calls) {
      decoder.keyDecodingStrategy = .custom { path in
        calls.note(path)
        let name = path.last?.stringValue ?? ""
        let words = name.split(separator: "_")
        return AnyKey(
          stringValue: ([words.first.map(String.init) ?? ""]
            + words.dropFirst().map(\.capitalized)).joined()
        )
      }
      outcomes.append(outcome { try decoder.decode(Both.self, from: data) })
    }
    #expect(outcomes[1].agrees(with: outcomes[0]), "\(outcomes)")
    #expect(calls[1].paths == calls[0].paths)
  }

  @Test func `a custom closure is not called again for what was kept`() throws {
    struct Model: Decodable {
      var container: KeyedDecodingContainer<AnyKey>
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: AnyKey.self)
      }
    }
    let counts = try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      let calls = Calls()
      decoder.keyDecodingStrategy = .custom { path in
        calls.note(path)
        return AnyKey(stringValue: "_" + (path.last?.stringValue ?? ""))
      }
      let kept = try decoder.decode(Model.self, from: Data(#"{"a":"x","b":2,"c":{}}"#.utf8))
      let before = calls.paths.count
      for _ in 0..<2 {
        #expect(try kept.container.decode(String.self, forKey: "_a") == "x")
        #expect(Set(kept.container.allKeys.map(\.stringValue)) == ["_a", "_b", "_c"])
        let error = #expect(throws: DecodingError.self) {
          try kept.container.decode(String.self, forKey: "_b")
        }
        guard case .typeMismatch(_, let context) = error else { continue }
        #expect(context.codingPath.map(\.stringValue) == ["_b"])
      }
      return [before, calls.paths.count]
    }
    #expect(counts == [[3, 3], [3, 3]])
  }

  /// Each container is read after another one was opened, and is asked for its keys and for a path.
  @Test func `a custom closure is called once per name, whatever is open at once`() {
    let text = #"{"a":{"b":1,"c":{"d":"x"}},"e":{"b":2,"f":{"d":"y","d":"z"}},"g":{"h":3}}"#
    let calls = [Calls(), Calls()]
    var traces: [Trace] = []
    for (decoder, calls) in zip([JSONDecoder(), StreamJSONDecoder()], calls) {
      decoder.keyDecodingStrategy = .custom { path in
        calls.note(path)
        return AnyKey(stringValue: "_" + (path.last?.stringValue ?? ""))
      }
      decoder.userInfo[.script] = Script { decoder, trace in
        let root = try decoder.container(keyedBy: AnyKey.self)
        let a = try root.nestedContainer(keyedBy: AnyKey.self, forKey: "_a")
        let e = try root.nestedContainer(keyedBy: AnyKey.self, forKey: "_e")
        let c = try a.nestedContainer(keyedBy: AnyKey.self, forKey: "_c")
        let f = try e.nestedContainer(keyedBy: AnyKey.self, forKey: "_f")
        let g = try root.superDecoder(forKey: "_g").container(keyedBy: AnyKey.self)
        for container in [c, a, root, f, e, g] {
          trace.note { container.allKeys.map(\.stringValue).sorted() }
          for key in ["_a", "_b", "_d", "_h", "b"] as [AnyKey] {
            trace.note { try container.decode(Int.self, forKey: key) }
          }
          trace.note(path: container.codingPath)
        }
      }
      let outcome = outcome { try decoder.decode(Scripted.self, from: Data(text.utf8)).trace }
      if case .value(let trace) = outcome { traces.append(trace) }
    }
    #expect(traces.count == 2 && traces[1].agrees(with: traces[0]), "\(traces)")
    #expect(calls[1].paths.sorted() == calls[0].paths.sorted())
  }

  final class Calls: Sendable {
    private let storage = Mutex<[String]>([])
    var paths: [String] { storage.withLock { $0 } }

    func note(_ path: [any CodingKey]) {
      let text = path.map { "\($0.stringValue)#\($0.intValue ?? -1)" }.joined(separator: "/")
      storage.withLock { $0.append(text) }
    }
  }

  /// Each error below a long name has the name as it was converted, and as it is in the text.
  @Test(arguments: [10, 300, 5000])
  func `paths below a converted name`(_ count: Int) throws {
    let name = "a_" + String(repeating: "b", count: count)
    let converted = "aB" + String(repeating: "b", count: count - 1)
    let text = "{\"\(name)\":{\"c_d\":\"x\",\"\(name)\":[\"y\",\"z\"]}}"
    let snake: Parity.Configuration = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    let key = AnyKey(stringValue: converted)
    for _ in 0..<2 {
      Parity.expectSameTrace(text, configure: snake) { decoder, trace in
        let container = try decoder.container(keyedBy: AnyKey.self)
          .nestedContainer(keyedBy: AnyKey.self, forKey: key)
        trace.note { try container.decode(Int.self, forKey: "cD") }
        trace.note { try container.decode([Int].self, forKey: key) }
        trace.note { try container.decode(Int.self, forKey: key) }
        trace.note(path: container.codingPath)
      }
    }
    let decoder = StreamJSONDecoder()
    snake(decoder)
    decoder.userInfo[.script] = Script { decoder, trace in
      let container = try decoder.container(keyedBy: AnyKey.self)
        .nestedContainer(keyedBy: AnyKey.self, forKey: key)
      for _ in 0..<2 {
        do {
          _ = try container.decode([Int].self, forKey: key)
        } catch let error as DecodingError {
          trace.note { error.jsonError?.pointer.tokens ?? [] }
        }
      }
    }
    let trace = try decoder.decode(Scripted.self, from: text).trace
    #expect(trace.entries == Array(repeating: .value("\([name, name, "0"])"), count: 2))
  }

  @Test func `a custom closure may make names collide`() {
    let configure: Parity.Configuration = {
      $0.keyDecodingStrategy = .custom { _ in AnyKey(stringValue: "oneTwo") }
    }
    Parity.expectSame(Model.self, #"{"a":1,"b":2,"inner":[]}"#, configure: configure)
    Parity.expectSame(JSONTree.self, #"{"a":1,"b":2,"inner":[]}"#, configure: configure)
    Parity.expectSame([String: Int].self, #"{"a":1,"b":2}"#, configure: configure)
    Parity.expectSame([Int: Int].self, #"{"a":1,"b":2}"#, configure: configure)
  }

  @Test func `dictionaries with String keys keep their names, others do not`() {
    let snake: Parity.Configuration = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    let text = #"{"one_two":1,"three":2}"#
    Parity.expectSame([String: Int].self, text, configure: snake)
    Parity.expectSame([String: Int]?.self, text, configure: snake)
    Parity.expectSame([[String: Int]].self, "[\(text)]", configure: snake)
    Parity.expectSame([String: [String: Int]].self, #"{"a_b":\#(text)}"#, configure: snake)
    Parity.expectSame([EnumKey: Int].self, text, configure: snake)
    Parity.expectSame([EnumKey: Int].self, #"{"oneTwo":1}"#, configure: snake)
    Parity.expectSame([EnumKey: Int].self, #"{"one_two":1,"oneTwo":7}"#, configure: snake)
    Parity.expectSame([StructKey: Int].self, text, configure: snake)
    Parity.expectSame([Int: Int].self, #"{"1_0":1,"20":2}"#, configure: snake)
    Parity.expectSame([String: Int].self, "null", configure: snake)
    Parity.expectSame([[String: Int]].self, "[null]", configure: snake)
    Parity.expectSame([EnumKey: Int].self, "null", configure: snake)
    Parity.expectSame([String: Int].self, "[1]", configure: snake)
    Parity.expectSame([EnumKey: Int].self, "[1]", configure: snake)
    Parity.expectSame([String: EnumKey].self, #"{"a_b":"oneTwo","c":"x"}"#, configure: snake)
  }

  enum EnumKey: String, Decodable, CodingKeyRepresentable { case oneTwo, three }

  struct StructKey: Hashable, Decodable, CodingKeyRepresentable {
    var name: String
    var codingKey: any CodingKey { AnyKey(stringValue: name) }

    init?(codingKey: some CodingKey) { name = codingKey.stringValue }
  }

  @Test(.enabled(if: !OlderFoundation.isHere, "Foundation 6.2 rejects values of different types"))
  func `with a strategy a dictionary decodes every duplicate`() {
    let snake: Parity.Configuration = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    for text in [#"{"a":1,"a":"x"}"#, #"{"a":"x","a":1}"#, #"{"a":1,"a":2}"#] {
      Parity.expectSame([String: Int].self, text)
      Parity.expectSame([String: Int].self, text, configure: snake)
    }
  }

  /// More members than it is cheap to tell apart: names are looked up only where values may run a model's code.
  @Test(.enabled(if: !OlderFoundation.isHere, "Foundation 6.2 rejects values of different types"))
  func `later duplicates in a large dictionary are not decoded, whatever they are`() {
    let members = (0..<100).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    for last in [
      #""k7":"x""#, #""k7":{}"#, #""k7":1e99"#, #""k7":8"#, #""new":"x""#, #""k\u0037":[]"#,
    ] {
      let text = "{\(members),\(last),\(last),\"end\":1}"
      Parity.expectSame([String: Int].self, text)
      Parity.expectSame([String: Double?].self, text)
      Parity.expectSame([String: Wrapped].self, text)
    }
  }

  struct Wrapped: Decodable, Equatable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  @Test func `names and paths under a strategy`() {
    let snake: Parity.Configuration = { $0.keyDecodingStrategy = .convertFromSnakeCase }
    Parity.expectSameTrace(
      #"{"one_two":{"three_four":[{"five_six":"x"}]},"_lead":1,"trail_":2}"#,
      configure: snake
    ) { decoder, trace in
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      trace.note { keyed.allKeys.map(\.stringValue).sorted() }
      trace.note { try keyed.decode(Int.self, forKey: "one_two") }
      trace.note { try keyed.decode(Int.self, forKey: "oneTwo") }
      trace.note { try keyed.decode(Int.self, forKey: "_lead") }
      trace.note { try keyed.decode(Int.self, forKey: "trail_") }
      let inner = try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "oneTwo")
      trace.note(path: inner.codingPath)
      var list = try inner.nestedUnkeyedContainer(forKey: "threeFour")
      trace.note(path: list.codingPath)
      let element = try list.nestedContainer(keyedBy: AnyKey.self)
      trace.note(path: element.codingPath)
      trace.note { try element.decode(Int.self, forKey: "fiveSix") }
      trace.note(path: try element.superDecoder(forKey: "fiveSix").codingPath)
    }
  }
}
