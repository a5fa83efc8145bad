import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// UUIDs as JSONDecoder reads them.
struct UUIDTests {
  private static let text = "01234567-89ab-cdef-ABCD-EF9876543210"

  private func expectAgreements(_ value: String) {
    expectAgreement(UUID.self, value)
    expectAgreement(UUID?.self, value)
    expectAgreement([UUID].self, "[\(value)]")
    expectAgreement(Held<UUID>.self, "{\"value\":\(value)}")
    expectAgreement([String: UUID].self, "{\"value\":\(value)}")
  }

  @Test func `agrees with JSONDecoder on values of every kind`() {
    for value in valuesOfEveryKind { expectAgreements(value) }
  }

  @Test func `agrees with JSONDecoder on every form`() {
    let text = Self.text
    let underscored = text.replacingOccurrences(of: "-", with: "_")
    let escaped = text.replacingOccurrences(of: "-", with: "\\u002d")
    let rest = String(text.dropFirst())
    let forms: [String] = [
      text, text.uppercased(), text.lowercased(), "{\(text)}", "urn:uuid:\(text)", "\(text)0",
      String(text.dropLast()), rest, " \(text)", "\(text) ", text.filter { $0 != "-" },
      underscored, escaped, "\\u0030\(rest)", "é\(rest)", "é\(rest.dropFirst())",
      "01234567--9ab-cdef-ABCD-EF9876543210",
    ]
    for form in forms { expectAgreements("\"\(form)\"") }
    let decoded = try? StreamJSONDecoder().decode(UUID.self, from: "\"\(text)\"")
    #expect(decoded == UUID(uuidString: text))
  }

  @Test func `agrees with JSONDecoder with any byte anywhere`() {
    let replacements: [UInt8] = [
      0x00, 0x20, 0x2D, 0x2F, 0x30, 0x39, 0x3A, 0x40, 0x41, 0x46, 0x47, 0x60, 0x61, 0x66, 0x67,
      0x7F,
      0x80, 0xC3, 0xFF,
    ]
    let text = Array(Self.text.utf8)
    for position in text.indices {
      for byte in replacements {
        var bytes = text
        bytes[position] = byte
        let data = Data([0x22] + bytes + [0x22])
        let expected = outcome { try JSONDecoder().decode(UUID.self, from: data) }
        let actual = outcome { try StreamJSONDecoder().decode(UUID.self, from: data) }
        #expect(actual.agrees(with: expected), "byte \(byte) at \(position)")
      }
    }
  }

  @Test func `an error says where the value is`() throws {
    let error = try #require(
      #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode([String: [UUID]].self, from: "{\"ids\":[\n \"x\"]}")
      }
    )
    let place = try #require(error.jsonError)
    #expect(place.kind == .invalidValue && place.line == 2 && place.pointer == "/ids/0")
    #expect("\(place)".contains("expected a UUID"))
  }

  private struct Plain: Decodable, Equatable {
    var id: UUID
    var parent: UUID?
    var others: [UUID]
  }

  private struct Marked: Decodable, MemberwiseDecodable, Equatable {
    var id: UUID
    var parent: UUID?
    var others: [UUID]
  }

  @Test func `marked types and streams have them, too`() throws {
    let text = """
      {"id":"\(UUID())","parent":"\(UUID())","others":["\(UUID())","\(UUID())"]}
      {"id":"\(UUID())","parent":null,"others":[]}
      {"others":["\(Self.text)"],"id":"\(Self.text)"}

      """
    let lines = text.split(separator: "\n")
    let (plain, marked) = (StreamJSONDecoder(), StreamJSONDecoder())
    for _ in 0..<24 {
      for line in lines {
        let expected = try plain.decode(Plain.self, from: String(line))
        let value = try marked.decode(Marked.self, from: String(line))
        #expect(value.id == expected.id && value.parent == expected.parent)
        #expect(value.others == expected.others)
      }
    }
    #expect(StreamJSONDecoder.memberwiseReport(for: Marked.self).state == .active)
    let stream = marked.makeStream(of: Marked.self, framing: .lines)
    var ids: [UUID] = []
    for byte in text.utf8 { try stream.append([byte]) { ids.append($0.id) } }
    try stream.finish { ids.append($0.id) }
    #expect(try ids == lines.map { try plain.decode(Plain.self, from: String($0)).id })
  }
}
