import Foundation
import StreamJSONCore

/// A number that depends on every property of a value: the cheap way to compare the two forms of a
/// model, which are different types.
struct TwinDigest: Equatable {
  private(set) var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0xBF58_476D_1CE4_E5B9
    state ^= state >> 29
  }

  mutating func mix(_ text: String) {
    // The second count depends on what the string knows about its bytes.
    mix(UInt64(text.utf8.count) << 32 | UInt64(text.utf16.count))
    var text = text
    text.withUTF8 { bytes in
      var word: UInt64 = 0
      for index in bytes.indices {
        // SAFETY: an index of the buffer.
        word = word << 8 | UInt64(unsafe bytes[index])
        if index & 7 == 7 { mix(word) }
      }
      mix(word)
    }
  }

  mutating func add(_ member: some TwinMember) { member.add(to: &self) }

  init() {}

  init(_ member: some TwinMember) { add(member) }
}

/// A model in one of its forms, or a member of one.
protocol TwinMember: Decodable, SendableMetatype {
  /// Adds all properties.
  func add(to digest: inout TwinDigest)

  /// The type of the value in a text, or of the elements if that is an array or a dictionary.
  static var outermost: any Decodable.Type { get }
}

extension TwinMember {
  static var outermost: any Decodable.Type { Self.self }
}

extension TwinMember where Self: FixedWidthInteger {
  func add(to digest: inout TwinDigest) { digest.mix(UInt64(truncatingIfNeeded: self)) }
}

extension TwinMember where Self: RawRepresentable, RawValue == String {
  func add(to digest: inout TwinDigest) { digest.mix(rawValue) }
}

extension Int: TwinMember {}
extension Int8: TwinMember {}
extension Int16: TwinMember {}
extension Int32: TwinMember {}
extension Int64: TwinMember {}
extension UInt: TwinMember {}
extension UInt8: TwinMember {}
extension UInt16: TwinMember {}
extension UInt32: TwinMember {}
extension UInt64: TwinMember {}

extension Bool: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(self ? 1 : 0) }
}

// By their bits: zero has a sign.
extension Double: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(bitPattern) }
}

extension Float: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(UInt64(bitPattern)) }
}

extension Date: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(timeIntervalSinceReferenceDate.bitPattern) }
}

extension String: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(self) }
}

extension Optional: TwinMember where Wrapped: TwinMember {
  func add(to digest: inout TwinDigest) {
    switch self {
    case nil: digest.mix(0)
    case .some(let value):
      digest.mix(1)
      value.add(to: &digest)
    }
  }
}

extension Array: TwinMember where Element: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.mix(UInt64(count))
    for element in self { element.add(to: &digest) }
  }

  static var outermost: any Decodable.Type { Element.outermost }
}

extension Set: TwinMember where Element: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.mix(UInt64(count))
    // They have no order.
    digest.mix(reduce(0 as UInt64) { $0 &+ TwinDigest($1).state })
  }
}

extension Dictionary: TwinMember where Key == String, Value: TwinMember {
  func add(to digest: inout TwinDigest) {
    digest.mix(UInt64(count))
    var sum: UInt64 = 0
    for (name, value) in self {
      var pair = TwinDigest()
      pair.mix(name)
      value.add(to: &pair)
      sum &+= pair.state
    }
    digest.mix(sum)
  }

  static var outermost: any Decodable.Type { Value.outermost }
}

extension TwinLife: TwinMember {
  func add(to digest: inout TwinDigest) { digest.mix(UInt64(truncatingIfNeeded: number)) }
}
