package import Foundation
package import StreamJSONCore

extension Data: DirectlyDecodable {
  /// Decodes data by the data strategy.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Data {
    switch decoder.strategies.data {
    case .deferredToData:
      return try decoder.standing(at: entry) { try Data(from: $0) }
    case .base64:
      let string = try decoder.string(at: entry)
      guard let data = Data(base64Encoded: string) else {
        throw decoder.invalidValue(
          "Encountered Data is not valid Base64.", expected: "base64 text", at: entry)
      }
      return data
    case .custom(let decode):
      return try decoder.standing(at: entry) { try decode($0) }
    @unknown default:
      return try decoder.standing(at: entry) { try Data(from: $0) }
    }
  }
}
