import Foundation
import StreamJSONTestSupport

/// Strings as Data.
struct Base64Target: FuzzTarget {
  static let name = "base64"
  static let summary = "base64 strings against JSONDecoder"

  private let pair = DecoderPair()
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  func disagreement(on input: [UInt8]) -> String? {
    pair.disagreement(on: input, as: Data.self)
  }

  func input(from source: inout InputSource) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    let random = source.random.next()
    let count = Int(truncatingIfNeeded: random % (random >> 32 % 8 == 0 ? 80 : 12))
    for _ in 0..<count { text.append(source.random.pick(Self.alphabet)) }
    while text.count % 4 != 1, source.random.next() % 8 > 0 { text.append(UInt8(ascii: "=")) }
    text.append(UInt8(ascii: "\""))
    guard source.random.next() % 3 == 0, text.count > 2 else { return text }
    let place = Int.random(in: 1..<(text.count - 1), using: &source.random)
    switch source.random.next() % 6 {
    case 0: text[place] = source.random.pick(Array("=-_ \n\\,.".utf8))
    case 1: text.insert(contentsOf: "\\u0041".utf8, at: place)
    case 2: text.insert(contentsOf: "\\/".utf8, at: place)
    case 3: text.remove(at: place)
    case 4: text[place] = UInt8(truncatingIfNeeded: source.random.next())
    default: text.insert(UInt8(ascii: "="), at: place)
    }
    return text
  }
}
