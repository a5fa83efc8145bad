/// A property that must hold for any bytes, and a source of bytes that may break it.
///
/// A target's verdict depends on the input alone. Its other choices (types, cuts, the order of
/// keys) are taken from the input's bytes, so that a saved input repeats its failure.
package protocol FuzzTarget: SendableMetatype {
  /// What `--target` calls it; the first word of the names of its files in `Corpus/fuzz/`.
  static var name: String { get }

  /// One line about the comparison.
  static var summary: String { get }

  /// Prepares everything that inputs share, such as decoders.
  init()

  /// Makes up the next input.
  func input(from source: inout InputSource) -> [UInt8]

  /// Says what's wrong with `input`, or returns nil if the property holds.
  func disagreement(on input: [UInt8]) -> String?
}

/// The list of all targets.
package enum FuzzTargets {
  /// The targets in the order in which they run.
  package static let all: [any FuzzTarget.Type] = [
    TextTarget.self, ModelsTarget.self, KeysTarget.self, StrictTarget.self, JSON5Target.self,
    StringsTarget.self, DoublesTarget.self, IntegersTarget.self, DatesTarget.self,
    Base64Target.self, GraphTarget.self, ChunkedTarget.self, UpdateTarget.self,
    MisbehaviorTarget.self, ValuesTarget.self, PartitionsTarget.self, MemberwiseTarget.self,
    TwinsTarget.self, PromiseTarget.self, WaysTarget.self,
  ]

  /// The target called `name`, if there is one.
  package static func named(_ name: some StringProtocol) -> (any FuzzTarget.Type)? {
    all.first { $0.name == name }
  }
}

extension FuzzTargets {
  /// `input` in a form that can be read and pasted.
  package static func show(_ input: [UInt8]) -> String {
    let isLong = input.count > 400
    let text = String(decoding: input.prefix(400), as: UTF8.self).debugDescription
    return isLong ? "\(text)… (\(input.count) bytes)" : text
  }
}

/// FNV-1a: a number that depends on every byte of an input, for the choices a target makes.
func hash(of bytes: [UInt8]) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
  return hash
}
