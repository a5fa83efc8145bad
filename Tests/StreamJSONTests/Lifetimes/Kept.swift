import Foundation
import StreamJSON
import StreamJSONTestSupport

/// What models leave behind, for use after their decode.
///
/// `@unchecked`: one thread at a time changes it.
final class Kept: @unchecked Sendable {
  var decoders: [any Decoder] = []
  var keyed: [KeyedDecodingContainer<AnyKey>] = []
  var unkeyed: [any UnkeyedDecodingContainer] = []
  var single: [any SingleValueDecodingContainer] = []

  /// Keeps `decoder` and each kind of container over it.
  func keepAll(of decoder: any Decoder) throws {
    decoders.append(decoder)
    let container = try decoder.container(keyedBy: AnyKey.self)
    keyed.append(container)
    unkeyed.append(try container.nestedUnkeyedContainer(forKey: "list"))
    decoders.append(try container.superDecoder(forKey: "list"))
    single.append(try decoder.singleValueContainer())
  }

  func removeAll() {
    (decoders, keyed, unkeyed, single) = ([], [], [], [])
  }
}

extension JSONDecoder {
  /// What the models of the following decodes find as their `Kept`.
  var kept: Kept? {
    get { userInfo[.script] as? Kept }
    set { userInfo[.script] = newValue }
  }
}

extension Decoder {
  /// Where the decoder's models keep things.
  var kept: Kept? { userInfo[.script] as? Kept }
}

/// Keeps its decoder and every kind of container.
struct KeepsAll: Decodable {
  init(from decoder: any Decoder) throws { try decoder.kept?.keepAll(of: decoder) }
}

/// A text that shows which one it is wherever it is read.
enum NumberedText {
  /// The text with this number.
  static func text(_ number: Int) -> String {
    """
    {"name":"the name of text \(number), long enough for the heap","number":\(number),\
    "list":["\\u0061 \(number)",\(number),{"inner":\(number)}]}
    """
  }

  /// What the text with this number says.
  static func tree(_ number: Int) throws -> JSONTree {
    try JSONDecoder().decode(JSONTree.self, from: Data(text(number).utf8))
  }

  /// Whether `tree` is the text with this number or a part of it.
  static func has(_ number: Int, _ tree: JSONTree) throws -> Bool {
    func parts(_ tree: JSONTree) -> [JSONTree] {
      switch tree {
      case .array(let elements): [tree] + elements.flatMap(parts)
      case .object(let members): [tree] + members.flatMap { parts($0.value) }
      default: [tree]
      }
    }
    return try parts(self.tree(number)).contains(tree)
  }
}
