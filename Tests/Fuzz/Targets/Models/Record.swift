import Foundation
import StreamJSONTestSupport

/// A model as people write them, whose `init(from:)` the compiler synthesizes.
struct Record: Decodable, Hashable {
  enum Kind: String, Decodable { case plain, rare, special_case, other }

  enum Choice: Decodable, Hashable {
    case none
    case number(Int)
    case named(name: String, value: Double?)
  }

  struct Child: Decodable, Hashable {
    var id: Int16
    var name: String?
    var children: [Child]?
  }

  var id: Int
  var name: String
  var isActive: Bool?
  var kind: Kind?
  var kinds: [Kind]?
  var choice: Choice?
  var score: Double?
  var ratio: Float?
  var tags: [String]?
  var numbers: [Int]?
  var maybe: [Double?]?
  var flags: Set<UInt8>?
  var byName: [String: Int]?
  var nested: [String: [String: Bool]]?
  var child: Child?
  var children: [Child]?
  var created: Date?
  var link: URL?
  var blob: Data?
  var amount: Decimal?
  var identifier: UUID?
  var large: UInt128?
  var range: ClosedRange<Int>?
  var createdAt: Int?

  /// Members; any of them may be the first with an error.
  static let dictionaries: Set<String> = ["byName", "nested"]
}

extension Record {
  /// The record with each NaN, which is not equal even to itself, replaced by a number that no
  /// sample stands for.
  var withoutNaN: Record {
    var record = self
    record.score = score.map(Self.withoutNaN)
    record.ratio = ratio.map(Self.withoutNaN)
    record.created = created.map { date in
      Date(timeIntervalSinceReferenceDate: Self.withoutNaN(date.timeIntervalSinceReferenceDate))
    }
    record.maybe = maybe?.map { $0.map(Self.withoutNaN) }
    if case .named(let name, let value?) = choice {
      record.choice = .named(name: name, value: Self.withoutNaN(value))
    }
    return record
  }

  private static func withoutNaN<Number: BinaryFloatingPoint>(_ number: Number) -> Number {
    number.isNaN ? -0x1.89ABCp-99 : number
  }
}
