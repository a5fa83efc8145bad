/// A value on the tape, as the source of a member's value.
@safe
struct TapeSource: MemberSource {
  /// The decoder; not counted, because a source is made for each member.
  private let uncountedDecoder: Unmanaged<DocumentDecoder>
  let storage: DocumentStorage
  let entry: Int

  /// The key by which it is entered.
  let note: KeyNote

  @inline(__always)
  init(_ decoder: DocumentDecoder, at entry: Int, by note: KeyNote) {
    // SAFETY: only the decoder makes sources, and none outlives the call that makes it.
    unsafe uncountedDecoder = .passUnretained(decoder)
    storage = decoder.storage
    self.entry = entry
    self.note = note
  }

  private var decoder: DocumentDecoder {
    // SAFETY: the decoder is alive, as the initializer says.
    unsafe uncountedDecoder._withUnsafeGuaranteedRef { $0 }
  }

  @inline(__always) func string() -> String? { storage.plainString(at: entry) }
  @inline(__always) func bool() -> Bool? { Bool.plain(in: storage, at: entry) }
  @inline(__always) func int() -> Int? { Int.plain(in: storage, at: entry) }
  @inline(__always) func unsignedInt() -> UInt? { UInt.plain(in: storage, at: entry) }
  @inline(__always) func double() -> Double? { Double.calledPlain(in: storage, at: entry) }
  @inline(__always) func float() -> Float? { Float.calledPlain(in: storage, at: entry) }

  func ints() throws -> [Int]? { try elements() }
  func doubles() throws -> [Double]? { try elements() }
  func strings() throws -> [String]? { try elements() }
  func doubleArrays() throws -> [[Double]]? { isEntered ? try doubleArrays(at: entry) : nil }

  func nestedDoubleArrays() throws -> [[[Double]]]? {
    isEntered ? try decoder.elements(at: entry) { try doubleArrays(at: $0) } : nil
  }

  @inline(__always)
  private func elements<Element: DirectlyDecodable>() throws -> [Element]? {
    isEntered ? try Element.decodeElements(with: decoder, at: entry) : nil
  }

  private func doubleArrays(at entry: Int) throws -> [[Double]] {
    try decoder.elements(at: entry) { try Double.decodeElements(with: decoder, at: $0) }
  }

  /// Whether the value is an array, whose elements then have the member's key in their paths.
  private var isEntered: Bool {
    storage.tape[entry].kind == .array && decoder.enter(entry, by: note)
  }

  func isEmptyArray() -> Bool {
    storage.tape[entry].kind == .array && storage.tape[entry &+ 1].count == 0
  }

  // Their types decode dictionaries, which then have the paths and the checks for duplicates of any other.

  func stringsByName() -> [String: String]? { nil }
  func intsByName() -> [String: [Int]]? { nil }
}
