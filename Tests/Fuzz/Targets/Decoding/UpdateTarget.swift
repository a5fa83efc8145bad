import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A value updated with a text, against decoding the two texts merged into one.
struct UpdateTarget: FuzzTarget {
  static let name = "update"
  static let summary = "updates against decoding the merged text"

  private let pair = DecoderPair()
  private let memory = GuardedMemory()

  /// The byte between the two texts, which no JSON text has.
  private static let separator: UInt8 = 0x1E

  // MARK: - Verdict

  func disagreement(on input: [UInt8]) -> String? {
    guard let separator = input.firstIndex(of: Self.separator) else { return nil }
    let (first, text) = (Array(input[..<separator]), Array(input[(separator + 1)...]))
    guard case .value(let former) = pair.decodeWithOurs(UpdatedModel.self, first),
      case .value(let formerTree) = pair.decodeWithOurs(JSONTree.self, first),
      case .value(let tree) = pair.decodeWithOurs(JSONTree.self, text),
      !KnownDifferences.hasLongNumber(input)
    else { return nil }
    var value = former
    let updated = update(&value, with: text)
    let merged = formerTree.merging(tree).text
    let expected = pair.decodeWithOurs(UpdatedModel.self, merged)
    // The merged text has its members in another order, so of several errors another one is the first.
    guard updated == expected || !updated.isAccepted && !expected.isAccepted else {
      return "merged: \(FuzzTargets.show(merged)) \(expected)\nupdated: \(updated)"
    }
    if !updated.isAccepted, value != former { return "a failed update has changed \(value)" }
    if let lost = lostProperties(first, text, updated) { return lost }
    var defaults = DefaultedModel()
    let ofDefaults = update(&defaults, with: text)
    let decoded = pair.decodeWithOurs(DefaultedModel.self, text)
    return ofDefaults == decoded ? nil : "defaults: \(decoded)\nupdated: \(ofDefaults)"
  }

  /// Says what's wrong with an update of a value with properties that no key fills; `expected` is that of one without.
  private func lostProperties(
    _ first: [UInt8],
    _ text: [UInt8],
    _ expected: Outcome<UpdatedModel>
  ) -> String? {
    guard case .value(var former) = pair.decodeWithOurs(UncodedModel.self, first) else {
      return "no model with other properties"
    }
    former.open()
    var value = former
    switch (update(&value, with: text), expected) {
    case (.value(let updated), .value(let expected)):
      guard updated.plain == expected else { return "with other properties: \(updated.plain)" }
      return updated.hasKept(former) ? nil : "not kept: \(updated) of \(former)"
    case (.failure, .failure):
      return value.plain == former.plain && value.hasKept(former)
        ? nil : "a failed update has changed \(value)"
    case (let updated, _): return "with other properties: \(updated)"
    }
  }

  private func update<Value: Codable>(_ value: inout Value, with text: [UInt8]) -> Outcome<Value> {
    unsafe memory.withCopy(of: text) { bytes in
      // SAFETY: the bytes exist until the closure has returned, and the update is over by then.
      outcome {
        try unsafe pair.ours.update(&value, from: bytes)
        return value
      }
    }
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    var writer = Writer(random: source.random)
    writer.model(isWhole: true)
    writer.bytes.append(Self.separator)
    let start = writer.bytes.count
    writer.model(isWhole: false)
    source.random = writer.random
    guard source.random.next() % 8 == 0 else { return writer.bytes }
    return writer.bytes[..<start] + source.damaged(Array(writer.bytes[start...]))
  }

  /// Writes objects for the model, whole ones or parts of them.
  private struct Writer {
    var random: SeededGenerator
    var bytes: [UInt8] = []

    mutating func model(isWhole: Bool) {
      object(
        [
          ("a", isWhole, { $0.write($0.random.pick(["1", "42", "-7"])) }),
          ("b", false, { $0.write($0.random.pick([#""b""#, #""caf\u00e9""#])) }),
          ("c", isWhole, { $0.write($0.random.pick(["true", "false"])) }),
          ("inner", isWhole, { $0.inner(isWhole: isWhole) }),
          ("other", false, { $0.inner(isWhole: isWhole) }),
          ("list", false, { $0.list() }),
          ("byName", false, { $0.byName() }),
          (
            "choice", false,
            {
              $0.write(
                $0.random.pick([#"{"one":{}}"#, #"{"two":{"x":1}}"#, #"{"two":{"y":1.5}}"#])
              )
            }
          ),
        ],
        isWhole: isWhole
      )
    }

    private mutating func inner(isWhole: Bool) {
      object(
        [
          ("x", isWhole, { $0.write($0.random.pick(["0", "5"])) }),
          ("y", false, { $0.write($0.random.pick(["1.5", "2"])) }),
          ("next", false, { $0.next(isWhole: isWhole) }),
        ],
        isWhole: isWhole
      )
    }

    private mutating func next(isWhole: Bool) {
      object(
        [
          ("p", isWhole, { $0.write(#""p""#) }), ("q", false, { $0.write("9") }),
        ],
        isWhole: isWhole
      )
    }

    private mutating func list() {
      write("[")
      for position in 0..<Int.random(in: 0..<3, using: &random) {
        if position > 0 { write(",") }
        inner(isWhole: random.next() % 4 > 0)
      }
      write("]")
    }

    private mutating func byName() {
      object(
        [
          ("n", false, { $0.next(isWhole: $0.random.next() % 4 > 0) }),
          ("m", false, { $0.next(isWhole: true) }),
        ],
        isWhole: true
      )
    }

    private typealias Member = (
      name: String, isNecessary: Bool, value: (inout Writer) -> Void
    )

    private mutating func object(_ members: [Member], isWhole: Bool) {
      write("{")
      var isFirst = true
      for member in members where member.isNecessary || random.next() % 2 == 0 {
        for _ in 0...(random.next() % 16 == 0 ? 1 : 0) {
          write(isFirst ? "\"\(member.name)\":" : ",\"\(member.name)\":")
          isFirst = false
          switch random.next() % 16 {
          case 0 where !member.isNecessary: write("null")
          case 1 where !isWhole && random.next() % 8 == 0:
            write(random.pick(["[]", "{}", "5", #""x""#, "null"]))
          default: member.value(&self)
          }
        }
      }
      write("}")
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }
  }
}

extension JSONTree {
  /// This value with what `changes` says.
  fileprivate func merging(_ changes: JSONTree) -> JSONTree {
    guard case .object(let former) = self, case .object(let members) = changes else {
      return changes
    }
    let changed = members.map { member in
      let known = former.first { $0.name == member.name }
      let isWhole = UpdatedModel.wholeMembers.contains(String(decoding: member.name, as: UTF8.self))
      guard let known, !isWhole else { return member }
      return Member(name: member.name, value: known.value.merging(member.value))
    }
    let names = Set(members.map(\.name))
    return .object(changed + former.filter { !names.contains($0.name) })
  }

  /// The value as a JSON text.
  fileprivate var text: [UInt8] {
    switch self {
    case .null: Array("null".utf8)
    case .bool(let value): Array("\(value)".utf8)
    case .number(_, let integer?): Array("\(integer)".utf8)
    case .number(let bits, nil): Array("\(Double(bitPattern: bits))".utf8)
    case .string(let utf8): Self.quoted(utf8)
    case .array(let elements):
      [0x5B] + Array(elements.map(\.text).joined(separator: [0x2C])) + [0x5D]
    case .object(let members):
      [0x7B]
        + Array(
          members.map { Self.quoted($0.name) + [0x3A] + $0.value.text }.joined(separator: [0x2C])
        ) + [0x7D]
    }
  }

  private static func quoted(_ utf8: [UInt8]) -> [UInt8] {
    let escaped = utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x22, 0x5C: [0x5C, byte]
      case 0..<0x20: Array("\\u00\(String(Int(byte) + 0x100, radix: 16).dropFirst())".utf8)
      default: [byte]
      }
    }
    return [0x22] + escaped + [0x22]
  }
}
