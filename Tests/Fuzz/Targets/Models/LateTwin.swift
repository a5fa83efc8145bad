import Foundation
import StreamJSON

/// A twin that can be read in one pass: its members of unknown types are decoded after all others.
struct LateTwin<Form: Sendable>: Decodable, Equatable, Sendable {
  var id: Int
  var accent: Twin<Form>.Accent
  var date: Date
  var life: TwinLife?
  var part: Twin<Form>.Part
  var late: Late
  var maybe: Late?
  var parts: [Late]
  var more: [Late]?
  var byName: [String: Late]
  var lives: [TwinLife]
  var tags: Set<String>
  var named: [String: TwinLife]
  var name: String?

  struct Late: Decodable, Equatable, Sendable {
    var x: Int
    var life: TwinLife?
    var accent: Twin<Form>.Accent
    var deep: [Twin<Form>.Deep]
    var small: Int16
    var twice: Int??
    var y: Double?
    var text: String?
  }
}

extension LateTwin: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}
extension LateTwin.Late: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}

extension TwinWriter {
  mutating func late() {
    object([
      ("id", true, { $0.number() }), ("accent", true, { $0.accent() }),
      ("date", true, { $0.double() }), ("life", false, { $0.number() }),
      ("part", true, { $0.part() }), ("late", true, { $0.latePart() }),
      ("maybe", false, { $0.latePart() }), ("parts", true, { $0.array { $0.latePart() } }),
      ("more", false, { $0.array { $0.latePart() } }),
      ("byName", true, { $0.dictionary { $0.latePart() } }),
      ("lives", true, { $0.array { $0.number() } }), ("tags", true, { $0.array { $0.string() } }),
      ("named", true, { $0.dictionary { $0.number() } }), ("name", false, { $0.string() }),
    ])
  }

  private mutating func latePart() {
    object([
      ("x", true, { $0.number() }), ("life", false, { $0.number() }),
      ("accent", true, { $0.accent() }),
      ("deep", true, { $0.array { $0.deep() } }),
      ("small", true, { $0.pick(["0", "-32768", "7"]) }),
      ("twice", false, { $0.pick(["1", "null"]) }), ("y", false, { $0.double() }),
      ("text", false, { $0.string() }),
    ])
  }

  mutating func accent() { pick([#""red""#, #""green""#, #""blue""#]) }
}
