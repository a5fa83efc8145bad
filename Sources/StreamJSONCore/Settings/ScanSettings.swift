/// How a text is scanned; by default, anything that is well-formed under other settings is well-formed, too.
struct ScanSettings {
  let dialect: any Dialect.Type
  var maximumDepth = Int.max
  var allowsTrailingComma = true
  var assumesObject = false
  /// Whether errors say which values they found.
  var showsValuesInErrors = false
}

extension DecodingOptions {
  @inline(__always)
  var scanSettings: ScanSettings {
    ScanSettings(
      dialect: dialect,
      maximumDepth: limits.maximumDepth,
      allowsTrailingComma: allowsTrailingComma,
      assumesObject: assumesTopLevelDictionary,
      showsValuesInErrors: showsValuesInErrors
    )
  }
}

extension Document {
  /// Scans the document's text, all of which is one JSON text, onto its tape.
  @inline(__always)
  func scan(_ settings: ScanSettings) throws(InputFault) {
    var scanner = Scanner(
      maximumDepth: settings.maximumDepth,
      allowsTrailingComma: settings.allowsTrailingComma,
      leads: storage.leads(forTextOf: text.count)
    )
    let dialect = settings.dialect
    self.dialect = dialect
    // The tape is taken out while being written to, so that the scanner has exclusive access.
    var tape = tape
    // It is written back on every way out, because growing the tape frees its old storage.
    defer { self.tape = tape }
    try dialect.scanWhole(
      with: &scanner,
      text,
      into: &tape,
      assumesObject: settings.assumesObject
    )
  }
}
