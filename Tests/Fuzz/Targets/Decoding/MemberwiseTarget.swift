import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport

/// Marked types against the same types without the marker: value, error, path, place, and what other
/// types' initializers see.
struct MemberwiseTarget: FuzzTarget {
  static let name = "memberwise"
  static let summary = "marked types against plain ones"

  private let memory = GuardedMemory()

  init() {}

  // MARK: - Verdict

  func disagreement(on input: [UInt8]) -> String? {
    guard let model = Self.model(of: input) else {
      return TwinLife.turn.withLock { _ in twinDisagreement(on: input) }
    }
    return randomDisagreement(of: model, on: input)
  }

  private func twinDisagreement(on input: [UInt8]) -> String? {
    let choice = hash(of: input)
    let before = TwinLife.count.withLock { $0 }
    let configure: (StreamJSONDecoder) -> Void = { Self.configure($0, by: choice) }
    let marked: Seen
    let plain: Seen
    // Alone, in an array, in a dictionary: the first two have their own loops.
    switch (input.first, choice >> 8 & 3) {
    case (Self.lateMark, _):
      let isArray = input.dropFirst().first == UInt8(ascii: "[")
      marked =
        isArray
        ? see([LateTwin<MarkedForm>].self, input, configure)
        : see(LateTwin<MarkedForm>.self, input, configure)
      plain =
        isArray
        ? see([LateTwin<PlainForm>].self, input, configure)
        : see(LateTwin<PlainForm>.self, input, configure)
    case (_, 0):
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

  /// The whitespace before a text for the twin that is read in one pass.
  private static let lateMark = UInt8(ascii: "\n")

  // MARK: - Random models, read in one pass

  /// How many characters of whitespace before a text say which random model it is for.
  private static let prefixCount = 6
  private static let whitespace = Array(" \t\n\r".utf8)

  private static func model(of input: [UInt8]) -> RandomTwin? {
    let digits = input.prefix(prefixCount).compactMap { whitespace.firstIndex(of: $0) }
    guard digits.count == prefixCount else { return nil }
    return RandomTwin.model(digits.reduce(0) { 4 * $0 + $1 } % RandomTwin.count)
  }

  private func randomDisagreement(of model: RandomTwin, on input: [UInt8]) -> String? {
    let choice = hash(of: input)
    let isArray = input.dropFirst(Self.prefixCount).first == UInt8(ascii: "[")
    func see<Value: Decodable & SendableMetatype>(_ type: Value.Type) -> Seen {
      isArray
        ? self.see([Value].self, input) { Self.configure($0, by: choice) }
        : self.see(type, input) { Self.configure($0, by: choice) }
    }
    let (marked, plain) = (see(model.marked), see(model.plain))
    guard marked == plain else { return "plain: \(plain)\nmarked: \(marked)" }
    // With default settings, by a decoder that has given up nothing, so that the text is read if it can be.
    func read<Value: Decodable & SendableMetatype>(_ type: Value.Type) -> String? {
      let decoder = CoreDecoder(environment: Self.environment)
      if let type = type as? any MemberwiseDecodable.Type { decoder.learn(type) }
      return isArray
        ? self.read([Value].self, input, decoder) : self.read(type, input, decoder)
    }
    let (first, second) = (read(model.marked), read(model.plain))
    guard first == second else {
      return "plain: \(second ?? "error")\nread: \(first ?? "error")"
    }
    let framing: JSONFraming =
      isArray ? .arrayElements() : choice >> 16 & 1 == 0 ? .lines : .concatenated
    func stream<Value: Decodable & SendableMetatype>(_ type: Value.Type) -> [String] {
      Self.stream(type, input, framing, chunkSize: 1 + Int(choice >> 20 & 0x3FF))
    }
    let (third, fourth) = (stream(model.marked), stream(model.plain))
    return third == fourth ? nil : "plain stream: \(fourth)\nmarked stream: \(third)"
  }

  /// What a stream of `input` four times delivers: the first ones may show that the type is marked.
  private static func stream<Value: Decodable & SendableMetatype>(
    _ type: Value.Type,
    _ input: [UInt8],
    _ framing: JSONFraming,
    chunkSize: Int
  ) -> [String] {
    let stream = StreamJSONDecoder().makeStream(of: type, framing: framing)
    var outcomes: [String] = []
    func push(_ body: ((consuming Value) -> Void) throws -> Void) -> Bool {
      do {
        try body { outcomes.append(description(of: $0)) }
        return true
      } catch {
        let place = (error as? DecodingError)?.jsonError.map { "\($0)" } ?? ""
        let outcome = "\(Failure(error)) \(place)".replacing("PlainForm", with: "MarkedForm")
        if outcomes.last != outcome { outcomes.append(outcome) }
        return false
      }
    }
    let text = framing == .arrayElements() ? input : (0..<4).flatMap { _ in input + [0x0A] }
    for start in stride(from: 0, to: text.count, by: chunkSize) {
      var rest = text[start..<min(start + chunkSize, text.count)]
      while !push({ try stream.append(rest, forEach: $0) }) { rest = [] }
    }
    while !push({ try stream.finish(forEach: $0) }) {}
    return outcomes + ["\(stream.progress)"]
  }

  /// Knows the types of random models.
  private static let environment = DecodingEnvironment.makeLocked(readsAllItCan: true)

  private func read<Value: Decodable>(
    _ type: Value.Type,
    _ input: [UInt8],
    _ decoder: CoreDecoder
  ) -> String? {
    let value = try? unsafe memory.withCopy(of: input) { bytes in
      // SAFETY: the bytes exist until the closure has returned.
      try unsafe decoder.decode(type, from: bytes.bindMemory(to: UInt8.self))
    }
    return value.map { Self.description(of: $0) }
  }

  private static func configure(_ decoder: StreamJSONDecoder, by choice: UInt64) {
    switch choice & 0x1F {
    case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case 1: decoder.duplicateKeyPolicy = .useLast
    case 2: decoder.duplicateKeyPolicy = .reject
    case 3: decoder.validation = .strict
    case 4: decoder.allowsJSON5 = true
    case 5: decoder.showsValuesInErrors = true
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
      return Seen(value: same(Self.description(of: value)), paths: log.takePaths())
    } catch {
      return Seen(
        failure: same("\(Failure(error))"),
        place: (error as? DecodingError)?.jsonError.map { same("\($0)") },
        paths: log.takePaths()
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
    let isRandom = source.random.next() % 2 == 0
    let isLate = source.random.next() % 2 == 0
    var writer = TwinWriter(random: source.random)
    switch source.random.next() % 4 {
    case 0: writer.unusualRate = 0
    case 1: writer.unusualRate = 0.1
    default: break
    }
    let isArray = source.random.next() % 4 == 0
    var write: (inout TwinWriter) -> Void = { $0.twin() }
    if isRandom {
      let prefix = (0..<Self.prefixCount).map { _ in source.random.pick(Self.whitespace) }
      writer.bytes = prefix
      write = Self.model(of: prefix)?.write ?? write
    }
    if !isRandom, isLate {
      writer.bytes = [Self.lateMark]
      write = { $0.late() }
    }
    if isArray {
      writer.bytes.append(UInt8(ascii: "["))
      write(&writer)
      writer.bytes.append(UInt8(ascii: ","))
    }
    write(&writer)
    if isArray { writer.bytes.append(UInt8(ascii: "]")) }
    source.random = writer.random
    return source.random.next() % 4 == 0 ? source.damaged(writer.bytes) : writer.bytes
  }
}
