extension [Int] {
  /// The positions of the elements in ascending order of these.
  ///
  /// Whatever is sorted by numbers is sorted by this: each type of elements adds 5 KB to a program.
  ///
  /// - Complexity: O(n log n)
  var ascendingOrder: [Int] { indices.sorted { self[$0] < self[$1] } }
}
