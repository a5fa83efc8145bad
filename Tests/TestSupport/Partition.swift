import StreamJSON

/// A division of the bytes of a file into ranges.
package enum Partition {
  /// Ranges of random lengths that together are `0..<byteCount`, some of them empty.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the file.
  ///   - largest: The largest range.
  ///   - random: Chooses the lengths.
  /// - Returns: The ranges, in the order of the file.
  package static func random(
    of byteCount: Int,
    largest: Int,
    _ random: inout SeededGenerator
  ) -> [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    var start: Int64 = 0
    while start < byteCount {
      let length = Int64(Int.random(in: 0...max(1, largest), using: &random))
      // The last one may reach beyond the file.
      ranges.append(start..<(start + length))
      start += length
    }
    return ranges
  }
}

extension Result where Failure == DecodingError {
  /// Everything that a part of a file has in common with the whole file: all but the numbers of lines and records.
  package var outcomeInPart: String {
    switch self {
    case .success(let value):
      return "\(value)"
    case .failure(let error):
      let place = error.jsonError.map { "\($0.kind) at \($0.byteOffset)" } ?? "nowhere"
      return "\(StreamJSONTestSupport.Failure(error)): \(place)"
    }
  }
}
