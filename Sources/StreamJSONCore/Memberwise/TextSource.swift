/// A text that is being read, as the source of a member's value.
@safe
struct TextSource: MemberSource {
  var cursor: TextCursor

  /// The reader of the text; not counted, because a source is made for each member.
  private let reader: Unmanaged<TextReader>

  /// The byte with which the value begins.
  let first: UInt8

  /// Makes a source of the value at which `cursor` is, which begins with `first`.
  @inline(__always)
  init(_ cursor: TextCursor, _ reader: TextReader, first: UInt8 = 0) {
    self.cursor = cursor
    // SAFETY: only the reader makes sources, and none outlives the call that makes it.
    unsafe self.reader = .passUnretained(reader)
    self.first = first
  }

  mutating func string() -> String? { first == UInt8(ascii: "\"") ? quotedString() : nil }

  @inline(__always) mutating func bool() -> Bool? { cursor.bool() }
  @inline(__always) mutating func int() -> Int? { cursor.integer(Int.self) }
  @inline(__always) mutating func unsignedInt() -> UInt? { cursor.integer(UInt.self) }
  @inline(__always) mutating func double() -> Double? { cursor.double() }
  @inline(__always) mutating func float() -> Float? { cursor.float() }

  mutating func ints() -> [Int]? { array { $0.int() } }
  mutating func doubles() -> [Double]? { array { $0.double() } }
  mutating func strings() -> [String]? { array { $0.nextString() } }
  mutating func doubleArrays() -> [[Double]]? { array { $0.doubles() } }
  mutating func nestedDoubleArrays() -> [[[Double]]]? { array { $0.doubleArrays() } }

  mutating func isEmptyArray() -> Bool {
    var end = cursor
    guard end.next() == UInt8(ascii: "["), end.open(), end.close(UInt8(ascii: "]")) else {
      return false
    }
    cursor.offset = end.offset
    return true
  }

  /// The string whose quotation mark is the next byte.
  @inline(__always)
  private mutating func quotedString() -> String? {
    // SAFETY: the reader is alive, as the initializer says.
    unsafe reader._withUnsafeGuaranteedRef { cursor.string(&$0.scratch) }
  }

  /// The string that comes next.
  private mutating func nextString() -> String? {
    cursor.next() == UInt8(ascii: "\"") ? quotedString() : nil
  }

  /// The array that comes next.
  ///
  /// Most arrays are pairs or have one element, so those are made with exactly the room that they need.
  @inline(__always)
  private mutating func array<Element>(
    _ element: (inout TextSource) -> Element?
  ) -> [Element]? {
    guard cursor.next() == UInt8(ascii: "["), cursor.open() else { return nil }
    if cursor.close(UInt8(ascii: "]")) { return [] }
    guard let first = element(&self) else { return nil }
    guard cursor.skip(UInt8(ascii: ",")) else {
      return cursor.close(UInt8(ascii: "]")) ? [first] : nil
    }
    _ = cursor.next()
    guard let second = element(&self) else { return nil }
    var elements = [first, second]
    while cursor.skip(UInt8(ascii: ",")) {
      _ = cursor.next()
      guard let element = element(&self) else { return nil }
      elements.append(consume element)
    }
    return cursor.close(UInt8(ascii: "]")) ? elements : nil
  }

  mutating func stringsByName() -> [String: String]? { dictionary { $0.nextString() } }

  mutating func intsByName() -> [String: [Int]]? { dictionary { $0.ints() } }

  private mutating func dictionary<Value>(
    _ value: (inout TextSource) -> Value?
  ) -> [String: Value]? {
    var result: [String: Value] = [:]
    let isComplete = members { name, source in
      guard let value = value(&source) else { return false }
      return result.updateValue(value, forKey: name) == nil
    }
    return isComplete ? result : nil
  }

  /// Reads the members of the object that comes next.
  ///
  /// - Returns: False if it gives up, or `member` does.
  @inline(__always)
  mutating func members(_ member: (String, inout TextSource) -> Bool) -> Bool {
    guard cursor.next() == UInt8(ascii: "{"), cursor.open() else { return false }
    if cursor.close(UInt8(ascii: "}")) { return true }
    while true {
      guard let name = nextString(), cursor.skip(UInt8(ascii: ":")) else {
        return false
      }
      _ = cursor.next()
      guard member(name, &self) else { return false }
      guard cursor.skip(UInt8(ascii: ",")) else { break }
    }
    return cursor.close(UInt8(ascii: "}"))
  }
}
