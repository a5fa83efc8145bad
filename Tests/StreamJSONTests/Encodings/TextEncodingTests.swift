import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Texts in UTF-16 and UTF-32, read by JSONDecoder and by StreamJSONDecoder.
struct TextEncodingTests {
  /// An encoding, and how to write text in it.
  enum Form: CaseIterable {
    case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian

    func bytes(_ scalars: [UInt32]) -> [UInt8] {
      switch self {
      case .utf8:
        Array(String(String.UnicodeScalarView(scalars.compactMap(UnicodeScalar.init))).utf8)
      case .utf16BigEndian: units(scalars).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .utf16LittleEndian: units(scalars).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .utf32BigEndian: scalars.flatMap { word in Self.bytes(of: word).reversed() }
      case .utf32LittleEndian: scalars.flatMap { Self.bytes(of: $0) }
      }
    }

    private static func bytes(of word: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }

    /// Values that are not scalars are left as they are.
    private func units(_ scalars: [UInt32]) -> [UInt16] {
      scalars.flatMap { scalar in
        guard scalar >= 0x10000, let scalar = UnicodeScalar(scalar) else {
          return [UInt16(truncatingIfNeeded: scalar)]
        }
        return Array(UTF16.encode(scalar).map(Array.init) ?? [])
      }
    }

    /// The number of bytes per code unit.
    var unit: Int {
      switch self {
      case .utf8: 1
      case .utf16BigEndian, .utf16LittleEndian: 2
      case .utf32BigEndian, .utf32LittleEndian: 4
      }
    }
  }

  private func compare(_ bytes: [UInt8]) {
    // JSONDecoder mistakes this mark for UTF-16's.
    guard !bytes.starts(with: [0xFF, 0xFE, 0, 0]) else { return }
    let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: Data(bytes)) }
    let buffer = GuardedBuffer(bytes)
    defer { withExtendedLifetime(buffer) {} }
    let ours = outcome {
      // SAFETY: the buffer lives to the end of this function.
      try unsafe StreamJSONDecoder().decode(JSONTree.self, from: buffer.rawBytes)
    }
    #expect(ours.agrees(with: theirs), "\(bytes): JSONDecoder \(theirs), ours \(ours)")
  }

  private static let texts: [String] = [
    "", "7", "77", "[1]", "\"é\"", "{\"é日😀\":[\"\\ud83d\\ude00\",1.5e3]}", "日", "\"日\"", " 1 ",
    "[1", "\u{FEFF}[1]", "[\u{FEFF}1]", "\"a\u{FFFF}\u{FFFE}\"", "\"a\u{0}b\"", "\u{0}",
    "\u{0}\u{0}",
    "1\u{0}", "\u{1F600}",
  ]

  @Test(arguments: Form.allCases, texts)
  func `reads every encoding as JSONDecoder does`(_ form: Form, _ text: String) {
    let bytes = form.bytes(text.unicodeScalars.map(\.value))
    let mark = form.bytes([0xFEFF])
    compare(bytes)
    compare(mark + bytes)
    compare(mark + mark + bytes)
    for count in 1...3 {
      compare(bytes + Array(repeating: 0x20, count: count))
      compare(mark + bytes + Array(repeating: 0x00, count: count))
      compare(Array(bytes.dropLast(count)))
    }
  }

  @Test(arguments: Form.allCases)
  func `refuses anything but scalars`(_ form: Form) {
    for bad: [UInt32] in [
      [0xD800], [0xDC00], [0xDC00, 0xD800], [0xD800, 0xD800], [0xD800, 0x61], [0x110000],
      [0x0100_0061], [0xFFFF_FFFF],
    ] {
      compare(form.bytes([0x22, 0x61] + bad + [0x22]))
      compare(form.bytes([0x22, 0x61, 0x22] + bad))
      compare(form.bytes([0xFEFF] + bad))
    }
  }

  @Test func `tells the encoding from the first four bytes as JSONDecoder does`() {
    let bytes: [UInt8] = [0x00, 0x20, 0x31, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    for first in bytes {
      for second in bytes {
        compare([first, second])
        for third in bytes {
          compare([first, second, third])
          for fourth in bytes {
            compare([first, second, third, fourth])
            compare([first, second, third, fourth, 0x31, 0x00])
            compare([first, second, third, fourth, 0x00, 0x00, 0x00, 0x31])
          }
        }
      }
    }
  }

  @Test func `accepts both marks of little-endian UTF-32`() throws {
    let text = Form.utf32LittleEndian.bytes("[1,2]".unicodeScalars.map(\.value))
    for mark: [UInt8] in [[0xFF, 0xFE, 0, 0], [0xFE, 0xFF, 0, 0]] {
      #expect(try StreamJSONDecoder().decode([Int].self, from: mark + text) == [1, 2])
    }
    // JSONDecoder knows only the wrong one.
    let marked = Data([0xFF, 0xFE, 0, 0] + text)
    let theirs = outcome { try JSONDecoder().decode([Int].self, from: marked) }
    #expect(theirs.failure?.kind == .dataCorrupted)
  }

  @Test(arguments: Form.allCases)
  func `counts the offsets of errors in the bytes given`(_ form: Form) throws {
    let text = "[\"é日😀\", x]"
    let scalars = text.unicodeScalars.map(\.value)
    let index = try #require(text.unicodeScalars.firstIndex(of: "x"))
    let before = form.bytes(text.unicodeScalars[..<index].map(\.value)).count
    let mark = form.bytes([0xFEFF])
    let decoder = StreamJSONDecoder()
    let plain = try #require(
      #expect(throws: DecodingError.self) {
        try decoder.decode([String].self, from: form.bytes(scalars))
      }
    )
    #expect(plain.jsonError?.byteOffset == before)
    let marked = try #require(
      #expect(throws: DecodingError.self) {
        try decoder.decode([String].self, from: mark + form.bytes(scalars))
      }
    )
    #expect(marked.jsonError?.byteOffset == mark.count + before)
    // The next text of the same decoder is not affected.
    let next = try #require(
      #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: "[x]") }
    )
    #expect(next.jsonError?.byteOffset == 1)
  }

  @Test(arguments: Form.allCases)
  func `keeps converted bytes for a decoder that outlives the call`(_ form: Form) throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let scalars = "[\"é日😀\"]".unicodeScalars.map(\.value)
    let keeper = try StreamJSONDecoder().decode(
      Keeper.self,
      from: form.bytes([0xFEFF]) + form.bytes(scalars)
    )
    #expect(try [String](from: keeper.decoder) == ["é日😀"])
  }
}
