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
  /// The JSON is divided at commas that look as if they separate two elements. If one of them does not, or
  /// if there is any error, everything is decoded again by `decode(_:from:at:)`. The result and the error are
  /// therefore always those of `decode(_:from:at:)`, but models may be decoded twice. Short documents, JSON5,
  /// and anything that is not an array in UTF-8 are not divided.
  ///
  /// During the decode, an element in a later part does not know how many elements come before that part.
  /// The indices in its `codingPath`, and the places in errors that it catches and keeps, count from the
  /// beginning of the part.
  ///
  /// An array inside another value, such as `{"data": [...]}`, is found with a pointer. It is not divided if it begins more
  /// than a megabyte into the document, if the pointer has an index or a name that is not plain ASCII, or with `JSONDuplicateKeyPolicy.useLast`.
  ///
  /// - Parameters:
  ///   - type: The type of the array; several tasks decode its elements at once.
  ///   - bytes: The JSON document: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///   - pointer: Where the array is.
  ///   - concurrency: How many tasks decode at the same time: at least 1, at most 1,024, and never more than there are
  ///     parts. Smaller and larger numbers count as these.
  /// - Returns: The elements.
  /// - Throws: The same errors as `decode(_:from:at:)`, or `CancellationError` if the task is canceled before
  ///   all parts have been started.
  /// - Complexity: O(`bytes.count`) in all tasks together; each part is copied once, and so are all bytes,
  ///   unless they are a `Data`.
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
