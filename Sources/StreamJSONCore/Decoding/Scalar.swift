// Rules for values that are decoded without a call of their `init(from:)`:
// - `plain` is inlined into each caller. It returns nil for anything unusual, and has then changed nothing.
// - `other` exists once for each type, or once for all types, so that programs stay small. It throws JSONDecoder's
//   errors.
// - Values and errors must be those of the type's own `init(from:)`. Tests compare both.
// - The tape says how many elements there are, but a short text can claim many. Make room only as `initialCount`
//   allows, until an eighth of the elements exists.
// - An element's initializer may run any code. The plan of its type may change meanwhile, so don't keep the plan across
//   elements of a type that may be marked.

/// The standard library's scalars: types whose usual values are read from the tape without a call.
///
/// A function that is generic over them is inlined or exists once for all, so that there are not sixteen
/// copies of everything that it calls.
protocol Scalar: DirectlyDecodable, Decodable {
  /// Whether containers have code of their own for the type; others cost a call, and keep programs small.
  static var isCommon: Bool { get }

  /// The value at `entry` if it is of the usual form; nil if it takes longer, or there is none.
  static func plain(in storage: DocumentStorage, at entry: Int) -> Self?

  /// The value at `entry`, for which `plain` has returned nil.
  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Self
}

extension Scalar {
  static var isCommon: Bool { true }

  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Not inlined, so that arrays do not contain the same code again.
  @inline(never)
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    try decoder.scalar(self, at: entry)
  }

  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Self] {
    try decoder.scalars(at: entry) { try decoder.scalar(self, at: $0) }
  }

  /// Like `plain`, for callers to which the cost of a call does not matter.
  @inline(never)
  static func calledPlain(in storage: DocumentStorage, at entry: Int) -> Self? {
    plain(in: storage, at: entry)
  }
}

extension DocumentDecoder {
  /// The scalar at `entry`.
  @inline(__always)
  func scalar<T: Scalar>(_ type: T.Type, at entry: Int) throws -> T {
    if let value = T.plain(in: storage, at: entry) { return value }
    return try T.other(with: self, at: entry)
  }
}

extension Bool: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Bool? {
    switch storage.tape[entry].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Bool {
    throw decoder.scalarMismatch(Bool.self, at: entry)
  }
}

extension String: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> String? {
    storage.plainString(at: entry)
  }

  /// The string, or the part of an unfinished string that has arrived.
  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> String {
    if decoder.isString(at: entry), let value = try? decoder.document.stringOrPart(at: entry) {
      return value
    }
    return try decoder.otherString(at: entry)
  }
}

extension Scalar where Self: ParsableFloat {
  /// The nearest value.
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Self? {
    guard let (start, end) = storage.plainNumber(at: entry) else { return nil }
    return storage.text.parseFloatingPoint(from: start, to: end)
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    try decoder.otherFloatingPoint(self, at: entry)
  }
}

extension Float: Scalar {}

extension Double: Scalar {
  /// The scanner has noted where most decimals in arrays have their point.
  package static func decodeElements(
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> [Double] {
    let (text, tape) = (decoder.storage.text, decoder.storage.tape)
    return try decoder.scalars(at: entry) { child in
      let word = tape[child]
      if word.kind == .number, word.integerDigitCount > 0,
        let value = text.parseDecimal(
          from: word.offset,
          to: word.offset &+ word.shortCount,
          word.integerDigitCount
        ) as Double?
      {
        return value
      }
      return try decode(with: decoder, at: child)
    }
  }

  /// Calls what the code for memberwise types needs anyway.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Double {
    if let value = calledPlain(in: decoder.storage, at: entry) { return value }
    return try other(with: decoder, at: entry)
  }
}

extension Scalar where Self: FixedWidthInteger {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Self? {
    guard let (start, end) = storage.plainNumber(at: entry) else { return nil }
    let text = storage.text
    // With fewer digits, there is less code.
    let digitCount = bitWidth <= 16 ? 8 : bitWidth <= 32 ? 16 : 19
    return text.parseShortInteger(from: start, to: end, digitCount).flatMap(Self.init(exactly:))
  }

  static func other(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    Self(truncatingIfNeeded: try decoder.otherInteger(IntegerType(self), at: entry))
  }
}

extension Scalar where Self: FixedWidthInteger {
  @inline(__always)
  static var isCommon: Bool {
    Self.self == Int.self || Self.self == Int64.self || Self.self == Int32.self
  }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: Scalar {
  // Calls what an Int64 needs anyway: a number that needs more than 64 bits is rare.
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> Int128? {
    Int64.calledPlain(in: storage, at: entry).map { Int128($0) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: Scalar {
  @inline(__always)
  static func plain(in storage: DocumentStorage, at entry: Int) -> UInt128? {
    UInt64.calledPlain(in: storage, at: entry).map { UInt128($0) }
  }
}

// MARK: - Scalars by a call

/// The fast path of each scalar is a comparison of the word's kind, then the parse; everything
/// else (null, another kind, object graphs, malformed text) is out of line.
extension DocumentDecoder {
  /// The string at `entry`.
  @inline(__always)
  package func string(at entry: Int) throws -> String {
    if let value = storage.plainString(at: entry) { return value }
    return try otherString(at: entry)
  }

  /// The error for a value at `entry` that is not of the scalar type `type`; without details, most are the same one.
  @inline(never)
  fileprivate func scalarMismatch(_ type: any Any.Type, at entry: Int) -> any Error {
    notes.errors.areDropped && storage.tape[entry].kind != .null
      ? DecodingError.mismatchWithoutDetails : mismatch(type, at: entry)
  }

  @inline(never)
  func otherString(at entry: Int) throws -> String {
    guard isString(at: entry) else { throw scalarMismatch(String.self, at: entry) }
    return try name(at: entry)
  }

  /// The bits of the integer at `entry`, whatever its spelling.
  @inline(never)
  func otherInteger(_ type: IntegerType, at entry: Int) throws -> WideInteger {
    let tape = document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      return try number(type.type, at: entry) { text, start, end throws(NumberFault) in
        let value = try text.parseAnyInteger(from: start, to: end)
        guard let bits = type.bits(of: value) else { throw NumberFault.outOfRange }
        return bits
      } other: { number in
        if case .hexadecimal(let integer) = number { type.bits(of: integer) } else { nil }
      }
    case .integer:
      if let bits = type.bits(of: SignedMagnitude(tape.integer(at: entry))) { return bits }
      throw numberFault(.outOfRange, type.type, at: entry)
    case .floatingPoint:
      let double = tape.double(at: entry)
      if let bits = SignedMagnitude(exactly: double).flatMap(type.bits) { return bits }
      guard double.isFinite else { throw invalidObject(at: entry) }
      throw numberFault(
        double.rounded() == double ? .outOfRange : .hasFraction,
        type.type,
        at: entry
      )
    default:
      throw scalarMismatch(type.type, at: entry)
    }
  }

  @inline(never)
  func otherFloatingPoint<T: ParsableFloat>(
    _ type: T.Type,
    at entry: Int
  ) throws -> T {
    let tape = document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      return try number(type, at: entry) { text, start, end throws(NumberFault) in
        if let value = text.parseFloatingPoint(from: start, to: end) as T? { return value }
        throw text.numberFault(from: start, to: end)
      } other: { number in
        switch number {
        case .hexadecimal(let integer):
          // JSONDecoder refuses what the type cannot hold exactly.
          integer.shortMagnitude.flatMap(T.init(exactly:)).map { integer.isNegative ? 0 - $0 : $0 }
        case .infinity(let isNegative): isNegative ? -.infinity : .infinity
        case .notANumber(let isNegative): isNegative ? -.nan : .nan
        case .decimal, .tooLarge, .malformed: nil
        }
      }
    case .integer:
      return T(tape.integer(at: entry))
    case .floatingPoint:
      let double = tape.double(at: entry)
      // JSON has no such numbers; they are accepted where strings may stand for them.
      guard double.isFinite || options.nonConformingFloats != nil else {
        throw invalidObject(at: entry)
      }
      let value = T(double)
      // A finite double may be too large for a Float.
      guard value.isFinite || !double.isFinite else {
        throw numberFault(.outOfRange, type, at: entry)
      }
      return value
    default:
      if let value = nonConformingFloat(at: entry) { return T(value) }
      throw scalarMismatch(type, at: entry)
    }
  }

  /// The number that the string at `entry`, if there is one, stands for under `convertFromString`.
  ///
  /// As in JSONDecoder, only unescaped strings are compared.
  @inline(never)
  private func nonConformingFloat(at entry: Int) -> Double? {
    guard let floats = options.nonConformingFloats, isString(at: entry),
      !document.tape[entry].flags.contains(.escaped),
      let string = try? document.string(at: entry)
    else { return nil }
    // Byte by byte: canonically equivalent strings do not count as equal here.
    let isEqual = { (other: String) in string.utf8.elementsEqual(other.utf8) }
    if isEqual(floats.positiveInfinity) { return .infinity }
    if isEqual(floats.negativeInfinity) { return -.infinity }
    if isEqual(floats.nan) { return .nan }
    return nil
  }
}

extension DecodingError {
  /// The error for a value that is not of a scalar type, where errors are dropped; see `withoutDetails`.
  fileprivate static let mismatchWithoutDetails: any Error = typeMismatch(
    Any.self,
    Context(codingPath: [], debugDescription: "Expected another type of value.")
  )
}

extension DocumentDecoder {
  /// The number at `entry`, in the syntax of the document's dialect.
  ///
  /// - Parameters:
  ///   - type: The type that it should have.
  ///   - entry: The entry of a number of the text.
  ///   - parse: Returns the value of a number of RFC 8259, or throws why there is none of that type.
  ///   - other: Returns the value of a number that only JSON5 has; nil if the type cannot hold it.
  /// - Returns: What `parse` or `other` returned.
  /// - Throws: `DecodingError.dataCorrupted` if there is no value.
  @inline(__always)
  package func number<T>(
    _ type: any Any.Type,
    at entry: Int,
    parse: (_ text: JSONText, _ start: Int, _ end: Int) throws(NumberFault) -> T,
    other: (JSON5Number) -> T?
  ) throws -> T {
    let (start, end) = storage.tape.byteRange(of: entry)
    let text = storage.text
    var fault: NumberFault
    do throws(NumberFault) {
      return try parse(text, start, end)
    } catch {
      fault = error
    }
    guard storage.dialect.allowsMoreNumbers else {
      if notes.errors.areDropped { throw DecodingError.withoutDetails }
      throw numberFault(fault, type, at: entry)
    }
    let number = JSON5Number(text, from: start, to: end)
    switch number {
    case .decimal(let first):
      do throws(NumberFault) {
        return try JSON5Number.withStandardForm(of: text, from: first, to: end) {
          standard throws(NumberFault) in
          try parse(standard, 0, standard.count)
        }
      } catch {
        fault = error
      }
    case .malformed(let offset):
      fault = .malformed(offset: offset)
    case .hexadecimal, .tooLarge, .infinity, .notANumber:
      if let value = other(number) { return value }
      fault = .outOfRange
    }
    throw numberFault(fault, type, at: entry)
  }
}
