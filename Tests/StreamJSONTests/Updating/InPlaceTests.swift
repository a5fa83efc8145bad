import Foundation
import StreamJSON
import Testing

/// Instances that take over what a text says.
struct InPlaceTests {
  private let decoder = StreamJSONDecoder()

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

  @Test func `the instance stays and every source works`() throws {
    let text = #"{"balance": 2}"#
    let bytes = [UInt8](text.utf8)
    func check(_ update: (Account) throws -> Void) throws {
      let account = Account()
      try update(account)
      #expect(account.name == "Ann")
      #expect(account.balance == 2)
    }
    try check { try decoder.update($0, from: Data(bytes)) }
    try check { try decoder.update($0, from: bytes) }
    try check { try decoder.update($0, from: AnyCollection(bytes)) }
    try check { try decoder.update($0, from: text) }
    try check { try decoder.update($0, from: text[...]) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update($0, from: bytes.span.bytes) }
    try check { try decoder.update($0, withJSONObject: ["balance": 2]) }
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
}
