import Foundation
import StreamJSONTestSupport

/// Models that ask for keys in any order, several times, over objects with duplicate, unknown and
/// similar names.
///
/// An input is a line of requests, a line feed, and a text. The first byte of the line chooses the
/// type of the keys; each further byte chooses a key and what to ask about it.
struct KeysTarget: FuzzTarget {
  static let name = "keys"
  static let summary = "keys in any order, among duplicate and similar names, with both decoders"

  private let pairs = DecoderPair.assortment()

  func disagreement(on input: [UInt8]) -> String? {
    let cut = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.count
    let requests = Array(input[..<cut])
    let text = Array(input[min(cut + 1, input.count)...])
    let pair = pairs[requests.first.map { Int($0 >> 4) % 16 == 0 ? 1 : 0 } ?? 0]
    return pair.disagreement(on: text, requests: requests)
  }

  func input(from source: inout InputSource) -> [UInt8] {
    var random = source.random
    defer { source.random = random }
    let isWide = random.next() % 4 == 0
    let pool = isWide ? 96 : Int.random(in: 1...20, using: &random)
    var bytes: [UInt8] = [UInt8(truncatingIfNeeded: random.next())]
    let isOrdered = random.next() % 2 == 0
    for number in 0..<Int.random(in: 1...(isWide ? 90 : 14), using: &random) {
      let key =
        isOrdered && random.next() % 8 > 0 ? number : Int.random(in: 0..<pool, using: &random)
      let action = random.next() % 4 == 0 ? Int(truncatingIfNeeded: random.next() % 2) : 0
      bytes.append(UInt8(truncatingIfNeeded: key % 96 + action * 96 + 0x20))
    }
    var writer = TextWriter()
    writer.write(bytes)
    writer.write("\n{".utf8)
    for number in 0..<Int.random(in: 0...(isWide ? 110 : 16), using: &random) {
      if number > 0 { writer.write(",".utf8) }
      writer.space(&random)
      let key =
        isOrdered && random.next() % 8 > 0 ? number : Int.random(in: 0..<pool, using: &random)
      writer.string(Array(KeyNames.spelling(key, &random).utf8))
      writer.write(":".utf8)
      if random.next() % 24 == 0 {
        writer.value(&random, depth: 2)
      } else {
        writer.write("\(number)".utf8)
      }
    }
    writer.write("}".utf8)
    return random.next() % 16 == 0 ? source.variant(of: writer.bytes) : writer.bytes
  }
}

extension DecoderPair {
  /// What both answer to `requests` about the object in `text`, or nil if that is the same.
  fileprivate func disagreement(on text: [UInt8], requests: [UInt8]) -> String? {
    switch (requests.first ?? 0) & 7 {
    case 4: disagreement(on: text, requests.dropFirst(), LoadedKey.self)
    case 0: disagreement(on: text, requests.dropFirst(), WideKey.self)
    case 1: disagreement(on: text, requests.dropFirst(), AnyKey.self)
    default: disagreement(on: text, requests.dropFirst(), FewKey.self)
    }
  }

  private func disagreement<Key: FuzzKey>(
    on text: [UInt8],
    _ requests: ArraySlice<UInt8>,
    _ type: Key.Type
  ) -> String? {
    run.requests = requests
    run.log.clear()
    let our = decodeWithOurs(KeyedModel<Key>.self, text)
    let ourLog = run.log
    if KnownDifferences.endsTheirProcess(text) { return nil }
    run.log.clear()
    let their = outcome { try theirs.decode(KeyedModel<Key>.self, from: Data(text)) }
    let theirLog = run.log
    let isSame = KnownDifferences.areAlike(our, their, dictionaries: Record.dictionaries)
    if isSame && ourLog == theirLog || KnownDifferences.explain(text) { return nil }
    return """
      \(Key.self), keys \(requests.map { Key(request: $0).stringValue })
      JSONDecoder: \(their) \(theirLog)
      ours: \(our) \(ourLog)
      """
  }
}
