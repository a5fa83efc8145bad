import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// The decoder of clean base64 on its own: in the library, a slower path reads what it refuses.
struct Base64Tests {
  /// What the decoder makes of `characters`, with no accessible byte after either buffer.
  private func decode(_ characters: [UInt8]) -> [UInt8]? {
    let source = GuardedBuffer(characters)
    defer { withExtendedLifetime(source) {} }
    // SAFETY: the buffer lives to the end of this function.
    let text = unsafe JSONText(source.bytes)
    guard let count = Base64.byteCount(of: text, from: 0, to: text.count) else { return nil }
    var bytes = [UInt8](repeating: 0xEE, count: count)
    // SAFETY: the buffer has `count` bytes.
    let isValid = unsafe bytes.withUnsafeMutableBytes { target in
      unsafe Base64.decode(text, from: 0, to: text.count, into: target)
    }
    return isValid ? bytes : nil
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Base64 by the definition: bit by bit.
  private static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    var characters = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
    }
    while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
    return characters
  }

  @Test func `decodes what the definition encodes`() {
    var generator = SeededGenerator(seed: 4)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(decode(Self.encode(bytes)) == bytes, "\(count) bytes")
    }
  }

  @Test func `refuses everything that the definition does not give`() {
    for count in [1, 2, 3, 6, 7, 8, 11, 14, 15] {
      let characters = Self.encode((0..<count).map { UInt8($0 * 37 & 0xFF) })
      for position in characters.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = characters
          changed[position] = byte
          guard let bytes = decode(changed) else { continue }
          #expect(Self.encode(bytes) == changed)
        }
      }
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "=", "==", "===", "====", "A===", "A=A=", "AA=A", "AAAA===="])
  func `refuses wrong padding`(_ text: String) {
    #expect(decode(Array(text.utf8)) == nil)
  }
}
