import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport

/// Hand-written initializers of types that are marked all the same: what each object of a new type gives.
///
/// Until a recorded object shows what the initializer does, an object may be decoded as the compiler's initializer
/// would. What may not happen is anything else.
struct PromiseTarget: FuzzTarget {
  static let name = "promise"
  static let summary = "marked types with their own initializers"

  private let memory = GuardedMemory()

  init() {}

  // MARK: - Verdict

  func disagreement(on input: [UInt8]) -> String? {
    let rule = PromiseRules.all[Int(hash(of: input) % UInt64(PromiseRules.all.count))]
    return disagreement(on: input, rule)
  }

  private func disagreement<Rule: PromiseRule>(on input: [UInt8], _ rule: Rule.Type) -> String? {
    typealias Marked = Promised<Rule, MarkedForm>
    typealias Plain = Promised<Rule, PlainForm>
    // For which the types are new.
    let marked = Reader(memory: memory)
    let plain = Reader(memory: memory)
    _ = marked.decoder.report(on: Marked.self)
    for (position, text) in input.split(separator: 0x0A).prefix(Self.maximumCount).enumerated() {
      let wasRefused = marked.decoder.report(on: Marked.self).state == .ineligible
      let found = marked.decode(Marked.self, text).map(\.properties)
      let ordinary = plain.decode(Plain.self, text).map(\.properties)
      if Self.isSame(found, ordinary) { continue }
      let planned = plain.decode(PromisedProperties.self, text)
      // Recorded are the first and the second, if all before them had values.
      let mayDiffer = !wasRefused && position > 1 && found.isAccepted && found == planned
      guard mayDiffer else {
        return """
          \(rule), object \(position): \(FuzzTargets.show(Array(text)))
          ordinary: \(ordinary), planned: \(planned), found: \(found), refused: \(wasRefused)
          """
      }
    }
    return nil
  }

  /// The first eight texts that fail are decoded once more by the initializer.
  private static let maximumCount = 8

  /// Whether the two are the same value, or the same error but for the names of types.
  private static func isSame(
    _ first: Outcome<PromisedProperties>,
    _ second: Outcome<PromisedProperties>
  ) -> Bool {
    guard let failure = first.failure, let other = second.failure else { return first == second }
    return "\(failure)".replacing("MarkedForm", with: "PlainForm") == "\(other)"
  }

  /// A decoder that gives up a plan, in all builds, where one with assertions stops the program.
  private struct Reader {
    let memory: GuardedMemory
    let decoder = CoreDecoder(
      environment: .makeLocked(directTypes: [Date.self], stopsAtFalsePromises: false)
    )

    func decode<Value: Decodable>(_ type: Value.Type, _ text: ArraySlice<UInt8>) -> Outcome<Value> {
      // SAFETY: the bytes exist until the closure has returned.
      unsafe memory.withCopy(of: Array(text)) { bytes in
        outcome { try unsafe decoder.decode(type, from: bytes.bindMemory(to: UInt8.self)) }
      }
    }
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    var lines: [[UInt8]] = []
    // At first often values that no rule changes.
    let plainCount = source.random.pick([0, 0, 1, 2, 4])
    for position in 0..<source.random.pick(2...Self.maximumCount) {
      let isPlain = position < plainCount
      let number = isPlain ? 7 : source.random.pick([7, 42, 51, -1, 50])
      let name = isPlain ? "abc" : source.random.pick(["abc", "abcd", "a_b", "", "x"])
      let tags =
        isPlain ? ["x"] : source.random.pick([["x"], [], ["a", "a"], ["stop"], ["abc", "b"]])
      let price = isPlain ? "2" : source.random.pick(["2", "1.5", "null", ""])
      let when = isPlain ? "0" : source.random.pick(["0", "-1e9", "null", ""])
      let shown =
        isPlain ? "\(number)" : source.random.pick(["\(number)", "\(number)", "\"7\"", "null", ""])
      let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
      let text =
        "{" + (shown.isEmpty ? "" : "\"number\":\(shown),")
        + "\"name\":\"\(name)\",\"tags\":[\(list)]"
        + (when.isEmpty ? "" : ",\"when\":\(when)") + (price.isEmpty ? "}" : ",\"price\":\(price)}")
      let line = Array(text.utf8)
      let isDamaged = !isPlain && source.random.next() % 8 == 0
      lines.append(isDamaged ? source.damaged(line).filter { $0 != 0x0A } : line)
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
