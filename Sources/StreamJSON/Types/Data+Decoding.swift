package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension Data: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool {
    if case .base64 = decoder.strategies.data { false } else { true }
  }

  /// Decodes data with the data strategy.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Data {
    let kind = decoder.storage.tape[entry].kind
    if kind == .null { throw decoder.nullFound(Data.self, at: entry) }
    if kind == .foreign, let value = decoder.foreign(Data.self, at: entry) { return value }
    switch decoder.strategies.data {
    case .base64:
      return try base64(decoder, entry)
    case .custom(let decode):
      return try decoder.standing(at: entry) { try decode($0) }
    default:
      return try decoder.standing(at: entry) { try Data(from: $0) }
    }
  }

  private static func base64(_ decoder: DocumentDecoder, _ entry: Int) throws -> Data {
    let tape = decoder.storage.tape
    let word = tape[entry]
    if word.kind == .string || word.kind == .longString, word.flags.isEmpty {
      let (start, end) = tape.byteRange(of: entry)
      if let data = canonicalBase64(decoder.storage.text, from: start, to: end) { return data }
    }
    let string = try decoder.string(at: entry)
    guard let data = Data(base64Encoded: string) else {
      throw decoder.invalidValue(
        "Encountered Data is not valid Base64.",
        expected: "base64 text",
        at: entry
      )
    }
    return data
  }

  /// The data that `start..<end` encodes if it strictly follows RFC 4648.
  ///
  /// Nil leaves it to Foundation, which accepts more, depending on its version.
  private static func canonicalBase64(_ text: JSONText, from start: Int, to end: Int) -> Data? {
    // SAFETY: `count` is the number of bytes that `decode` needs. Inline data has that many, and its buffer is used
    // only within the closure. Otherwise, `bytes` has that many, which are freed here, or used and freed only by the
    // data.
    guard let count = Base64.byteCount(of: text, from: start, to: end) else { return nil }
    guard count > maximumInlineCount else {
      var data = Data(count: count)
      let isValid = unsafe data.withUnsafeMutableBytes { target in
        unsafe Base64.decode(text, from: start, to: end, into: target)
      }
      return isValid ? data : nil
    }
    // Data fills what it allocates with zeros, which takes a tenth of the time.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    guard let address = bytes.baseAddress,
      unsafe Base64.decode(text, from: start, to: end, into: bytes)
    else {
      unsafe bytes.deallocate()
      return nil
    }
    return unsafe Data(
      bytesNoCopy: address,
      count: count,
      deallocator: .custom { address, _ in unsafe address.deallocate() }
    )
  }

  /// Data of at most 14 bytes, somewhat fewer than these, has them without an allocation.
  private static var maximumInlineCount: Int { 16 }
}

extension Collection<UInt8> {
  /// Calls `body` with the bytes as a text; they are not copied if they are contiguous in memory.
  func withText<Result>(_ body: (JSONText) throws -> Result) rethrows -> Result {
    // SAFETY: the bytes are only used within the closures.
    let result = try withContiguousStorageIfAvailable { try unsafe body(JSONText($0)) }
    if let result { return result }
    return try unsafe ContiguousArray(self).withUnsafeBufferPointer { bytes in
      try unsafe body(JSONText(bytes))
    }
  }
}
