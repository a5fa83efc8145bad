import Foundation
import StreamJSON

extension BenchCase {
  /// A case that decodes the elements of `document`, an array, from chunks of `chunkSize` bytes.
  ///
  /// It is compared with JSONDecoder, which needs all of the text at once.
  static func stream<Element: Decodable & Equatable & SendableMetatype>(
    _ document: Document,
    of element: Element.Type,
    chunkSize: Int,
    name: String
  ) -> BenchCase {
    BenchCase(suite: "stream", name: name) {
      let bytes = try document.bytes()
      let data = Data(bytes)
      let chunks = ChunkedText(bytes, size: chunkSize)
      return PreparedCase(
        byteCount: bytes.count,
        foundation: decoding([Element].self, from: data, with: JSONDecoder()),
        streamJSON: Contender { iterations in
          for _ in 0..<iterations { try chunks.push(framing: .arrayElements(), of: element) }
        },
        check: {
          let expected = try JSONDecoder().decode([Element].self, from: data)
          var actual: [Element] = []
          try chunks.push(framing: .arrayElements(), of: element) { actual.append($0) }
          guard expected == actual else {
            throw BenchFailure("the stream gives different elements")
          }
          return CheckedCase(modelAllocations: ModelAllocations.count(of: expected))
        }
      )
    }
  }

  /// A case that decodes `document`, an array, as a whole, for comparison with the streams.
  static func whole<Element: Decodable & Equatable & SendableMetatype>(
    _ document: Document,
    of element: Element.Type,
    name: String
  ) -> BenchCase {
    let decode = decode(suite: "stream", document, as: [Element].self)
    return BenchCase(suite: "stream", name: name, prepare: decode.prepare)
  }

  /// A case that decodes the elements of `document`, an array of flat objects, one per line.
  ///
  /// It is compared with JSONDecoder, called for each line.
  static func lines<Element: Decodable & Equatable & SendableMetatype>(
    _ document: Document,
    of element: Element.Type,
    chunkSize: Int,
    name: String
  ) -> BenchCase {
    BenchCase(suite: "stream", name: name) {
      let text = try document.bytes()
      let expected = try JSONDecoder().decode([Element].self, from: Data(text))
      let lines = text.dropFirst().dropLast().split(separator: UInt8(ascii: "}")).map { line in
        Data(line.drop { $0 == UInt8(ascii: ",") } + [UInt8(ascii: "}")])
      }
      let bytes = Array(lines.map { $0 + [0x0A] }.joined())
      let chunks = ChunkedText(bytes, size: chunkSize)
      return PreparedCase(
        byteCount: bytes.count,
        foundation: Contender { iterations in
          let decoder = JSONDecoder()
          for _ in 0..<iterations {
            for line in lines { blackHole(try decoder.decode(element, from: line)) }
          }
        },
        streamJSON: Contender { iterations in
          for _ in 0..<iterations { try chunks.push(framing: .lines, of: element) }
        },
        check: {
          var actual: [Element] = []
          try chunks.push(framing: .lines, of: element) { actual.append($0) }
          guard expected == actual else {
            throw BenchFailure("the stream gives different elements")
          }
          return CheckedCase(modelAllocations: ModelAllocations.count(of: expected))
        }
      )
    }
  }
}

/// A text and the size of the chunks that it arrives in.
struct ChunkedText {
  let bytes: [UInt8]
  let size: Int

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  /// Pushes the chunks into a new stream.
  func push<Element: Decodable>(
    framing: JSONFraming,
    of element: Element.Type,
    _ body: (consuming Element) throws -> Void = { blackHole($0) }
  ) throws {
    let stream = StreamJSONDecoder().makeStream(of: element, framing: framing)
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + size, bytes.count)
      try stream.append(bytes[offset..<end], forEach: body)
      offset = end
    }
    try stream.finish(forEach: body)
  }

  /// Pushes the chunks into a new stream that hands over several values at a time.
  func pushBatches<Element: Decodable>(
    framing: JSONFraming,
    of element: Element.Type
  ) throws {
    let stream = StreamJSONDecoder().makeStream(of: element, framing: framing)
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + size, bytes.count)
      try stream.appendBatches(bytes[offset..<end]) { blackHole($0) }
      offset = end
    }
    try stream.finishBatches { blackHole($0) }
  }
}
