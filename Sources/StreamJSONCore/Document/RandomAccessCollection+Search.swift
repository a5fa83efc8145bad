extension RandomAccessCollection {
  /// The first index whose element satisfies `isInSecondPart`, or `endIndex`.
  ///
  /// - Precondition: all elements that satisfy it come after all that do not.
  /// - Complexity: O(log `count`).
  func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
