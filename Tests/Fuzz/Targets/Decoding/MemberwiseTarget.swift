import Foundation
import StreamJSON
import StreamJSONTestSupport

/// Marked types against the same types without the marker: value, error, path, place, and what other
/// types' initialisers see.
struct MemberwiseTarget: FuzzTarget {
  static let name = "memberwise"
  static let summary = "marked types against plain ones"

  private let memory = GuardedMemory()

  init() {}

  // MARK: - Verdict

  func disagreement(on input: [UInt8]) -> String? {
    let choice = hash(of: input)
    let before = TwinLife.count.withLock { $0 }
    let configure: (StreamJSONDecoder) -> Void = { Self.configure($0, by: choice) }
    let marked: Seen
    let plain: Seen
    // Alone, in an array, in a dictionary: the first two have loops of their own.
    switch choice >> 8 & 3 {
    case 0:
      marked = see([Twin<MarkedForm>].self, input, configure)
      plain = see([Twin<PlainForm>].self, input, configure)
    default:
      marked = see(Twin<MarkedForm>.self, input, configure)
      plain = see(Twin<PlainForm>.self, input, configure)
    }
    guard marked == plain else { return "plain: \(plain)\nmarked: \(marked)" }
    let after = TwinLife.count.withLock { $0 }
    return after == before ? nil : "\(after - before) values have not been destroyed"
  }

  private static func configure(_ decoder: StreamJSONDecoder, by choice: UInt64) {
    switch choice & 0x1F {
    case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case 1: decoder.duplicateKeyPolicy = .useLast
    case 2: decoder.duplicateKeyPolicy = .reject
    case 3: decoder.validation = .strict
    case 4: decoder.allowsJSON5 = true
    case 5: decoder.errorsShowValues = true
    case 6: decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    case 7: decoder.limits.maximumDepth = 4
    default: break
    }
  }

  private struct Seen: Equatable {
    var value: String?
    var failure: String?
    var place: String?
    var paths: [String]
  }

  private func see<Value: Decodable>(
    _ type: Value.Type,
    _ input: [UInt8],
    _ configure: (StreamJSONDecoder) -> Void
  ) -> Seen {
    let log = TwinLife.Log()
    let decoder = StreamJSONDecoder()
    configure(decoder)
    // Without anything in `userInfo`, more is decoded in one pass.
    if hash(of: input) & 0x60 != 0 { decoder.userInfo[TwinLife.log] = log }
    func same(_ text: String) -> String {
      text.replacing("PlainForm", with: "MarkedForm").replacing("TwinLife.Token", with: "Token")
    }
    do {
      let value = try unsafe memory.withCopy(of: input) { bytes in
        // SAFETY: the bytes exist until the closure has returned.
        try unsafe decoder.decode(type, from: bytes)
      }
      return Seen(value: same(Self.description(of: value)), paths: log.paths.withLock { $0 })
    } catch {
      return Seen(
        failure: same("\(Failure(error))"),
        place: (error as? DecodingError)?.jsonError.map { same("\($0)") },
        paths: log.paths.withLock { $0 }
      )
    }
  }

  /// All properties of a value, with what has no order in one.
  private static func description(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, style != .enum else { return "\(value)" }
    var children = mirror.children.map { child in
      (child.label.map { $0 + ": " } ?? "") + description(of: child.value)
    }
    if style == .class { return "an object" }
    if style == .dictionary || style == .set { children.sort() }
    return "(\(children.joined(separator: ", ")))"
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    var writer = TwinWriter(random: source.random)
    switch source.random.next() % 4 {
    case 0: writer.unusualRate = 0
    case 1: writer.unusualRate = 0.1
    default: break
    }
    let isArray = source.random.next() % 4 == 0
    if isArray { writer.bytes.append(UInt8(ascii: "[")) }
    writer.twin()
    if isArray {
      writer.bytes.append(UInt8(ascii: ","))
      writer.twin()
      writer.bytes.append(UInt8(ascii: "]"))
    }
    source.random = writer.random
    return source.random.next() % 4 == 0 ? source.damaged(writer.bytes) : writer.bytes
  }
}
