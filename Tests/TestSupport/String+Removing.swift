extension String {
  /// The string without each occurrence of `words`, which are not empty.
  ///
  /// A regular expression took most of the time of tests that compare thousands of descriptions.
  package func removing(_ words: String...) -> String {
    let (bytes, words) = (Array(utf8), words.map { Array($0.utf8) })
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let word = words.first { $0[0] == bytes[position] && bytes[position...].starts(with: $0) }
      if let word {
        position += word.count
      } else {
        rest.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
