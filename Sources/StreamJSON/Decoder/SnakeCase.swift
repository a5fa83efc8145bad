import Foundation

/// `convertFromSnakeCase`: `one_two_three` becomes `oneTwoThree`.
enum SnakeCase {
  /// Converts `name` as JSONDecoder does: underscores at both ends stay; the first word becomes
  /// lower case, the others capitalised; a name without an inner underscore stays as it is.
  static func convert(_ name: String) -> String {
    guard let start = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[start...last].split(separator: "_")
    guard words.count > 1, let first = words.first else { return name }
    var result = String(name[..<start])
    result += first.lowercased()
    for word in words.dropFirst() { result += word.capitalized }
    result += name[name.index(after: last)...]
    return result
  }
}
