import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// The strategies for types that the core does not know.
final class Strategies: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy

  /// The date strategy without what some cases carry, which would be retained for each date.
  let dateForm: DateForm

  enum DateForm {
    case deferred, seconds, milliseconds, iso8601, other
  }

  init(date: JSONDecoder.DateDecodingStrategy, data: JSONDecoder.DataDecodingStrategy) {
    self.date = date
    self.data = data
    dateForm =
      switch date {
      case .deferredToDate: .deferred
      case .secondsSince1970: .seconds
      case .millisecondsSince1970: .milliseconds
      case .iso8601: .iso8601
      default: .other
      }
  }

  static let standard = Strategies(date: .deferredToDate, data: .base64)
}

extension DocumentDecoder {
  /// The strategies of the `StreamJSONDecoder` that this decoder works for.
  var strategies: Strategies {
    guard let strategies = options.strategies else { return .standard }
    // SAFETY: options that have strategies are made by `StreamJSONDecoder` alone. (A checked cast
    // takes 2.7 % more instructions for an array of ISO 8601 dates.)
    return unsafe unsafeDowncast(strategies, to: Strategies.self)
  }
}

extension StreamJSONDecoder {
  var nonConformingFloats: DecodingOptions.NonConformingFloats? {
    switch nonConformingFloatDecodingStrategy {
    case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
      (positiveInfinity, negativeInfinity, nan)
    case .throw: nil
    @unknown default: nil
    }
  }

  var keyConversion: DecodingOptions.KeyConversion {
    switch keyDecodingStrategy {
    case .useDefaultKeys: .none
    case .convertFromSnakeCase: .name(SnakeCase.conversion)
    case .custom(let conversion): .path { path, _ in conversion(path).stringValue }
    @unknown default: .none
    }
  }
}

/// `convertFromSnakeCase`: `one_two_three` becomes `oneTwoThree`.
enum SnakeCase {
  /// What decoders are given: one for all, so that they can share what they have converted.
  static let conversion = DecodingOptions.NameConversion { convert($0) }

  /// Converts `name` as JSONDecoder does.
  ///
  /// Underscores at both ends stay; the first word becomes lower case, the others capitalized; a
  /// name without an inner underscore stays as it is. These are the String operations that JSONDecoder
  /// uses; most names are converted only once, so their speed hardly matters.
  static func convert(_ name: String) -> String {
    // Characters compared as Characters are normalized first, which takes time that grows with the
    // square of their combining marks.
    let isUnderscore = { (character: Character) in character.utf8.elementsEqual("_".utf8) }
    guard let start = name.firstIndex(where: { !isUnderscore($0) }),
      let last = name.lastIndex(where: { !isUnderscore($0) })
    else { return name }
    let words = name[start...last].split(whereSeparator: isUnderscore)
    guard words.count > 1, let first = words.first else { return name }
    var result = String(name[..<start])
    result += first.lowercased()
    for word in words.dropFirst() { result += word.capitalized }
    result += name[name.index(after: last)...]
    return result
  }
}
