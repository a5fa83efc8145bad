/// The members of one object by name, for those whose names cannot be compared byte by byte.
///
/// It does not change after `prepare()`, so that other threads can read it.
final class MemberIndex {
  private let values: [MemberName: Int]

  /// Whether the names come from a custom key strategy.
  private let isConverted: Bool

  /// Makes an index of names, each with the entry of its value.
  init(_ values: [MemberName: Int], isConverted: Bool) {
    self.values = values
    self.isConverted = isConverted
  }

  /// The names as converted by a key strategy, in the order of the text, each with the entry of its
  /// value.
  private(set) lazy var names = values.map { (name: $0.key.string, value: $0.value) }
    .sorted { $0.value < $1.value }

  /// Makes everything that is otherwise made lazily, for threads that only read.
  func prepare() {
    if isConverted { _ = names }
  }

  /// The entry of the value of the member named `name`, `Tape.absent` if there is none.
  func entry(of name: String) -> Int {
    values[MemberName(name)] ?? Tape.absent
  }

  /// The converted name of the value at `entry`.
  func name(ofValueAt entry: Int) -> String? {
    let names = names
    let position = names.partitioningIndex { $0.value >= entry }
    guard position < names.count, names[position].value == entry else { return nil }
    return names[position].name
  }
}
