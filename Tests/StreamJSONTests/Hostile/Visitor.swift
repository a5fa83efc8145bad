/// What a `Visited` does with its decoder.
final class Visitor: Sendable {
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "visitor") else { preconditionFailure() }
    return key
  }()

  let visit: @Sendable (any Decoder) throws -> Void

  init(_ visit: @escaping @Sendable (any Decoder) throws -> Void) {
    self.visit = visit
  }
}

/// A model that hands its decoder to the `Visitor` in `userInfo`.
struct Visited: Decodable {
  init(from decoder: any Decoder) throws {
    try (decoder.userInfo[Visitor.key] as? Visitor)?.visit(decoder)
  }
}

/// Thrown when a visitor sees something other than it should.
struct Unexpected: Error {}
