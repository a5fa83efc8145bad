package import Foundation
package import StreamJSONCore

extension URL: DirectlyDecodable {
  /// Decodes a URL from a string.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> URL {
    if decoder.view.tape[entry].kind == .null { throw decoder.nullFound(URL.self, at: entry) }
    let string = try decoder.string(at: entry)
    guard let url = URL(string: string) else {
      throw decoder.invalidValue("Invalid URL string.", expected: "a URL", at: entry)
    }
    return url
  }
}
