package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension UUID: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a UUID from a string, with the errors of UUID's `init(from:)`.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> UUID {
    let tape = decoder.storage.tape
    let word = tape[entry]
    if word.kind == .string, word.flags.isEmpty {
      let (start, end) = tape.byteRange(of: entry)
      if let (upper, lower) = decoder.storage.text.uuid(from: start, to: end) {
        return UUID(upper, lower)
      }
    }
    guard let uuid = UUID(uuidString: try decoder.string(at: entry)) else {
      throw decoder.invalidValue(
        "Attempted to decode UUID from invalid UUID string.",
        expected: "a UUID",
        at: entry
      )
    }
    return uuid
  }

  /// The UUID whose first byte is the highest one of `upper`.
  private init(_ upper: UInt64, _ lower: UInt64) {
    func byte(_ half: UInt64, _ position: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half &>> (56 &- 8 &* position))
    }
    self.init(
      uuid: (
        byte(upper, 0), byte(upper, 1), byte(upper, 2), byte(upper, 3),
        byte(upper, 4), byte(upper, 5), byte(upper, 6), byte(upper, 7),
        byte(lower, 0), byte(lower, 1), byte(lower, 2), byte(lower, 3),
        byte(lower, 4), byte(lower, 5), byte(lower, 6), byte(lower, 7)
      )
    )
  }
}
