import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Weak references, which nothing counts, to the objects that models get.
struct WeakReferenceTests {
  /// Holds objects weakly.
  final class WeakList: @unchecked Sendable {
    // `@unchecked`: used on one thread.
    struct Reference { weak var object: AnyObject? }

    var references: [Reference] = []

    func add(_ object: AnyObject) { references.append(Reference(object: object)) }

    /// Expects those that still exist to show the text with this number, or to throw.
    func check(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
      for object in references.compactMap(\.object) {
        do {
          guard let tree = try Reflection.tree(of: object) else { continue }
          #expect(try NumberedText.has(number, tree), "\(tree)", sourceLocation: sourceLocation)
        } catch {
          #expect(error is DecodingError, sourceLocation: sourceLocation)
        }
      }
    }
  }

  /// Holds its decoder weakly, and can run some code.
  struct Model: Decodable {
    init(from decoder: any Decoder) throws {
      (decoder.userInfo[.script] as? WeakList)?.add(decoder as AnyObject)
      try (decoder.userInfo[.meanwhile] as? Meanwhile)?.body()
    }
  }

  struct Meanwhile: Sendable { var body: @Sendable () throws -> Void }

  @Test func `a weak reference to a decoder after its decode`() throws {
    let (decoder, list) = (StreamJSONDecoder(), WeakList())
    decoder.userInfo[.script] = list
    _ = try decoder.decode(Model.self, from: NumberedText.text(1))
    try list.check(1)
    decoder.userInfo = [:]
    _ = try decoder.decode([Int].self, from: "[2]")
    try list.check(1)
  }

  @Test func `a weak reference to a decoder during a later decode`() throws {
    let (decoder, list) = (StreamJSONDecoder(), WeakList())
    decoder.userInfo[.script] = list
    _ = try decoder.decode(Model.self, from: NumberedText.text(1))
    decoder.userInfo = [.meanwhile: Meanwhile { try list.check(1) }]
    _ = try decoder.decode(Model.self, from: NumberedText.text(2))
    _ = try decoder.decode([Model].self, from: "[\(NumberedText.text(3))]")
  }

  @Test func `a weak reference to a decoder of a StreamJSONDecoder that is gone`() throws {
    let list = WeakList()
    do {
      let decoder = StreamJSONDecoder()
      decoder.userInfo[.script] = list
      _ = try decoder.decode(Model.self, from: NumberedText.text(1))
    }
    try list.check(1)
    let other = StreamJSONDecoder()
    other.userInfo = [.meanwhile: Meanwhile { try list.check(1) }]
    _ = try other.decode(Model.self, from: NumberedText.text(2))
    try list.check(1)
  }

  @Test func `weak references to super decoders and single-value containers`() throws {
    struct Nested: Decodable {
      init(from decoder: any Decoder) throws {
        guard let list = decoder.userInfo[.script] as? WeakList else { return }
        let container = try decoder.container(keyedBy: AnyKey.self)
        list.add(try container.superDecoder(forKey: "list") as AnyObject)
        list.add(try decoder.singleValueContainer() as AnyObject)
        list.add(try container.nestedUnkeyedContainer(forKey: "list") as AnyObject)
        try list.check(1)
      }
    }
    let (decoder, list) = (StreamJSONDecoder(), WeakList())
    decoder.userInfo[.script] = list
    _ = try decoder.decode(Nested.self, from: NumberedText.text(1))
    try list.check(1)
    decoder.userInfo = [.meanwhile: Meanwhile { try list.check(1) }]
    _ = try decoder.decode(Model.self, from: NumberedText.text(2))
    try list.check(1)
  }

  @Test func `a weak reference that is made strong during a later decode`() throws {
    let (decoder, list, kept) = (StreamJSONDecoder(), WeakList(), Kept())
    decoder.userInfo[.script] = list
    _ = try decoder.decode(Model.self, from: NumberedText.text(1))
    decoder.userInfo = [
      .meanwhile: Meanwhile {
        kept.decoders = list.references.compactMap { $0.object as? any Decoder }
      }
    ]
    _ = try decoder.decode(Model.self, from: NumberedText.text(2))
    decoder.userInfo = [:]
    for number in 3..<20 {
      _ = try decoder.decode(JSONTree.self, from: NumberedText.text(number))
      try list.check(1)
    }
    kept.removeAll()
  }
}

extension CodingUserInfoKey {
  static let meanwhile: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "meanwhile") else { preconditionFailure() }
    return key
  }()
}
