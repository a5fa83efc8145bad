import Foundation

/// Documents of servers that build software: flat lists, and a dictionary of objects by id.
extension Document {
  /// The front page of a build server, 90 KB: a list of jobs and of views, and objects without members.
  static let builds = Document(name: "builds") { writer, random in
    writer.object {
      $0.array("agents") { $0.object { _ in } }
      $0.member("mode", "EXCLUSIVE")
      $0.member("about", "The jobs of <a href=\"https://builds.example.com/\">Example</a>")
      $0.member("nodeName", "")
      $0.member("executors", 0)
      $0.null("motto")
      $0.array("jobs") {
        for _ in 0..<870 {
          let name = random.pick(Vocabulary.english) + "-" + random.pick(Vocabulary.english)
          $0.object {
            $0.member("name", name)
            $0.member("url", "https://builds.example.com/job/\(name)-\(random.digits(4))/")
            $0.member("state", random.pick(["blue", "blue", "red", "disabled", "yellow_running"]))
          }
        }
      }
      $0.object("load") { _ in }
      $0.object("mainView") { writeView("All", &$0) }
      $0.member("isQuieting", false)
      $0.member("port", 0)
      $0.object("otherLoad") { _ in }
      $0.member("checksReferrer", true)
      $0.array("views") {
        for word in Vocabulary.english { $0.object { writeView(word, &$0) } }
      }
    }
  }

  private static func writeView(_ name: String, _ writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("url", "https://builds.example.com/view/\(name)/")
  }

  /// A list of the newest versions of plugins, 510 KB: a dictionary of objects by id, with members that some of them
  /// lack.
  static let plugins = Document(name: "plugins") { writer, random in
    writer.object {
      $0.member("checkUrl", "https://www.example.com/")
      $0.object("core") {
        $0.member("built", "Mar 03, 2024")
        $0.member("name", "core")
        $0.member("digest", random.hexadecimal(40))
        $0.member("url", random.address(4))
        $0.member("version", "2.448")
      }
      $0.member("id", "default")
      $0.object("plugins") {
        for number in 0..<640 {
          let id = random.pick(Vocabulary.english) + "-" + random.pick(Vocabulary.english)
          $0.object("\(id)-\(number)") { writePlugin("\(id)-\(number)", &$0, &random) }
        }
      }
      $0.object("signature") {
        $0.array("certificates") { $0.element(random.hexadecimal(1200)) }
        $0.member("digest", random.hexadecimal(40))
        $0.member("signature", random.hexadecimal(300))
      }
      $0.member("format", 1)
    }
  }

  private static func writePlugin(
    _ id: String,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("built", String(format: "Jun %02d, 2024", random.number(1..<31)))
    writer.array("dependencies") {
      for _ in 0..<max(0, random.number(-2..<5)) {
        $0.object {
          $0.member("name", random.pick(Vocabulary.english))
          $0.member("optional", random.chance(40))
          $0.member("version", version(&random))
        }
      }
    }
    writer.array("developers") {
      for _ in 0..<random.number(1..<3) {
        $0.object {
          $0.member("account", random.pick(Vocabulary.english) + random.digits(2))
          if random.chance(40) { $0.member("email", random.digits(4) + "@example.com") }
          if random.chance(80) { $0.member("name", random.name()) }
        }
      }
    }
    writer.member("excerpt", random.words(random.number(6..<30)))
    writer.member("coordinates", "com.example.plugins:\(id):\(version(&random))")
    writer.array("labels") {
      for _ in 0..<random.number(0..<3) { $0.element(random.pick(Vocabulary.english)) }
    }
    writer.member("name", id)
    if random.chance(80) {
      writer.member("previousDate", random.date())
      writer.member("previousVersion", version(&random))
    }
    writer.member("date", random.date())
    writer.member("requiredCore", version(&random))
    if random.chance(70) { writer.member("repository", "code.example.com") }
    writer.member("digest", random.hexadecimal(40))
    writer.member("title", random.words(3))
    writer.member("url", "https://builds.example.com/download/\(id).hpi")
    writer.member("version", version(&random))
    writer.member("wiki", "https://wiki.example.com/" + id)
  }

  private static func version(_ random: inout SplitMix64) -> String {
    "\(random.number(0..<4)).\(random.number(0..<40))"
  }
}
