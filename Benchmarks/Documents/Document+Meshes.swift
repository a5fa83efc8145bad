import Foundation

/// Documents of numbers in arrays: bodies in space, and nothing but numbers.
extension Document {
  /// A body of triangles, 470 KB: long arrays of numbers, and arrays of pairs.
  static let mesh = Document(name: "mesh") { writer, random in
    writer.object {
      $0.array("batches") {
        for batch in 0..<3 {
          $0.object {
            $0.array("indices") { writeIntegers([batch * 3000, 3000], &$0) }
            $0.array("vertices") { writeIntegers([batch * 1000, 1000], &$0) }
            $0.array("bones") { writeIntegers(Array(0..<20), &$0) }
          }
        }
      }
      $0.object("morphs") { _ in }
      $0.array("positions") { writeCoordinates(10_800, 6, &$0, &random) }
      $0.array("texture") { writeCoordinates(7200, 6, &$0, &random) }
      $0.array("normals") { writeCoordinates(10_800, 6, &$0, &random) }
      $0.array("influences") {
        for _ in 0..<3600 {
          $0.array {
            for _ in 0..<random.number(1..<4) {
              $0.array {
                $0.element(random.number(0..<50))
                $0.number(String(format: "%.6f", random.fraction()))
              }
            }
          }
        }
      }
      $0.array("triangles") {
        for _ in 0..<18_000 { $0.element(random.number(0..<3600)) }
      }
    }
  }

  /// A figure and how it moves, 410 KB: keyframes with three or four numbers each, and a mesh.
  static let poses = Document(name: "poses") { writer, random in
    writer.object {
      $0.object("metadata") {
        $0.member("tool", "a modeling program")
        $0.member("version", 3.1)
        $0.member("vertices", 1500)
        $0.array("uvs") { $0.element(1500) }
      }
      $0.array("materials") {
        $0.object {
          $0.member("name", "skin")
          $0.array("diffuse") { writeCoordinates(3, 3, &$0, &random) }
          $0.member("opacity", 1)
          $0.member("isTransparent", false)
        }
      }
      $0.array("bones") {
        for bone in 0..<40 { $0.object { writeBone(bone, &$0, &random) } }
      }
      $0.array("vertices") { writeCoordinates(4500, 5, &$0, &random) }
      $0.array("weights") { writeCoordinates(3000, 6, &$0, &random) }
      $0.array("uvs") { $0.array { writeCoordinates(3000, 6, &$0, &random) } }
      $0.array("faces") {
        for _ in 0..<12_000 { $0.element(random.number(0..<1500)) }
      }
      $0.array("animations") {
        for name in ["walk", "run"] { $0.object { writeAnimation(name, &$0, &random) } }
      }
    }
  }

  /// An array of 9,000 numbers with 14 to 17 digits, 180 KB.
  static let doubles = Document(name: "doubles") { writer, random in
    writer.array { writeCoordinates(9000, 16, &$0, &random) }
  }

  private static func writeBone(
    _ bone: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("parent", bone - 1)
    writer.member("name", "bone-\(bone)")
    writer.array("position") { writeCoordinates(3, 6, &$0, &random) }
    writer.array("rotation") { writeCoordinates(4, 6, &$0, &random) }
  }

  private static func writeAnimation(
    _ name: String,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("name", name)
    writer.member("rate", 24)
    writer.member("length", 1.25)
    writer.array("tracks") {
      for bone in 0..<40 {
        $0.object {
          $0.member("parent", bone - 1)
          $0.array("keys") {
            for frame in 0..<30 { $0.object { writeKey(frame, &$0, &random) } }
          }
        }
      }
    }
  }

  private static func writeKey(
    _ frame: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.number("time", frame == 0 ? "0" : String(format: "%.6f", Double(frame) / 24))
    writer.array("position") { writeCoordinates(3, 5, &$0, &random) }
    writer.array("rotation") { writeCoordinates(4, 6, &$0, &random) }
    // The first and the last one are complete.
    if frame == 0 || frame == 29 { writer.array("scale") { writeIntegers([1, 1, 1], &$0) } }
  }

  private static func writeIntegers(_ integers: [Int], _ writer: inout JSONWriter) {
    for integer in integers { writer.element(integer) }
  }

  /// Writes numbers between -1 and 1.
  private static func writeCoordinates(
    _ count: Int,
    _ digits: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    for _ in 0..<count {
      writer.number(String(format: "%.\(digits)f", 2 * random.fraction() - 1))
    }
  }
}
