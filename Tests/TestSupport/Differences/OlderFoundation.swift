import Foundation

/// What the Foundation of Swift 6.2 does in another way than that of Swift 6.3, which the comparisons describe.
///
/// All of it is about dictionaries such as `[String: Int]`; the article Differences lists it. Where the tests
/// run with the older one, they compare without what differs.
package enum OlderFoundation {
  /// Whether the Foundation at hand is the older one.
  ///
  /// Its coding paths have a key type of its own where the newer one has the standard library's.
  package static let isHere: Bool = {
    do {
      _ = try JSONDecoder().decode([String: Int].self, from: Data(#"{"a":""}"#.utf8))
    } catch DecodingError.typeMismatch(_, let context) {
      return context.codingPath.first.map { !isDictionaryKey(String(reflecting: type(of: $0))) }
        ?? false
    } catch {}
    return false
  }()

  /// Whether the name is that of the key type of the standard library's dictionaries.
  static func isDictionaryKey(_ typeName: String) -> Bool {
    typeName == "Swift._DictionaryCodingKey"
  }

  /// What is said of a null in place of an object, as the newer one says it.
  package static func newer(_ text: String) -> String {
    guard isHere else { return text }
    return text.replacingOccurrences(
      of: "Cannot get value of type Dictionary<String, Any> -- found null value instead",
      with: "Cannot get keyed decoding container -- found null value instead"
    )
  }
}
