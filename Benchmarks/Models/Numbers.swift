struct Integers: Codable, Equatable {
  let values: [Int]
  let rows: [[Int]]
}

struct Reading: Codable, Equatable {
  let id: Int
  let channel: UInt8
  let offset: Int16
  let total: Int64
  let ratio: Float
  let exact: Double
  let whole: Double
  let tiny: Double
}
