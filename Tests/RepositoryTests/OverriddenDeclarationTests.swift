import Testing

/// What `StreamJSONDecoder` overrides, compared with Foundation's declarations: an attribute that is missing or
/// different changes which programs compile, or on which systems they run.
///
/// Foundation's are those of the stub, which states them as swift-foundation and Apple's documentation do.
struct OverriddenDeclarationTests {
  private static let availability = "@available("

  /// The attributes of each open member of `type`, by its declaration without the words that differ.
  private static func attributes(
    of type: String,
    in path: String,
    where isOne: (String) -> Bool
  ) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    var attributes: Set<String> = []
    var isInside = false
    for line in RepositoryFile(path: path).lines.map(String.init) {
      if line.hasPrefix("open class \(type)") { isInside = true }
      if line.hasPrefix("}") { isInside = false }
      guard isInside, !line.hasPrefix("  ///") else { continue }
      var words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("  \(Self.availability)") {
        attributes.insert(line)
        continue
      }
      while let word = words.first, word.hasPrefix("@") {
        attributes.insert("  \(word)")
        words.removeFirst()
      }
      guard !words.isEmpty else { continue }
      if line.hasPrefix("  "), !line.hasPrefix("   "), isOne(line) {
        let name = words.filter { !["open", "override"].contains($0) }.joined(separator: " ")
        found[String(name.prefix { !":({".contains($0) }), default: []].formUnion(attributes)
      }
      attributes = []
    }
    return found
  }

  @Test func `overrides have the attributes of Foundation's declarations`() {
    let ours = Self.attributes(
      of: "StreamJSONDecoder",
      in: "Sources/StreamJSON/Decoder/StreamJSONDecoder.swift"
    ) { $0.contains("open override ") }
    let theirs = Self.attributes(
      of: "JSONDecoder",
      in: "Tests/Portability/Foundation/Foundation.swift"
    ) { $0.contains("open ") }
    #expect(ours == theirs)
    #expect(ours.count == 9, "the seven settings, and the methods by their type parameters")
    #expect(ours["var userInfo"] == ["  @preconcurrency"])
    #expect(ours["func decode<T, C>"]?.first?.contains("macOS 14, iOS 17") == true)
  }
}
