/// What `Mirror` exposes of a value and its parts: references that were never meant to be given
/// away.
package struct Reflection {
  /// The class instances, each once.
  package private(set) var objects: [AnyObject] = []

  /// The decoders and containers among all values, classes or not.
  package private(set) var coders: [Any] = []

  private var seen: Set<ObjectIdentifier> = []
  private var budget: Int

  /// Inspects `subject` and its parts, at most `limit` values in all.
  package init(of subject: Any, limit: Int = 200) {
    budget = limit
    visit(subject, depth: 0)
  }

  private mutating func visit(_ value: Any, depth: Int) {
    guard depth < 8, budget > 0 else { return }
    budget -= 1
    if type(of: value) is AnyClass {
      let object = value as AnyObject
      guard seen.insert(ObjectIdentifier(object)).inserted else { return }
      objects.append(object)
    }
    if Self.isCoder(value) { coders.append(value) }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let each = mirror {
      // The elements of a long array are much alike.
      for child in each.children.prefix(16) { visit(child.value, depth: depth + 1) }
      mirror = each.superclassMirror
    }
  }

  /// Whether a model could decode with `value`.
  package static func isCoder(_ value: Any) -> Bool {
    value is any Decoder || value is any KeyedDecodingContainerProtocol
      || value is any UnkeyedDecodingContainer || value is any SingleValueDecodingContainer
  }

  /// Everything that `coder` decodes, if it is a decoder or a container; otherwise nil.
  package static func tree(of coder: Any) throws -> JSONTree? {
    switch coder {
    case let decoder as any Decoder: return try JSONTree(from: decoder)
    case let single as any SingleValueDecodingContainer: return try single.decode(JSONTree.self)
    case let unkeyed as any UnkeyedDecodingContainer: return try rest(of: unkeyed)
    case let keyed as any KeyedDecodingContainerProtocol: return try members(of: keyed)
    default: return nil
    }
  }

  private static func rest(of container: any UnkeyedDecodingContainer) throws -> JSONTree {
    var container = container
    var elements: [JSONTree] = []
    while !container.isAtEnd { elements.append(try container.decode(JSONTree.self)) }
    return .array(elements)
  }

  private static func members(of keyed: some KeyedDecodingContainerProtocol) throws -> JSONTree {
    // This throws if the container is stale, which `allKeys` cannot do.
    _ = try keyed.superDecoder()
    return .object(
      try keyed.allKeys.map { key in
        JSONTree.Member(
          name: Array(key.stringValue.utf8),
          value: try keyed.decode(JSONTree.self, forKey: key)
        )
      }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    )
  }
}
