import Foundation
import StreamJSON
import Testing

/// Streams that are used by the bodies, models and sources that they call.
@Suite struct ReentryTests {
  /// Code that a model runs while it is decoded.
  final class Meddler: @unchecked Sendable {
    static let key: CodingUserInfoKey = {
      guard let key = CodingUserInfoKey(rawValue: "meddler") else { preconditionFailure() }
      return key
    }()

    var action: () -> Void = {}
    var errors: [any Error] = []

    /// Runs `body` and keeps what it throws.
    func attempt(_ body: () throws -> Void) {
      do {
        try body()
      } catch {
        errors.append(error)
      }
    }

    var kinds: [JSONError.Kind?] { errors.map { ($0 as? DecodingError)?.jsonError?.kind } }
  }

  /// A model whose `init(from:)` runs a meddler between its first and second reading of the text.
  struct Model: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // Fails while the string is unfinished.
      _ = try? container.decode(String.self)
      (decoder.userInfo[Meddler.key] as? Meddler)?.action()
      text = try container.decode(String.self)
    }
  }

  static let framings: [(JSONFraming, String)] = [
    (.arrayElements(), #"["one","two","three"]"#),
    (.objectMembers(), #"{"a":"one","b":"two","c":"three"}"#),
    (.lines, "\"one\"\n\"two\"\n\"three\"\n"),
    (.textSequence, "\u{1E}\"one\"\n\u{1E}\"two\"\n\u{1E}\"three\"\n"),
    (.concatenated, #""one" "two" "three""#),
    (.serverSentEvents(), "data:\"one\"\n\ndata:\ndata: \"two\"\n\ndata:\"three\"\n\n"),
  ]

  /// Longer than any chunk in the tests, and not what comes next in any of them.
  let other = Array(String(repeating: #"{"x":[7,"#, count: 200).utf8)

  func decoder(_ meddler: Meddler) -> StreamJSONDecoder {
    let decoder = StreamJSONDecoder()
    decoder.userInfo[Meddler.key] = meddler
    return decoder
  }

  /// Uses a stream in every possible way; each must be refused.
  func meddle<T>(_ meddler: Meddler, with stream: JSONStream<T>) {
    let stream = stream
    meddler.attempt { try stream.append(other) { _ in } }
    meddler.attempt { try stream.append([]) { _ in } }
    meddler.attempt { _ = try stream.partialValue() }
    meddler.attempt { try stream.finish { _ in } }
  }

  func withFile<Result>(_ text: String, _ body: (URL) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }

  // MARK: - Pushing

  @Test(arguments: [1, 5, 1000])
  func `a stream that its body uses goes on unharmed`(size: Int) throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      let stream = StreamJSONDecoder().makeStream(of: String.self, framing: framing)
      let copy = stream
      var found: [String] = []
      func body(_ text: String) {
        meddle(meddler, with: copy)
        found.append(text)
      }
      for start in Swift.stride(from: 0, to: text.utf8.count, by: size) {
        try stream.append(text.utf8.dropFirst(start).prefix(size), forEach: body)
      }
      try stream.finish(forEach: body)
      #expect(found == ["one", "two", "three"], "\(framing)")
      #expect(meddler.kinds == Array(repeating: .reentered, count: 12), "\(framing)")
    }
  }

  @Test(arguments: [1, 5, 1000])
  func `a stream that its model uses goes on unharmed`(size: Int) throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      let stream = decoder(meddler).makeStream(of: Model.self, framing: framing)
      meddler.action = { [stream] in meddle(meddler, with: stream) }
      var found: [String] = []
      for start in Swift.stride(from: 0, to: text.utf8.count, by: size) {
        try stream.append(text.utf8.dropFirst(start).prefix(size)) { found.append($0.text) }
      }
      try stream.finish { found.append($0.text) }
      #expect(found == ["one", "two", "three"], "\(framing)")
      #expect(meddler.kinds == Array(repeating: .reentered, count: 12), "\(framing)")
      meddler.action = {}
    }
  }

  @Test func `a stream that the model of an unfinished value uses goes on unharmed`() throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      let stream = decoder(meddler).makeStream(of: Model.self, framing: framing)
      var found: [String] = []
      let cut = try #require(text.utf8.firstIndex(of: UInt8(ascii: "w")))
      try stream.append(text.utf8[..<cut]) { found.append($0.text) }
      meddler.action = { [stream] in meddle(meddler, with: stream) }
      // It is no `String`, which alone is given a part of one.
      #expect(try stream.partialValue()?.text == nil, "\(framing)")
      meddler.action = {}
      try stream.append(text.utf8[cut...]) { found.append($0.text) }
      try stream.finish { found.append($0.text) }
      #expect(found == ["one", "two", "three"], "\(framing)")
      #expect(meddler.kinds == Array(repeating: .reentered, count: 4), "\(framing)")
    }
  }

  @Test func `the end of a stream that its body uses comes once`() throws {
    let meddler = Meddler()
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .concatenated)
    try stream.append(Array("1 2".utf8)) { _ in }
    let copy = stream
    var found: [Int] = []
    try stream.finish {
      found.append($0)
      meddle(meddler, with: copy)
    }
    #expect(found == [2])
    #expect(meddler.kinds == Array(repeating: .reentered, count: 4))
    try stream.finish { found.append($0) }
    #expect(found == [2])
  }

  @Test func `an error that a body passes on ends its call and no other`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    let copy = stream
    var found: [Int] = []
    let error = #expect(throws: DecodingError.self) {
      try stream.append(Array("1\n2\n3\n4".utf8)) { value in
        found.append(value)
        if value == 2 { try copy.append(Array("5\n".utf8)) { found.append($0) } }
      }
    }
    #expect(error?.jsonError?.kind == .reentered)
    try stream.append(Array("5\n".utf8)) { found.append($0) }
    try copy.finish { found.append($0) }
    #expect(found == [1, 2, 3, 45])
  }

  @Test func `a refused call takes no error from the one that it is inside of`() throws {
    let meddler = Meddler()
    let stream = decoder(meddler).makeStream(of: Model.self, framing: .arrayElements())
    meddler.action = { [stream] in meddle(meddler, with: stream) }
    #expect(throws: DecodingError.self) {
      try stream.append(Array(#"["one" "two"]"#.utf8)) { _ in }
    }
    #expect(meddler.kinds == Array(repeating: .reentered, count: 4))
    for _ in 0..<2 {
      let error = #expect(throws: DecodingError.self) { try stream.append([0x20]) { _ in } }
      #expect(error?.jsonError?.kind == .unexpectedByte(expected: .commaOrArrayEnd))
    }
    let error = #expect(throws: DecodingError.self) { try stream.finish { _ in } }
    #expect(error?.jsonError?.kind == .unexpectedByte(expected: .commaOrArrayEnd))
    try stream.finish { _ in }
    meddler.action = {}
  }

  @Test func `a model that throws leaves the stream free`() throws {
    struct Refusal: Error {}
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    let stream = StreamJSONDecoder().makeStream(of: Refusing.self, framing: .lines)
    #expect(throws: Refusal.self) { try stream.append(Array("1\n2\n".utf8)) { _ in } }
    #expect(throws: Refusal.self) { try stream.append([]) { _ in } }
    try stream.append(Array("[3".utf8)) { _ in }
    #expect(throws: Refusal.self) { try stream.partialValue() }
    #expect(throws: Refusal.self) { try stream.append(Array("]\n".utf8)) { _ in } }
  }

  /// A chunk that is not contiguous and pushes other bytes when asked for its own.
  struct PushingChunk: Collection {
    var bytes: [UInt8]
    var push: () -> Void

    var startIndex: Int { 0 }
    var endIndex: Int {
      push()
      return bytes.count
    }
    subscript(position: Int) -> UInt8 { bytes[position] }
    func index(after position: Int) -> Int { position + 1 }
  }

  @Test func `bytes that a chunk pushes while it is read come before its own`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    let copy = stream
    var found: [Int] = []
    var pushes = true
    let chunk = PushingChunk(bytes: Array("2\n".utf8)) {
      guard pushes else { return }
      pushes = false
      #expect(throws: Never.self) { try copy.append(Array("1\n".utf8)) { found.append($0) } }
    }
    try stream.append(chunk) { found.append($0) }
    try stream.append(Array("3\n".utf8)) { found.append($0) }
    #expect(found == [1, 2, 3])
  }

  @Test func `another stream may be used inside of one`() throws {
    let outer = StreamJSONDecoder().makeStream(of: String.self, framing: .lines)
    var found: [Int] = []
    try outer.append(Array("\"1 2\"\n\"3 4\"\n".utf8)) { text in
      let inner = StreamJSONDecoder().makeStream(of: Int.self, framing: .concatenated)
      try inner.append(Array(text.utf8)) { found.append($0) }
      try inner.finish { found.append($0) }
    }
    #expect(found == [1, 2, 3, 4])
  }

  @Test func `the settings of a stream stay when its model changes the decoder's`() throws {
    struct Item: Decodable {
      var someName: Int
      init(from decoder: any Decoder) throws {
        enum Keys: CodingKey { case someName }
        someName = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .someName)
        (decoder.userInfo[Meddler.key] as? Meddler)?.action()
      }
    }
    let meddler = Meddler()
    let decoder = decoder(meddler)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var changeCount = 0
    meddler.action = {
      changeCount += 1
      decoder.keyDecodingStrategy = .useDefaultKeys
      decoder.userInfo = [:]
      decoder.limits = JSONLimits(maximumByteCount: 1)
    }
    let stream = decoder.makeStream(of: Item.self, framing: .lines)
    var found: [Int] = []
    for line in ["{\"some_name\":1}\n{\"some", "_name\":2}\n"] {
      try stream.append(Array(line.utf8)) { found.append($0.someName) }
    }
    #expect(found == [1, 2])
    #expect(changeCount == 2)
  }

  // MARK: - Files

  @Test func `values of a file whose model asks for the next one`() throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      try withFile(text) { url throws in
        let values = decoder(meddler).valueIterator(of: Model.self, inFileAt: url, framing: framing)
        meddler.action = { [values] in
          let values = values
          meddler.attempt { while try values.next() != nil {} }
          meddler.attempt { _ = try values.next() }
        }
        defer { meddler.action = {} }
        var found: [String] = []
        while let value = try values.next() { found.append(value.text) }
        #expect(found == ["one", "two", "three"], "\(framing)")
        #expect(meddler.kinds == Array(repeating: .reentered, count: 6), "\(framing)")
        #expect(try values.next() == nil)
      }
    }
  }

  @Test func `results of a file whose model loops over them`() throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      try withFile(text) { url throws in
        let results = decoder(meddler).results(of: Model.self, inFileAt: url, framing: framing)
        var valueCount = 0
        meddler.action = {
          for _ in 0..<2 {
            for result in results {
              meddler.attempt { _ = try result.get() }
              if case .success = result { valueCount += 1 }
            }
          }
        }
        defer { meddler.action = {} }
        #expect(try results.map { try $0.get().text } == ["one", "two", "three"], "\(framing)")
        #expect(meddler.kinds == Array(repeating: .reentered, count: 6), "\(framing)")
        #expect(valueCount == 0)
        #expect(Array(results).isEmpty)
      }
    }
  }

  @Test func `batches of results whose model loops over them`() throws {
    for (framing, text) in Self.framings {
      let meddler = Meddler()
      let results = decoder(meddler).results(of: Model.self, in: Data(text.utf8), framing: framing)
      meddler.action = {
        for _ in 0..<2 {
          var batchCount = 0
          while let batch = results.nextBatch(), batchCount < 10 {
            batchCount += 1
            for result in batch { meddler.attempt { _ = try result.get() } }
          }
          #expect(batchCount == 1, "\(framing)")
        }
      }
      defer { meddler.action = {} }
      var found: [String] = []
      while let batch = results.nextBatch() { found += try batch.map { try $0.get().text } }
      #expect(found == ["one", "two", "three"], "\(framing)")
      #expect(meddler.kinds == Array(repeating: .reentered, count: 6), "\(framing)")
    }
  }

  @Test func `a file of many pieces whose model reads on`() throws {
    let count = 30_000
    let text = (0..<count).map { "\"\($0)\"\n" }.joined()
    let meddler = Meddler()
    try withFile(text) { url in
      let values = decoder(meddler).valueIterator(of: Model.self, inFileAt: url, framing: .lines)
      meddler.action = { [values] in
        let values = values
        meddler.attempt { _ = try values.next() }
      }
      defer { meddler.action = {} }
      var sum = 0
      while let value = try values.next() { sum += Int(value.text) ?? 0 }
      #expect(sum == count * (count - 1) / 2)
      #expect(meddler.errors.count == count)
    }
  }
}
