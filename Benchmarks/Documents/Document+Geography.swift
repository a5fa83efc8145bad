import Foundation

extension Document {
  /// The outline of a country, 2 MB: pairs of numbers with 15 to 17 digits.
  static let geography = Document(name: "geography") { writer, random in
    writer.object {
      $0.member("type", "FeatureCollection")
      $0.array("features") {
        $0.object {
          $0.member("type", "Feature")
          $0.object("properties") { $0.member("name", "Canada") }
          $0.object("geometry") {
            $0.member("type", "Polygon")
            $0.array("coordinates") {
              for _ in 0..<450 { $0.array { writeRing(&$0, &random) } }
            }
          }
        }
      }
    }
  }

  private static func writeRing(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    var longitude = -60 - 80 * random.fraction()
    var latitude = 42 + 40 * random.fraction()
    for _ in 0..<random.number(5..<215) {
      longitude += (random.fraction() - 0.5) / 10
      latitude += (random.fraction() - 0.5) / 10
      writer.array {
        $0.number(spelled(longitude, &random))
        $0.number(spelled(latitude, &random))
      }
    }
  }

  /// The number with 12 to 14 digits after the point.
  private static func spelled(_ number: Double, _ random: inout SplitMix64) -> String {
    String(format: "%.\(random.number(12..<15))f", number)
  }
}
