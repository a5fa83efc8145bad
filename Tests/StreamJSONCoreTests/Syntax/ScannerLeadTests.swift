import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// A scanner that knows what led to members before gives the same tape, or the same fault, as one that does
/// not.
struct ScannerLeadTests {
  /// The result of a scan.
  private enum Outcome: Equatable {
    case tape([UInt64], end: Int)
    case fault(InputFault)
  }

  private struct Settings {
    var allowsTrailingComma = true
    var isSkipping = false
  }

  /// Scans `bytes`, which arrive up to each of `cuts` in turn, at the edge of accessible memory.
  private func scan(
    _ bytes: [UInt8],
    _ settings: Settings,
    cuts: [Int] = [],
    leads: MemberLeads?
  ) -> Outcome {
    var scanner = Scanner(
      maximumDepth: 512,
      allowsTrailingComma: settings.allowsTrailingComma,
      leads: leads
    )
    scanner.isSkipping = settings.isSkipping
    var tape = Tape(capacity: 16)
    // SAFETY: nothing uses the tape after this function.
    defer { unsafe tape.deallocate() }
    do throws(InputFault) {
      for count in cuts + [bytes.count] {
        let buffer = GuardedBuffer(bytes[..<count])
        defer { withExtendedLifetime(buffer) {} }
        // SAFETY: `buffer` lives to the end of this iteration, and the text is only used within it.
        let text = unsafe JSONText(buffer.bytes)
        let isFinal = count == bytes.count
        if try scanner.scan(text, into: &tape, isFinal: isFinal, dialect: StandardJSON.self) {
          break
        }
      }
    } catch {
      return .fault(error)
    }
    return .tape((1..<tape.count).map { tape[$0].bits }, end: scanner.offset)
  }

  private func withLeads(capacity: Int = 256, _ body: (MemberLeads) -> Void) {
    let leads = MemberLeads(capacity: capacity)
    leads.begin()
    body(leads)
    // SAFETY: nothing uses the leads after this function.
    unsafe leads.deallocate()
  }

  private static let settings = [
    Settings(), Settings(allowsTrailingComma: false), Settings(isSkipping: true),
  ]

  /// Objects that are alike, some with other members, names, spaces and faults.
  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    let spaces = random.pick([
      [""], ["\n  "], ["", " "], ["", "\n    ", "\t", "                 "],
    ])
    func space() -> String { random.pick(spaces) }
    func object(_ depth: Int) -> String {
      var members: [String] = []
      for name in ["a", "id", "a longer name, with 32 characters", "é", "x\\n", "", "b"]
      where !random.chance(0.1) {
        let value =
          switch random.pick(0..<8) {
          case 0: "{\(space())}"
          case 1 where depth > 0: object(depth - 1)
          case 2 where depth > 0: "[\(object(depth - 1)),\(object(depth - 1))]"
          case 3: "[\(space()),1]"
          case 4: "\"\""
          case 5: "null"
          default: "-1.5"
          }
        let name = random.chance(0.05) ? String(random.pick(0..<1000)) : name
        members.append("\(space())\"\(name)\"\(space()):\(space())\(value)\(space())")
      }
      let end = random.chance(0.02) ? "," : ""
      return "{\(members.joined(separator: ","))\(end)\(space())}"
    }
    return Array(object(random.pick(0...3)).utf8)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `random objects, split anywhere and damaged`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    withLeads(capacity: random.pick([4, 16, 256])) { leads in
      for _ in 0..<200 {
        var bytes = Self.text(&random)
        if random.chance(0.3) {
          let position = random.pick(bytes.indices)
          bytes[position] = random.pick(Array("{}[]\",: \\x".utf8))
        }
        let cuts = (0..<random.pick(0...3)).map { _ in random.pick(0...bytes.count) }.sorted()
        for settings in Self.settings {
          let expected = scan(bytes, settings, leads: nil)
          let found = scan(bytes, settings, cuts: cuts, leads: leads)
          #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self)) at \(cuts)")
        }
      }
    }
  }

  @Test func `all texts one after the other, each cut at every byte`() {
    withLeads { leads in
      for text in Corpus.conformance where text.bytes.count < 300 {
        for settings in Self.settings {
          let expected = scan(text.bytes, settings, leads: nil)
          for cut in 0...text.bytes.count {
            let found = scan(text.bytes, settings, cuts: [cut], leads: leads)
            #expect(found == expected, "\(text) at \(cut)")
          }
        }
      }
    }
  }

  @Test func `names that never come again are not noted for long`() {
    withLeads { leads in
      for round in 0..<300 {
        let members = (0..<200).map { "\"\(round)-\($0)\":\($0)" }.joined(separator: ",")
        let bytes = Array("{\(members)}".utf8)
        #expect(scan(bytes, Settings(), leads: leads) == scan(bytes, Settings(), leads: nil))
      }
      // Nothing is noted now; sooner or later it is again.
      let like = Array(
        "[\(Array(repeating: #"{"a":1,"b":2}"#, count: 20_000).joined(separator: ","))]".utf8
      )
      #expect(scan(like, Settings(), leads: leads) == scan(like, Settings(), leads: nil))
      #expect(leads.start == MemberLeads.opening)
    }
  }
}
