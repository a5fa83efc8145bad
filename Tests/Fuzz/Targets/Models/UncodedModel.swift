import StreamJSON

/// As `UpdatedModel`, with properties that no key fills.
struct UncodedModel: Codable {
  struct Inner: Codable {
    var isOpen = false
    var x: Int
    var y: Double?
    var next: Next?
    var history: [String] = []

    enum CodingKeys: CodingKey { case x, y, next }

    var plain: UpdatedModel.Inner { UpdatedModel.Inner(x: x, y: y, next: next?.plain) }
  }

  struct Next: Codable {
    var p: String
    var q: Int?
    var isOpen = false

    enum CodingKeys: CodingKey { case p, q }

    var plain: UpdatedModel.Next { UpdatedModel.Next(p: p, q: q) }
  }

  var note: Any = 0
  var a: Int
  var b: String?
  var c: Bool
  var isOpen = false
  var inner: Inner
  var other: Inner?
  var list: [UpdatedModel.Inner]?
  var byName: [String: UpdatedModel.Next]?
  var choice: UpdatedModel.Choice?

  enum CodingKeys: CodingKey { case a, b, c, inner, other, list, byName, choice }

  /// The members that have keys.
  var plain: UpdatedModel {
    UpdatedModel(
      a: a,
      b: b,
      c: c,
      inner: inner.plain,
      other: other?.plain,
      list: list,
      byName: byName,
      choice: choice
    )
  }

  /// Sets all that has no key.
  mutating func open() {
    note = "noted"
    isOpen = true
    inner.isOpen = true
    inner.history = ["opened"]
    inner.next?.isOpen = true
    other?.isOpen = true
    other?.next?.isOpen = true
  }

  /// Whether what has no key is what it was in `former`, which was opened, or what it is at first where that
  /// had no such object.
  func hasKept(_ former: UncodedModel) -> Bool {
    func agrees(_ inner: Inner?, _ former: Inner?) -> Bool {
      guard let inner else { return true }
      guard let next = inner.next else { return inner.isOpen == (former != nil) }
      return inner.isOpen == (former != nil) && next.isOpen == (former?.next != nil)
    }
    return note as? String == "noted" && isOpen && inner.history == ["opened"]
      && agrees(inner, former.inner) && agrees(other, former.other)
  }
}
