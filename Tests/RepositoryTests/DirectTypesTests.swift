import Testing

/// Types that are decoded directly are found by lists, so those must be complete.
struct DirectTypesTests {
  @Test func `each type that is decoded directly is in a list`() {
    let lists = [
      "Sources/StreamJSONCore/Decoding/DirectlyDecodable.swift",
      "Sources/StreamJSON/Decoder/StreamJSONDecoder.swift",
    ]
    let files = Repository.files(in: "Sources")
    let listed = Set(
      files.filter { lists.contains($0.path) }.flatMap { $0.codeLines.flatMap(\.words) }
        .map(String.init)
    )
    let conforming = files.flatMap(\.codeLines).compactMap { line -> String? in
      let words = line.words.map(String.init)
      guard words.count > 2, words[0] == "extension",
        ["DirectlyDecodable", "Scalar"].contains(words[2]), !line.contains("Unicode.")
      else { return nil }
      return words[1]
    }
    #expect(conforming.count >= 25)
    // Optionals are recognized by their kind, and the others by their names.
    #expect(Set(conforming).subtracting(listed) == ["Optional", "Array", "Dictionary"])
  }
}
