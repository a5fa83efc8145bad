import Foundation

/// Documents that exercise the decoder's strategies or its special types.
extension Document {
  /// 3,000 objects with names in snake case.
  static let snakeCase = Document(name: "snake case") { writer, random in
    writer.array {
      for id in 0..<3000 {
        $0.object {
          $0.member("order_id", id)
          $0.member("customer_name", random.name())
          $0.member("billing_address_line", random.words(3))
          $0.member("is_gift_order", random.chance(20))
          $0.member("total_amount", Double(random.number(100..<99_999)) / 100)
          $0.object("shipping_info") {
            $0.member("carrier_name", random.pick(Vocabulary.english))
            $0.member("tracking_number", random.digits(14))
            $0.member("estimated_days", random.number(1..<14))
          }
        }
      }
    }
  }

  /// 5,000 dates in an array of objects.
  static let dates = Document(name: "ISO 8601 dates") { writer, random in
    writer.array {
      for id in 0..<2500 {
        $0.object {
          $0.member("id", id)
          $0.member("created", random.date())
          $0.member("changed", random.date())
        }
      }
    }
  }

  /// 400 blocks of Base64, of 10 bytes to 6 KB.
  static let base64 = Document(name: "base64 data") { writer, random in
    writer.array {
      for _ in 0..<400 {
        $0.object {
          $0.member("name", random.words(2))
          let size = random.pick([10, 100, 1000, 6000])
          let content = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          $0.member("content", Data(content).base64EncodedString())
        }
      }
    }
  }

  /// 3,000 shapes: an enumeration as a string, another with a payload, and sets.
  static let enumerations = Document(name: "enums and sets") { writer, random in
    writer.array {
      for _ in 0..<3000 {
        $0.object {
          $0.member("color", random.pick(["red", "green", "blue"]))
          $0.object("outline") {
            if random.chance(50) {
              $0.object("circle") { $0.member("radius", random.number(1..<100)) }
            } else {
              $0.object("rectangle") {
                $0.member("width", random.number(1..<100))
                $0.member("height", random.number(1..<100))
              }
            }
          }
          $0.array("tags") {
            for _ in 0..<4 { $0.element(random.pick(Vocabulary.english)) }
          }
        }
      }
    }
  }
}
