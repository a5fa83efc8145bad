import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

extension StreamJSONDecoder {
  /// The current settings; made anew only after a change.
  func makeOptions() -> DecodingOptions {
    let count = changeCount.current
    // A subclass may have other defaults.
    guard count != 0 || type(of: self) != StreamJSONDecoder.self else { return .standard }
    if let known = state.withLock({ $0.options }) { return known }
    let options = readOptions()
    // Another thread may have changed a setting while they were read one by one.
    state.withLock {
      if changeCount.current == count { $0.options = options }
    }
    return options
  }

  fileprivate func readOptions() -> DecodingOptions {
    var (allowsJSON5, assumesTopLevelDictionary) = (false, false)
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      allowsJSON5 = self.allowsJSON5
      assumesTopLevelDictionary = self.assumesTopLevelDictionary
    }
    return DecodingOptions(
      keyConversion: keyConversion,
      nonConformingFloats: nonConformingFloats,
      userInfo: userInfo,
      duplicateKeyPolicy: duplicateKeyPolicy,
      validation: validation,
      limits: limits,
      language: allowsJSON5 ? .json5 : .rfc8259,
      assumesTopLevelDictionary: assumesTopLevelDictionary,
      showsValuesInErrors: showsValuesInErrors,
      strategies: Strategies(date: dateDecodingStrategy, data: dataDecodingStrategy)
    )
  }
}

extension DecodingOptions {
  /// The options of a decoder with the default settings.
  static let standard = StreamJSONDecoder().readOptions()
}

extension StreamJSONDecoder {
  fileprivate var nonConformingFloats: DecodingOptions.NonConformingFloats? {
    switch nonConformingFloatDecodingStrategy {
    case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
      (positiveInfinity, negativeInfinity, nan)
    case .throw: nil
    @unknown default: nil
    }
  }

  fileprivate var keyConversion: DecodingOptions.KeyConversion {
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
  /// The conversion that all decoders are given, so that they can share the names that they have converted.
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
