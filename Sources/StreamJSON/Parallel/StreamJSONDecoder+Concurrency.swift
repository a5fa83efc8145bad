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
  /// if there is any error, everything is decoded again by `decode(_:from:)`. The result and the error are
  /// therefore always those of `decode(_:from:)`, but models may be decoded twice. Short documents, JSON5,
  /// and anything that is not an array in UTF-8 are not divided.
  ///
  /// During the decode, an element in a later part does not know how many elements come before that part.
  /// The indices in its `codingPath`, and the places in errors that it catches and keeps, count from the
  /// beginning of the part.
  ///
  /// - Parameters:
  ///   - type: The type of the array; several tasks decode its elements at once.
  ///   - bytes: The JSON document: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///   - concurrency: How many tasks decode at the same time, at least 1.
  /// - Returns: The elements.
  /// - Throws: The same errors as `decode(_:from:)`, or `CancellationError` if the task is canceled before
  ///   all parts have been started.
  /// - Complexity: O(`bytes.count`) in all tasks together; each part is copied once, and so are all bytes,
  ///   unless they are a `Data`.
  public func decode<T: Decodable & Sendable>(
    _ type: [T].Type,
    from bytes: some Collection<UInt8>,
    concurrency: Int
  ) async throws -> [T] {
    let data = bytes as? Data ?? Data(bytes)
    let parts = concurrency > 1 ? arrayParts(of: data, concurrency) : []
    if parts.count > 1 {
      let elements = try await decodeParts(type, parts, of: data, concurrency)
      if let elements { return elements }
      try Task.checkCancellation()
    }
    return try decode(type, from: data)
  }

  /// The ranges of elements of the array in `data`, without the commas between them; none if it is
  /// not to be divided.
  private func arrayParts(of data: Data, _ concurrency: Int) -> [Range<Int>] {
    let partByteCount = Int(clamping: Self.partByteCount.get() ?? 1 << 18)
    // A limit that applies to the whole text is checked where that is decoded as a whole.
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *), allowsJSON5 { return [] }
    guard data.count / 2 >= partByteCount, data.count <= limits.maximumByteCount,
      data.count < Tape.byteLimit - 1
    else { return [] }
    // Twice as many as tasks, for those that finish sooner.
    let count = min(data.count / max(1, partByteCount), 2 * min(concurrency, 1 << 10))
    // SAFETY: the bytes are only used within the closure.
    let commas = unsafe data.withUnsafeBytes { bytes in
      let text = unsafe JSONText(bytes.bindMemory(to: UInt8.self))
      return ArrayDivision(of: text)?.commas(forParts: count) ?? []
    }
    let starts = [0] + commas.map { $0 + 1 }
    return zip(starts, commas + [data.count]).map { $0..<$1 }
  }

  /// The elements of all parts; nil if the parts are not what they were guessed to be.
  private func decodeParts<T: Decodable & Sendable>(
    _ type: [T].Type,
    _ parts: [Range<Int>],
    of data: Data,
    _ concurrency: Int
  ) async throws -> [T]? {
    try await withThrowingTaskGroup(of: (Int, [T]?).self) { group in
      var decoded: [[T]] = Array(repeating: [], count: parts.count)
      var numbers = parts.indices.makeIterator()
      func begin() {
        guard let number = numbers.next() else { return }
        group.addTask { (number, try self.decodePart(type, number, of: parts, in: data)) }
      }
      for _ in 0..<concurrency { begin() }
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
    of parts: [Range<Int>],
    in data: Data
  ) throws -> [T]? {
    try Task.checkCancellation()
    let part = parts[number]
    let range = data.startIndex + part.lowerBound..<data.startIndex + part.upperBound
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count + 2)
    if number > 0 { bytes.append(UInt8(ascii: "[")) }
    bytes.append(contentsOf: data[range])
    if number < parts.count - 1 {
      // Such a comma looks like a trailing one, but is not at the end of the array.
      guard bytes.last(where: { $0 > 0x20 }) != UInt8(ascii: ",") else { return nil }
      bytes.append(UInt8(ascii: "]"))
    }
    let elements = try? withDecoder(reading: bytes) { try $0.decodeRoot(type) }
    // Between two commas of an array, there is at least one element.
    return elements?.isEmpty == false ? elements : nil
  }
}
