import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

extension StreamJSONDecoder {
  /// Decodes an array in several tasks.
  ///
  /// ```swift
  /// let users = try await decoder.decode([User].self, from: data, concurrency: 4)
  /// ```
  ///
  /// The result and any error are always those of `decode(_:from:at:)`, but models may be decoded twice. While an
  /// element is being decoded, the indices in its `codingPath`, and the locations in errors that it catches and keeps,
  /// may count from the beginning of the part that its task decodes.
  ///
  /// One task decodes everything if the document is short, JSON5, or not in UTF-8. The same goes for an array inside
  /// another value that begins more than a megabyte into the document, for a pointer that has an index or a key that
  /// isn't plain ASCII, and for `JSONDuplicateKeyPolicy.useLast`.
  ///
  /// - Parameters:
  ///   - type: The type of the array. Several tasks decode its elements at the same time.
  ///   - bytes: The JSON document: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///   - pointer: The path to the array; by default, the whole document.
  ///   - concurrency: The number of tasks, from 1 to 1,024. Numbers outside this range count as the nearest one in it.
  ///     There are never more tasks than parts.
  /// - Returns: The elements.
  /// - Throws: The same errors as `decode(_:from:at:)`, or `CancellationError` if the task is canceled before all parts
  ///   have been started.
  /// - Complexity: O(`bytes.count`) for all tasks together. The bytes are copied once or, if they aren't a `Data`,
  ///   twice.
  public func decode<T: Decodable & Sendable>(
    _ type: [T].Type,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer = .root,
    concurrency: Int
  ) async throws -> [T] {
    let data = bytes as? Data ?? Data(bytes)
    if concurrency > 1, let parts = parts(of: data, at: pointer, concurrency) {
      if let elements = try await decodeParts(type, parts, concurrency) { return elements }
      try Task.checkCancellation()
    }
    return try pointer.tokens.isEmpty
      ? decode(type, from: data) : decode(type, from: data, at: pointer)
  }

  /// The array in `data`, divided into parts; nil if it is not to be divided.
  private func parts(of data: Data, at pointer: JSONPointer, _ concurrency: Int) -> ArrayParts? {
    let partByteCount = Int(clamping: Self.partByteCount.get() ?? 1 << 18)
    let options = makeOptions()
    // A limit that applies to the whole text is checked where that is decoded as a whole.
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *), allowsJSON5 { return nil }
    guard data.count / 2 >= partByteCount, data.count <= options.limits.maximumByteCount,
      data.count < Tape.byteLimit - 1
    else { return nil }
    // The last part would find the last member of that name, even if the others are in the first one.
    guard pointer.tokens.isEmpty || duplicateKeyPolicy != .useLast else { return nil }
    // Twice as many as tasks, for those that finish sooner.
    let count = min(data.count / max(1, partByteCount), 2 * taskCount(for: concurrency))
    return ArrayParts(of: data, at: pointer, count: count, options)
  }

  /// Decodes all parts; nil if they are not what they were guessed to be.
  private func decodeParts<T: Decodable & Sendable>(
    _ type: [T].Type,
    _ parts: ArrayParts,
    _ concurrency: Int
  ) async throws -> [T]? {
    try await withThrowingTaskGroup(of: (Int, [T]?).self) { group in
      var decoded: [[T]] = Array(repeating: [], count: parts.count)
      var numbers = (0..<parts.count).makeIterator()
      func begin() {
        guard let number = numbers.next() else { return }
        group.addTask { (number, try self.decodePart(type, number, of: parts)) }
      }
      for _ in 0..<min(taskCount(for: concurrency), parts.count) { begin() }
      while let (number, elements) = try await group.next() {
        guard let elements else {
          group.cancelAll()
          return nil
        }
        decoded[number] = elements
        begin()
      }
      // The first array is not copied, and each of the others is freed once it has been copied.
      var all = decoded.removeFirst()
      all.reserveCapacity(all.count + decoded.reduce(0) { $0 + $1.count })
      while !decoded.isEmpty { all += decoded.removeFirst() }
      return all
    }
  }

  /// The elements of the part with the index `number`; nil if there is any error.
  private func decodePart<T: Decodable>(
    _ type: [T].Type,
    _ number: Int,
    of parts: ArrayParts
  ) throws -> [T]? {
    try Task.checkCancellation()
    guard let bytes = parts.text(ofPart: number) else { return nil }
    let elements = try? withDecoder(reading: bytes) { decoder -> [T]? in
      guard !parts.pointer.tokens.isEmpty else { return try decoder.decodeRoot(type) }
      // A comma may have been in a later array: then this part has the end of the first one, and members after it.
      guard try number == parts.count - 1 || decoder.isLast(at: parts.pointer) else { return nil }
      return try decoder.decode(type, at: parts.pointer)
    }
    // Between two commas of an array, there is at least one element.
    return elements?.isEmpty == false ? elements : nil
  }
}

/// An array in a document, divided at guessed commas into parts, each of which is decoded as a document.
///
/// A guess is a comma that is followed by what the first element begins with: its brackets, and its first name. Whether
/// it is one between two elements shows when the part before it is decoded: that must end there.
struct ArrayParts: Sendable {
  let data: Data

  /// Where the array is in the document, and in the text of each part.
  let pointer: JSONPointer

  /// The offset of the first element.
  let start: Int

  /// The offsets of the commas between two parts, in ascending order.
  private(set) var commas: [Int] = []

  /// Divides the array at `pointer` into about `count` parts; nil if it isn't to be divided.
  ///
  /// That is so if it begins after the first megabyte, and for names that may be the indices of elements. The text
  /// before the array isn't checked beyond its structure; decoding finds the same array, or an error.
  init?(of data: Data, at pointer: JSONPointer, count: Int, _ options: DecodingOptions) {
    let isName = { (token: String) in Int(token) == nil && token.utf8.allSatisfy { $0 < 0x80 } }
    guard pointer.tokens.allSatisfy(isName) else { return nil }
    let form = StreamForm(of: Bool.self, framing: .arrayElements(at: pointer), options: options)
    let engine = StreamEngine(form, environment: .system)
    self.data = data
    self.pointer = pointer
    let start = data.prefix(1 << 20).withText { engine.startOfFirst(in: $0) }
    guard let start else { return nil }
    self.start = start
    // Each part has what comes before the array; all of them together scan an eighth more than there is.
    let count = start < 4096 ? count : min(count, data.count / 8 / start)
    data.withText { findCommas(in: $0, forParts: count) }
    if commas.isEmpty { return nil }
  }

  /// Finds commas that divide the text into about `count` parts; fewer where no guess can be made.
  ///
  /// - Complexity: O(bytes from `count` places to the guesses, at most a megabyte each).
  private mutating func findCommas(in text: JSONText, forParts count: Int) {
    let beginning = beginning(ofFirstIn: text)
    for position in 1..<max(1, count) {
      let target = max(start, text.count / count * position)
      if let last = commas.last, last >= target { continue }
      let end = target + min(text.count - target, 1 << 20)
      let comma = (target..<end).first { isBetweenElements($0, beginning, text) }
      if let comma { commas.append(comma) }
    }
  }

  /// What the first element begins with: one byte, or brackets and whitespace, and then its first name with the colon if
  /// it is an object and the name is short.
  private func beginning(ofFirstIn text: JSONText) -> [UInt8] {
    let longest = start..<min(text.count, start + 64)
    let isBracket = { (byte: UInt8) in byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") }
    var end = longest.first { !isBracket(text[$0]) && !text[$0].isBlank } ?? longest.upperBound
    let last = (start..<end).last { isBracket(text[$0]) }
    if let last, text[last] == UInt8(ascii: "{") {
      end = longest.first { text[$0] == UInt8(ascii: ":") } ?? end
    }
    return (start..<max(end, start + 1)).map { text[$0] }
  }

  /// Whether the byte at `offset` looks like a comma between two elements that begin with `beginning`.
  private func isBetweenElements(_ offset: Int, _ beginning: [UInt8], _ text: JSONText) -> Bool {
    guard text[offset] == UInt8(ascii: ",") else { return false }
    var before = offset - 1
    while before > start, text[before].isBlank { before -= 1 }
    let after = text.firstNonblankOffset(from: offset + 1)
    guard before > start, after < text.count else { return false }
    let (last, first) = (text[before], text[after])
    let quotationMark = UInt8(ascii: "\"")
    switch beginning[0] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      // A closing bracket comes two after the opening one.
      return last == beginning[0] + 2 && text.mayBegin(with: beginning, at: after)
    case quotationMark:
      // An escaped quotation mark is inside of a string.
      return first == quotationMark && last == quotationMark
        && text[before - 1] != UInt8(ascii: "\\")
    default:
      // A number or a literal on each side.
      return first > UInt8(ascii: ",") && first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
        && last != quotationMark
    }
  }

  /// The number of parts.
  var count: Int { commas.count + 1 }

  /// The text of the part with the index `number`; nil if it can't be one.
  ///
  /// Each part has what comes before the array, and the last one has what comes after it. What surrounds the array is
  /// therefore checked, and each part is as deep as in the document.
  func text(ofPart number: Int) -> [UInt8]? {
    let isLast = number == commas.count
    let first = number > 0 ? commas[number - 1] + 1 : start
    let part = data.dropFirst(first).prefix((isLast ? data.count : commas[number]) - first)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(start + part.count + pointer.tokens.count + 1)
    bytes += data.prefix(start)
    bytes += part
    guard !isLast else { return bytes }
    // Such a comma looks like a trailing one, but is not at the end of the array.
    guard bytes.last(where: { $0 > 0x20 }) != UInt8(ascii: ",") else { return nil }
    bytes.append(UInt8(ascii: "]"))
    bytes += repeatElement(UInt8(ascii: "}"), count: pointer.tokens.count)
    return bytes
  }
}
