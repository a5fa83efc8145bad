/// What the plans of marked types know of the types that the library decodes itself.
///
/// The samples are what an initialiser is tried with. Those with even numbers differ from those with
/// odd ones, and they are such that what checks, trims or bounds a value is likely to show.
extension Bool {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .bool }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> Bool? { number & 1 == 1 }
}

extension String {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .string }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> String? {
    let samples = [
      "", "a", " b ", "A a", "B\n", "0", "\u{E9}", "null",
      "a string that does not fit in place", "another string that does not fit in place",
      "\u{FEFF}x", "-1.5",
    ]
    return samples[number % samples.count]
  }
}

extension DirectlyDecodable where Self: FixedWidthInteger {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if let type = ShortInteger(self) { return .shortInteger(type) }
    guard MemoryLayout<Self>.size == MemoryLayout<Int>.size else { return .other }
    return Self.isSigned ? .int : .unsignedInt
  }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> Self? {
    let samples: [Self] = [
      0, 1, 2, Self.isSigned ? .min : 7, 100, Self.isSigned ? -1 : 9, .max, 77, 20, 3, 4, 99,
    ]
    return samples[number % samples.count]
  }
}

extension Double {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .double }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> Double? {
    let samples = [0, 1, 2.5, -7.25, 1e300, -1, -1e-300, 77, 20, 3, 4, 99.5]
    return samples[number % samples.count]
  }
}

extension Float {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .float }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> Float? {
    let samples: [Float] = [0, 1, 2.5, -7.25, 1e30, -1, -1e-30, 77, 20, 3, 4, 99.5]
    return samples[number % samples.count]
  }
}

extension Optional where Wrapped: Decodable {
  package static func sample(_ number: Int, in memory: DecoderMemory) -> Wrapped?? {
    number & 1 == 0 ? .some(nil) : memory.sample(of: Wrapped.self, number)
  }
}

// Collections, which have room even if they are empty, are told from each other by the address of their
// storage: who changes one makes a copy, because the plan holds the sample. They have a few elements, so
// that who looks at each shows.

extension DecoderMemory {
  /// One to three made-up elements for a collection; none if the library knows none.
  fileprivate func sampleElements<Element: Decodable>(
    of type: Element.Type,
    _ number: Int
  ) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(3)
    for position in 0...number % 3 {
      guard let element = sample(of: type, (number + 5 * position) % 12) else { break }
      elements.append(element)
    }
    return elements
  }
}

extension Array where Element: Decodable {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if Element.self == Int.self { return .ints }
    if Element.self == Double.self { return .doubles }
    if Element.self == String.self { return .strings }
    if Element.self == [Double].self { return .lines }
    if Element.self == [[Double]].self { return .rings }
    let direct = memory.settledPlan(for: Element.self).direct
    if case .object(let marked) = direct?.memberKind(in: memory) {
      return .objects(marked)
    }
    return .other
  }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> [Element]? {
    memory.sampleElements(of: Element.self, number)
  }
}

extension Dictionary where Key == String, Value: Decodable {
  package static func memberKind(in memory: DecoderMemory) -> MemberKind {
    if Value.self == String.self { return .texts }
    if Value.self == [Int].self { return .intsByName }
    let direct = memory.settledPlan(for: Value.self).direct
    if case .object(let marked) = direct?.memberKind(in: memory) {
      return .objectsByName(marked)
    }
    return .other
  }

  package static func sample(_ number: Int, in memory: DecoderMemory) -> [String: Value]? {
    var sample = [String: Value](minimumCapacity: 3)
    for value in memory.sampleElements(of: Value.self, number) {
      sample["a\(sample.count)"] = value
    }
    return sample
  }
}

extension Set where Element: Decodable {
  package static func sample(_ number: Int, in memory: DecoderMemory) -> Set? {
    var sample = Set(minimumCapacity: 3)
    sample.formUnion(memory.sampleElements(of: Element.self, number))
    return sample
  }
}
