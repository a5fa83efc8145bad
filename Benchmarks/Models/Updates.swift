import Foundation
import StreamJSON

/// Settings as programs keep them; a text changes a few.
struct Preferences: Codable, Equatable {
  var name = "Default"
  var isActive = true
  var level = 3
  var ratio = 0.75
  var nickname: String? = "none"
  var language = "en"
  var tags = ["a", "b", "c"]
  var counts = ["x": 1, "y": 2]
  var window = Frame()
  var panel: Frame? = Frame()
  var editor = Editor()

  struct Frame: Codable, Equatable {
    var x = 10
    var y = 20
    var width = 800
    var height = 600
  }

  struct Editor: Codable, Equatable {
    var font = "Menlo"
    var size = 12.5
    var wraps = true
    var margin = Frame()
  }
}

/// A payment with defaults for what most texts leave out.
struct DefaultedPayment: CodableWithDefaults, Equatable {
  var id = 0
  var card = "none"
  var account = "none"
  var amount = 0.0

  init() {}
}

/// The same, written by hand.
struct HandwrittenPayment: Decodable, Equatable {
  var id: Int
  var card: String
  var account: String
  var amount: Double

  private enum CodingKeys: CodingKey {
    case id, card, account, amount
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeIfPresent(Int.self, forKey: .id) ?? 0
    card = try container.decodeIfPresent(String.self, forKey: .card) ?? "none"
    account = try container.decodeIfPresent(String.self, forKey: .account) ?? "none"
    amount = try container.decodeIfPresent(Double.self, forKey: .amount) ?? 0
  }
}

/// The same without defaults, marked.
struct MarkedPayment: MemberwiseDecodable, Codable, Equatable {
  var id: Int
  var card: String
  var account: String
  var amount: Double
}

/// Those payments that are by card.
struct LossyPayments: Decodable, Equatable {
  @JSONLossy var payments: [CardPayment]
}

/// Those elements that are numbers.
struct LossyNumbers: Decodable, Equatable {
  @JSONLossy var numbers: [Int]
}

/// A payment whose members are represented differently in the text.
struct TransformedPayment: Decodable, Equatable {
  @JSONTransformed<JSONTransform.NumberOrText<Int>> var id: Int
  @JSONTransformed<JSONTransform.SecondsSince1970?> var paid: Date?
  @JSONTransformed<JSONTransform.SecondsSince1970> var amount: Date
}

/// The same, marked.
struct MarkedTransformedPayment: MemberwiseDecodable, Decodable, Equatable {
  @JSONTransformed<JSONTransform.NumberOrText<Int>> var id: Int
  @JSONTransformed<JSONTransform.SecondsSince1970?> var paid: Date?
  @JSONTransformed<JSONTransform.SecondsSince1970> var amount: Date
}
