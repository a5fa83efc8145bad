extension Document {
  /// The program of several concert halls, 1.5 MB, indented: maps with numbers for keys, and many
  /// small objects.
  static let catalog = Document(name: "catalog", isPretty: true) { writer, random in
    let areas = (0..<18).map { 205_705_993 + $0 }
    let seatCategories = (0..<60).map { 338_937_235 + $0 }
    let events = (0..<180).map { 138_586_341 + 4 * $0 }
    writer.object {
      writeNames("areaNames", of: areas, &$0, &random)
      writeNames("audienceSubCategoryNames", of: [337_100_890], &$0, &random)
      $0.object("blockNames") { _ in }
      $0.object("events") {
        for id in events { $0.object(String(id)) { writeEvent(id, &$0, &random) } }
      }
      $0.array("performances") {
        for _ in 0..<355 {
          let event = random.pick(events)
          $0.object { writePerformance(of: event, seatCategories, areas, &$0, &random) }
        }
      }
      writeNames("seatCategoryNames", of: seatCategories, &$0, &random)
      writeNames("subTopicNames", of: (0..<19).map { 337_184_262 + $0 }, &$0, &random)
      $0.object("topicSubTopics") {
        for topic in 107_888_600..<107_888_604 {
          $0.array(String(topic)) {
            for subTopic in 0..<5 { $0.element(337_184_262 + subTopic) }
          }
        }
      }
      $0.object("venueNames") { $0.member("PLEYEL_PLEYEL", "Salle Pleyel") }
    }
  }

  private static func writeNames(
    _ name: String,
    of ids: [Int],
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.object(name) {
      for id in ids { $0.member(String(id), random.words(random.number(1..<5))) }
    }
  }

  private static func writeEvent(
    _ id: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.null("description")
    writer.member("id", id)
    if random.chance(50) {
      writer.member("logo", "/images/UE0AAAAACEKo6QAAAAZDSVRN")
    } else {
      writer.null("logo")
    }
    writer.member("name", random.words(random.number(2..<8)))
    writer.array("subTopicIds") {
      for _ in 0..<random.number(1..<6) { $0.element(337_184_262 + random.number(0..<19)) }
    }
    writer.null("subjectCode")
    writer.null("subtitle")
    writer.array("topicIds") {
      for _ in 0..<random.number(1..<5) { $0.element(107_888_600 + random.number(0..<4)) }
    }
  }

  private static func writePerformance(
    of event: Int,
    _ seatCategories: [Int],
    _ areas: [Int],
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    let categories = (0..<random.number(2..<6)).map { _ in random.pick(seatCategories) }
    writer.member("eventId", event)
    writer.number("id", random.digits(9))
    if random.chance(40) {
      writer.member("logo", "/images/UE0AAAAACEKo6QAAAAZDSVRN")
    } else {
      writer.null("logo")
    }
    writer.null("name")
    writer.array("prices") {
      for category in categories {
        $0.object {
          $0.number("amount", random.digits(5))
          $0.member("audienceSubCategoryId", 337_100_890)
          $0.member("seatCategoryId", category)
        }
      }
    }
    writer.array("seatCategories") {
      for category in categories {
        $0.object {
          $0.array("areas") {
            for area in areas.prefix(random.number(3..<17)) {
              $0.object {
                $0.member("areaId", area)
                $0.array("blockIds") { _ in }
              }
            }
          }
          $0.member("seatCategoryId", category)
        }
      }
    }
    writer.null("seatMapImage")
    writer.number("start", "13" + random.digits(11))
    writer.member("venueCode", "PLEYEL_PLEYEL")
  }
}
