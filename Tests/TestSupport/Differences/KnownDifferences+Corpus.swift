extension KnownDifferences {
  /// A difference on one text of the corpus.
  package enum OnText: Sendable {
    /// JSONDecoder refuses the text, for no good reason; ours reads this value.
    case reads(JSONTree, reason: String)

    /// JSONDecoder gives an Int that is not the number in the text, or none where there is one.
    ///
    /// Our decoder may differ in the Int; the Double must be the same.
    case anyInteger(reason: String)
  }

  /// The difference on the conformance text called `name`, if there is one.
  package static func onText(named name: String) -> OnText? { byName[name] }

  /// The names of all listed texts, to check that each exists.
  package static var namesOfTexts: [String] { byName.keys.sorted() }

  private static let byName: [String: OnText] = {
    let zero = JSONTree.number(bits: 0, integer: 0)
    let one = JSONTree.number(bits: (1.0).bitPattern, integer: 1)
    let exponent = "zero with an exponent is a valid number; JSONDecoder's test for zero misses it"
    let mark = "JSONDecoder takes the UTF-32LE mark for UTF-16LE's"
    let fraction = "JSONDecoder drops the fraction on the way to Int"
    let exact = "JSONDecoder takes an integer with an exponent through Double"
    return [
      "y_number_zero_exponent": .reads(.array([zero]), reason: exponent),
      "y_number_zero_exponent_capital": .reads(.array([zero]), reason: exponent),
      "y_number_zero_fraction_exponent": .reads(.array([zero]), reason: exponent),
      "i_encoding_utf32le_with_mark": .reads(
        .object([
          JSONTree.Member(
            name: Array("a".utf8),
            value: .array([one, .string(Array("é😀".utf8))])
          )
        ]),
        reason: mark
      ),
      "i_number_integer_by_large_exponent": .anyInteger(reason: exact),
      "i_number_fraction_beyond_two_to_53": .anyInteger(reason: fraction),
      "i_number_fraction_rounding_to_integer": .anyInteger(reason: fraction),
      "i_number_fraction_indistinguishable_from_one": .anyInteger(reason: fraction),
    ]
  }()

  /// The texts of the corpus on which JSONDecoder 6.3.1 must not be run with `allowsJSON5`; our decoder refuses them.
  ///
  /// JSONDecoder crashes on numbers that end after the sign of their exponent, and reads the byte after a text that
  /// ends in `0x`.
  package static let textsUnfitForJSON5: Set<String> = [
    "n_number_exponent_minus_empty", "n_number_exponent_plus_empty",
    "n_number_leading_point_exponent_sign_empty", "n_number_zero_exponent_sign_empty",
    "n_truncated_number_exponent_sign", "n_number_hexadecimal_prefix_at_end",
  ]
}

extension JSONTree {
  /// The same tree without the numbers read as Int.
  package var withoutIntegers: JSONTree {
    switch self {
    case .number(let bits, _): .number(bits: bits, integer: nil)
    case .array(let elements): .array(elements.map(\.withoutIntegers))
    case .object(let members):
      .object(
        members.map { Member(name: $0.name, value: $0.value.withoutIntegers) }
      )
    case .null, .bool, .string: self
    }
  }
}
