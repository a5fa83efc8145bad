import Foundation
import StreamJSON
import StreamJSONCore

/// Documents about people: text outside ASCII, and text with escapes only.
extension Document {
  /// Accounts and their friends, 550 KB: half of the names are in Cyrillic letters.
  static let people = Document(name: "people") { writer, random in
    writer.object {
      $0.member("page", 1)
      $0.array("accounts") {
        for id in 0..<900 {
          $0.object {
            $0.member("id", id)
            $0.member("picture", random.address(2))
            $0.member("age", random.number(18..<90))
            $0.member("isAdmin", false)
            $0.member("name", personName(&random))
            $0.member("company", random.text(of: Vocabulary.russian, 3))
            $0.member("phone", "+0 (\(random.digits(3))) \(random.digits(7))")
            $0.member("email", random.pick(Vocabulary.english) + "@example.com")
            $0.member("born", random.date())
            $0.array("friends") {
              for friend in 0..<random.number(2..<7) {
                $0.object {
                  $0.member("id", friend)
                  $0.member("name", personName(&random))
                  $0.member("phone", "+0 (\(random.digits(3))) \(random.digits(7))")
                }
              }
            }
            $0.member("about", random.text(of: Vocabulary.russian, 8))
          }
        }
      }
    }
  }

  private static func personName(_ random: inout SplitMix64) -> String {
    random.chance(50) ? random.text(of: Vocabulary.russian, 2) : random.name()
  }

  /// The document `feed` in one line, 500 KB: everything outside ASCII is escaped.
  static let escapedFeed = Document(name: "feed, escaped") {
    let value = try JSONValue(parsing: Data(try feed.bytes()))
    var writer = JSONWriter()
    write(value, to: &writer)
    return writer.bytes
  }

  private static func write(
    _ value: JSONValue,
    named name: String? = nil,
    to writer: inout JSONWriter
  ) {
    switch value {
    case .null: writer.literal(name, "null")
    case .bool(let bool): writer.literal(name, "\(bool)")
    case .number(let number): writer.literal(name, "\(number)")
    case .string(let string): writer.string(name, string, .escapedNonASCII)
    case .array(let elements):
      writer.array(name) { for element in elements { write(element, to: &$0) } }
    case .object(let members):
      writer.object(name) {
        for member in members { write(member.value, named: member.key, to: &$0) }
      }
    }
  }

  /// The organizations of a summer of programming, 800 KB, indented: a dictionary of flat objects.
  static let organizations = Document(name: "organizations", isPretty: true) { writer, random in
    writer.object {
      for number in 1..<560 {
        $0.object("\(number)") { writeOrganization(&$0, &random) }
      }
    }
  }

  private static func writeOrganization(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    writer.member("@context", "https://schema.example.org")
    writer.member("@type", "Project")
    writer.member("name", random.words(3))
    writer.member(
      "description",
      random.words(100) + "\r\n\n" + random.text(of: Vocabulary.french, 6)
    )
    writer.object("sponsor") {
      $0.member("@type", "Organization")
      $0.member("name", random.words(2))
      $0.member("motto", random.words(7))
      $0.member("description", random.words(30))
      $0.member("url", random.address(1), .escapedSlashes)
      $0.member("logo", random.address(3), .escapedSlashes)
    }
    writer.object("author") {
      $0.member("@type", "Person")
      $0.member("name", random.name())
    }
  }
}
