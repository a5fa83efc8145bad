/// A copy of a short text that is malformed, from which its error makes its details on demand.
///
/// The copy is then scanned once more. When a text of a few bytes was tried and rejected, making the details
/// of its error and keeping them took longer than everything else together.
///
/// `@unchecked Sendable`: it never changes.
final class RescannedText: ErrorDetails, @unchecked Sendable {
  // An array, because memory of another kind takes several times as long to get.
  private let bytes: [UInt8]
  private let settings: ScanSettings

  /// The largest text that may be kept for each of its errors; it takes less memory than their details would.
  static let maximumByteCount = 256

  /// Copies `text`, which is whole and was scanned with `settings`; nil if it is not short.
  init?(_ text: JSONText, _ settings: ScanSettings) {
    guard text.count <= Self.maximumByteCount else { return nil }
    bytes = text.bytes
    self.settings = settings
  }

  var contents: ErrorContents { settings.malformedContents(ofTextOf: bytes) }
}

extension Dialect {
  static func contents(of text: InlineText) -> ErrorContents {
    let settings = ScanSettings(
      dialect: self,
      allowsTrailingComma: text.allowsTrailingComma,
      assumesObject: text.assumesObject,
      showsValuesInErrors: text.showsValuesInErrors
    )
    return settings.malformedContents(ofTextOf: text.bytes.array)
  }
}

extension ScanSettings {
  /// A copy of `text`, which must be short enough.
  @inline(__always)
  func inlineText(_ text: JSONText) -> InlineText {
    InlineText(
      bytes: InlineText.Bytes(text),
      allowsTrailingComma: allowsTrailingComma,
      assumesObject: assumesObject,
      showsValuesInErrors: showsValuesInErrors,
      scanner: dialect
    )
  }

  /// A document of `bytes`, scanned with these settings, and its fault, if any.
  @inline(never)
  func document(ofTextOf bytes: [UInt8]) -> (document: Document, fault: InputFault?) {
    var copy = ByteArena(capacity: bytes.count)
    for byte in bytes { copy.append(byte) }
    let document = Document()
    document.showsValuesInErrors = showsValuesInErrors
    document.own(copy)
    do throws(InputFault) {
      try document.storage.scan(self)
      return (document, nil)
    } catch {
      return (document, error)
    }
  }

  /// What the error of `bytes`, which are malformed, says.
  @inline(never)
  func malformedContents(ofTextOf bytes: [UInt8]) -> ErrorContents {
    let (document, fault) = document(ofTextOf: bytes)
    return fault.map { document.contents(for: $0) } ?? ErrorContents(finding: .malformedText)
  }
}

extension Document {
  /// Whether a copy of the text, which is well-formed, is enough to describe its values, whatever settings it
  /// is scanned with: the text is not part of anything else, and no object without braces was assumed.
  var isScannedAlone: Bool {
    guard isWhole, storage.outermost == Tape.root, tape.count > Tape.root else { return false }
    let root = tape[Tape.root]
    return root.kind != .object
      || root.offset < text.count && text[root.offset] == UInt8(ascii: "{")
  }
}
