import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Which types the library decodes itself, found out without a search of all conformances.
struct DirectTypesTests {
  /// The answer is compared with that of a dynamic cast.
  private func check<T: Decodable>(_ type: T.Type, isDirect: Bool) {
    let found = DecodeReport.direct(type, others: [JSONMember<Bool>.self])
    #expect((found == nil) != isDirect, "\(type)")
    #expect(found == DecodeReport.directByCast(type), "\(type)")
    #expect(found == nil || found == ObjectIdentifier(type))
  }

  /// `type`, and collections of it.
  private func checkAll<T: Decodable & Hashable>(_ type: T.Type, isDirect: Bool) {
    check(type, isDirect: isDirect)
    check([T].self, isDirect: true)
    check([[T]].self, isDirect: true)
    check(T?.self, isDirect: true)
    check(T??.self, isDirect: true)
    check([T?].self, isDirect: true)
    check([T]?.self, isDirect: true)
    check([String: T].self, isDirect: true)
    check([String: [String: T?]].self, isDirect: true)
    check([[String: T]].self, isDirect: true)
    check(Set<T>.self, isDirect: true)
    check([Set<T>].self, isDirect: true)
    check([Int: T].self, isDirect: false)
    check([T: Int].self, isDirect: type == String.self)
    check(JSONMember<T>.self, isDirect: true)
    check([JSONMember<T>].self, isDirect: true)
    check(ContiguousArray<T>.self, isDirect: false)
    check(Own<T>.self, isDirect: false)
    check([Own<T>].self, isDirect: true)
    check(Outer<T>.Inner.self, isDirect: false)
    check(Outer<T>.Inner?.self, isDirect: true)
    check([String: Outer<T>.Case].self, isDirect: true)
    check(Outer<T>.Case.self, isDirect: false)
  }

  @Test func `metadata and boxes are laid out as is relied on`() {
    #expect(DecodeReport.layoutsAreKnown)
  }

  @Test func `scalars and collections of them`() {
    func scalar<T: Decodable & Hashable>(_ type: T.Type) { checkAll(type, isDirect: true) }
    scalar(Bool.self)
    scalar(String.self)
    scalar(Double.self)
    scalar(Float.self)
    scalar(Int.self)
    scalar(Int8.self)
    scalar(Int16.self)
    scalar(Int32.self)
    scalar(Int64.self)
    scalar(Int128.self)
    scalar(UInt.self)
    scalar(UInt8.self)
    scalar(UInt16.self)
    scalar(UInt32.self)
    scalar(UInt64.self)
    scalar(UInt128.self)
  }

  @Test func `the types of models`() {
    checkAll(Structure.self, isDirect: false)
    checkAll(Empty.self, isDirect: false)
    checkAll(Plain.self, isDirect: false)
    checkAll(WithPayload.self, isDirect: false)
    checkAll(Recursive.self, isDirect: false)
    checkAll(Object.self, isDirect: false)
    checkAll(Subclass.self, isDirect: false)
    checkAll(Own<Int>.self, isDirect: false)
    checkAll(Never.self, isDirect: false)
    check(ClosedRange<Int>.self, isDirect: false)
    check([ClosedRange<Int>].self, isDirect: true)
    check(SIMD2<Double>.self, isDirect: false)
  }

  @Test func `types of the module above`() {
    #expect(DecodeReport.direct(Above.self) == nil)
    #expect(DecodeReport.direct(Above.self, others: [Above.self]) == ObjectIdentifier(Above.self))
  }

  /// Elements are not decoded, nor keys made.
  @Test func `finding out calls no code of models`() {
    check(Untouchable.self, isDirect: false)
    check([Untouchable].self, isDirect: true)
    check(Untouchable?.self, isDirect: true)
    check([String: Untouchable].self, isDirect: true)
    check([Untouchable: Untouchable].self, isDirect: false)
    check([Untouchable: Int].self, isDirect: false)
  }

  @Test func `the number of plain cases`() {
    #expect(DecodeReport.plainCaseCount(Plain.self) == 3)
    #expect(DecodeReport.plainCaseCount(Single.self) == 1)
    #expect(DecodeReport.plainCaseCount(Outer<Int>.Case.self) == 2)
    #expect(DecodeReport.plainCaseCount(WithPayload.self) == nil)
    #expect(DecodeReport.plainCaseCount(Structure.self) == nil)
    #expect(DecodeReport.plainCaseCount(Bool.self) == nil)
    #expect(DecodeReport.plainCaseCount(UInt8.self) == nil)
    #expect(DecodeReport.plainCaseCount(Bool?.self) == nil)
  }
}

private struct Structure: Codable, Hashable {
  var id = 0
}

private struct Empty: Codable, Hashable {}

private enum Plain: String, Codable, Hashable {
  case one, two, three
}

private enum Single: String, Codable, Hashable {
  case one
}

private enum WithPayload: Codable, Hashable {
  case one(Int)
  case two
}

private indirect enum Recursive: Codable, Hashable {
  case end
  case next(Recursive)
}

private class Object: Codable, Hashable {
  static func == (one: Object, other: Object) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Subclass: Object {}

private struct Own<Value: Decodable & Hashable>: Decodable, Hashable {
  var value: Value
}

private enum Outer<Value> {
  struct Inner: Codable, Hashable {
    var id = 0
  }
  enum Case: String, Codable, Hashable {
    case one, two
  }
}

/// A type that is in no list, which only another module could have.
private struct Above: Decodable, DirectlyDecodable {
  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Above { Above() }
}

/// A type that ends the program if it is decoded or made from a key.
private struct Untouchable: Decodable, Hashable, CodingKeyRepresentable {
  init(from decoder: any Decoder) throws { fatalError("decoded") }
  init?<Key: CodingKey>(codingKey: Key) { fatalError("made from a key") }
  var codingKey: any CodingKey { fatalError("asked for its key") }
}
