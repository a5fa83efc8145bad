/// One of two models; the first is tried first.
enum Either<First: Decodable & Equatable, Second: Decodable & Equatable>: Decodable, Equatable {
  case first(First)
  case second(Second)

  init(from decoder: any Decoder) throws {
    if let value = try? First(from: decoder) {
      self = .first(value)
    } else {
      self = .second(try Second(from: decoder))
    }
  }
}

/// A payment by card or by transfer, which differ in their second member.
struct CardPayment: Decodable, Equatable {
  let id: Int
  let card: String
  let amount: Double
}

struct TransferPayment: Decodable, Equatable {
  let id: Int
  let account: String
  let amount: Double
}

/// The kinds of payment that a model knows.
enum PaymentKind: String, Decodable, Equatable {
  case card, transfer
}

/// The elements that can be decoded; the others are left out.
struct LossyArray<Element: Decodable & Equatable>: Decodable, Equatable {
  private struct Skipped: Decodable {}

  private(set) var elements: [Element] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try container.decode(Skipped.self)
      }
    }
  }
}

/// A payment whose members are numbers in some texts and strings in others.
struct LoosePayment: Decodable, Equatable {
  let id: NumberOrText
  let account: NumberOrText
  let amount: NumberOrText
}

/// One of several models, chosen by the member `type`.
enum ChosenPayment: Decodable, Equatable {
  case card(CardPayment)
  case transfer(TransferPayment)

  private enum CodingKeys: CodingKey {
    case type
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "card": self = .card(try CardPayment(from: decoder))
    case "transfer": self = .transfer(try TransferPayment(from: decoder))
    case let type:
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: container,
        debugDescription: "unknown type \(type)"
      )
    }
  }
}

/// A payment that takes a default value for each member that is not there.
struct DefaultingPayment: Decodable, Equatable {
  var account = ""
  var note = ""
  var count = 1
  var isUrgent = false
  var rate = 1.0

  private enum CodingKeys: CodingKey {
    case account, note, count, isUrgent, rate
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    account = (try? container.decode(String.self, forKey: .account)) ?? account
    note = (try? container.decode(String.self, forKey: .note)) ?? note
    count = (try? container.decode(Int.self, forKey: .count)) ?? count
    isUrgent = (try? container.decode(Bool.self, forKey: .isUrgent)) ?? isUrgent
    rate = (try? container.decode(Double.self, forKey: .rate)) ?? rate
  }
}
