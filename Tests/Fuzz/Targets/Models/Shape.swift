/// What a text roughly looks like: which type to ask for at each value.
///
/// Nothing depends on it being right. It saves models from finding each value's type by failing
/// with all the others, which takes most of the time of comparing decoders.
indirect enum Shape {
  case null
  case bool
  case string
  case number
  case array([Shape])
  case object([(name: String, shape: Shape)])

  /// Whether an object may have two members with the same name, or with names that are equal as
  /// keys; names that are spelled with escapes may be anything.
  var hasDoubles: Bool {
    switch self {
    case .array(let elements): elements.contains { $0.hasDoubles }
    case .object(let members):
      Set(members.map { Self.simplified($0.name) }).count < members.count
        || members.contains { $0.name.utf8.contains(UInt8(ascii: "\\")) || $0.shape.hasDoubles }
    default: false
    }
  }

  /// A common form of names that some strategy makes equal.
  private static func simplified(_ name: String) -> String {
    name == "b" ? "a" : name.lowercased().replacing("_", with: "")
  }
}

/// Guesses shapes; accepts anything, and stops early where a text makes no sense.
struct ShapeReader {
  private let bytes: [UInt8]
  private var offset = 0

  /// The shape of the value in `bytes`.
  static func shape(of bytes: [UInt8]) -> Shape {
    var reader = ShapeReader(bytes: bytes)
    return reader.value(depth: 0)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    // After a byte-order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private mutating func skip() {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skip()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func value(depth: Int) -> Shape {
    skip()
    guard offset < bytes.count, depth < 64 else {
      offset = bytes.count
      return .null
    }
    switch bytes[offset] {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      _ = string()
      return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      skipToken()
      return .bool
    case UInt8(ascii: "n"):
      skipToken()
      return .null
    default:
      skipToken()
      return .number
    }
  }

  private mutating func skipToken() {
    while offset < bytes.count, !",]}: \n\t\r\"".utf8.contains(bytes[offset]) { offset += 1 }
  }

  private mutating func array(depth: Int) -> Shape {
    offset += 1
    var elements: [Shape] = []
    while !take(UInt8(ascii: "]")), offset < bytes.count {
      elements.append(value(depth: depth + 1))
      guard take(UInt8(ascii: ",")) || offset < bytes.count else { break }
      if offset < bytes.count, ":}".utf8.contains(bytes[offset]) { break }
    }
    return .array(elements)
  }

  private mutating func object(depth: Int) -> Shape {
    offset += 1
    var members: [(String, Shape)] = []
    while !take(UInt8(ascii: "}")), offset < bytes.count {
      guard "\"'".utf8.contains(bytes[offset]) else {
        let start = offset
        skipToken()
        guard offset > start, take(UInt8(ascii: ":")) else { break }
        let name = String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
        members.append((name, value(depth: depth + 1)))
        _ = take(UInt8(ascii: ","))
        continue
      }
      let name = string()
      guard take(UInt8(ascii: ":")) else { break }
      members.append((name, value(depth: depth + 1)))
      _ = take(UInt8(ascii: ","))
    }
    return .object(members)
  }

  /// The string at `offset`; only the simplest escapes are understood.
  private mutating func string() -> String {
    let quote = bytes[offset]
    offset += 1
    let start = offset
    var isEscaped = false
    while offset < bytes.count, bytes[offset] != quote {
      if bytes[offset] == UInt8(ascii: "\\") {
        isEscaped = true
        offset += 1
      }
      offset += 1
    }
    let end = min(offset, bytes.count)
    offset = min(offset + 1, bytes.count)
    let text = String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
    guard isEscaped else { return text }
    return text.replacing("\\u0061", with: "a").replacing("\\u0064", with: "d")
      .replacing("\\\"", with: "\"")
  }
}
