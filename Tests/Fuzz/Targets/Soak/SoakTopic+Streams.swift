import Foundation
import StreamJSON
import StreamJSONTestSupport

extension SoakTopic {
  /// Streams in every framing, some of which break off.
  static let streams = decoding("streams") { decoder, round, random in
    let framings: [JSONFraming] = [
      .lines, .concatenated, .arrayElements(), .arrayElements(at: "/list"), .textSequence,
      .serverSentEvents(), .objectMembers(),
    ]
    let values = (0..<6).map { #"{"id":\#(round + $0),"name":"n \#(round)"}"# }
    let framing = framings[round % framings.count]
    let bytes: [UInt8]
    switch framing {
    case .lines, .concatenated: bytes = Array(values.joined(separator: "\n").utf8)
    case .textSequence: bytes = Array(values.map { "\u{1E}\($0)\n" }.joined().utf8)
    case .serverSentEvents: bytes = Array(values.map { "data: \($0)\n\n" }.joined().utf8)
    case .objectMembers: bytes = Array("{\"n\(round)\":\(values[0])}".utf8)
    default: bytes = Array("{\"list\":[\(values.joined(separator: ","))]}".utf8)
    }
    let stream = decoder.makeStream(of: Record.self, framing: framing)
    let size = Int(random.next() % 60) + 1
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        try stream.append(bytes[start..<min(start + size, bytes.count)]) { _ in }
        if round % 5 == 0 { _ = try? stream.partialValue() }
      }
      if round % 4 > 0 { try stream.finish { _ in } }
    } catch {
      // An object where an array is expected, and other mismatches; they leave no more behind.
    }
  }

  /// Files, read to the end or not.
  static let files = SoakTopic(name: "files") {
    let file = LineFile()
    let decoder = StreamJSONDecoder()
    return { round in
      let results = decoder.results(of: Record.self, inFileAt: file.url, framing: .lines)
      for (number, _) in results.enumerated() where number > round % 300 { break }
    }
  }
}

/// A file of good and bad lines that exists for as long as this object does.
private final class LineFile: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "streamjson-soak-\(UUID().uuidString)")

  init() {
    let lines = (0..<200).map { #"{"id":\#($0),"name":"line \#($0)"}"# } + ["{", "{\"id\":[]}"]
    try? Data(lines.joined(separator: "\n").utf8).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
