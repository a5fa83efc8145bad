import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A model with long names outside ASCII; objects have some or none of them.
private struct Parcel: Decodable {
  var id: Int
  var size: Int?
  var height: Double?
  var label: String?

  enum CodingKeys: String, CodingKey {
    case id
    case size = "gr\u{F6}\u{DF}e_des_gegenstands_in_zentimetern"
    case height = "h\u{F6}he_des_gegenstands_in_zentimetern"
    case label = "beschriftung_des_gegenstands"
  }
}

extension SoakTopic {
  /// Keys that objects lack.
  static let absentNames = decoding("absent names") { decoder, round, random in
    let objects = (0..<60).map { number in
      switch random.next() % 8 {
      case 0: #"{"id":\#(round),"größe_des_gegenstands_in_zentimetern":\#(number)}"#
      case 1: #"{"id":\#(round),"beschriftung_des_gegenstands":"n\#(number)"}"#
      default: #"{"id":\#(round)}"#
      }
    }
    _ = try? decoder.decode([Parcel].self, from: "[\(objects.joined(separator: ","))]")
  }

  /// Names that never occur again, under each key strategy.
  static let changingNames = SoakTopic(name: "changing names") {
    let decoders = (0..<3).map { _ in StreamJSONDecoder() }
    decoders[1].keyDecodingStrategy = .convertFromSnakeCase
    decoders[2].keyDecodingStrategy = .custom { path in
      AnyKey(stringValue: (path.last?.stringValue ?? "") + "x")
    }
    return { round in
      var decoder = decoders[round % 3]
      if round % 5 == 0 {
        decoder = StreamJSONDecoder()
        decoder.keyDecodingStrategy = decoders[round % 3].keyDecodingStrategy
      }
      let names = (0..<8).map { "a_rather_long_name_\(round)_of_member_\($0)_gr\u{F6}\u{DF}e" }
      let members = names.map { "\"\($0)\":\(round)" }.joined(separator: ",")
      _ = try? decoder.decode([String: Int].self, from: "{\(members)}")
      _ = try? decoder.decode(JSONTree.self, from: "[{\(members)},{\(members)}]")
      _ = try? decoder.decode(Parcel.self, from: "{\(members)}")
    }
  }
}
