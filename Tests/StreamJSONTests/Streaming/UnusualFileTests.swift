import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Files that have another size than they say, become shorter or longer, or cannot be read.
@Suite struct UnusualFileTests {
  /// A way to read the numbers in the lines of a file.
  enum Form: CaseIterable {
    case values, results, bytes, resultsOfBytes, batches, resultBatches
  }

  /// A file that was opened, and what reads its numbers.
  struct Opened {
    var next: () async throws -> [Int]?
    var progress: () -> JSONProgress

    /// All numbers, and the error that came after them.
    func read() async -> (numbers: [Int], error: (any Error)?) {
      var numbers: [Int] = []
      do {
        while let batch = try await next() { numbers += batch }
        return (numbers, nil)
      } catch {
        return (numbers, error)
      }
    }
  }

  static func open(
    _ url: URL,
    _ form: Form,
    framing: JSONFraming = .lines,
    partByteCount: Int64 = 1 << 20
  ) throws -> Opened {
    let decoder = StreamJSONDecoder()
    switch form {
    case .values, .bytes:
      let values =
        form == .values
        ? decoder.valueIterator(of: Int.self, inFileAt: url, framing: framing)
        : decoder.valueIterator(
          of: Int.self,
          inFileAt: url,
          framing: framing,
          byteRange: 0..<(.max)
        )
      return Opened {
        try values.next().map { [$0] }
      } progress: {
        values.progress
      }
    case .results, .resultsOfBytes:
      let results =
        form == .results
        ? decoder.results(of: Int.self, inFileAt: url, framing: framing)
        : decoder.results(of: Int.self, inFileAt: url, framing: framing, byteRange: 0..<(.max))
      return Opened {
        try results.next().map { [try $0.get()] }
      } progress: {
        results.progress
      }
    case .batches:
      let batches = decoder.batches(
        of: Int.self,
        inFileAt: url,
        framing: framing,
        concurrency: 2,
        partByteCount: partByteCount
      )
      let iterator = batches.makeAsyncIterator()
      return Opened {
        try await iterator.next()
      } progress: {
        batches.progress
      }
    case .resultBatches:
      let batches = decoder.resultBatches(
        of: Int.self,
        inFileAt: url,
        framing: framing,
        concurrency: 2,
        partByteCount: partByteCount
      )
      let iterator = batches.makeAsyncIterator()
      var rest: ArraySlice<Result<Int, DecodingError>> = []
      return Opened {
        if rest.isEmpty { rest = await iterator.next()?[...] ?? [] }
        return try rest.popFirst().map { [try $0.get()] }
      } progress: {
        batches.progress
      }
    }
  }

  /// The error itself, or the one that a failure has wrapped.
  static func cause(of error: (any Error)?) -> (any Error)? {
    guard case .dataCorrupted(let context) = error as? DecodingError else { return error }
    return context.underlyingError ?? error
  }

  private func write(_ text: String, to url: URL, truncating: Bool = false) throws {
    let file = try FileHandle(forWritingTo: url)
    if !truncating { try file.seekToEnd() }
    try file.write(contentsOf: Data(text.utf8))
    // This comes last, so that nobody sees another size between the two.
    if truncating { try file.truncate(atOffset: UInt64(text.utf8.count)) }
    try file.close()
  }

  // MARK: - Sizes that are not true

  #if os(Linux)
  /// Files that the system makes while they are read: their size is said to be 0, or a page.
  @Test(arguments: ["/proc/sys/kernel/pid_max", "/sys/class/net/lo/mtu"], Form.allCases)
  func `files of the system`(path: String, form: Form) async throws {
    let number = try #require(
      Int(String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines))
    )
    let file = try Self.open(URL(filePath: path), form)
    let (numbers, error) = await file.read()
    #expect(error == nil)
    #expect(numbers == [number])
    if path.hasPrefix("/proc") {
      #expect(file.progress().byteCount == nil)
      #expect(file.progress().fraction == nil)
    }
    #expect(file.progress().byteOffset > 0)
  }

  /// The first page of the process's memory cannot be read.
  @Test(arguments: Form.allCases) func `errors while reading`(form: Form) async throws {
    let file = try Self.open(URL(filePath: "/proc/self/mem"), form)
    let (numbers, error) = await file.read()
    #expect(numbers == [])
    #expect((Self.cause(of: error) as? POSIXError)?.code == .EIO)
    #expect(try await file.next() == nil)
  }

  @Test(arguments: [JSONFraming.lines, .arrayElements(), .concatenated], Form.allCases)
  func `a file is closed at the end`(framing: JSONFraming, form: Form) async throws {
    guard framing == .lines || (form != .bytes && form != .resultsOfBytes) else { return }
    let text = framing == .arrayElements() ? "[1,2,3]\n" : "1\n2\n3\n"
    try await withTemporaryFile(text.utf8) { url in
      func isOpen() -> Bool {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { name in
          let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
          return path == url.path
        }
      }
      let file = try Self.open(url, form, framing: framing)
      #expect(isOpen())
      #expect(await file.read().numbers == [1, 2, 3])
      #expect(!isOpen())
      #expect(try await file.next() == nil)
      #expect(file.progress().valueCount == 3)
      #expect(file.progress().fraction == 1)
    }
  }
  #endif

  @Test(arguments: Form.allCases) func `an empty file`(form: Form) async throws {
    try await withTemporaryFile([]) { url in
      let file = try Self.open(url, form)
      let (numbers, error) = await file.read()
      #expect(numbers == [])
      #expect(error == nil)
    }
  }

  // MARK: - Files that become shorter

  private func requireShorter(_ error: (any Error)?, from before: Int, to now: Int, _ form: Form) {
    let error = Self.cause(of: error) as? CocoaError
    #expect(error?.code == .fileReadCorruptFile, "\(form)")
    let sentence = error?.localizedDescription ?? ""
    #expect(sentence.contains("it had \(before) bytes when it was opened"), "\(form)")
    #expect(sentence.contains("and has \(now) now"), "\(form)")
  }

  @Test(arguments: Form.allCases, [("", []), ("1\n2\n34\n", [1, 2, 34]), ("1\n2", [1])])
  func `a file that is shorter when it is read`(
    form: Form,
    rest: (text: String, numbers: [Int])
  ) async throws {
    try await withTemporaryFile((0..<100).map { "\($0)\n" }.joined().utf8) { url in
      let file = try Self.open(url, form)
      try write(rest.text, to: url, truncating: true)
      let (numbers, error) = await file.read()
      // A last line that is not ended was cut.
      #expect(numbers == rest.numbers)
      requireShorter(error, from: 290, to: rest.text.utf8.count, form)
      #expect(try await file.next() == nil)
    }
  }

  @Test(arguments: [Form.batches, .resultBatches], ["", "0\n1\n2\n3"])
  func `a file that becomes shorter between its parts`(form: Form, rest: String) async throws {
    let count = 20_000
    let text = (0..<count).map { "\($0)\n" }.joined()
    try await withTemporaryFile(text.utf8) { url in
      let file = try Self.open(url, form, partByteCount: 1000)
      var found = try await file.next() ?? []
      try write(rest, to: url, truncating: true)
      let (numbers, error) = await file.read()
      found += numbers
      #expect(found.elementsEqual(0..<found.count))
      requireShorter(error, from: text.utf8.count, to: rest.utf8.count, form)
      #expect(try await file.next() == nil)
    }
  }

  // MARK: - Files that become longer

  @Test(arguments: Form.allCases)
  func `a last line that was not ended is read on`(form: Form) async throws {
    for (before, after, expected) in [
      ("1\n12", "34\n", [1, 1234]), ("1\n12", "34", [1, 1234]), ("1\n12", "\n", [1, 12]),
      ("1\n12", "", [1, 12]), ("1\n12\n", "", [1, 12]), ("12", "34\n", [1234]),
    ] {
      try await withTemporaryFile(before.utf8) { url in
        let file = try Self.open(url, form)
        try write(after, to: url)
        let (numbers, error) = await file.read()
        #expect(error == nil)
        #expect(numbers == expected, "\(before), \(after)")
        #expect(file.progress().byteOffset == before.utf8.count + after.utf8.count)
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `bytes added after the last line are another line`(form: Form) async throws {
    for (before, after) in [("1\n12\n", "34\n"), ("1\n12", "\n34\n"), ("1\n12\n", "3")] {
      try await withTemporaryFile(before.utf8) { url in
        let file = try Self.open(url, form)
        try write(after, to: url)
        let numbers = await file.read().numbers
        // Those that are read as a whole have everything that is there when it is read.
        let all = (before + after).split(separator: "\n").compactMap { Int($0) }
        #expect(numbers == (form == .values || form == .results ? all : [1, 12]))
      }
    }
  }

  @Test func `a last record of a text sequence is read on`() async throws {
    for (after, expected) in [
      ("34\n", [1, 1234]), ("34\n\u{1E}5\n", [1, 1234]), ("\n\u{1E}5\n", [1, 12]), ("", [1]),
    ] {
      for form in [Form.bytes, .batches, .resultsOfBytes, .resultBatches] {
        try await withTemporaryFile("\u{1E}1\n\u{1E}12".utf8) { url in
          let file = try Self.open(url, form, framing: .textSequence)
          try write(after, to: url)
          #expect(await file.read().numbers == expected, "\(form), \(after)")
        }
      }
    }
  }

  @Test func `a range in which no record begins has none, whatever is added`() throws {
    try withTemporaryFile("1\n12".utf8) { url in
      let decoder = StreamJSONDecoder()
      for bytes: Range<Int64> in [3..<4, 3..<(.max), 4..<9, 9..<(.max)] {
        let values = decoder.valueIterator(
          of: Int.self,
          inFileAt: url,
          framing: .lines,
          byteRange: bytes
        )
        try write("34\n", to: url)
        #expect(try values.next() == nil)
        try write("1\n12", to: url, truncating: true)
      }
      // The one before it has the record.
      let values = decoder.valueIterator(
        of: Int.self,
        inFileAt: url,
        framing: .lines,
        byteRange: 1..<3
      )
      try write("34\n56\n", to: url)
      #expect(try values.next() == 1234)
      #expect(try values.next() == nil)
    }
  }

  // MARK: - Directories

  @Test(arguments: Form.allCases) func `a directory`(form: Form) async throws {
    let directory = FileManager.default.temporaryDirectory
    let error = await #expect(throws: CocoaError.self) {
      do {
        _ = try await Self.open(directory, form).next()
      } catch {
        throw Self.cause(of: error) ?? error
      }
    }
    #expect(error?.code == .fileReadUnknown)
    #expect(error?.url == directory)
    #expect((error?.underlying as? POSIXError)?.code == .EISDIR)
    #expect(error?.localizedDescription.contains("is a directory") == true)
  }
}
