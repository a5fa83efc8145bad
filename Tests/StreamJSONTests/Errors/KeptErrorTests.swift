import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Many errors that outlive their decode share a copy of the text, and say the same as those that are
/// asked at once.
@Suite struct KeptErrorTests {
  /// Tries several types for each value, and keeps the errors or what they say.
  struct Tries: Decodable, Sendable {
    var errors: [DecodingError] = []
    var sentences: [String] = []

    static let asksAtOnce = CodingUserInfoKey(rawValue: "asksAtOnce")

    private enum Keys: CodingKey { case firstName, other }

    init(from decoder: any Decoder) throws {
      let asksAtOnce = Self.asksAtOnce.map { decoder.userInfo[$0] != nil } ?? false
      let container = try decoder.singleValueContainer()
      attempt(asksAtOnce) { _ = try container.decode(Int8.self) }
      attempt(asksAtOnce) { _ = try container.decode(String.self) }
      attempt(asksAtOnce) {
        _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .firstName)
      }
      var inner: [Tries] = []
      attempt(asksAtOnce) {
        inner = try container.decode([String: Tries].self).sorted { $0.key < $1.key }.map(\.value)
      }
      attempt(asksAtOnce) { inner = try container.decode([Tries].self) }
      for tries in inner {
        errors += tries.errors
        sentences += tries.sentences
      }
    }

    private mutating func attempt(_ asksAtOnce: Bool, _ body: () throws -> Void) {
      do {
        try body()
      } catch let error as DecodingError {
        if asksAtOnce { sentences.append(KeptErrorTests.sentence(error)) }
        errors.append(error)
      } catch {
        sentences.append("\(error)")
      }
    }
  }

  static func sentence(_ error: DecodingError) -> String {
    guard let details = error.jsonError else { return "no details" }
    return "\(details.debugDescription) \(details.kind) \(details.line) \(details.column) "
      + "\(details.pointer) \(details.recordIndex ?? -1)"
  }

  static let texts: [String] = [
    #"[1,true,"a\nb",null,{"first_name":1,"k":[{}]},[[]],1e3,300,{"é":"ж"}]"#,
    "[" + (0..<40).map { "{\"k\($0)\":\($0)}" }.joined(separator: ",\r\n") + "]",
    "{\n" + (0..<30).map { "\"key\($0)\": \"value \($0)\"" }.joined(separator: ",\n") + "\n}",
    "[\"few\"]",
    "[0,0,\"" + String(repeating: "long ", count: 9000) + "\"]",
    String(repeating: "[", count: 60) + "true" + String(repeating: "]", count: 60),
  ]

  private func decoder(asking: Bool, _ prepare: (StreamJSONDecoder) -> Void) -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder.showingValues()
    prepare(decoder)
    if asking, let key = Tries.asksAtOnce { decoder.userInfo[key] = true }
    return decoder
  }

  @Test(arguments: texts.indices, [true, false])
  func `errors say the same after their decode as within`(index: Int, showsValues: Bool) throws {
    let text = Self.texts[index]
    for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf32BigEndian] {
      let data = try #require(text.data(using: encoding))
      let prepare = { (decoder: StreamJSONDecoder) in decoder.showsValuesInErrors = showsValues }
      let expected = try decoder(asking: true, prepare).decode(Tries.self, from: data).sentences
      let other = decoder(asking: false, prepare)
      var bytes = [UInt8](data)
      let errors = try other.decode(Tries.self, from: bytes).errors
      // The memory that was decoded has something else in it when the errors are asked.
      for index in bytes.indices { bytes[index] = 0x0A }
      // The decoder's storage is used for another text.
      _ = try other.decode([Int].self, from: "[1,2,3]")
      #expect(errors.map(Self.sentence) == expected)
      // They are asked again, and in another order.
      let again = errors.reversed().map(Self.sentence)
      #expect(again.reversed() == expected)
    }
  }

  @Test(arguments: texts.indices)
  func `errors say the same on other threads`(index: Int) throws {
    let text = Self.texts[index]
    let expected = try decoder(asking: true) { _ in }.decode(Tries.self, from: text).sentences
    let errors = try decoder(asking: false) { _ in }.decode(Tries.self, from: text).errors
    DispatchQueue.concurrentPerform(iterations: 4) { iteration in
      let order = iteration % 2 == 0 ? Array(errors.indices) : errors.indices.reversed()
      for index in order { #expect(Self.sentence(errors[index]) == expected[index]) }
    }
  }

  @Test func `errors of each record say the same after the stream`() throws {
    let lines = Self.texts.prefix(3).map { $0.filter { $0 != "\n" && $0 != "\r\n" } }
    let bytes = Array(lines.joined(separator: "\n\n").utf8)
    func run(asking: Bool, pieceCount: Int) throws -> [Tries] {
      let stream = decoder(asking: asking) { _ in }.makeStream(of: Tries.self, framing: .lines)
      var found: [Tries] = []
      for start in stride(from: 0, to: bytes.count, by: pieceCount) {
        let piece = bytes[start..<min(start + pieceCount, bytes.count)]
        try stream.append(Array(piece)) { found.append($0) }
      }
      try stream.finish { found.append($0) }
      return found
    }
    let expected = try run(asking: true, pieceCount: bytes.count).flatMap(\.sentences)
    for pieceCount in [1, 7, 64, bytes.count] {
      let errors = try run(asking: false, pieceCount: pieceCount).flatMap(\.errors)
      #expect(errors.map(Self.sentence) == expected)
    }
  }

  @Test func `errors of a decode of which a part is kept say the same`() throws {
    struct Keeper: Decodable {
      let tries: Tries
      let decoder: any Decoder
      init(from decoder: any Decoder) throws {
        tries = try Tries(from: decoder)
        self.decoder = decoder
      }
    }
    for text in Self.texts {
      let expected = try decoder(asking: true) { _ in }.decode(Tries.self, from: text).sentences
      let first = try decoder(asking: false) { _ in }.decode(Keeper.self, from: text)
      // A decode of what was kept.
      let later = try Tries(from: first.decoder)
      #expect(later.errors.map(Self.sentence) == expected)
      #expect(first.tries.errors.map(Self.sentence) == expected)
    }
  }

  /// Keeps its decoder if it should, and the error of a member that is no integer.
  struct Refused: Decodable {
    static let keepsDecoder = CodingUserInfoKey(rawValue: "keepsDecoder")

    private enum Keys: CodingKey { case a }

    var error: DecodingError?
    var decoder: (any Decoder)?

    init(from decoder: any Decoder) throws {
      if Self.keepsDecoder.map({ decoder.userInfo[$0] != nil }) == true { self.decoder = decoder }
      do {
        _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a)
      } catch let error as DecodingError {
        self.error = error
      }
    }
  }

  @Test func `an error shows the same line of a stream if the model keeps its decoder`() throws {
    func sentences(keepsDecoder: Bool) throws -> [String] {
      let decoder = StreamJSONDecoder.showingValues()
      if keepsDecoder, let key = Refused.keepsDecoder { decoder.userInfo[key] = true }
      let stream = decoder.makeStream(of: Refused.self, framing: .concatenated)
      var values: [Refused] = []
      try stream.append(Data(#"{"a":"x"} {"a":"y"} {"a":"z"}"#.utf8)) { values.append($0) }
      try stream.finish { values.append($0) }
      return values.compactMap(\.error).map(Self.sentence)
    }
    let expected = try sentences(keepsDecoder: false)
    #expect(expected.count == 3 && expected[0].contains(#""y""#))
    #expect(try sentences(keepsDecoder: true) == expected)
  }

  /// Makes an error for each element; which of them are asked at once, dropped or kept is in `userInfo`.
  struct Fates: Decodable {
    static let asked = CodingUserInfoKey(rawValue: "asked")
    static let dropped = CodingUserInfoKey(rawValue: "dropped")

    var errors: [(index: Int, error: DecodingError)] = []

    init(from decoder: any Decoder) throws {
      func period(_ key: CodingUserInfoKey?) -> Int {
        key.flatMap { decoder.userInfo[$0] as? Int } ?? .max
      }
      let (asked, dropped) = (period(Self.asked), period(Self.dropped))
      var elements = try decoder.unkeyedContainer()
      while !elements.isAtEnd {
        let index = elements.currentIndex
        do {
          _ = try elements.decode(Bool.self)
        } catch let error as DecodingError {
          if (index + 1) % asked == 0 { _ = KeptErrorTests.sentence(error) }
          if (index + 1) % dropped != 0 { errors.append((index, error)) }
        }
        _ = try elements.decode(String.self)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 15, 16, 17, 40, 200], [0, 2000])
  func `errors say the same whatever became of those before`(
    count: Int,
    longest: Int
  ) throws {
    let elements =
      (0..<count).map { "\"\($0)\"" } + ["\"\(String(repeating: "-", count: longest))\""]
    let text = "[" + elements.joined(separator: ",\n") + "]"
    let decoder = StreamJSONDecoder()
    // The errors of the decode before, which the next one must not change.
    var former: [(index: Int, error: DecodingError)] = []
    for (asked, dropped) in [
      (Int.max, Int.max), (1, .max), (2, .max), (3, 2), (2, 3), (5, 7), (.max, 2), (1, 2),
      (.max, 1),
    ] {
      if let key = Fates.asked { decoder.userInfo[key] = asked }
      if let key = Fates.dropped { decoder.userInfo[key] = dropped }
      let errors = try decoder.decode(Fates.self, from: text).errors
      for (index, error) in former + errors {
        let details = try #require(error.jsonError)
        #expect(details.kind == .typeMismatch)
        #expect(details.pointer.description == "/\(index)")
        #expect(details.line == index + 1)
        guard case .typeMismatch(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.intValue) == [index])
      }
      former = errors
    }
  }

  /// Keeps an error of each element where the test can get at it, and then refuses the text.
  struct Refusing: Decodable {
    static let keep = CodingUserInfoKey(rawValue: "keep")

    init(from decoder: any Decoder) throws {
      let keep = Self.keep.flatMap { decoder.userInfo[$0] as? @Sendable (any Error) -> Void }
      var elements = try decoder.unkeyedContainer()
      while !elements.isAtEnd {
        do { _ = try elements.decode(Bool.self) } catch { keep?(error) }
        _ = try elements.decode(Int.self)
      }
      throw DecodingError.dataCorruptedError(in: elements, debugDescription: "refused")
    }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 40])
  func `errors that were kept before the one that ends the decode say the same`(count: Int) throws {
    let kept = Locked<[any Error]>([])
    let decoder = StreamJSONDecoder()
    if let key = Refusing.keep {
      decoder.userInfo[key] = { @Sendable error in kept.withLock { $0.append(error) } }
    }
    let text = "[" + (0..<count).map { "\($0)" }.joined(separator: ",\n") + "]"
    for round in 1...3 {
      let last = #expect(throws: DecodingError.self) {
        try decoder.decode(Refusing.self, from: text)
      }
      _ = try decoder.decode([Int].self, from: "[1, 2, 3]")
      #expect(last?.jsonError?.pointer == .root)
      #expect(last?.jsonError?.line == 1)
      let errors = kept.withLock { $0 }
      #expect(errors.count == round * count)
      for (index, error) in errors.enumerated() {
        let details = try #require((error as? DecodingError)?.jsonError)
        #expect(details.pointer.description == "/\(index % count)")
        #expect(details.line == index % count + 1)
      }
    }
  }

  @Test func `errors say the same on threads that drop them while others are made`() async throws {
    let decoder = StreamJSONDecoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for round in 0..<200 {
        let text = "\n{\"a\":\"\(round)\"}"
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode([String: Int].self, from: text)
        }
        // Released by the other thread, at any time.
        group.addTask { [error] in
          #expect(error?.jsonError?.line == 2)
          #expect(error?.jsonError?.pointer.description == "/a")
        }
        if round % 10 == 0 { try await Task.sleep(for: .milliseconds(1)) }
      }
      try await group.waitForAll()
    }
  }
}
