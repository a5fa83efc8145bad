/// A model in both forms, and how its texts are written.
struct ComparedModel {
  let ways: any ComparedWays
  let write: (inout TwinWriter) -> Void

  /// Whether a text was read in one pass.
  var isRead = false

  private init(_ ways: any ComparedWays, _ write: @escaping (inout TwinWriter) -> Void) {
    self.ways = ways
    self.write = write
  }

  // MARK: - Small twins

  /// How many models there are.
  static let count = smallCount + 3 * RandomTwin.count

  /// How many are small twins, which come first.
  static let smallCount = small.count

  /// The models that decoders are made for when one is asked for.
  private static let small: [@Sendable () -> ComparedModel] = [
    {
      both(SmallTwin<MarkedForm>.Scalars.self, SmallTwin<PlainForm>.Scalars.self) { $0.scalars() }
    },
    {
      both([SmallTwin<MarkedForm>.Scalars].self, [SmallTwin<PlainForm>.Scalars].self) {
        $0.array { $0.scalars() }
      }
    },
    { both(SmallTwin<MarkedForm>.Named.self, SmallTwin<PlainForm>.Named.self) { $0.named() } },
    {
      both(SmallTwin<MarkedForm>.Numbers.self, SmallTwin<PlainForm>.Numbers.self) { $0.numbers() }
    },
    { both(SmallTwin<MarkedForm>.Short.self, SmallTwin<PlainForm>.Short.self) { $0.short() } },
    { both(SmallTwin<MarkedForm>.Lists.self, SmallTwin<PlainForm>.Lists.self) { $0.lists() } },
    { both(SmallTwin<MarkedForm>.Maps.self, SmallTwin<PlainForm>.Maps.self) { $0.maps() } },
    { both(SmallTwin<MarkedForm>.Tree.self, SmallTwin<PlainForm>.Tree.self) { $0.tree() } },
    {
      both([SmallTwin<MarkedForm>.Leaf].self, [SmallTwin<PlainForm>.Leaf].self) {
        $0.array { $0.leaf() }
      }
    },
    { both(SmallTwin<MarkedForm>.Late.self, SmallTwin<PlainForm>.Late.self) { $0.small() } },
    {
      both([SmallTwin<MarkedForm>.LatePart].self, [SmallTwin<PlainForm>.LatePart].self) {
        $0.array { $0.latePart() }
      }
    },
    { both(SmallTwin<MarkedForm>.Plain.self, SmallTwin<PlainForm>.Plain.self) { $0.unmarked() } },
    {
      both([String: SmallTwin<MarkedForm>.Leaf].self, [String: SmallTwin<PlainForm>.Leaf].self) {
        $0.dictionary { $0.leaf() }
      }
    },
  ]

  private static func both<Marked: TwinMember, Plain: TwinMember>(
    _ marked: Marked.Type,
    _ plain: Plain.Type,
    _ write: @escaping (inout TwinWriter) -> Void
  ) -> ComparedModel {
    ComparedModel(ThreeWays<Marked, Plain>(), write)
  }

  // MARK: - All

  /// Makes the model with this number, which is less than `count`.
  static func model(_ number: Int) -> ComparedModel {
    if number < smallCount { return small[number]() }
    let twin = RandomTwin.model((number - smallCount) / 3)
    func model<Marked: TwinMember, Plain: TwinMember>(
      _ marked: Marked.Type,
      _ plain: Plain.Type
    ) -> ComparedModel {
      switch (number - smallCount) % 3 {
      case 0: both(marked, plain, twin.write)
      case 1: both([Marked].self, [Plain].self) { $0.array(twin.write) }
      default: both([String: Marked].self, [String: Plain].self) { $0.dictionary(twin.write) }
      }
    }
    return model(twin.marked, twin.plain)
  }
}

extension TwinWriter {
  fileprivate mutating func scalars() {
    object([
      ("id", true, { $0.number() }), ("note", false, { $0.string() }),
      ("flag", false, { $0.bool() }), ("ratio", true, { $0.double() }),
      ("full_name", true, { $0.string() }),
      ("a name of more than sixteen bytes", true, { $0.bool() }),
      ("share", false, { $0.double() }), ("count", false, { $0.number() }),
    ])
  }

  fileprivate mutating func named() {
    object([
      ("größe", false, { $0.number() }), ("second", false, { $0.string() }),
      ("third", true, { $0.bool() }), ("e\u{301}", false, { $0.number() }),
    ])
  }

  fileprivate mutating func numbers() {
    object([
      ("small", true, { $0.natural() }), ("natural", true, { $0.natural() }),
      ("exact", true, { $0.double() }), ("ints", true, { $0.array { $0.number() } }),
      ("more", false, { $0.array { $0.number() } }), ("line", true, { $0.array { $0.double() } }),
      ("tiny", false, { $0.pick(["0", "127", "-128"]) }),
    ])
  }

  fileprivate mutating func short() {
    object([
      ("a", true, { $0.pick(["0", "127", "-128"]) }), ("b", false, { $0.pick(["0", "255"]) }),
      ("c", true, { $0.pick(["1", "-32768"]) }), ("d", false, { $0.pick(["1", "65535"]) }),
      ("e", false, { $0.natural() }), ("f", true, { $0.natural() }),
      ("g", false, { $0.number() }), ("h", true, { $0.natural() }), ("i", false, { $0.natural() }),
      ("j", false, { $0.double() }),
    ])
  }

  fileprivate mutating func lists() {
    object([
      ("words", true, { $0.array { $0.string() } }), ("tags", false, { $0.array { $0.string() } }),
      ("lines", true, { $0.array { $0.array { $0.double() } } }),
      ("rings", true, { $0.array { $0.array { $0.array { $0.double() } } } }),
      ("unordered", false, { $0.array { $0.string() } }),
    ])
  }

  fileprivate mutating func maps() {
    object([
      ("texts", true, { $0.dictionary { $0.string() } }),
      ("others", false, { $0.dictionary { $0.string() } }),
      ("ints", true, { $0.dictionary { $0.array { $0.number() } } }),
      ("leaves", true, { $0.dictionary { $0.leaf() } }),
    ])
  }

  fileprivate mutating func leaf() {
    object([
      ("number", false, { $0.number() }), ("text", false, { $0.string() }),
      ("is_new", true, { $0.bool() }),
    ])
  }

  fileprivate mutating func tree(depth: Int = 0) {
    object([
      ("x", true, { $0.number() }), ("leaf", true, { $0.leaf() }), ("maybe", false, { $0.leaf() }),
      ("leaves", true, { $0.array { $0.leaf() } }), ("more", false, { $0.array { $0.leaf() } }),
      ("next", false, { depth < 2 ? $0.array { $0.tree(depth: depth + 1) } : $0.write("[]") }),
      ("byName", false, { $0.dictionary { $0.leaf() } }),
    ])
  }

  fileprivate mutating func small() {
    object([
      ("id", true, { $0.number() }), ("accent", true, { $0.accent() }),
      ("life", false, { $0.number() }), ("part", true, { $0.latePart() }),
      ("parts", false, { $0.array { $0.latePart() } }),
      ("lives", true, { $0.array { $0.number() } }), ("date", false, { $0.double() }),
      ("name", false, { $0.string() }), ("twice", false, { $0.pick(["1", "null"]) }),
    ])
  }

  fileprivate mutating func latePart() {
    object([
      ("text", true, { $0.string() }), ("life", false, { $0.number() }),
      ("tiny", true, { $0.pick(["0", "127", "-128"]) }), ("leaf", false, { $0.leaf() }),
      ("byName", false, { $0.dictionary { $0.number() } }),
    ])
  }

  fileprivate mutating func unmarked() {
    object([
      ("leaf", true, { $0.leaf() }), ("leaves", false, { $0.array { $0.leaf() } }),
      ("life", false, { $0.number() }), ("late", false, { $0.latePart() }),
    ])
  }
}
