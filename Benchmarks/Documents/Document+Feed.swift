extension Document {
  /// A page of a social feed, 600 KB: nested objects, texts in many scripts, and twice as many
  /// members as `Feed` has.
  static let feed = Document(name: "feed", isPretty: true) { writer, random in
    writer.object {
      $0.array("posts") {
        for _ in 0..<215 { $0.object { writePost(&$0, &random, isQuoted: false) } }
      }
      $0.object("page") {
        $0.member("count", 215)
        $0.member("completed_in", 0.087)
        $0.member("next", "?max_id=505874847260352512&q=%E4%B8%80&include=everything")
        $0.member("refresh", "?since_id=505874924095815681&q=%E4%B8%80")
        $0.member("query", "%E4%B8%80")
      }
    }
  }

  private static func writePost(
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64,
    isQuoted: Bool
  ) {
    let id = random.digits(18)
    writer.object("metadata") {
      $0.member("result_type", "recent")
      $0.member("iso_language_code", "ja")
    }
    writer.member("created_at", random.date())
    writer.number("id", id)
    writer.member("id_str", id)
    writer.member("text", text(&random), spelling(&random))
    writer.member("source", "<a href=\"https://example.com/app\">App</a>", .escapedSlashes)
    writer.member("truncated", false)
    writer.null("geo")
    writer.null("place")
    writer.object("user") { writeAuthor(&$0, &random) }
    writer.number("like_count", random.digits(random.number(1..<6)))
    writer.number("share_count", random.digits(random.number(1..<5)))
    if random.chance(15) {
      writer.member("in_reply_to_id_str", random.digits(18))
    } else {
      writer.null("in_reply_to_id_str")
    }
    writer.object("entities") { writeEntities(&$0, &random) }
    if !isQuoted, random.chance(35) {
      writer.object("quoted") { writePost(&$0, &random, isQuoted: true) }
    }
    writer.member("favorited", false)
    writer.member("shared", random.chance(20))
    if random.chance(30) { writer.member("possibly_sensitive", false) }
    writer.member("lang", random.chance(60) ? "ja" : "en")
  }

  private static func writeAuthor(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    let id = random.digits(9)
    let image = random.address(3)
    writer.number("id", id)
    writer.member("id_str", id)
    writer.member("name", random.chance(50) ? random.name() : random.eastAsianWords(2))
    writer.member("screen_name", random.pick(Vocabulary.english) + "_" + random.digits(4))
    writer.member("location", random.chance(40) ? random.eastAsianWords(2) : "")
    writer.member("description", text(&random), spelling(&random))
    if random.chance(30) { writer.member("url", random.address(1), .escapedSlashes) }
    writer.member("protected", false)
    writer.number("followers_count", random.digits(random.number(1..<6)))
    writer.number("friends_count", random.digits(random.number(1..<5)))
    writer.member("listed_count", random.number(0..<100))
    writer.member("created_at", random.date())
    writer.null("utc_offset")
    writer.null("time_zone")
    writer.member("geo_enabled", random.chance(50))
    writer.member("verified", random.chance(10))
    writer.number("posts_count", random.digits(random.number(2..<6)))
    writer.member("is_translator", false)
    writer.member("background_color", random.hexadecimal(6))
    writer.member("background_image_url", image, .escapedSlashes)
    writer.member("profile_image_url", image + "_normal.jpeg", .escapedSlashes)
    writer.member("link_color", random.hexadecimal(6))
    writer.member("sidebar_fill_color", random.hexadecimal(6))
    writer.member("default_profile", random.chance(70))
    writer.member("following", false)
    writer.member("notifications", false)
  }

  private static func writeEntities(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    writer.array("hashtags") {
      for _ in 0..<max(0, random.number(-2..<3)) {
        $0.object {
          $0.member("text", random.eastAsianWords(1))
          writeIndices(&$0, &random)
        }
      }
    }
    writer.array("symbols") { _ in }
    writer.array("urls") { _ in }
    writer.array("mentions") {
      for _ in 0..<max(0, random.number(-1..<3)) {
        $0.object {
          let id = random.digits(9)
          $0.member("screen_name", random.pick(Vocabulary.english) + "_" + random.digits(4))
          $0.member("name", random.name())
          $0.number("id", id)
          $0.member("id_str", id)
          writeIndices(&$0, &random)
        }
      }
    }
  }

  private static func writeIndices(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    let start = random.number(0..<100)
    writer.array("indices") {
      $0.element(start)
      $0.element(start + random.number(3..<18))
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    var text = random.chance(65) ? random.eastAsianWords(18) : random.words(14)
    if random.chance(30) { text += " " + random.pick(Vocabulary.emoji) }
    if random.chance(20) { text += "\n" + random.address(1) }
    return text
  }

  private static func spelling(_ random: inout SplitMix64) -> JSONWriter.Spelling {
    random.chance(15) ? .escapedNonASCII : .escapedSlashes
  }
}
