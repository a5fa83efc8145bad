import StreamJSON
import StreamJSONTestSupport

extension Player {
  /// Reads an asynchronous stream whose task is canceled on the way.
  ///
  /// The part of a record that has arrived must not be taken for a whole record, nor for a bad one.
  static func readAsynchronously(_ scene: StreamScene, _ random: inout SeededGenerator) {
    let isNumbers = random.next() % 2 == 0
    let framing: JSONFraming = random.pick([.lines, .concatenated, .arrayElements()])
    let bytes = isNumbers ? numbers(scene, framing) : stream(scene, framing, &random)
    let size = Int(random.next() % 12) + 1
    let chunks = stride(from: 0, to: bytes.count, by: size).map { start in
      Array(bytes[start..<min(start + size, bytes.count)])
    }
    let source = CanceledSource(
      chunks: chunks,
      canceledAt: Int(random.next() % UInt64(chunks.count * 2)),
      ending: random.pick(CanceledSource.Ending.allCases)
    )
    let player = current
    let givesResults = random.next() % 2 == 0
    SteppedExecutor.run {
      await Player.$current.withValue(player) {
        await StreamScene.$current.withValue(scene) {
          if isNumbers {
            await read(scene, Int.self, { $0 }, source, framing, givesResults)
          } else {
            await read(scene, StreamedRecord.self, \.number, source, framing, givesResults)
          }
        }
      }
    }
  }

  private static func numbers(_ scene: StreamScene, _ framing: JSONFraming) -> [UInt8] {
    let separator = framing == .lines ? "\n" : framing == .concatenated ? " " : ","
    let list = scene.numbers.map { "\($0)" }.joined(separator: separator)
    return Array((separator == "," ? "[\(list)]" : list).utf8)
  }

  private static func read<T: Decodable & Sendable>(
    _ scene: StreamScene,
    _ type: T.Type,
    _ number: @Sendable (T) -> Int,
    _ source: CanceledSource,
    _ framing: JSONFraming,
    _ givesResults: Bool
  ) async {
    let decoder = StreamJSONDecoder()
    let what = "\(framing) of \(type), canceled, \(source.ending), results: \(givesResults)"
    var received: [Int] = []
    var isWhole = true
    do {
      if givesResults {
        for try await result in decoder.results(of: type, in: source, framing: framing) {
          received.append(number(try result.get()))
        }
      } else {
        for try await value in decoder.values(of: type, in: source, framing: framing) {
          received.append(number(value))
        }
      }
    } catch {
      isWhole = false
      if !isCancellation(error) { current?.stage.complain("\(what): \(error)") }
    }
    scene.expect(received, isWhole: isWhole && !Task.isCancelled, what)
  }

  /// Whether an error says that the task was canceled, by itself or as a bad record of results.
  private static func isCancellation(_ error: any Error) -> Bool {
    guard case DecodingError.dataCorrupted(let context) = error,
      let underlying = context.underlyingError
    else { return error is CancellationError }
    return underlying is CancellationError
  }
}
