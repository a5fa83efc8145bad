extension [Int] {
  /// The positions of the elements, sorted by the elements' values.
  ///
  /// - Complexity: O(n log n)
  var ascendingOrder: [Int] { Self.order(count) { self[$0] < self[$1] } }

  /// The positions of `count` elements, sorted by `isBefore`, which is told the positions of two elements.
  ///
  /// Everything that is sorted uses this, because each type of elements that is sorted adds 5 KB to a program.
  ///
  /// - Complexity: O(n log n)
  @inline(never)
  static func order(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: isBefore)
  }
}
