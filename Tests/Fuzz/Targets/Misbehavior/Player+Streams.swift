import Foundation
import StreamJSON
import StreamJSONTestSupport

extension Player {
  /// Reads a stream of a few records that is used from inside while it is read.
  ///
  /// The outer reader must get every record once and in order, the inner one a `DecodingError`.
  func streamText() {
    let seed = choices.fork()
    guard !stage.isReference, role == .main, decodeDepth < 3 else { return }
    let serial = 10_000 + Int(seed % 8000)
    sessions.append(Session(serial: serial, numberInUserInfo: nil))
    decodeDepth += 1
    defer {
      sessions.removeLast()
      decodeDepth -= 1
    }
    var random = SeededGenerator(seed: seed)
    let numbers = (0...Int(random.next() % 5)).map { serial * MarkedText.unit + $0 }
    // The element's code comes from here, not from the program.
    let player = Player(
      stage,
      .loose,
      Choices(seed: seed, count: 40),
      seed: seed,
      isOnMainThread: true
    )
    player.sessions = sessions
    let scene = StreamScene(player, numbers: numbers, seed: random.next())
    player.perform {
      StreamScene.$current.withValue(scene) {
        switch random.next() % 4 {
        case 0, 1: Self.push(scene, &random)
        case 2: Self.readFile(scene, &random)
        default: Self.readAsynchronously(scene, &random)
        }
      }
      scene.reenter = { nil }
      player.store.dropAll()
    }
  }

  /// The bytes of a stream with one record for each number.
  static func stream(
    _ scene: StreamScene,
    _ framing: JSONFraming,
    _ random: inout SeededGenerator
  ) -> [UInt8] {
    let records = scene.numbers.map { number in
      #"{"a":"t\#(number / MarkedText.unit)x","b":\#(number)}"#
    }
    switch framing {
    case .lines: return Array((records.joined(separator: "\n")).utf8)
    case .concatenated: return Array(records.joined(separator: " ").utf8)
    default: return Array("[\(records.joined(separator: ","))]".utf8)
    }
  }

  private static func framing(_ random: inout SeededGenerator) -> JSONFraming {
    random.pick([.lines, .concatenated, .arrayElements()])
  }

  // MARK: - Pushed

  private static func push(_ scene: StreamScene, _ random: inout SeededGenerator) {
    let framing = framing(&random)
    let bytes = stream(scene, framing, &random)
    let stream = StreamJSONDecoder().makeStream(of: StreamedRecord.self, framing: framing)
    let copy = stream
    let other = Array(#"{"a":"t9x","b":9}"#.utf8)
    let way = random.next() % 3
    scene.reenter = {
      let copy = copy
      switch way {
      case 0: return StreamScene.refusal("append") { try copy.append(other) { _ in } }
      case 1: return StreamScene.refusal("finish") { try copy.finish { _ in } }
      default:
        // Nothing may come from any other record.
        let number = try? copy.partialValue()?.number
        return number == nil || scene.numbers.contains(number ?? 0) ? nil : "\(number ?? 0)"
      }
    }
    var received: [Int] = []
    let body: (consuming StreamedRecord) -> Void = { record in
      received.append(record.number)
      if scene.isDue(), let complaint = scene.reenter() {
        Player.current?.stage.complain("inside the body: \(complaint)")
      }
    }
    let size = Int(random.next() % 40) + 1
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        try stream.append(bytes[start..<min(start + size, bytes.count)], forEach: body)
      }
      try stream.finish(forEach: body)
    } catch {
      Player.current?.stage.complain("\(framing), pushed: \(error)")
    }
    scene.expect(received, isWhole: true, "\(framing), pushed")
  }

  // MARK: - Files

  private static func readFile(_ scene: StreamScene, _ random: inout SeededGenerator) {
    let framing = framing(&random)
    let url = FileManager.default.temporaryDirectory
      .appending(path: "streamjson-misbehavior-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    var received: [Int] = []
    do {
      try Data(stream(scene, framing, &random)).write(to: url)
      let decoder = StreamJSONDecoder()
      if random.next() % 2 == 0 {
        let values = decoder.valueIterator(of: StreamedRecord.self, inFileAt: url, framing: framing)
        let copy = values
        scene.reenter = {
          let copy = copy
          return StreamScene.refusal("next") { _ = try copy.next() }
        }
        while let record = try values.next() { received.append(record.number) }
      } else {
        let results = decoder.results(of: StreamedRecord.self, inFileAt: url, framing: framing)
        let copy = results
        scene.reenter = {
          let copy = copy
          // The end comes after the error, so that a loop does not run forever.
          guard let result = copy.next() else { return nil }
          return StreamScene.refusal("next") { _ = try result.get() }
        }
        while let result = results.next() { received.append(try result.get().number) }
      }
    } catch {
      Player.current?.stage.complain("\(framing), from a file: \(error)")
    }
    scene.expect(received, isWhole: true, "\(framing), from a file")
  }
}
