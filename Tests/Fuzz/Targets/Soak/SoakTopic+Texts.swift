import Foundation
import StreamJSON
import StreamJSONTestSupport

extension SoakTopic {
  /// A topic that decodes inputs of a target under the settings of each pair.
  private static func inputs(
    _ name: String,
    of target: any FuzzTarget.Type,
    _ decode: @escaping @Sendable (DecoderPair, [UInt8]) -> Void
  ) -> SoakTopic {
    SoakTopic(name: name) {
      var pairs = DecoderPair.assortment()
      let target = target.init()
      var source = InputSource(seed: 2)
      return { round in
        source.begin(case: UInt64(round))
        if round % 64 == 0 { pairs = DecoderPair.assortment() }
        decode(pairs[round % pairs.count], target.input(from: &source))
      }
    }
  }

  /// A model of ordinary types, from good and bad texts.
  static let models = inputs("models", of: ModelsTarget.self) { pair, input in
    let isArray = input.first { $0 > 0x20 } == UInt8(ascii: "[")
    if isArray {
      _ = pair.decodeWithOurs([Record].self, input)
    } else {
      _ = pair.decodeWithOurs(Record.self, input)
    }
  }

  /// Any text, as a tree and by a model that asks for what seems to be there.
  static let texts = inputs("texts", of: TextTarget.self) { pair, input in
    _ = pair.decodeWithOurs(JSONTree.self, input)
    pair.run.begin(ShapeReader.shape(of: input), seed: hash(of: input))
    _ = pair.decodeWithOurs(ShapedModel.self, input)
  }

  /// Dates, data and numbers by all strategies.
  static let strategies = SoakTopic(name: "strategies") {
    struct Sample: Decodable {
      var date: Date?
      var data: Data?
      var number: Double?
    }
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy"
    let dates: [JSONDecoder.DateDecodingStrategy] = [
      .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970, .formatted(formatter),
      .custom { try Date(timeIntervalSince1970: $0.singleValueContainer().decode(Double.self)) },
    ]
    let decoder = StreamJSONDecoder()
    return { round in
      let decoder = round % 4 == 0 ? StreamJSONDecoder() : decoder
      decoder.dateDecodingStrategy = dates[round % dates.count]
      decoder.dataDecodingStrategy = round % 2 == 0 ? .base64 : .deferredToData
      decoder.nonConformingFloatDecodingStrategy =
        round % 3 == 0
        ? .throw
        : .convertFromString(positiveInfinity: "+\(round)", negativeInfinity: "-", nan: "?")
      let dates = ["\(round)", "\"2024-05-06T07:08:09Z\"", "\"20\(round % 90 + 10)\""]
      let text = #"{"date":\#(dates[round % 3]),"data":"QUJD","number":"+\#(round)"}"#
      _ = try? decoder.decode(Sample.self, from: text)
      _ = try? decoder.decode(Sample.self, from: #"{"data":[1,2,\#(round % 300)]}"#)
    }
  }

  /// Object graphs.
  static let graphs = decoding("object graphs") { decoder, round, random in
    let object: [String: Any] = [
      "id": round, "name": "n\(round)", "tags": ["\(round)", "b"],
      "child": ["id": round, "children": [["id": 1], NSNull()] as [Any]] as [String: Any],
      "created": Date(timeIntervalSince1970: Double(round)), "amount": Decimal(round),
      "unknown \(round % 1000)": [random.next() % 7],
    ]
    _ = try? decoder.decode(Record.self, withJSONObject: object)
    _ = try? decoder.decode([JSONTree].self, withJSONObject: [object, object])
    _ = try? decoder.decode([Int].self, withJSONObject: object)
  }

  /// Texts in other encodings.
  static let encodings = decoding("encodings") { decoder, round, random in
    let text = #"[{"id":\#(round),"name":"größe \#(round)","tags":["\#(random.next())"]}]"#
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
      guard let data = text.data(using: encoding) else { continue }
      _ = try? decoder.decode([Record].self, from: data)
    }
  }
}
