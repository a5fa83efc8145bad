import Foundation
import StreamJSON
import Testing

/// The examples of the articles on defaults, updates and members, compiled and run.
struct UpdateExampleTests {
  private let decoder = StreamJSONDecoder()

  // MARK: - Defaults and updates

  @Test func `missing members have the values of init`() throws {
    struct Settings: CodableWithDefaults {
      var theme = "light"
      var fontSize = 12
      var recentFiles: [String] = []

      init() {}
    }

    let settings = try StreamJSONDecoder().decode(Settings.self, from: #"{"fontSize": 14}"#)
    print(settings.theme)  // light
    #expect(settings.theme == "light")
    #expect(settings.fontSize == 14)
  }

  struct Address: Codable {
    var city: String
    var street: String
  }

  struct User: Codable {
    var name: String
    var address: Address
    var tags: [String]
  }

  @Test func `an update keeps what the text does not mention`() throws {
    let address = Address(city: "Ghent", street: "Hoogpoort 1")
    var user = User(name: "Ann", address: address, tags: ["a"])
    try decoder.update(&user, from: #"{"address": {"street": "Kouter 7"}, "tags": []}"#)
    print(user.address.city, user.address.street, user.tags.count)  // Ghent Kouter 7 0
    #expect(user.address.city == "Ghent" && user.address.street == "Kouter 7")
    #expect(user.tags == [] && user.name == "Ann")

    try decoder.update(&user, withJSONObject: ["name": "Bob"])
    #expect(user.name == "Bob")
  }

  @Test func `what no key fills is kept`() throws {
    struct Row: Codable, Identifiable {
      var id = UUID()
      var title: String
      var isExpanded = false

      enum CodingKeys: CodingKey { case title }
    }

    var row = Row(title: "Inbox", isExpanded: true)
    try decoder.update(&row, from: #"{"title": "Inbox (1)"}"#)
    print(row.isExpanded)  // true
    #expect(row.isExpanded && row.title == "Inbox (1)")
  }

  @Test func `an optional member that is bad is nil`() throws {
    struct Member: Codable {
      var name: String
      @JSONLossy var avatar: URL?
    }

    let member = try decoder.decode(Member.self, from: #"{"name": "Ann", "avatar": 5}"#)
    print(member.avatar == nil, member.$avatar.errors.count)  // true 1
    #expect(member.avatar == nil && member.$avatar.errors.count == 1)
  }

  @Test func `absent and null are told apart`() throws {
    struct Patch: Codable {
      @JSONNullable var name: String?
      @JSONNullable var nickname: String?
    }

    var patch = try decoder.decode(Patch.self, from: #"{"nickname": null}"#)
    print(patch.$name == .absent, patch.$nickname == .null)  // true true
    patch.name = "Ann"
    print(String(decoding: try JSONEncoder().encode(patch), as: UTF8.self))
    #expect(patch.$name == .value("Ann") && patch.$nickname == .null)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(patch), as: UTF8.self)
    #expect(text == #"{"name":"Ann","nickname":null}"#)
  }

  @Test func `an instance takes over what a text says`() throws {
    final class Account: InPlaceDecodable {
      var name = "Ann"
      var balance = 1

      private enum CodingKeys: CodingKey { case name, balance }

      func update(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? name
        balance = try container.decodeIfPresent(Int.self, forKey: .balance) ?? balance
      }
    }

    let account = Account()
    try decoder.update(account, from: #"{"balance": 2}"#)
    #expect(account.balance == 2 && account.name == "Ann")

    final class Profile: InPlaceDecodable {
      let account = Account()
      var motto = ""

      private enum CodingKeys: CodingKey { case account, motto }

      func update(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        motto = try container.decodeIfPresent(String.self, forKey: .motto) ?? motto
        if container.contains(.account) {
          try account.update(from: container.superDecoder(forKey: .account))
        }
      }
    }

    let profile = Profile()
    let known = profile.account
    try decoder.update(profile, from: #"{"motto": "x", "account": {"balance": 7}}"#)
    #expect(profile.motto == "x" && known.balance == 7 && known.name == "Ann")
  }

  @Test func `an object is mapped onto an existing one, from text and from a dictionary`() throws {
    struct Order: Codable {
      var number = 0
      @JSONTransformed<JSONTransform.SecondsSince1970> var placed = Date(timeIntervalSince1970: 0)
      @JSONTransformed<JSONTransform.LenientURL?> var tracking: URL?
      var customer = Customer()
      var lines: [Line] = []
      var notes: [String: String] = [:]

      struct Customer: Codable {
        var name = ""
        var email: String?
      }

      struct Line: Codable {
        var article: String
        var count: Int
      }
    }

    var order = Order()
    try decoder.update(
      &order,
      from: #"{"number": 7, "placed": 1769846400, "customer": {"name": "Ann"}}"#
    )
    try decoder.update(
      &order,
      withJSONObject: [
        "customer": ["email": "ann@example.org"],
        "lines": [["article": "pen", "count": 2]],
        "tracking": "https://example.org/track me",
      ]
    )
    print(order.customer.name, order.lines.count)  // Ann 1
    #expect(order.number == 7)
    #expect(order.placed == Date(timeIntervalSince1970: 1_769_846_400))
    #expect(order.customer.name == "Ann" && order.customer.email == "ann@example.org")
    #expect(order.lines.map(\.article) == ["pen"])
    #expect(order.tracking?.absoluteString == "https://example.org/track%20me")
    try decoder.update(&order, from: #"{"notes": {"a": "b"}, "lines": []}"#)
    #expect(order.notes == ["a": "b"] && order.lines.isEmpty && order.number == 7)
    #expect(
      try decoder.decode([Order.Line].self, from: #"[{"article": "x", "count": 1}]"#).count == 1
    )
  }

  // MARK: - Members

  @Test func `a rule says how the JSON represents a value`() throws {
    struct Message: Codable {
      @JSONTransformed<JSONTransform.SecondsSince1970> var sent: Date
      @JSONTransformed<JSONTransform.MillisecondsSince1970?> var read: Date?
      @JSONTransformed<JSONTransform.NumberOrText<Int>> var size: Int
      @JSONTransformed<JSONTransform.LenientURL> var link: URL
    }

    let text = #"{"sent": 1769846400, "size": "12", "link": "https://example.org/a b"}"#
    let message = try decoder.decode(Message.self, from: text)
    print(message.size, message.link)  // 12 https://example.org/a%20b
    #expect(message.size == 12 && message.link.absoluteString == "https://example.org/a%20b")
    #expect(message.sent == Date(timeIntervalSince1970: 1_769_846_400) && message.read == nil)
  }

  #if Foundation || !canImport(FoundationEssentials)
  enum Day: JSONTransform.DateTextFormat {
    static let dateFormat = "yyyy-MM-dd"
  }

  struct Invoice: Codable {
    @JSONTransformed<JSONTransform.FormattedDate<Day>> var due: Date
  }

  @Test func `a date format is a type`() throws {
    let invoice = try decoder.decode(Invoice.self, from: #"{"due": "1970-01-02"}"#)
    #expect(invoice.due == Date(timeIntervalSince1970: 86_400))
  }
  #endif

  enum Percent: JSONTransform.Rule {
    struct NotAPercentage: Error {}

    static func value(from json: String) throws -> Double {
      guard json.hasSuffix("%"), let number = Double(json.dropLast()) else {
        throw NotAPercentage()
      }
      return number / 100
    }
    static func json(from value: Double) -> String { "\(value * 100)%" }
  }

  @Test func `a custom rule`() throws {
    let ratios = try decoder.decode([JSONTransformed<Percent>].self, from: #"["50%"]"#)
    #expect(ratios.map(\.wrappedValue) == [0.5])
    #expect(String(decoding: try JSONEncoder().encode(ratios), as: UTF8.self) == #"["50.0%"]"#)
    #expect(throws: DecodingError.self) {
      try decoder.decode([JSONTransformed<Percent>].self, from: #"["half"]"#)
    }
  }

  struct Person: Codable {
    var name: String
  }

  @Test func `bad elements are left out and reported`() throws {
    let response = Data(#"{"users": [{"name": "Ann"}, {"name": 1}, {"name": "Bob"}]}"#.utf8)
    struct Page: Codable {
      @JSONLossy var users: [Person]
    }

    let page = try decoder.decode(Page.self, from: response)
    print(page.users.count, page.$users.droppedCount)  // 2 1
    for error in page.$users.errors {
      print(error.jsonError?.pointer ?? "")  // /users/1/name
    }
    #expect(page.$users.errors.map { $0.jsonError?.pointer } == ["/users/1/name"])
  }

  /// What Alamofire asks of a decoder.
  private protocol DataDecoder {
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
  }

  private struct Handler<Value: Decodable> {
    var decoder: any DataDecoder

    func handle(_ data: Data) -> Result<Value, any Error> {
      Result { try decoder.decode(Value.self, from: data) }
    }
  }

  private final class ResponseDecoder: StreamJSONDecoder, DataDecoder, @unchecked Sendable {}

  @Test func `a networking library gets the good ones of a list`() throws {
    let list = Data(#"[{"name": "Ann"}, null]"#.utf8)
    let users = try decoder.decode(JSONLossy<[Person]>.self, from: list)
    print(users.wrappedValue.count, users.projectedValue.errors.count)  // 1 1
    #expect(users.wrappedValue.map(\.name) == ["Ann"])
    let handled = try Handler<JSONLossy<[Person]>>(decoder: ResponseDecoder()).handle(list).get()
    #expect(handled.projectedValue.errors.first?.jsonError?.pointer == "/1")
  }
}
