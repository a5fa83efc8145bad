import Foundation

/// A map: geometries of several dimensions.
extension Document {
  /// Features of a map in GeoJSON, 340 KB: a point is an array of numbers, a line one of points, an area one
  /// of lines, and an id is a number or a text.
  static let places = Document(name: "places") { writer, random in
    writer.object {
      $0.member("type", "FeatureCollection")
      $0.member("name", "places")
      $0.object("crs") {
        $0.member("type", "name")
        $0.object("properties") { $0.member("name", "urn:example:crs:1.3:84") }
      }
      $0.array("features") {
        for number in 0..<600 { $0.object { writePlace(number, &$0, &random) } }
      }
    }
  }

  private static func writePlace(
    _ number: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("type", "Feature")
    if random.chance(30) {
      writer.member("id", "way/\(random.digits(9))")
    } else {
      writer.member("id", number)
    }
    writer.object("properties") {
      $0.member("name", random.words(2))
      if random.chance(40) { $0.member("ref", random.digits(3)) }
      if random.chance(60) {
        $0.member("population", random.number(100..<2_000_000))
      } else {
        $0.null("population")
      }
      $0.member("marker-color", "#" + random.hexadecimal(6))
      $0.array("tags") {
        for _ in 0..<random.number(0..<4) { $0.element(random.pick(Vocabulary.english)) }
      }
    }
    writer.object("geometry") {
      switch random.number(0..<3) {
      case 0:
        $0.member("type", "Point")
        $0.array("coordinates") { writePosition(&$0, &random) }
      case 1:
        $0.member("type", "LineString")
        $0.array("coordinates") { writePositions(&$0, &random) }
      default:
        $0.member("type", "Polygon")
        $0.array("coordinates") { $0.array { writePositions(&$0, &random) } }
      }
    }
  }

  private static func writePositions(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    for _ in 0..<random.number(4..<40) { writer.array { writePosition(&$0, &random) } }
  }

  private static func writePosition(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    writer.number(String(format: "%.7f", 360 * random.fraction() - 180))
    writer.number(String(format: "%.7f", 180 * random.fraction() - 90))
  }
}
