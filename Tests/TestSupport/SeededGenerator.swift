/// SplitMix64: a small random number generator whose whole state is its seed.
///
/// The same seed gives the same numbers on every platform, so a failure can be repeated from its
/// seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True with the given probability, from 0 to 1.
  package mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// One of the elements.
  ///
  /// - Precondition: `elements` is not empty.
  package mutating func pick<C: RandomAccessCollection>(_ elements: C) -> C.Element {
    let distance = Int.random(in: 0..<elements.count, using: &self)
    return elements[elements.index(elements.startIndex, offsetBy: distance)]
  }
}
