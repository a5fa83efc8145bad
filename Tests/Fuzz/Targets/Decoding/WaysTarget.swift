import StreamJSON
import StreamJSONTestSupport

/// A stream in one pushed chunk, and the same stream taken in every other way.
///
/// The first two bytes of an input choose the framing and the limits, the rest is the stream.
struct WaysTarget: FuzzTarget {
  static let name = "ways"
  static let summary = "streams pushed, pulled, and from memory, files, pipes, tasks, and ranges"

  func disagreement(on input: [UInt8]) -> String? {
    let choice = input.first ?? 0
    let bytes = Array(input.dropFirst(2))
    var random = SeededGenerator(seed: hash(of: input))
    let decoder = StreamJSONDecoder()
    let limit = Int(random.next() % UInt64(bytes.count + 2))
    switch input.dropFirst().first.map({ $0 & 7 }) {
    case 1: decoder.limits.maximumByteCount = limit
    case 2: decoder.limits.maximumElementByteCount = limit
    case 3: decoder.validation = .strict
    default: break
    }
    let stream = StreamCase(bytes, Self.framing(choice), decoder)
    // Some ways need other tasks, for which a thread must be free. In a test, this one is all that there may be.
    // SAFETY: the task is not used.
    let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
    let ways = StreamWay.allCases.filter { !$0.needsThreads || !isInTask }
    let size = Int(random.pick([1, 2, 7, 40, 255, 256, 257, 1000] as [UInt64]))
    let cuts = Chunks.random(bytes, seed: random.next(), largest: size).cuts
    let chosen = (0..<5).map { _ in random.pick(ways) }
    let outcome = Locked<String?>(nil)
    let kind = random.next() % 4
    SteppedExecutor.run {
      do {
        let found =
          switch (kind, stream.framing) {
          case (0, .serverSentEvents):
            try await difference(of: JSONServerSentEvent<JSONTree>.self, in: stream, chosen, cuts)
          case (0, .linesAmongText):
            try await difference(of: JSONValueOrText<JSONTree>.self, in: stream, chosen, cuts)
          case (0, .selections):
            try await difference(of: JSONElement<JSONTree>.self, in: stream, chosen, cuts)
          case (1, _): try await difference(of: Int.self, in: stream, chosen, cuts)
          case (2, _): try await difference(of: String.self, in: stream, chosen, cuts)
          default: try await difference(of: JSONTree.self, in: stream, chosen, cuts)
          }
        outcome.withLock { $0 = found }
      } catch {
        outcome.withLock { $0 = "\(error)" }
      }
    }
    return outcome.withLock { $0 }
  }

  private func difference<T: Decodable & Sendable>(
    of type: T.Type,
    in stream: StreamCase,
    _ ways: [StreamWay],
    _ cuts: [Int]
  ) async throws -> String? {
    let whole = try await stream.outcomes(of: type, taken: .pushed, cutAt: [])
    for way in ways {
      let found = try await stream.difference(of: type, taken: way, cutAt: cuts, from: whole)
      if let found { return found }
    }
    return nil
  }

  private static func framing(_ choice: UInt8) -> JSONFraming {
    if choice & 8 != 0 { return laterFraming(choice) }
    return switch choice & 7 {
    case 0: .arrayElements()
    case 1, 2: .lines
    case 3: .textSequence
    case 4: .concatenated
    case 5: .serverSentEvents()
    case 6: .arrayElements(at: "/a")
    default: .objectMembers()
    }
  }

  private static func laterFraming(_ choice: UInt8) -> JSONFraming {
    switch choice & 7 {
    case 0: .selections(["/*", "/1/a"])
    case 1, 2: .linesAmongText
    case 3: .detected()
    case 4: .separated(by: 0x20)
    case 5: .lengthPrefixed(choice & 16 == 0 ? .line : .headers)
    case 6: .selections(["/a", "/b/*", "/*/0"], endsEarly: choice & 16 == 0)
    default: .lengthPrefixed(choice & 16 == 0 ? .littleEndian : .bigEndian)
    }
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    let choice = UInt8(truncatingIfNeeded: source.random.next())
    if choice & 15 == 13 || choice & 15 == 15 { return lengthPrefixed(choice, &source) }
    let separators: [String]
    switch choice & 7 {
    case 1, 2: separators = ["\n", "\n", "\r\n", "\n\n", " \n"]
    case 3: separators = ["\n\u{1E}", "\u{1E}", "\n"]
    case 4: separators = [" ", "\n", ""]
    case 5:
      separators = ["\n\ndata: ", "\n\ndata:", "\ndata: ", "\n\n", "\r\n\r\ndata: ", "\nid: "]
    default: separators = [",", ", ", ",\n"]
    }
    var bytes: [UInt8] = []
    switch choice & 7 {
    case 0: bytes += "[".utf8
    case 3: bytes += "\u{1E}".utf8
    case 5: bytes += "data: ".utf8
    case 6: bytes += "{\"b\":1,\"a\":[".utf8
    case 7: bytes += "{".utf8
    default: break
    }
    for number in 0...(source.random.next() % 4) {
      if number > 0 { bytes += source.random.pick(separators).utf8 }
      if choice & 7 == 7 { bytes += "\"\(number)\":".utf8 }
      bytes += record(&source)
    }
    switch choice & 7 {
    case 0: bytes += "]".utf8
    case 6: bytes += "]}".utf8
    case 7: bytes += "}".utf8
    default: if source.random.next() % 2 == 0 { bytes += source.random.pick(separators).utf8 }
    }
    if source.random.next() % 4 == 0 { bytes = source.variant(of: bytes) }
    return [choice, UInt8(truncatingIfNeeded: source.random.next())] + bytes
  }

  /// Records after their lengths, some of which are wrong.
  private func lengthPrefixed(_ choice: UInt8, _ source: inout InputSource) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...(source.random.next() % 3) {
      let record = record(&source)
      var count = record.count
      if source.random.next() % 8 == 0 { count += Int(source.random.next() % 5) - 2 }
      switch Self.laterFraming(choice) {
      case .lengthPrefixed(.line): bytes += "\(count)\n".utf8
      case .lengthPrefixed(.headers):
        let other = source.random.pick(["", "A: b\r\n", "\n", "Content-Length: 1\n"])
        bytes += "\(other)Content-Length: \(count)\r\n\r\n".utf8
      default:
        let digits = (0..<4).map { UInt8(truncatingIfNeeded: max(0, count) >> (8 * $0)) }
        bytes += choice & 16 == 0 ? digits : digits.reversed()
      }
      bytes += record
    }
    if source.random.next() % 4 == 0 { bytes = source.variant(of: bytes) }
    return [choice, UInt8(truncatingIfNeeded: source.random.next())] + bytes
  }

  /// A small text, or one that is longer than the collected bytes of short chunks.
  private func record(_ source: inout InputSource) -> [UInt8] {
    let count = Int(200 + source.random.next() % 500)
    switch source.random.next() % 5 {
    case 0: return Array("\"".utf8) + [UInt8](repeating: 0x78, count: count) + Array("\"".utf8)
    case 1: return [UInt8](repeating: 0x37, count: count)
    case 2: return Array("[1]".utf8) + [UInt8](repeating: 0x20, count: count) + source.smallText()
    default: return source.smallText().filter { $0 != 0x0A || source.random.next() % 8 == 0 }
    }
  }
}
