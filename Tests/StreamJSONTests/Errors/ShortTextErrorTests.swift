import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The error of a short text keeps a copy of it, and says the same as that of a long one, whose contents
/// are made at once.
@Suite struct ShortTextErrorTests {
  struct Identified: Decodable { let id: Int }

  enum Kind: String, Decodable { case card, transfer }

  /// What a decode of one type throws.
  struct Attempt: Sendable {
    /// Decodes a text from memory that has something else in it, and is freed, before the error is
    /// returned.
    let decode: @Sendable (StreamJSONDecoder, String) -> (any Error)?

    init<T: Decodable & SendableMetatype>(_ type: T.Type) {
      decode = { decoder, text in
        var bytes = Array(text.utf8)
        defer { for index in bytes.indices { bytes[index] = 0x0A } }
        do {
          _ = try decoder.decode(type, from: bytes)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  static let attempts = [
    Attempt(Identified.self), Attempt([Identified].self), Attempt(Int8.self), Attempt([Int].self),
    Attempt(Kind.self), Attempt([String: [Bool]].self), Attempt(Date.self), Attempt(UUID.self),
    Attempt(URL.self), Attempt(String.self),
  ]

  static let texts = [
    "", "x", "{", "[", "[1,", "{\"id\":1", "{\"id\":1]", "{'id':1}", "{id:1}", "[1,]", "[1,2]]",
    "[01]", "0x1F", "+1", "\"a\\q\"", "\"a\\\nb\"", "\"\u{1}\"", "<html>", "\u{1F}\u{8B}",
    "// c\n1",
    "[\n {\"id\": 1},\r\n {\"é\": tru}]", "{\"k\":[true,nul]}", "[[[[[[1]]]]]]", "nul", "null",
    "[]",
    "{}", "1", "1.5", "300", "\"a\"", "true", "{\"Id\":1}", "{\"id\":\"x\"}", "{\"id\":null}",
    "{\"name\":1,\"kind\":2,\"a\":3,\"b\":4}", "[1,\"a\"]", "[\n{\"id\":1},\n{\"i_d\":2}]",
    "{\"a\":[true],\"b\":[true,1]}", "\"id\":1", "\"id\":\"x\"", "\"id\":", "[1,\n2,\n\"\u{E9}\"]",
  ]

  static let settings: [@Sendable (StreamJSONDecoder) -> Void] = [
    { _ in },
    { $0.showsValuesInErrors = true },
    { $0.allowsJSON5 = true },
    { $0.assumesTopLevelDictionary = true },
    {
      $0.allowsJSON5 = true
      $0.assumesTopLevelDictionary = true
    },
    { $0.validation = .strict },
    { $0.limits.maximumDepth = 3 },
    { $0.keyDecodingStrategy = .convertFromSnakeCase },
  ]

  /// All that `error` says, with its place in the text after the first `prefix` bytes.
  private static func contents(_ error: any Error, after prefix: Int) -> [String] {
    guard let error = error as? DecodingError, let details = error.jsonError else {
      return ["no details: \(error)"]
    }
    let sentence = details.description.prefix { $0 != "(" }
    let column = details.line == 1 ? details.column - prefix : details.column
    return [
      "\(sentence)", "\(details.kind)", "\(details.byteOffset - prefix)", "\(details.line)",
      "\(column)", "\(details.pointer)", "\(details.recordIndex ?? -1)",
    ]
  }

  @Test(arguments: settings.indices)
  func `an error says the same of a short text as of a long one`(setting: Int) throws {
    let decoder = StreamJSONDecoder()
    Self.settings[setting](decoder)
    let blanks = String(repeating: " ", count: 300)
    for text in Self.texts {
      for attempt in Self.attempts {
        let short = attempt.decode(decoder, text)
        let long = attempt.decode(decoder, blanks + text)
        #expect((short == nil) == (long == nil))
        guard let short, let long else { continue }
        #expect(
          Self.contents(short, after: 0) == Self.contents(long, after: blanks.utf8.count),
          "\(text)"
        )
        // Asked again.
        #expect(Self.contents(short, after: 0) == Self.contents(short, after: 0))
      }
    }
  }

  @Test func `an error says the same when the decoder has decoded another text`() throws {
    for text in Self.texts {
      for attempt in Self.attempts {
        let decoder = StreamJSONDecoder.showingValues()
        let asked = (attempt.decode(decoder, text) as? DecodingError)?.jsonError
        let sentence = asked?.debugDescription
        let error = (attempt.decode(decoder, text) as? DecodingError)?.jsonError
        _ = try decoder.decode([Int].self, from: "[1,2,3]")
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1,2,") }
        #expect(error?.debugDescription == sentence)
        #expect(error == asked)
      }
    }
  }

  @Test func `an error of a short text may be asked on any thread`() throws {
    for (text, attempt) in [("[1,x]", Self.attempts[3]), ("{\"Id\":1}", Self.attempts[0])] {
      let decoder = StreamJSONDecoder.showingValues()
      let expected = (attempt.decode(decoder, text) as? DecodingError)?.jsonError?.debugDescription
      let error = try #require(attempt.decode(decoder, text) as? DecodingError)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(error.jsonError?.debugDescription == expected)
      }
      #expect(expected != nil)
    }
  }

  /// Texts that end too early, or have a wrong value, of every length around those for which errors have no separate
  /// object.
  static let textsOfEveryLength: [String] = (0...48).flatMap { count in
    let texts = [
      "[1,22,333,4444,55555,666666,7777777,88888888", "{\"id\":\"0123456789abcdefghijklmnopqrstuvw",
      "\"0123456789\u{E9}abcdefghijklmnopqrstuvw", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
      String(repeating: " ", count: 40), String(repeating: "x", count: 40),
    ].map { $0 + $0 }
    let values = ["\"", "{\"Id\":\"", "[true,\""].compactMap { start -> String? in
      let end = String(start.reversed().map { $0 == "{" ? "}" : $0 == "[" ? "]" : $0 })
        .filter { "}]\"".contains($0) }
      let close = start == "\"" ? "\"" : String(end.prefix(1) + end.suffix(1))
      let room = count - start.utf8.count - close.utf8.count
      return room < 0 ? nil : start + String(repeating: "v", count: room) + close
    }
    return texts.map { String(decoding: $0.utf8.prefix(count), as: UTF8.self) } + values
  }

  @Test(arguments: settings.indices)
  func `an error says the same whatever the length of the text`(setting: Int) throws {
    let decoder = StreamJSONDecoder()
    Self.settings[setting](decoder)
    let blanks = String(repeating: " ", count: 300)
    for (index, text) in Self.textsOfEveryLength.enumerated() {
      guard index.isMultiple(of: TestScale.stride(inDebug: 4)) else { continue }
      for attempt in Self.attempts.prefix(5) {
        let short = attempt.decode(decoder, text)
        let long = attempt.decode(decoder, blanks + text)
        #expect((short == nil) == (long == nil))
        guard let short, let long else { continue }
        let contents = Self.contents(short, after: 0)
        #expect(contents == Self.contents(long, after: blanks.utf8.count), "\(text)")
        // Asked again.
        #expect(contents == Self.contents(short, after: 0))
      }
    }
  }

  /// What begins long texts that are no JSON: how they go on may matter or not.
  static let startsOfLongTexts = [
    "<html>", "  <?xml version=\"1.0\"?>", "\u{1F}\u{8B}\u{8}", "Internal Server Error",
    "502 Bad Gateway",
    "502Bad Gateway", "nope", "truth be told", "truetrue", "'", "'a", "/", "//", "/*", "0x1F",
    "0x1Fg",
    "+1", "+Infinity", "+Infinitely", "- -", "-", "--", ".5", ".5.", "NaN", "NaNa", "Infinity!",
    "\"a\" b",
    "{}x", "{}/", "{}//", "[1]2", "[1,'a']", "[1,]x", "[x]", "[0x]", "{\"a\":'1'}", "{\"a\":x}",
    "{a:1}",
    "{\"a\" 1}", "[1 2]", "\u{FEFF}<html>", "\u{FEFF}x", "[\n[\n<", "\u{E9}", "\u{1F600}", "\u{B}",
  ]

  @Test(arguments: settings.indices)
  func `an error says the same of the beginning of a long text`(setting: Int) throws {
    let decoder = StreamJSONDecoder()
    Self.settings[setting](decoder)
    let blanks = String(repeating: " ", count: 300)
    let paddings = [0, 1, 7, 20, 29, 30, 31].map { String(repeating: " ", count: $0) }
    let ends = [
      "", " ", "'", "0", "/", String(repeating: "a", count: 300),
      String(repeating: "1", count: 600),
      " and so on " + String(repeating: "\u{E9}", count: 200),
      ">" + String(repeating: " \"", count: 20),
      String(repeating: "\u{1F600}", count: 9), "Infinity", "a: 1,",
      String(repeating: "1", count: 40) + "x",
    ]
    let starts = Self.startsOfLongTexts.enumerated()
      .filter { $0.offset.isMultiple(of: TestScale.stride(inDebug: 7)) }.map(\.element)
    for start in starts where !start.hasPrefix("\u{FEFF}") {
      for (padding, end) in paddings.flatMap({ padding in ends.map { (padding, $0) } }) {
        let text = padding + start + end
        let short = Self.attempts[0].decode(decoder, text)
        let long = Self.attempts[0].decode(decoder, blanks + text)
        #expect((short == nil) == (long == nil))
        guard let short, let long else { continue }
        let contents = Self.contents(short, after: 0)
        #expect(contents == Self.contents(long, after: blanks.utf8.count), "\(text)")
        #expect(contents == Self.contents(short, after: 0))
      }
    }
    // Where a mark of three bytes comes first, nothing else differs.
    for start in Self.startsOfLongTexts where start.hasPrefix("\u{FEFF}") {
      for end in ends {
        let marked = Self.attempts[0].decode(decoder, start + end)
        let plain = Self.attempts[0].decode(decoder, String(start.dropFirst()) + end)
        guard let marked, let plain else { continue }
        #expect(Self.contents(marked, after: 3) == Self.contents(plain, after: 0), "\(start)\(end)")
      }
    }
  }

  @Test func `errors that are kept say the same whichever others are dropped`() throws {
    let decoder = StreamJSONDecoder.showingValues()
    let texts = Self.texts + Self.textsOfEveryLength
    var kept: [(error: any Error, sentence: String?)] = []
    for (index, text) in texts.enumerated() {
      for (number, attempt) in Self.attempts.enumerated() {
        guard let asked = attempt.decode(decoder, text) as? DecodingError else { continue }
        let sentence = asked.jsonError?.debugDescription
        guard (index + number) % 3 > 0, let error = attempt.decode(decoder, text) else { continue }
        kept.append((error, sentence))
      }
    }
    _ = try decoder.decode([Int].self, from: "[1,2,3]")
    #expect(kept.count > 1000)
    for (error, sentence) in kept {
      #expect((error as? DecodingError)?.jsonError?.debugDescription == sentence)
    }
  }

  @Test func `an error may be asked while its decoder makes others`() {
    let texts = ["x", "null", "\"5E0A\"", "{\"Id\":1}", "[1,", "{\"id\":\"a longer text\"}"]
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let decoder = StreamJSONDecoder.showingValues()
      let attempt = Self.attempts[0]
      let expected = texts.map {
        (attempt.decode(decoder, $0) as? DecodingError)?.jsonError?.debugDescription
      }
      let group = DispatchGroup()
      for round in 0..<200 {
        let number = round % texts.count
        let error = attempt.decode(decoder, texts[number])
        DispatchQueue.global().async(group: group) {
          #expect((error as? DecodingError)?.jsonError?.debugDescription == expected[number])
        }
      }
      group.wait()
    }
  }

  @Test func `a setting that a model changes counts from the next decode on`() throws {
    final class Changing: Decodable, Sendable {
      init(from decoder: any Decoder) throws {
        let used = CodingUserInfoKey(rawValue: "decoder").flatMap { decoder.userInfo[$0] }
        (used as? StreamJSONDecoder)?.keyDecodingStrategy = .convertFromSnakeCase
      }
    }
    struct Snake: Decodable { let oneKey: Int }
    let decoder = StreamJSONDecoder()
    let key = try #require(CodingUserInfoKey(rawValue: "decoder"))
    decoder.userInfo[key] = decoder
    defer { decoder.userInfo = [:] }
    #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"one_key":1}"#) }
    _ = try decoder.decode(Changing.self, from: "1")
    #expect(try decoder.decode(Snake.self, from: #"{"one_key":1}"#).oneKey == 1)
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"one_key":1}"#) }
  }

  @Test func `errors that a model keeps from a short text say all of it`() throws {
    struct Tried: Decodable {
      var errors: [DecodingError] = []
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { _ = try container.decode(Int.self) } catch let error as DecodingError {
          errors.append(error)
        }
        do { _ = try container.decode([Tried].self) } catch let error as DecodingError {
          errors.append(error)
        }
        if let inner = try? container.decode([String: Tried].self) {
          errors += inner.values.flatMap(\.errors)
        }
      }
    }
    let decoder = StreamJSONDecoder.showingValues()
    let errors = try decoder.decode(Tried.self, from: #"{"a/b":"c"}"#).errors
    _ = try decoder.decode([Int].self, from: "[1,2,3]")
    #expect(
      errors.map { $0.jsonError?.description ?? "" } == [
        "found an object, expected Int (line 1, column 1, byte 0, at the top level)",
        "found an object, expected an array (line 1, column 1, byte 0, at the top level)",
        "found the string \"c\", expected Int (line 1, column 8, byte 7, at /a~1b)",
        "found the string \"c\", expected an array (line 1, column 8, byte 7, at /a~1b)",
      ]
    )
  }

  // Not with ThreadSanitizer, whose runtime crashes when the counter calls its `malloc`.
  #if os(Linux) && !STREAMJSON_THREAD_SANITIZER
  @Test func `errors that are dropped leave no memory`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let decodeAll = {
        for text in Self.texts + Self.textsOfEveryLength {
          for attempt in Self.attempts { _ = attempt.decode(decoder, text) }
        }
      }
      decodeAll()
      decodeAll()
      let use = try #require(AllocationCounter.heapUse { decodeAll() })
      precondition(use.left < 2000, "\(use.left) bytes are left")
    }
  }

  @Test func `no error keeps much of a text`() async {
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      for byteCount in [100, 300, 100_000] {
        let filler = String(repeating: "a", count: byteCount)
        for text in ["[\"\(filler)\",", "[\"\(filler)\"]"] {
          var errors: [any Error] = []
          let decode = {
            do { _ = try decoder.decode([Int].self, from: text) } catch { errors.append(error) }
          }
          errors.reserveCapacity(10)
          decode()
          decode()
          let use = try #require(AllocationCounter.heapUse { decode() })
          precondition(use.left < 1500, "\(use.left) bytes are kept of \(byteCount)")
        }
      }
    }
  }
  #endif
}
