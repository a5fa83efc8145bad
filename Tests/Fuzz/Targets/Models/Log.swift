import Foundation
import StreamJSONTestSupport

/// What a model saw, in order, in a form that is quick to write and to compare: equal logs mean
/// equal values, doubles bit for bit and strings byte for byte.
struct Log: Equatable {
  private(set) var bytes: [UInt8] = []

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends everything that `other` has noted.
  mutating func append(_ other: Log) {
    bytes += other.bytes
  }

  /// Notes what kind of thing follows.
  mutating func mark(_ tag: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: tag.value))
  }

  mutating func note(_ string: String) {
    mark("s")
    bytes += string.utf8
    bytes.append(0xFF)
  }

  mutating func note(_ value: some FixedWidthInteger) {
    mark("i")
    bytes += "\(value)".utf8
  }

  mutating func note(_ value: Double) {
    mark("d")
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func note(_ value: Float) {
    mark("f")
    var bits = value.bitPattern
    for _ in 0..<4 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// Notes an error that a model caught.
  ///
  /// For a malformed value, it only notes that it is malformed, because JSONDecoder throws its internal error there.
  mutating func note(_ error: any Error) {
    let failure = Failure(error)
    let isMalformed =
      failure.kind == .other
      || failure.kind == .dataCorrupted && failure.text == Failure.notValidJSON
    mark(isMalformed ? "!" : "e")
    if !isMalformed { note(name: "\(failure)") }
  }

  /// Notes a text with a name in it, treating canonically equivalent spellings as one.
  ///
  /// JSONDecoder shows a key as the model spells it, where ours shows it as the text does.
  mutating func note(name: String) {
    note(Self.composed(name))
  }

  /// Notes names that come in no certain order.
  mutating func note(names: some Sequence<String>) {
    for name in names.sorted(by: Self.precedes) { note(name: name) }
  }

  /// An order of names by their bytes.
  ///
  /// By the operators on Strings, neither of `café/` and `café` comes first if only one is
  /// composed.
  static func precedes(_ first: String, _ second: String) -> Bool {
    composed(first).utf8.lexicographicallyPrecedes(composed(second).utf8)
  }

  private static func composed(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
  }
}

extension Log: CustomStringConvertible {
  var description: String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }
}
