import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// A text that arrives in pieces gives the same tape, or the same fault, as the whole text.
struct ScannerSplitTests {
  /// The result of a scan.
  private enum Outcome: Equatable {
    case tape([UInt64], end: Int)
    case fault(InputFault)
  }

  /// Scans `bytes`, which arrive up to each of `cuts` in turn.
  ///
  /// The scanner gets them at the edge of accessible memory each time, so that it can neither read
  /// ahead nor rely on an address.
  private func scan<D: Dialect>(
    _ bytes: [UInt8],
    cuts: [Int],
    dialect: D.Type,
    assumesObject: Bool = false
  ) -> Outcome {
    var scanner = Scanner(maximumDepth: 512, allowsTrailingComma: true)
    var tape = Tape(capacity: 16)
    // SAFETY: nothing uses the tape after this function.
    defer { unsafe tape.deallocate() }
    if assumesObject { scanner.beginAssumedObject(at: 0, in: &tape) }
    do throws(InputFault) {
      for count in cuts + [bytes.count] {
        let isFinal = count == bytes.count
        let buffer = GuardedBuffer(bytes[..<count])
        defer { withExtendedLifetime(buffer) {} }
        // SAFETY: `buffer` lives to the end of this iteration, and the text is only used within it.
        let text = unsafe JSONText(buffer.bytes)
        if try scanner.scan(text, into: &tape, isFinal: isFinal, dialect: dialect) { break }
      }
    } catch {
      return .fault(error)
    }
    return .tape(words(of: tape), end: scanner.offset)
  }

  /// The words without the notes on numbers, which depend on how much of the text had arrived.
  private func words(of tape: Tape) -> [UInt64] {
    var words = (1..<tape.count).map { tape[$0].bits }
    var entry = Tape.root
    while entry < tape.count {
      let word = tape[entry]
      if word.kind == .number {
        words[entry - 1] =
          TapeWord(.number, offset: word.offset, count: word.shortCount).bits
      }
      entry += word.hasSecondWord ? 2 : 1
    }
    return words
  }

  private func compare<D: Dialect>(
    _ bytes: [UInt8],
    dialect: D.Type,
    assumesObject: Bool = false,
    name: String = "the text"
  ) {
    let whole = scan(bytes, cuts: [], dialect: dialect, assumesObject: assumesObject)
    for cut in 0..<min(bytes.count, 400) {
      let split = scan(bytes, cuts: [cut], dialect: dialect, assumesObject: assumesObject)
      #expect(split == whole, "\(name) cut at \(cut)")
    }
    guard bytes.count < 2000 else { return }
    let single = scan(
      bytes,
      cuts: Array(0..<bytes.count),
      dialect: dialect,
      assumesObject: assumesObject
    )
    #expect(single == whole, "\(name) byte by byte")
  }

  @Test(arguments: (Corpus.json5 + Corpus.conformance).groups)
  func `resumes JSON5 at every byte`(_ texts: CorpusGroup) {
    for text in texts {
      compare(text.bytes, dialect: JSON5.self, name: text.name)
    }
  }

  /// Runs are long from 32 bytes on.
  @Test(arguments: ["é", "\\n", "\\\"", "\u{1}", "'"])
  func `resumes long strings at every byte`(_ unusual: String) {
    for place in [0, 1, 8, 31, 32, 33, 40, 63, 64, 65, 95, 96, 97, 120] {
      let string =
        String(repeating: "a", count: place) + unusual + String(repeating: "b", count: 50)
      compare(Array("[\"\(string)\"]".utf8), dialect: StandardJSON.self)
      compare(Array("[\"\(string)\", 1]".utf8), dialect: JSON5.self)
      guard unusual != "'" else { continue }
      compare(Array("['\(string)', 1]".utf8), dialect: JSON5.self)
    }
  }

  @Test(arguments: (Corpus.json5 + Corpus.conformance).groups)
  func `resumes JSON at every byte`(_ texts: CorpusGroup) {
    for text in texts {
      compare(text.bytes, dialect: StandardJSON.self, name: text.name)
    }
  }

  @Test(arguments: [
    "", " ", "\"a\":1", "\"a\":1,", "\"a\":[{\"b\":1}],\"c\":2", "\"a\"", "\"a\":", "}", "\"a\":1}",
    "a:1", "a:1,", "a:1,/", "a:1,/*", "a:1/**/", "/*", "/", "//", "a:1 //", "\\u0061:1", "'a':.5",
    "é:+Infinity", "a\u{300}:1", "{a:1}",
  ])
  func `resumes an object without braces at every byte`(_ text: String) {
    compare(Array(text.utf8), dialect: JSON5.self, assumesObject: true)
    compare(Array(text.utf8), dialect: StandardJSON.self, assumesObject: true)
  }

  @Test(arguments: [
    "{/**/a/***/:/****/1/*/*/,/* * / **/}", "[1/2]", "[/a]", "[1,/", "[1,/*", "[1,/**", "[1,//",
    "{a\\u0020:1}", "{a\\u00:1}", "{\\u0000:1}", "{\\ud800:1}", "{\\x41\\x4:1}", "{\\n:1}",
    "{日本:+Infinity, $_:-NaN, ａ\u{203F}\u{200D}:0xFF}", "{€:1}", "['a\\\r\nb\\x41\\'\"']",
    "['\\x4']", "['\\u12']", "[+.5e+3,-Infinity,NaN]", "[I, N, +, -, .]", "[0x]", "[-0XfF]",
  ])
  func `resumes comments, names, strings and numbers of JSON5 at every byte`(_ text: String) {
    compare(Array(text.utf8), dialect: JSON5.self)
  }

  /// They are scanned in one go where enough of the text has arrived.
  @Test func `resumes arrays of numbers at every byte`() {
    let numbers = (0..<40).map { "\($0).\($0)" }.joined(separator: ",")
    let longName = String(repeating: "n", count: 80)
    let texts = [
      "[1,-2.5, 3e-7,\n12345678.5,01,1.,-,4]", "[[1,2.5],[3, -4.25],[],[5],[[6.5]]]",
      "{\"a\":[1.5,2],\"\(longName)\":[3],\"b\":[4,\"x\",5],\"c\":[6 ,7]}", "[\(numbers)]",
      "[[\(numbers)],[1.5]]", "[1,2", "[1,2,]", "[1,2}", "[1,2,,3]", "[1.5.5,2]",
      "[1,.5,+1,0x1F,-Infinity,1/**/,2 ,//\n3,4.5,/**/5]", "{a:[1.5,2,],'b':[3.25,]}",
    ]
    for text in texts {
      let bytes = Array((text + String(repeating: " ", count: 80)).utf8)
      compare(bytes, dialect: StandardJSON.self, name: text)
      compare(bytes, dialect: JSON5.self, name: text)
    }
  }

  @Test(arguments: [
    [0x7B, 0xC3], [0x7B, 0xC3, 0x3A], [0x7B, 0x61, 0xE3, 0x81, 0x3A, 0x31], [0x7B, 0xFF],
    [0x7B, 0xED, 0xA0, 0x80, 0x3A, 0x31, 0x7D], [0xA0, 0x5B, 0xA0, 0x5D, 0xA0],
    [0x7B, 0x61, 0xF0, 0x90, 0x80, 0x80, 0x3A, 0x31, 0x7D],
  ])
  func `resumes bytes outside ASCII at every byte`(_ bytes: [UInt8]) {
    compare(bytes, dialect: JSON5.self)
  }
}
