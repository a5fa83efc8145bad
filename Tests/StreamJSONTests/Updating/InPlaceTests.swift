import Foundation
import StreamJSON
import Testing

/// Instances that take over what a text says.
struct InPlaceTests {
  private let decoder = StreamJSONDecoder()

  class Account: Codable, InPlaceDecodable {
    var name = "Ann"
    var balance = 1

    private enum CodingKeys: CodingKey { case name, balance }

    init() {}

    func update(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? name
      balance = try container.decodeIfPresent(Int.self, forKey: .balance) ?? balance
    }
  }

  final class SavingsAccount: Account {
    var rate = 3

    private enum CodingKeys: CodingKey { case rate }

    override func update(from decoder: any Decoder) throws {
      try super.update(from: decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      rate = try container.decodeIfPresent(Int.self, forKey: .rate) ?? rate
    }
  }

  /// Checks that `update` sets the balance to 2 and keeps the instance and its name.
  private func check(_ update: (inout Account) throws -> Void) throws {
    let holder = Account()
    var account = holder
    try update(&account)
    #expect(account === holder)
    #expect(holder.name == "Ann")
    #expect(holder.balance == 2)
  }

  @Test func `the instance stays and every source works`() throws {
    let text = #"{"balance": 2}"#
    let bytes = [UInt8](text.utf8)
    try check { try decoder.update($0, from: Data(bytes)) }
    try check { try decoder.update($0, from: bytes) }
    try check { try decoder.update($0, from: AnyCollection(bytes)) }
    try check { try decoder.update($0, from: text) }
    try check { try decoder.update($0, from: text[...]) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update($0, from: bytes.span.bytes) }
    try check { try decoder.update($0, from: bytes.span) }
    try check { try decoder.update($0, withJSONObject: ["balance": 2]) }
  }

  @Test func `the instance stays when it is passed as a variable`() throws {
    let text = #"{"balance": 2}"#
    let bytes = [UInt8](text.utf8)
    try check { try decoder.update(&$0, from: Data(bytes)) }
    try check { try decoder.update(&$0, from: bytes) }
    try check { try decoder.update(&$0, from: AnyCollection(bytes)) }
    try check { try decoder.update(&$0, from: text) }
    try check { try decoder.update(&$0, from: text[...]) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update(&$0, from: bytes.span.bytes) }
    try check { try decoder.update(&$0, from: bytes.span) }
    try check { try decoder.update(&$0, withJSONObject: ["balance": 2]) }
  }

  @Test func `a part of a text or graph updates an instance, in either form`() throws {
    let text = #"{"accounts": [{"balance": 2}]}"#
    let bytes = [UInt8](text.utf8)
    let graph = ["accounts": [["balance": 2]]]
    let pointer: JSONPointer = "/accounts/0"
    try check { try decoder.update($0, from: bytes, at: pointer) }
    try check { try decoder.update($0, from: text, at: pointer) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update($0, from: bytes.span.bytes, at: pointer) }
    try check { try decoder.update($0, from: bytes.span, at: pointer) }
    try check { try decoder.update($0, withJSONObject: graph, at: pointer) }
    try check { try decoder.update(&$0, from: bytes, at: pointer) }
    try check { try decoder.update(&$0, from: text, at: pointer) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update(&$0, from: bytes.span.bytes, at: pointer) }
    try check { try decoder.update(&$0, from: bytes.span, at: pointer) }
    try check { try decoder.update(&$0, withJSONObject: graph, at: pointer) }
    let account = Account()
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(account, from: text, at: "/accounts/1")
    }
    #expect(error?.jsonError?.kind == .keyNotFound)
    #expect(account.balance == 1)
  }

  @Test func `an optional instance stays, becomes nil, or is decoded`() throws {
    let holder = Account()
    var account: Account? = holder
    try decoder.update(&account, from: #"{"balance": 2}"#)
    #expect(account === holder && holder.balance == 2)
    try decoder.update(&account, from: "null")
    #expect(account == nil && holder.balance == 2)
    try decoder.update(&account, from: #"{"name": "Bob", "balance": 5}"#)
    #expect(account !== holder && account?.name == "Bob" && account?.balance == 5)
    var nested: Account?? = holder
    try decoder.update(&nested, from: #"{"balance": 3}"#)
    #expect(nested.flatMap { $0 } === holder && holder.balance == 3)
  }

  @Test func `an instance of a subclass stays one`() throws {
    let savings = SavingsAccount()
    var account: Account = savings
    try decoder.update(&account, from: #"{"balance": 2, "rate": 4}"#)
    #expect(account === savings && savings.balance == 2 && savings.rate == 4)
    var optional: Account? = savings
    try decoder.update(&optional, from: #"{"rate": 5}"#)
    #expect(optional === savings && savings.rate == 5)
  }

  @Test func `an instance of any type stays the same`() throws {
    let account = Account()
    var existential: any Codable & InPlaceDecodable = account
    try decoder.update(&existential, from: #"{"balance": 2}"#)
    #expect(existential === account && account.balance == 2)
    var codable: any Codable = account
    try decoder.update(&codable, from: #"{"balance": 3}"#)
    #expect(codable as AnyObject === account && account.balance == 3)
    let plain: any InPlaceDecodable = account
    try decoder.update(plain, from: #"{"balance": 4}"#)
    #expect(account.balance == 4)
  }

  @Test func `properties that are instances stay the same`() throws {
    struct Customer: Codable {
      var number: Int
      var account: Account
      var savings: Account?
      var none: Account?
      @JSONNullable var nullable: Account?
    }
    let (account, savings, nullable) = (Account(), SavingsAccount(), Account())
    var customer = Customer(number: 1, account: account, savings: savings)
    customer.nullable = nullable
    try decoder.update(
      &customer,
      from: """
        {"account": {"balance": 2}, "savings": {"rate": 4}, "none": {"name": "", "balance": 0},
        "nullable": {"balance": 5}}
        """
    )
    #expect(customer.number == 1)
    #expect(customer.account === account && account.balance == 2 && account.name == "Ann")
    #expect(customer.savings === savings && savings.rate == 4)
    #expect(customer.none?.balance == 0)
    #expect(customer.nullable === nullable && nullable.balance == 5)
    try decoder.update(&customer, from: #"{"savings": null}"#)
    #expect(customer.savings == nil && customer.account === account)
  }

  /// A list, whose JSON is an array.
  final class List: Codable, InPlaceDecodable {
    var elements = [1]

    init() {}

    init(from decoder: any Decoder) throws {
      elements = try decoder.singleValueContainer().decode([Int].self)
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }

    func update(from decoder: any Decoder) throws {
      elements += try decoder.singleValueContainer().decode([Int].self)
    }
  }

  @Test func `an instance takes over an array`() throws {
    struct Owner: Codable { var list: List }
    let list = List()
    var variable = list
    try decoder.update(&variable, from: "[2]")
    #expect(variable === list && list.elements == [1, 2])
    var owner = Owner(list: list)
    try decoder.update(&owner, from: #"{"list": [3]}"#)
    #expect(owner.list === list && list.elements == [1, 2, 3])
  }

  @Test func `a default is not updated in place, since instances of others may be defaults`() throws
  {
    final class Refusing: Codable, InPlaceDecodable {
      var name = "Ann"
      var balance = 1

      func update(from decoder: any Decoder) throws { throw CancellationError() }
    }
    struct Defaults: CodableWithDefaults {
      var number = 3
      var account = Refusing()
    }
    let decoded = try decoder.decode(Defaults.self, from: #"{"account": {"balance": 2}}"#)
    #expect(decoded.account.balance == 2 && decoded.account.name == "Ann")
    #expect(decoded.number == 3)
  }

  @Test func `errors have their place, and a malformed text changes nothing`() {
    let account = Account()
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(account, from: #"{"name": "Bob", "balance": "x"}"#)
    }
    #expect(error?.jsonError?.pointer == "/balance")
    #expect(account.name == "Bob")
    let malformed = #expect(throws: DecodingError.self) {
      try decoder.update(account, from: #"{"name": "Eve", "balance""#)
    }
    #expect(malformed?.jsonError?.kind == .unexpectedEnd)
    #expect(account.name == "Bob")
  }

  @Test func `a variable keeps its instance after an error`() {
    let holder = Account()
    var account = holder
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(&account, from: #"{"name": "Bob", "balance": "x"}"#)
    }
    #expect(error?.jsonError?.pointer == "/balance")
    #expect(account === holder && holder.name == "Bob" && holder.balance == 1)
    for text in [#"{"name": "Eve", "balance""#, "null", "[]"] {
      #expect(throws: DecodingError.self) { try decoder.update(&account, from: text) }
      #expect(account === holder && holder.name == "Bob")
    }
  }
}
