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
  /// Those of a decoder with the default settings.
  static let standard = StreamJSONDecoder().readOptions()
}
