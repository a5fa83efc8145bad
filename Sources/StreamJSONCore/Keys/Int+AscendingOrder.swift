extension [Int] {
  /// The positions of the elements, sorted by the elements' values.
  ///
  /// Everything that is sorted by numbers uses this, because each type of elements that is sorted adds 5 KB to a
  /// program.
  ///
  /// - Complexity: O(n log n)
  var ascendingOrder: [Int] { indices.sorted { self[$0] < self[$1] } }
}
