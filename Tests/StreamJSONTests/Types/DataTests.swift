import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Data by every strategy, as JSONDecoder reads it.
struct DataTests {
  private static let strategies: [(String, @Sendable (JSONDecoder) -> Void)] = [
    ("base64", { _ in }),
    ("deferred", { $0.dataDecodingStrategy = .deferredToData }),
    (
      "custom",
      {
        $0.dataDecodingStrategy = .custom { decoder in
          Data(try decoder.singleValueContainer().decode(String.self).utf8)
        }
      }
    ),
  ]

  @Test(arguments: strategies.map(\.0))
  func `agrees with JSONDecoder on values of every kind`(_ name: String) throws {
    let prepare = try #require(Self.strategies.first { $0.0 == name }).1
    for value in valuesOfEveryKind {
      expectAgreement(Data.self, value, prepare: prepare)
      expectAgreement(Data?.self, value, prepare: prepare)
      expectAgreement([Data].self, "[\(value)]", prepare: prepare)
      expectAgreement(Held<Data>.self, "{\"value\":\(value)}", prepare: prepare)
      expectAgreement([String: Data].self, "{\"value\":\(value)}", prepare: prepare)
    }
  }

  @Test(arguments: [
    "", "=", "==", "===", "====", "A", "AQ", "AQ=", "AQ==", "AQI", "AQI=", "AQID", "AR==", "AQJ=",
    "AQID=", "AQID==", "AQID====", "AQ==AQID", "A===", "A=I=", "AQ=D", "=QID", "AQ ID", "AQID\\n",
    "AQI-", "AQI_", "AQI+", "AQI/", "+/+/", "AQ\\u003d=", "\\/+AA", "AQé=", "////", "AQIDBAUGBwg=",
    "AQIDBAUGBwgJ", "AQIDBAUGBwgJCg==", "AQIDBAUGBwgJCh==", "AQIDBAUGBwgJCgs=", "AQIDBAUGB=gJCgs=",
    "AQIDBAUGBwgJCgsMDQ4PEBESEx@VFhcY", "\\q", "AQID\u{1}",
  ])
  func `reads base64 as JSONDecoder does`(_ text: String) {
    expectAgreement(Data.self, "\"\(text)\"")
    expectAgreement([Data].self, "[\"\(text)\"]")
  }

  @Test func `reads every length of base64`() throws {
    var generator = SeededGenerator(seed: 4648)
    for count in 0..<200 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      let text = "\"" + data.base64EncodedString() + "\""
      #expect(try StreamJSONDecoder().decode(Data.self, from: text) == data)
      let buffer = GuardedBuffer(Array(text.utf8))
      defer { withExtendedLifetime(buffer) {} }
      // SAFETY: the buffer lives to the end of this iteration.
      #expect(try unsafe StreamJSONDecoder().decode(Data.self, from: buffer.rawBytes) == data)
    }
  }

  @Test func `reads every character at every place as JSONDecoder does`() {
    for byte in UInt8(0x20)..<0x80 where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      let character = Character(Unicode.Scalar(byte))
      for count in [4, 8, 12, 16] {
        for position in 0..<count {
          var text = Array(repeating: Character("A"), count: count)
          text[position] = character
          let json = "\"\(String(text))\""
          let theirs = try? JSONDecoder().decode(Data.self, from: Data(json.utf8))
          let ours = try? StreamJSONDecoder().decode(Data.self, from: json)
          #expect(ours == theirs, "\(json)")
        }
      }
    }
  }

  @Test func `reads damaged base64 as JSONDecoder does`() {
    var generator = SeededGenerator(seed: 4649)
    let alphabet = Array("AZaz09+/=-_ !\u{7F}é")
    for _ in 0..<2000 * TestScale.factor {
      let count = Int.random(in: 0..<40, using: &generator)
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      var text = Array(data.base64EncodedString())
      if !text.isEmpty {
        text[Int.random(in: 0..<text.count, using: &generator)] = generator.pick(alphabet)
      }
      if generator.chance(0.2) { text.append(generator.pick(alphabet)) }
      expectAgreement(Data.self, "\"\(String(text))\"")
    }
  }

  /// Longer data takes over the bytes that it was decoded into.
  @Test(arguments: [1, 14, 15, 16, 17, 100, 5000])
  func `decoded data is changed and copied like any other`(_ byteCount: Int) throws {
    let bytes = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0) })
    let text = "\"\(bytes.base64EncodedString())\""
    var data = try StreamJSONDecoder().decode(Data.self, from: text)
    let copy = data
    var expected = bytes
    for change in [
      { (data: inout Data) in data.append(contentsOf: [1, 2, 3]) },
      { (data: inout Data) in data[0] = 7 },
      { (data: inout Data) in data.replaceSubrange(0..<1, with: Data(repeating: 9, count: 100)) },
      { (data: inout Data) in data.reserveCapacity(20_000) },
      { (data: inout Data) in data.removeFirst(50) },
      { (data: inout Data) in data.resetBytes(in: data.startIndex..<data.startIndex + 9) },
    ] {
      change(&data)
      change(&expected)
      #expect(data == expected)
    }
    #expect(copy == bytes)
  }
}
