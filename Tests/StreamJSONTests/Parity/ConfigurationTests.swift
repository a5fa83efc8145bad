import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// `userInfo`, configurations and dictionaries without braces.
struct ConfigurationTests {
  @Test func `userInfo is there at every depth`() {
    let configure: Parity.Configuration = { $0.userInfo[.note] = "kept" }
    Parity.expectSame(Reader.self, "0", configure: configure)
    Parity.expectSame([[String: [Reader]]].self, #"[{"a":[0]}]"#, configure: configure)
    Parity.expectSameTrace(#"{"super":[{"a":1}]}"#, configure: configure) { decoder, trace in
      trace.note { decoder.userInfo[.note] as? String ?? "-" }
      let parent = try decoder.container(keyedBy: AnyKey.self).superDecoder()
      trace.note { parent.userInfo[.note] as? String ?? "-" }
      var list = try parent.unkeyedContainer()
      trace.note { try list.superDecoder().userInfo.count }
    }
  }

  struct Reader: Decodable, Equatable {
    var note: String?
    init(from decoder: any Decoder) throws { note = decoder.userInfo[.note] as? String }
  }

  @Test func `changed settings count from the next decode on`() throws {
    let decoder = StreamJSONDecoder()
    #expect(try decoder.decode(Reader.self, from: "0").note == nil)
    decoder.userInfo[.note] = "one"
    #expect(try decoder.decode(Reader.self, from: "0").note == "one")
    decoder.userInfo = [:]
    #expect(try decoder.decode(Reader.self, from: "0").note == nil)
    #expect(try decoder.decode([String: Int].self, from: #"{"a":1,"a":2}"#) == ["a": 1])
    decoder.duplicateKeyPolicy = .useLast
    #expect(try decoder.decode([String: Int].self, from: #"{"a":1,"a":2}"#) == ["a": 2])
    struct Snake: Decodable { var oneTwo: Int }
    #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"one_two":1}"#) }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Snake.self, from: #"{"one_two":1}"#).oneTwo == 1)
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"one_two":1}"#) }
  }

  @Test(arguments: [false, true])
  func `what userInfo held is released`(convertsNames: Bool) throws {
    struct Pair: Decodable {
      var oneTwo: Int
    }
    final class Guest: Sendable {
      let host: StreamJSONDecoder
      init(_ host: StreamJSONDecoder) { self.host = host }
    }
    let decoder = StreamJSONDecoder()
    if convertsNames { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    let key = try #require(CodingUserInfoKey(rawValue: "guest"))
    weak var guest: Guest?
    do {
      let strong = Guest(decoder)
      guest = strong
      decoder.userInfo[key] = strong
      _ = try decoder.decode(Pair.self, from: #"{"one_two":1,"oneTwo":1}"#)
    }
    #expect(guest != nil)
    decoder.userInfo = [:]
    #expect(guest == nil)
  }

  struct Scaled: DecodableWithConfiguration, Equatable {
    var value: Int

    init(from decoder: any Decoder, configuration: Int) throws {
      value = try decoder.singleValueContainer().decode(Int.self) * configuration
    }
  }

  enum Tenfold: DecodingConfigurationProviding {
    static var decodingConfiguration: Int { 10 }
  }

  struct Holder: DecodableWithConfiguration, Equatable {
    var first: Scaled
    var list: [Scaled]
    var missing: Scaled?

    init(from decoder: any Decoder, configuration: Int) throws {
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      first = try keyed.decode(Scaled.self, forKey: "first", configuration: configuration)
      list = try keyed.decode([Scaled].self, forKey: "list", configuration: configuration)
      missing = try keyed.decodeIfPresent(
        Scaled.self,
        forKey: "missing",
        configuration: configuration
      )
    }
  }

  @Test(arguments: [
    #"{"first":1,"list":[2,3]}"#, #"{"first":1,"list":[2,"x"]}"#, #"{"first":1}"#, "[1,2]", "7",
    #"{"first":1,"list":[],"missing":5}"#, "[", #"{"first":1,"list":[2,3.5]}"#, "null",
  ])
  func `configurations`(text: String) {
    let data = Data(text.utf8)
    let (ours, theirs) = (StreamJSONDecoder(), JSONDecoder())
    func compare<T: DecodableWithConfiguration & Equatable>(_ type: T.Type)
    where T.DecodingConfiguration == Int {
      let our = outcome { try ours.decode(type, from: data, configuration: 3) }
      let their = outcome { try theirs.decode(type, from: data, configuration: 3) }
      #expect(our.agrees(with: their), "\(our) \(their)")
      let ourTenfold = outcome { try ours.decode(type, from: data, configuration: Tenfold.self) }
      let theirTenfold = outcome {
        try theirs.decode(type, from: data, configuration: Tenfold.self)
      }
      #expect(ourTenfold.agrees(with: theirTenfold), "\(ourTenfold) \(theirTenfold)")
    }
    compare(Scaled.self)
    compare([Scaled].self)
    compare(Holder.self)
    compare(Scaled?.self)
  }

  @Test(arguments: [
    #""a":1"#, #""a":1,"b":2"#, #"{"a":1}"#, "", " ", #""a":1,"#, "}", #"{"a":1"#, "[1]", "1",
    #""a":1}"#, #" "a" : 1 "#, #""a""#, #""a":"#, #"{"a":1} x"#, #""a":1 "b":2"#, "null", #""x""#,
    #""a":01"#, #""a":1,,"#, "{}", "{", #"{"a":1},"#, #""a":{"b":1}"#, ",", #","a":1"#,
  ])
  func `dictionaries without braces`(text: String) {
    let configure: Parity.Configuration = { $0.assumesTopLevelDictionary = true }
    Parity.expectSame(Nothing.self, text, configure: configure)
    Parity.expectSame([String: Int].self, text, configure: configure)
    Parity.expectSame(JSONTree.self, text, configure: configure)
  }

  @Test func `the key that assumesTopLevelDictionary leaves in userInfo`() {
    Parity.expectSameTrace(#""a":1"#, configure: { $0.assumesTopLevelDictionary = true }) {
      decoder,
      trace in
      trace.note { decoder.userInfo.keys.map(\.rawValue).sorted() }
    }
    Parity.expectSameTrace(
      #"{"a":1}"#,
      configure: {
        $0.assumesTopLevelDictionary = true
        $0.assumesTopLevelDictionary = false
      }
    ) { decoder, trace in
      trace.note { decoder.userInfo.keys.map(\.rawValue).sorted() }
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static let note: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "note") else { preconditionFailure() }
    return key
  }()
}
