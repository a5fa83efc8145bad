package import StreamJSONCore

extension DecodingOptions {
  /// The default settings, but for those that are passed.
  package convenience init(
    keyConversion: KeyConversion = .none,
    nonConformingFloats: NonConformingFloats? = nil,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    duplicateKeyPolicy: JSONDuplicateKeyPolicy = .useFirst,
    validation: JSONValidation = .compatible,
    limits: JSONLimits = JSONLimits(),
    language: Language = .rfc8259,
    showsValuesInErrors: Bool = false
  ) {
    self.init(
      keyConversion: keyConversion,
      nonConformingFloats: nonConformingFloats,
      userInfo: userInfo,
      duplicateKeyPolicy: duplicateKeyPolicy,
      validation: validation,
      limits: limits,
      language: language,
      assumesTopLevelDictionary: false,
      showsValuesInErrors: showsValuesInErrors,
      unknownObjectConversion: nil,
      strategies: nil
    )
  }
}
