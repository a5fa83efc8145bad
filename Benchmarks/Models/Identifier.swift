struct Identifier: Codable, Equatable {
  let id: Int
}
