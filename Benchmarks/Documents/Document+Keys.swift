/// Documents that differ in how their members are named and ordered.
extension Document {
  /// 500 objects of 60 members, in an order other than the model's but the same in each object.
  static let wideObjects = wide("wide objects", .alike)

  static let wideInOrder = wide("wide, in order", .asInModel)
  static let wideShuffled = wide("wide, shuffled", .shuffled)
  static let wideExcerpt = wide("wide, 6 of 60 read", .asInModel)

  static let keysInOrder = records("in order") { _ in recordNames }
  static let keysReversed = records("reverse order") { _ in recordNames.reversed() }
  static let keysUnknown = records("three unknown per known") { _ in
    recordNames.flatMap { ["x-" + $0, $0, $0 + "-y", "_" + $0] }
  }
  static let keysMissing = records("missing optionals") { id in
    recordNames.enumerated().filter { ($0.offset * 7 + id) % 5 == 0 }.map(\.element)
  }
  static let keysPrefixed = records("long shared prefix") { _ in prefixedNames }

  /// One object of 1,000 members with names that are not known in advance.
  static let dictionary = Document(name: "dictionary of 1,000") { writer, random in
    writer.object {
      for id in 0..<1000 {
        $0.member(random.pick(Vocabulary.english) + "-" + String(id), random.number(0..<100_000))
      }
    }
  }

  /// How the members of wide objects are ordered.
  private enum Order {
    case asInModel
    case alike
    case shuffled
  }

  private static func wide(_ name: String, _ order: Order) -> Document {
    Document(name: name) { writer, random in
      var members = Array(0..<wideNames.count)
      if order == .alike { members.shuffle(using: &random) }
      writer.array {
        for _ in 0..<500 {
          if order == .shuffled { members.shuffle(using: &random) }
          $0.object {
            for member in members { writeWide(member, &$0, &random) }
          }
        }
      }
    }
  }

  /// Writes member number `member`, of the type that it has in `WideRecord`.
  private static func writeWide(
    _ member: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    let name = wideNames[member]
    switch member % 5 {
    case 0: writer.member(name, random.number(0..<1_000_000))
    case 1: writer.member(name, random.words(2))
    case 2: writer.member(name, Double(random.number(0..<10_000)) / 100)
    case 3: writer.member(name, random.chance(50))
    default: writer.member(name, random.chance(50) ? random.number(0..<100) : nil)
    }
  }

  private static func records(
    _ name: String,
    _ names: @escaping @Sendable (_ id: Int) -> [String]
  ) -> Document {
    Document(name: name) { writer, random in
      writer.array {
        for id in 0..<1000 {
          let names = names(id)
          $0.object {
            for name in names { $0.member(name, random.number(0..<100_000)) }
          }
        }
      }
    }
  }

  private static let wideNames = [
    "order", "customer", "product", "price", "stock", "supplier", "invoice", "payment",
    "delivery", "account", "region", "warehouse",
  ].flatMap { subject in
    ["Code", "Name", "Rate", "Active", "Count"].map { subject + $0 }
  }

  private static let recordNames = [
    "id", "kind", "title", "author", "created", "changed", "views", "likes", "shares", "width",
    "height", "depth", "weight", "price", "currency", "language", "license", "visible", "archived",
    "version",
  ]

  private static let prefixedNames = [
    "Id", "Kind", "Mean", "Median", "Minimum", "Maximum", "Variance", "Count", "Errors", "Retries",
    "StartA", "StartB", "StopA", "StopB", "LimitA", "LimitB", "LimitC", "LimitD", "AlarmA",
    "AlarmB",
  ].map { "measurementStationSensor" + $0 }
}
