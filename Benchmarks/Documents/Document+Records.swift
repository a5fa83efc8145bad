import Foundation

/// Documents of many similar records, and small ones.
extension Document {
  /// 20,000 flat objects, as a server logs them.
  static let logLines = Document(name: "log lines") { writer, random in
    let levels = ["debug", "info", "info", "info", "warning", "error"]
    let services = ["gateway", "billing", "search", "identity-provider", "notifications"]
    writer.array {
      for _ in 0..<20_000 {
        $0.object {
          $0.member("timestamp", random.date())
          $0.member("level", random.pick(levels))
          $0.member("service", random.pick(services))
          $0.member("message", random.words(random.number(3..<9)))
          $0.member("status", random.pick([200, 200, 200, 201, 304, 404, 500]))
          $0.number("duration", String(format: "%.3f", random.fraction() * 900))
          $0.member("request_id", random.hexadecimal(16))
          $0.member("bytes", random.number(0..<2_000_000))
        }
      }
    }
  }

  /// 480 events of a source code host: members that are null, missing, or only present for some
  /// types of event.
  static let events = Document(name: "events", isPretty: true) { writer, random in
    writer.array {
      for _ in 0..<480 { $0.object { writeEvent(&$0, &random) } }
    }
  }

  private static func writeEvent(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    let type = random.pick(["PushEvent", "PushEvent", "WatchEvent", "IssuesEvent", "CreateEvent"])
    let owner = random.pick(Vocabulary.english) + "-" + random.pick(Vocabulary.english)
    writer.member("type", type)
    writer.member("created_at", random.date())
    writer.object("actor") {
      $0.member("gravatar_id", random.hexadecimal(32))
      $0.member("login", owner)
      $0.member("avatar_url", random.address(2) + "?d=https%3A%2F%2Fa248.e.example.net")
      $0.member("url", "https://api.example.com/users/" + owner)
      $0.member("id", random.number(1..<3_000_000))
    }
    writer.object("repo") {
      $0.member("url", "https://api.example.com/repos/\(owner)/things")
      $0.member("id", random.number(1..<9_000_000))
      $0.member("name", owner + "/things")
    }
    writer.member("public", true)
    writer.object("payload") { writePayload(type, &$0, &random) }
    if random.chance(25) {
      writer.object("org") {
        $0.member("id", random.number(1..<3_000_000))
        $0.member("login", random.pick(Vocabulary.english))
        $0.null("gravatar_id")
      }
    }
    writer.member("id", random.digits(10))
  }

  private static func writePayload(
    _ type: String,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    switch type {
    case "PushEvent":
      writer.array("commits") {
        for _ in 0..<random.number(1..<4) {
          $0.object {
            let sha = random.hexadecimal(40)
            $0.member("url", "https://api.example.com/repos/commits/" + sha)
            $0.member("message", random.words(6) + "\n\n" + random.words(12))
            $0.member("distinct", true)
            $0.member("sha", sha)
            $0.object("author") {
              $0.member("email", random.pick(Vocabulary.english) + "@example.com")
              $0.member("name", random.name())
            }
          }
        }
      }
      writer.member("size", 1)
      writer.member("push_id", random.number(10_000_000..<99_000_000))
      writer.member("ref", "refs/heads/main")
      writer.member("head", random.hexadecimal(40))
    case "IssuesEvent":
      writer.member("action", random.pick(["opened", "closed"]))
      writer.object("issue") {
        $0.member("number", random.number(1..<2000))
        $0.member("title", random.words(6))
        $0.member("body", random.words(40))
        $0.null("milestone")
        $0.null("assignee")
        $0.array("labels") { _ in }
        $0.member("comments", random.number(0..<20))
      }
    case "CreateEvent":
      writer.member("ref_type", "branch")
      writer.null("description")
      writer.member("ref", random.pick(Vocabulary.english))
    default:
      writer.member("action", "started")
    }
  }

  /// One object of about 300 bytes, such as a request contains.
  static let smallObject = Document(name: "300-byte object") { writer, random in
    writer.object {
      $0.member("id", 7_340_128)
      $0.member("name", "Grace Nakamura")
      $0.member("email", "grace.nakamura@example.com")
      $0.member("active", true)
      $0.member("score", 98.25)
      $0.member("createdAt", random.date())
      $0.array("roles") {
        $0.element("editor")
        $0.element("reviewer")
      }
      $0.object("address") {
        $0.member("street", "12 Bridge Street")
        $0.member("city", "Utrecht")
        $0.member("postcode", "3512 AB")
        $0.member("country", "NL")
      }
      $0.member("manager", Int?.none)
      $0.member("loginCount", 431)
    }
  }

  /// A JSON text about as small as they get.
  static let tinyText = Document(name: "20-byte text") { writer, _ in
    writer.object {
      $0.member("id", 12_345_678)
      $0.member("n", 1)
    }
  }
}
