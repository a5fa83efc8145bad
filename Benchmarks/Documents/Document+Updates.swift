extension Document {
  /// Changes to a few settings.
  static let changes = Document(name: "changes to settings") { writer, _ in
    writer.object { object in
      object.member("level", 4)
      object.object("panel") { $0.member("width", 640) }
      object.object("editor") { editor in
        editor.member("size", 14)
        editor.object("margin") { $0.member("x", 5) }
      }
    }
  }

  /// 20,000 payments; one in `cards` is by card.
  static func payments(oneIn cards: Int, _ name: String) -> Document {
    Document(name: name) { writer, _ in
      writer.object { object in
        object.array("payments") { array in
          for index in 0..<20_000 {
            array.object { payment in
              payment.member("id", index)
              payment.member(index % cards == 0 ? "card" : "account", "5100 \(index)")
              payment.member("amount", Double(index) / 4)
            }
          }
        }
      }
    }
  }

  /// 100,000 numbers, or as many short strings.
  static func elements(areNumbers: Bool, _ name: String) -> Document {
    Document(name: name) { writer, _ in
      writer.object { object in
        object.array("numbers") { array in
          for index in 0..<100_000 {
            if areNumbers { array.element(index) } else { array.element("\(index)") }
          }
        }
      }
    }
  }
}
