import Foundation

/// What the Foundation of Swift 6.2 does differently from that of Swift 6.3, which the comparisons describe.
///
/// All of it concerns dictionaries such as `[String: Int]`; the article Differences lists it. If the tests run with the
/// older Foundation, they leave what differs out of the comparison.
package enum OlderFoundation {
  /// Whether the older Foundation is in use.
  ///
  /// Its coding paths have a different key type where the newer one has the standard library's.
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

  /// The message about a null in place of an object, as the newer Foundation words it.
  package static func newer(_ text: String) -> String {
    guard isHere else { return text }
    return text.replacingOccurrences(
      of: "Cannot get value of type Dictionary<String, Any> -- found null value instead",
      with: "Cannot get keyed decoding container -- found null value instead"
    )
  }
}
