/// The members of one object by name, for objects whose names cannot be compared byte by byte.
///
/// It never changes, so that other threads can read it.
final class MemberIndex {
  private let values: [MemberName: Int]

  /// A name as converted by a key strategy, with the entry of its value.
  typealias Named = (name: String, value: Int)

  /// The names as converted by a custom key strategy, in the order of their values; empty under another strategy.
  let names: [Named]

  /// Makes an index of names, each with the entry of its value.
  ///
  /// - Parameters:
  ///   - values: The entries of the values.
  ///   - names: The names under a custom key strategy, in the order of their values.
  init(_ values: [MemberName: Int], names: [Named]) {
    self.values = values
    self.names = names
  }

  /// The entry of the value of the member named `name`; `Tape.absent` if there is none.
  func entry(of name: String) -> Int { values.value(for: MemberName(name)) ?? Tape.absent }

  /// The converted name of the value at `entry`.
  func name(ofValueAt entry: Int) -> String? {
    let position = names.partitioningIndex { $0.value >= entry }
    guard position < names.count, names[position].value == entry else { return nil }
    return names[position].name
  }
}
