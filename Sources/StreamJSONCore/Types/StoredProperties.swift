/// The stored properties of a structure as its mirror shows them, each placed at the next multiple of its
/// alignment, as structures are laid out.
struct StoredProperties {
  struct Property {
    let label: String

    /// The type that the property was declared with: `type(of:)` would return the type of what an existential holds,
    /// such as the error in an `any Error`.
    let type: any Any.Type

    let offset: Int
  }

  let all: [Property]

  /// Whether this adds up to the size and alignment of the structure.
  let areLaidOutAsExpected: Bool

  init<Value>(of value: Value) {
    var all: [Property] = []
    var (end, alignment) = (0, 1)
    func add<Declared>(_ property: Declared, _ label: String) {
      let own = MemoryLayout<Declared>.alignment
      let offset = (end + own - 1) / own * own
      all.append(Property(label: label, type: Declared.self, offset: offset))
      (end, alignment) = (offset + MemoryLayout<Declared>.size, max(alignment, own))
    }
    for (label, property) in Mirror(reflecting: value).children { add(property, label ?? "") }
    self.all = all
    areLaidOutAsExpected =
      end == MemoryLayout<Value>.size && alignment == MemoryLayout<Value>.alignment
  }
}
