/// Arrays of 2,000 objects of two kinds in turn.
extension Document {
  /// Payments by card and by transfer.
  static let payments = Document(name: "payments of two kinds") { writer, _ in
    writer.payments { index, writer in
      writer.member("id", index)
      writer.member(index % 2 == 0 ? "card" : "account", "5100 \(index)")
      writer.member("amount", Double(index) / 4)
    }
  }

  /// Payments that lack no member.
  static let completePayments = Document(name: "complete payments") { writer, _ in
    writer.payments { index, writer in
      writer.member("id", index)
      writer.member("card", "5100 \(index)")
      writer.member("account", "none")
      writer.member("amount", Double(index) / 4)
    }
  }

  /// Payments with a member that says which kind each is.
  static let typedPayments = Document(name: "payments with a type") { writer, _ in
    writer.payments { index, writer in
      writer.member("id", index)
      writer.member("type", index % 2 == 0 ? "card" : "transfer")
      writer.member(index % 2 == 0 ? "card" : "account", "5100 \(index)")
      writer.member("amount", Double(index) / 4)
    }
  }

  /// Payments whose members are numbers or strings.
  static let loosePayments = Document(name: "members as numbers or strings") { writer, _ in
    writer.payments { index, writer in
      if index % 2 == 0 { writer.member("id", index) } else { writer.member("id", "\(index)") }
      writer.member("account", "5100 \(index)")
      if index % 2 == 0 { writer.member("amount", "12") } else { writer.member("amount", 12) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func payments(_ write: (Int, inout JSONWriter) -> Void) {
    array { array in
      for index in 0..<2000 { array.object { write(index, &$0) } }
    }
  }
}
