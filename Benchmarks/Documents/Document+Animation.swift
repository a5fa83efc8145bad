import Foundation

/// A drawing that moves: deeply nested objects, some of whose members are of several types.
extension Document {
  /// The layers of an animation, 220 KB: the value of a property is a number, an array of numbers, an array of
  /// keyframes or a path.
  static let animation = Document(name: "animation") { writer, random in
    writer.object {
      $0.member("version", "5.7.1")
      $0.member("rate", 30)
      $0.member("first", 0)
      $0.member("last", 120)
      $0.member("width", 1080)
      $0.member("height", 1080)
      $0.member("name", "a drawing")
      $0.array("assets") { _ in }
      $0.array("layers") {
        for number in 0..<24 { $0.object { writeLayer(number, &$0, &random) } }
      }
    }
  }

  private static func writeLayer(
    _ number: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("index", number + 1)
    writer.member("kind", 4)
    writer.member("name", random.words(2))
    if random.chance(60) { writer.member("parent", random.number(1..<20)) }
    writer.member("stretch", 1)
    writer.object("transform") {
      writeProperty("opacity", [100], &$0, &random)
      writeProperty("angle", [0], &$0, &random)
      writeProperty("position", [540, 540, 0], &$0, &random)
      writeProperty("anchor", [0, 0, 0], &$0, &random)
      writeProperty("scale", [100, 100, 100], &$0, &random)
    }
    writer.array("shapes") {
      for _ in 0..<random.number(1..<4) { $0.object { writeGroup(2, &$0, &random) } }
    }
    writer.member("start", 0)
    writer.number("end", "120.5")
  }

  /// A member whose value is a number or numbers, or keyframes of them.
  private static func writeProperty(
    _ name: String,
    _ value: [Int],
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    let isAnimated = random.chance(25)
    writer.object(name) {
      $0.member("isAnimated", isAnimated ? 1 : 0)
      if isAnimated {
        $0.array("value") {
          for frame in 0..<4 { $0.object { writeKeyframe(frame, value, &$0, &random) } }
        }
      } else if value.count == 1 {
        $0.member("value", value[0])
      } else {
        $0.array("value") { for number in value { $0.element(number) } }
      }
      $0.member("index", 1)
    }
  }

  private static func writeKeyframe(
    _ frame: Int,
    _ value: [Int],
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    if frame < 3 {
      for name in ["into", "out"] {
        writer.object(name) {
          for axis in ["x", "y"] {
            if value.count == 1 {
              $0.array(axis) { $0.number(decimal(1, &random)) }
            } else {
              $0.number(axis, decimal(1, &random))
            }
          }
        }
      }
    }
    writer.member("time", 30 * frame)
    writer.array("start") {
      for number in value { $0.number(decimal(Double(number + 1), &random)) }
    }
  }

  /// A group of shapes, some of which are groups.
  private static func writeGroup(
    _ depth: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("kind", "group")
    writer.array("items") {
      if depth > 0, random.chance(70) {
        for _ in 0..<2 { $0.object { writeGroup(depth - 1, &$0, &random) } }
      } else {
        $0.object {
          $0.member("kind", "path")
          $0.object("path") { writePath(&$0, &random) }
          $0.member("name", "Path 1")
          $0.member("isHidden", false)
        }
      }
      $0.object {
        $0.member("kind", "fill")
        $0.object("color") {
          $0.member("isAnimated", 0)
          $0.array("value") { for _ in 0..<4 { $0.number(decimal(1, &random)) } }
          $0.member("index", 4)
        }
        writeProperty("opacity", [100], &$0, &random)
        $0.member("rule", 1)
        $0.member("name", "Fill 1")
      }
      $0.object {
        $0.member("kind", "transform")
        writeProperty("position", [0, 0], &$0, &random)
        writeProperty("scale", [100, 100], &$0, &random)
        writeProperty("opacity", [100], &$0, &random)
      }
    }
    writer.member("name", random.words(1))
  }

  private static func writePath(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    let count = random.number(4..<14)
    writer.member("isAnimated", 0)
    writer.object("value") {
      for name in ["into", "out", "points"] {
        $0.array(name) {
          for _ in 0..<count {
            $0.array {
              $0.number(decimal(200, &random))
              $0.number(decimal(200, &random))
            }
          }
        }
      }
      $0.member("isClosed", true)
    }
  }

  /// A number up to `limit`, with three digits after the point.
  private static func decimal(_ limit: Double, _ random: inout SplitMix64) -> String {
    String(format: "%.3f", random.fraction() * limit)
  }
}
