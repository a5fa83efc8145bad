/// Scans tiny texts in `Language` once more.
private enum InlineTexts<Language: Dialect>: InlineTextScanner {
  static func contents(of text: InlineText) -> ErrorContents {
    let (settings, showsValuesInErrors) = ScanSettings.unpacked(text.settings, Language.self)
    return settings.malformedContents(
      ofTextOf: text.bytes.array,
      showsValuesInErrors: showsValuesInErrors
    )
  }
}

extension ScanSettings {
  /// A copy of `text`, which must be short enough.
  @inline(__always)
  func inlineText(_ text: JSONText, showsValuesInErrors: Bool) -> InlineText {
    InlineText(
      bytes: TinyBytes(text),
      settings: packed(showsValuesInErrors: showsValuesInErrors),
      // Usually it is this one, which need not be looked up.
      reader: dialect == StandardJSON.self ? InlineTexts<StandardJSON>.self : Self.reader(dialect)
    )
  }

  private static func reader<Language: Dialect>(
    _ dialect: Language.Type
  ) -> any InlineTextScanner.Type {
    InlineTexts<Language>.self
  }

  /// All settings but the dialect, in one number, and whether errors show values.
  @inline(__always)
  private func packed(showsValuesInErrors: Bool) -> UInt16 {
    // No tiny text is nested more deeply.
    let depth = UInt16(truncatingIfNeeded: min(max(maximumDepth, 0), 0xFF))
    return depth &<< 8 | (allowsTrailingComma ? 1 : 0) | (assumesObject ? 2 : 0)
      | (showsValuesInErrors ? 4 : 0)
  }

  fileprivate static func unpacked(
    _ packed: UInt16,
    _ dialect: any Dialect.Type
  ) -> (ScanSettings, showsValuesInErrors: Bool) {
    let settings = ScanSettings(
      dialect: dialect,
      maximumDepth: Int(packed >> 8),
      allowsTrailingComma: packed & 1 != 0,
      assumesObject: packed & 2 != 0
    )
    return (settings, packed & 4 != 0)
  }
}
