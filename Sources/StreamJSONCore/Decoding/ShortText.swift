/// A copy of a short text, of which errors make what they say when somebody asks.
///
/// It is scanned once more then. Where a text of a few bytes is tried and refused, finding out what its
/// error says, and keeping that, took longer than everything else together.
///
/// `@unchecked Sendable`: nothing of it changes.
final class ShortText: TextOfErrors, ErrorDetails, @unchecked Sendable {
  private let bytes: ByteArena
  private let settings: ScanSettings
  private let errorsShowValues: Bool

  /// As much as may be kept of a text for each of its errors; less than what they would say.
  private static let maximumByteCount = 256

  /// Copies the text of `document`, which is scanned with `settings`; nil if it is not short, not all
  /// that there is, or if its bytes are not those that were decoded.
  init?(_ document: Document, _ settings: ScanSettings) {
    let text = document.text
    guard text.count <= Self.maximumByteCount, document.isWhole else { return nil }
    var bytes = ByteArena(capacity: text.count)
    bytes.append(text, from: 0, to: text.count)
    self.bytes = bytes
    self.settings = settings
    errorsShowValues = document.errorsShowValues
  }

  /// As above, for a document whose text is well-formed by whatever settings.
  convenience init?(scanned document: Document) {
    let (text, tape) = (document.text, document.tape)
    guard document.storage.outermost == Tape.root, tape.count > Tape.root else { return nil }
    let root = tape[Tape.root]
    // An object without braces was assumed.
    if root.kind == .object {
      guard root.offset < text.count, text[root.offset] == UInt8(ascii: "{") else { return nil }
    }
    self.init(document, ScanSettings(dialect: document.dialect))
  }

  override func contents(_ make: (Document) -> ErrorContents) -> ErrorContents {
    read { document, _ in make(document) }
  }

  /// What the error of the text says, if it is malformed.
  var contents: ErrorContents {
    read { document, fault in
      fault.map { document.contents(for: $0) } ?? ErrorContents(finding: .malformedText)
    }
  }

  private func read(_ make: (Document, InputFault?) -> ErrorContents) -> ErrorContents {
    let document = Document()
    document.errorsShowValues = errorsShowValues
    document.text = bytes.text
    var fault: InputFault?
    do throws(InputFault) {
      try document.scan(settings)
    } catch {
      fault = error
    }
    return make(document, fault)
  }
}

/// How a text is scanned; by default so that whatever is well-formed by other settings is so here.
struct ScanSettings {
  let dialect: any Dialect.Type
  var maximumDepth = Int.max
  var allowsTrailingComma = true
  var assumesObject = false
}

extension DecodingOptions {
  @inline(__always)
  var scanSettings: ScanSettings {
    ScanSettings(
      dialect: dialect,
      maximumDepth: limits.maximumDepth,
      allowsTrailingComma: allowsTrailingComma,
      assumesObject: assumesTopLevelDictionary
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
    // Written back on either way out: growing the tape frees its old storage.
    defer { self.tape = tape }
    try dialect.scanWhole(
      with: &scanner,
      text,
      into: &tape,
      assumesObject: settings.assumesObject
    )
  }
}
