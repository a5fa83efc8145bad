package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension URL: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a URL from a string.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> URL {
    let kind = decoder.storage.tape[entry].kind
    if kind == .null { throw decoder.nullFound(URL.self, at: entry) }
    if kind == .foreign, let value = decoder.foreign(URL.self, at: entry) { return value }
    let string = try decoder.string(at: entry)
    guard let url = URL(string: string) else {
      throw decoder.invalidValue("Invalid URL string.", expected: "a URL", at: entry)
    }
    return url
  }
}
