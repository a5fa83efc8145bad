import StreamJSON

/// A model whose members are objects, values as a whole, optional and not.
struct UpdatedModel: Codable, Equatable {
  struct Inner: Codable, Equatable {
    var x: Int
    var y: Double?
    var next: Next?
  }

  struct Next: Codable, Equatable {
    var p: String
    var q: Int?
  }

  enum Choice: Codable, Equatable {
    case one
    case two(x: Int, y: Double?)
  }

  var a: Int
  var b: String?
  var c: Bool
  var inner: Inner
  var other: Inner?
  var list: [Inner]?
  var byName: [String: Next]?
  var choice: Choice?

  /// The members that are replaced as a whole, even if they are objects.
  static let wholeMembers: Set<String> = ["byName", "choice"]
}

/// The same with defaults.
struct DefaultedModel: CodableWithDefaults, Equatable {
  var a = 1
  var b: String? = "b"
  var c = true
  var inner = UpdatedModel.Inner(x: 1, y: 2, next: UpdatedModel.Next(p: "p", q: 3))
  var other: UpdatedModel.Inner?
  var list: [UpdatedModel.Inner]? = []
  var byName: [String: UpdatedModel.Next]? = ["n": UpdatedModel.Next(p: "p")]
  var choice: UpdatedModel.Choice? = .two(x: 1, y: 2)

  init() {}
}
