import Foundation
import StreamJSON

/// Models with a few members each, in two forms as `Twin`: a text of 100 bytes has all members of one.
enum SmallTwin<Form: Sendable> {
  struct Scalars: Decodable, Sendable {
    var id: Int
    var name: String
    var flag: Bool?
    var ratio: Double
    var note: String?
    var count: Int?
    var isOn: Bool
    var share: Double?

    enum CodingKeys: String, CodingKey {
      case id, note, flag, ratio
      case name = "full_name"
      case isOn = "a name of more than sixteen bytes"
      case share, count
    }
  }

  /// With names that are not plain ASCII, where nothing is read in one pass.
  struct Named: Decodable, Sendable {
    var first: Int?
    var second: String?
    var third: Bool
    var fourth: Int?

    enum CodingKeys: String, CodingKey {
      case first = "größe"
      case second
      case third
      case fourth = "e\u{301}"
    }
  }

  struct Numbers: Decodable, Sendable {
    var small: Int32
    var natural: UInt
    var exact: Float
    var ints: [Int]
    var more: [Int]?
    var line: [Double]
    var tiny: Int8?
  }

  struct Short: Decodable, Sendable {
    var a: Int8
    var b: UInt8?
    var c: Int16
    var d: UInt16?
    var e: Int32?
    var f: UInt32
    var g: Int64?
    var h: UInt64
    var i: UInt?
    var j: Float?
  }

  struct Lists: Decodable, Sendable {
    var words: [String]
    var tags: [String]?
    var lines: [[Double]]
    var rings: [[[Double]]]
    var unordered: Set<String>?
  }

  struct Maps: Decodable, Sendable {
    var texts: [String: String]
    var others: [String: String]?
    var ints: [String: [Int]]
    var leaves: [String: Leaf]
  }

  struct Leaf: Decodable, Sendable {
    var number: Int?
    var text: String?
    var isNew: Bool

    enum CodingKeys: String, CodingKey {
      case number
      case text
      case isNew = "is_new"
    }
  }

  struct Tree: Decodable, Sendable {
    var x: Int
    var leaf: Leaf
    var maybe: Leaf?
    var leaves: [Leaf]
    var more: [Leaf]?
    var next: [Tree]?
    var byName: [String: Leaf]?
  }

  /// With members that are decoded when all of the text has been read.
  struct Late: Decodable, Sendable {
    var id: Int
    var accent: Accent
    var life: TwinLife?
    var part: LatePart
    var parts: [LatePart]?
    var lives: [TwinLife]
    var date: Date?
    var name: String?
    var twice: Int??
  }

  struct LatePart: Decodable, Sendable {
    var text: String
    var life: TwinLife?
    var tiny: Int8
    var leaf: Leaf?
    var byName: [String: TwinLife]?
  }

  enum Accent: String, Decodable, Sendable { case red, green, blue }

  /// Without the marker in both forms.
  struct Plain: Decodable, Sendable {
    var leaf: Leaf
    var leaves: [Leaf]?
    var life: TwinLife?
    var late: LatePart?
  }
}

extension SmallTwin.Scalars: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Named: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Numbers: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Short: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Lists: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Maps: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Leaf: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Tree: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.Late: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}
extension SmallTwin.LatePart: _MarkedDecodable, MemberwiseDecodable where Form == MarkedForm {}

// MARK: - Comparison

extension SmallTwin.Scalars: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(id)
    digest.add(name)
    digest.add(flag)
    digest.add(ratio)
    digest.add(note)
    digest.add(count)
    digest.add(isOn)
    digest.add(share)
  }
}

extension SmallTwin.Named: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(first)
    digest.add(second)
    digest.add(third)
    digest.add(fourth)
  }
}

extension SmallTwin.Numbers: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(small)
    digest.add(natural)
    digest.add(exact)
    digest.add(ints)
    digest.add(more)
    digest.add(line)
    digest.add(tiny)
  }
}

extension SmallTwin.Short: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(a)
    digest.add(b)
    digest.add(c)
    digest.add(d)
    digest.add(e)
    digest.add(f)
    digest.add(g)
    digest.add(h)
    digest.add(i)
    digest.add(j)
  }
}

extension SmallTwin.Lists: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(words)
    digest.add(tags)
    digest.add(lines)
    digest.add(rings)
    digest.add(unordered)
  }
}

extension SmallTwin.Maps: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(texts)
    digest.add(others)
    digest.add(ints)
    digest.add(leaves)
  }
}

extension SmallTwin.Leaf: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(number)
    digest.add(text)
    digest.add(isNew)
  }
}

extension SmallTwin.Tree: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(x)
    digest.add(leaf)
    digest.add(maybe)
    digest.add(leaves)
    digest.add(more)
    digest.add(next)
    digest.add(byName)
  }
}

extension SmallTwin.Late: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(id)
    digest.add(accent)
    digest.add(life)
    digest.add(part)
    digest.add(parts)
    digest.add(lives)
    digest.add(date)
    digest.add(name)
    digest.add(twice)
  }
}

extension SmallTwin.LatePart: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(text)
    digest.add(life)
    digest.add(tiny)
    digest.add(leaf)
    digest.add(byName)
  }
}

extension SmallTwin.Accent: TwinMember {}

extension SmallTwin.Plain: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.add(leaf)
    digest.add(leaves)
    digest.add(life)
    digest.add(late)
  }
}
