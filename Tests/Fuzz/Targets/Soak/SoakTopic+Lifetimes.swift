import Foundation
import StreamJSON
import StreamJSONTestSupport

/// Keeps what it gets from its decoder.
private struct Hoarder: Decodable {
  var decoder: any Decoder
  var keyed: KeyedDecodingContainer<AnyKey>
  var typed: KeyedDecodingContainer<CaseKey>
  var unkeyed: any UnkeyedDecodingContainer
  var parent: any Decoder

  init(from decoder: any Decoder) throws {
    self.decoder = decoder
    keyed = try decoder.container(keyedBy: AnyKey.self)
    typed = try decoder.container(keyedBy: CaseKey.self)
    unkeyed = try keyed.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
    parent = try keyed.superDecoder(forKey: AnyKey(stringValue: "inner"))
  }
}

/// A class model that calls `super.init(from:)` with its superDecoder.
private struct Descendant: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys {
      let parent = try container.superDecoder(forKey: key)
      _ = try? parent.container(keyedBy: CaseKey.self).decode(String.self, forKey: .a)
    }
    _ = try? container.superDecoder().container(keyedBy: ObjectKey.self).allKeys.count
  }
}

extension SoakTopic {
  private static func text(_ round: Int) -> String {
    #"{"a":"t\#(round)","b":\#(round),"list":["x \#(round)"],"inner":{"a":"i \#(round)"}}"#
  }

  /// Decoders and containers that are kept for a while, and texts that make up for it.
  static let kept = SoakTopic(name: "kept containers") {
    let decoder = StreamJSONDecoder()
    var window: [Hoarder] = []
    return { round in
      let decoder = round % 3 == 0 ? StreamJSONDecoder() : decoder
      let filler = String(repeating: "1,", count: round % 500)
      let more = "{\"list\":[\(filler)1],\"inner\":{}}"
      let kept = try? decoder.decode([Hoarder].self, from: "[\(text(round)),\(more)]")
      window += kept ?? []
      _ = try? window.last?.keyed.decode([Int].self, forKey: AnyKey(stringValue: "list"))
      _ = try? window.first?.parent.container(keyedBy: CaseKey.self).contains(.a)
      if window.count > 40 { window.removeFirst(round % 40) }
    }
  }

  /// Super decoders, and models that throw midway.
  static let superDecoders = decoding("super decoders") { decoder, round, random in
    let texts = (0..<4).map { text(round + $0) }.joined(separator: ",")
    _ = try? decoder.decode([Descendant].self, from: "[\(texts)]")
    _ = try? decoder.decode([Descendant].self, from: "[\(texts),{\"a\":[],\"super\":{}},1]")
  }

  /// Errors, some of which are kept.
  static let errors = SoakTopic(name: "errors") {
    let decoder = StreamJSONDecoder()
    var window: [any Error] = []
    return { round in
      let decoder = round % 3 == 0 ? StreamJSONDecoder() : decoder
      let texts = [
        #"[{"id":\#(round),"name":\#(round)}]"#, #"[{"id":\#(round)}]"#, #"[{"id":1,]"#,
        #"[{"id":1,"name":"","child":{"id":2,"name":[\#(round)]}}]"#, "[\(round)", "{\"a\": 1e999}",
        #"[{"id":1,"name":"","nested":{"n\#(round)":{"a":0}}}]"#, "[1.5]", "",
      ]
      do {
        _ = try decoder.decode([Record].self, from: texts[round % texts.count])
      } catch {
        window.append(error)
        if round % 7 == 0 { _ = "\(error)" }
      }
      if window.count > 30 { window.removeFirst(round % 30) }
    }
  }

  /// One decoder on several threads.
  static let threads = SoakTopic(name: "threads") {
    let decoder = StreamJSONDecoder()
    return { round in
      let text = text(round)
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        for _ in 0..<20 {
          let kept = try? decoder.decode(Hoarder.self, from: text)
          _ = try? kept?.typed.decode(String.self, forKey: .a)
          _ = try? decoder.decode([Record].self, from: "[{\"id\":\(number)}]")
        }
      }
    }
  }

  /// The programs of the target with that name.
  static let misbehavior = SoakTopic(name: "misbehavior") {
    let target = MisbehaviorTarget()
    var source = InputSource(seed: 3)
    return { round in
      source.begin(case: UInt64(round))
      _ = target.disagreement(on: target.input(from: &source))
    }
  }
}
