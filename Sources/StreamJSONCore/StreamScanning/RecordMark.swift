/// The byte at which a stream can be divided, because wherever it is, it separates two records or begins one.
package struct RecordMark: Sendable {
  fileprivate let byte: UInt8

  /// How many bytes before an offset have to be known to tell whether a record begins there: none if the mark belongs
  /// to the record after it.
  package fileprivate(set) var precedingByteCount = 0

  /// How many bytes of `text` come before the first record that begins in it, or just after it; nil
  /// if none does.
  ///
  /// - Complexity: O(bytes before the mark).
  package func byteCountBeforeRecord(in text: JSONText) -> Int? {
    let offset = text.firstOffset(of: byte, from: 0)
    return offset < text.count ? offset + precedingByteCount : nil
  }
}

extension JSONFraming {
  /// The byte at which streams in this framing can be divided; nil if there is none.
  ///
  /// Where a record begins, and which values and errors it has, does not depend on the records before it, so
  /// each part can be decoded on its own.
  package var recordMark: RecordMark? {
    switch self {
    case .lines: RecordMark(byte: 0x0A, precedingByteCount: 1)
    case .textSequence: RecordMark(byte: 0x1E)
    case .arrayElements, .objectMembers, .concatenated, .serverSentEvents: nil
    }
  }
}
