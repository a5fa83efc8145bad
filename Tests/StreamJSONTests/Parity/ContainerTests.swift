import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Containers: order, repetition, copies and ends.
struct ContainerTests {
  @Test func `several containers of one decoder are independent`() {
    Parity.expectSameTrace(#"{"a":[1,2,3],"b":{"a":4}}"#) { decoder, trace in
      let first = try decoder.container(keyedBy: AnyKey.self)
      let second = try decoder.container(keyedBy: CodingPathTests.Keys.self)
      var list = try first.nestedUnkeyedContainer(forKey: "a")
      var sameList = try second.nestedUnkeyedContainer(forKey: .a)
      trace.note { try list.decode(Int.self) }
      trace.note { try list.decode(Int.self) }
      trace.note { try sameList.decode(Int.self) }
      let inner = try first.nestedContainer(keyedBy: AnyKey.self, forKey: "b")
      trace.note { try second.decode([Int].self, forKey: .a) }
      trace.note { try inner.decode(Int.self, forKey: "a") }
      trace.note { try list.decode(Int.self) }
      trace.note { "\(list.isAtEnd) \(sameList.isAtEnd) \(list.currentIndex)" }
      trace.note { try decoder.unkeyedContainer() }
      trace.note { try first.nestedUnkeyedContainer(forKey: "a").currentIndex }
    }
  }

  @Test func `copies of an unkeyed container have their own cursors`() {
    Parity.expectSameTrace("[1,2,[3],4]") { decoder, trace in
      var first = try decoder.unkeyedContainer()
      trace.note { try first.decode(Int.self) }
      var second = first
      trace.note { try first.decode(Int.self) }
      trace.note { try first.decode([Int].self) }
      trace.note { try second.decode(Int.self) }
      trace.note { "\(first.currentIndex) \(second.currentIndex) \(first.count ?? -1)" }
    }
  }

  @Test func `what fails does not advance`() {
    Parity.expectSameTrace(#"[1,null,"x",[2],{"a":3},true,4]"#) { decoder, trace in
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        let before = list.currentIndex
        trace.note { try list.decodeNil() }
        if list.currentIndex > before { continue }
        trace.note { try list.decodeIfPresent(Bool.self) }
        if list.currentIndex > before { continue }
        trace.note { try list.decode(String.self) }
        if list.currentIndex > before { continue }
        trace.note { try list.nestedContainer(keyedBy: AnyKey.self).codingPath.count }
        if list.currentIndex > before { continue }
        trace.note { try list.nestedUnkeyedContainer().count }
        if list.currentIndex > before { continue }
        trace.note { try list.decode(Int8.self) }
        trace.note { list.currentIndex }
      }
    }
  }

  @Test(arguments: ["[]", "[1]", "[null]", "[1,2]"])
  func `past the end`(text: String) {
    Parity.expectSameTrace(text) { decoder, trace in
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd { trace.note { try list.decode(Int?.self) } }
      trace.note { try list.decodeNil() }
      trace.note { try list.decode(Bool.self) }
      trace.note { try list.decode(String.self) }
      trace.note { try list.decode(Double.self) }
      trace.note { try list.decode(Float.self) }
      trace.note { try list.decode(Int.self) }
      trace.note { try list.decode(UInt8.self) }
      trace.note { try list.decode(Int128.self) }
      trace.note { try list.decode([Int].self) }
      trace.note { try list.decode(Int?.self) }
      trace.note { try list.nestedContainer(keyedBy: AnyKey.self) }
      trace.note { try list.nestedUnkeyedContainer() }
      trace.note { try list.superDecoder() }
      trace.note { list.currentIndex }
      trace.note { try list.decodeIfPresent(Int.self) }
      trace.note { list.currentIndex }
      trace.note { try list.decodeIfPresent(Int128.self) }
      trace.note { try list.decodeIfPresent(UInt128.self) }
      trace.note { list.currentIndex }
      trace.note { try list.decodeIfPresent(String.self) }
      trace.note { try list.decodeIfPresent([Int].self) }
      trace.note { try list.decodeIfPresent(Bool.self) }
      trace.note { "\(list.currentIndex) \(list.isAtEnd) \(list.count ?? -1)" }
      trace.note { try list.decode(Int.self) }
    }
  }

  @Test func `decodeIfPresent of every scalar`() {
    for value in ["null", "1", "\"x\"", "true", "300", "-1", "1.5"] {
      Parity.expectSameTrace("[\(value),\(value)]") { decoder, trace in
        func each<T: Decodable>(_ type: T.Type) throws {
          var list = try decoder.unkeyedContainer()
          trace.note { try list.decodeIfPresent(type) }
          trace.note { list.currentIndex }
        }
        try each(Bool.self)
        try each(String.self)
        try each(Double.self)
        try each(Float.self)
        try each(Int.self)
        try each(Int8.self)
        try each(Int16.self)
        try each(Int32.self)
        try each(Int64.self)
        try each(Int128.self)
        try each(UInt.self)
        try each(UInt8.self)
        try each(UInt16.self)
        try each(UInt32.self)
        try each(UInt64.self)
        try each(UInt128.self)
      }
    }
  }

  @Test func `one value decoded as several types`() {
    for text in ["null", "1", "1.0", "\"x\"", "true", "[1]", "{}"] {
      Parity.expectSameTrace(text) { decoder, trace in
        let single = try decoder.singleValueContainer()
        for _ in 0..<2 {
          trace.note { single.decodeNil() }
          trace.note { try single.decode(Bool.self) }
          trace.note { try single.decode(Int.self) }
          trace.note { try single.decode(Double.self) }
          trace.note { try single.decode(String.self) }
          trace.note { try single.decode([Int].self) }
          trace.note { try single.decode([String: Int].self) }
          trace.note { try single.decode(Int?.self) }
          trace.note { try single.decode(UInt8.self) }
          trace.note { try decoder.container(keyedBy: AnyKey.self).allKeys.count }
          trace.note { try decoder.unkeyedContainer().count }
        }
      }
    }
  }

  class Base: Decodable {
    let base: Int
    init(base: Int) { self.base = base }
  }

  final class Derived: Base {
    let own: String

    private enum CodingKeys: String, CodingKey { case own }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(String.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }
  }

  final class Flat: Base {
    let own: String

    private enum CodingKeys: String, CodingKey { case own }

    required init(from decoder: any Decoder) throws {
      own = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .own)
      try super.init(from: decoder)
    }
  }

  @Test func `classes and their superclasses`() {
    struct Look<Object: Decodable>: Decodable, Equatable {
      var text: String
      init(from decoder: any Decoder) throws {
        let object = try Object(from: decoder)
        text = "\(Mirror(reflecting: object).children.map { "\($0.value)" })"
        text += "\((object as? Base)?.base ?? -1)"
      }
    }
    for text in [
      #"{"own":"x","super":{"base":1}}"#, #"{"own":"x"}"#, #"{"own":"x","super":null}"#,
      #"{"own":"x","super":{"base":"y"}}"#, #"{"own":"x","base":2}"#, #"{"own":1,"base":2}"#, "{}",
    ] {
      Parity.expectSame(Look<Derived>.self, text)
      Parity.expectSame([Look<Flat>].self, "[\(text)]")
    }
  }

  @Test func `the dynamic type is decoded`() throws {
    let type: Base.Type = Flat.self
    let text = #"{"own":"x","base":2}"#
    #expect(try JSONDecoder().decode(type, from: Data(text.utf8)) is Flat)
    #expect(try StreamJSONDecoder().decode(type, from: text) is Flat)
  }

  /// A wrapper that fills in for a missing member.
  @propertyWrapper
  struct Defaulted: Decodable, Equatable {
    var wrappedValue: Int

    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
      wrappedValue = (try? decoder.singleValueContainer().decode(Int.self)) ?? -1
    }
  }

  struct WithWrapper: Decodable, Equatable {
    @Defaulted var a: Int
    @Defaulted var b: Int
  }

  @Test func `property wrappers`() {
    for text in [#"{"a":1,"b":2}"#, #"{"a":"x","b":null}"#, #"{"a":1}"#, "[]", #"{"a":{},"b":[]}"#]
    {
      Parity.expectSame(WithWrapper.self, text)
    }
  }

  @Test func `models in models, deeper than any pool`() {
    indirect enum Chain: Decodable, Equatable {
      case end
      case link(Chain)

      enum CodingKeys: String, CodingKey { case next }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self =
          try container.decodeIfPresent(Chain.self, forKey: .next).map { .link($0) } ?? .end
        // After the nested containers have come and gone, this one is as it was.
        guard container.contains(.next) == (self != .end) else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "lost"))
        }
      }
    }
    for depth in [1, 31, 32, 33, 34, 100, 400] {
      let text =
        String(repeating: #"{"next":"#, count: depth) + "{}"
        + String(repeating: "}", count: depth)
      #expect(Parity.expectSame(Chain.self, text).isAccepted)
      let broken = text.replacing("{}", with: "[]")
      #expect(!Parity.expectSame(Chain.self, broken).isAccepted)
    }
  }
}
