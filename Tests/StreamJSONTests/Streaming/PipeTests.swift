#if !os(Windows)
import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Pipes whose writer says nothing for a while.
///
/// One after the other: some block a thread of the cooperative pool, which has only as many as there are cores.
@Suite(.serialized) struct PipeTests {
  /// A pipe with a name, and what a test writes to it.
  private final class Pipe: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pipe")
    private let writer: Locked<FileHandle?>

    /// Makes a pipe that has a writer.
    init(hasWriter: Bool = true) throws {
      // SAFETY: the system reads a C string that outlives the call.
      guard unsafe mkfifo(url.path, 0o600) == 0 else { throw POSIXError(.EIO) }
      writer = Locked(nil)
      if hasWriter { try beginToWrite() }
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    /// Opens the pipe for writing; for reading, too, so that it does not wait for a reader.
    func beginToWrite() throws {
      let file = try FileHandle(forUpdating: url)
      writer.withLock { $0 = file }
    }

    func write(_ text: String) throws {
      try writer.withLock { try $0?.write(contentsOf: Data(text.utf8)) }
    }

    func close() throws {
      try writer.withLock {
        try $0?.close()
        $0 = nil
      }
    }

    /// Ends the silence after very many minutes, so that a test that waits for it fails and does not hang.
    ///
    /// A task that is ready may wait for minutes until one of the threads that all tests share is free.
    func closeInTheEnd() {
      Thread.detachNewThread { [weak self] in
        Thread.sleep(forTimeInterval: 1_500)
        try? self?.close()
      }
    }

    /// Whether the writer is still there.
    var isOpen: Bool { writer.withLock { $0 != nil } }
  }

  private typealias Form = UnusualFileTests.Form

  private static let forms: [UnusualFileTests.Form] = [.values, .results, .batches, .resultBatches]

  /// Numbers before the silence, and what of them has arrived.
  private static let silences: [(text: String, numbers: [Int])] = [
    ("", []), ("1\n", [1]), ("1\n12", [1]), ("1\n[2]\n3\n", [1, 3]),
  ]

  @Test(.timeLimit(.minutes(10))) func `a whole document from a pipe`() throws {
    let pipe = try Pipe()
    pipe.closeInTheEnd()
    Thread.detachNewThread {
      try? pipe.write("[1,")
      Thread.sleep(forTimeInterval: 0.2)
      try? pipe.write("2]" + String(repeating: " ", count: 1 << 20))
      try? pipe.close()
    }
    #expect(try StreamJSONDecoder().decode([Int].self, contentsOf: pipe.url) == [1, 2])
  }

  @Test(arguments: forms, silences)
  private func `canceling a silent pipe`(
    form: UnusualFileTests.Form,
    silence: (text: String, numbers: [Int])
  ) async throws {
    let pipe = try Pipe()
    try pipe.write(silence.text)
    let isWaiting = Locked(false)
    let task = Task { () async throws -> [Int] in
      let file = try UnusualFileTests.open(pipe.url, form)
      var found: [Int] = []
      while true {
        isWaiting.withLock { $0 = found == silence.numbers }
        do {
          guard let numbers = try await file.next() else { return found + [-1] }
          found += numbers
        } catch let error where UnusualFileTests.cause(of: error) is CancellationError {
          #expect(try await file.next() == nil)
          return found
        } catch {
          #expect(silence.text.contains("["))
        }
      }
    }
    // A thread: calls that do not suspend may have taken all threads of tasks.
    Thread.detachNewThread {
      while !isWaiting.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
      Thread.sleep(forTimeInterval: 0.02)
      task.cancel()
    }
    pipe.closeInTheEnd()
    #expect(try await task.value == silence.numbers)
    #expect(pipe.isOpen)
  }

  @Test func `silent pipes do not keep other tasks from running`() async throws {
    let pipes = try (0..<8).map { _ in try Pipe() }
    let tasks = pipes.map { pipe in
      Task {
        let file = try UnusualFileTests.open(pipe.url, .batches)
        return await file.read().numbers
      }
    }
    for pipe in pipes { pipe.closeInTheEnd() }
    for _ in 0..<20 {
      await Task { await Task.yield() }.value
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(pipes.allSatisfy { $0.isOpen })
    for (number, pipe) in pipes.enumerated() {
      try pipe.write("\(number)\n")
      try pipe.close()
    }
    for (number, task) in tasks.enumerated() { #expect(try await task.value == [number]) }
  }

  /// The bytes that a reader has waited for may be another one's.
  @Test func `several readers of one pipe do not keep other tasks from running`() async throws {
    let pipe = try Pipe()
    let tasks = (0..<6).map { _ in
      Task {
        let file = try UnusualFileTests.open(pipe.url, .batches)
        return await file.read().numbers
      }
    }
    pipe.closeInTheEnd()
    for number in 0..<20 {
      try pipe.write("\(number)\n")
      await Task { await Task.yield() }.value
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(pipe.isOpen)
    try pipe.close()
    var found: [Int] = []
    for task in tasks { found += try await task.value }
    // A line may have been divided among them.
    #expect(found.count <= 20)
  }

  @Test(arguments: [Form.batches, .resultBatches])
  private func `what was written is there before more is`(form: Form) async throws {
    let pipe = try Pipe()
    let file = try UnusualFileTests.open(pipe.url, form)
    pipe.closeInTheEnd()
    for number in 0..<20 {
      try pipe.write("\(number)\n")
      #expect(try await file.next() == [number])
    }
    // A number in pieces.
    try pipe.write("12")
    let next = Task {
      try await Task.sleep(for: .milliseconds(20))
      try pipe.write("34\n")
    }
    #expect(try await file.next() == [1234])
    try await next.value
    // A line after a bad one.
    try pipe.write("x\n5\n")
    await #expect(throws: DecodingError.self) { try await file.next() }
    #expect(try await file.next() == [5])
    try pipe.close()
    #expect(try await file.next() == nil)
  }

  @Test func `a pipe of many numbers`() async throws {
    let text = (0..<50_000).map { "\($0)\n" }.joined()
    for form in Self.forms {
      let pipe = try Pipe()
      let file = try UnusualFileTests.open(pipe.url, form)
      Thread.detachNewThread {
        try? pipe.write(text)
        try? pipe.close()
      }
      let (numbers, error) = await file.read()
      #expect(error == nil)
      #expect(numbers.elementsEqual(0..<50_000))
      #expect(file.progress().byteCount == nil)
      #expect(file.progress().byteOffset == text.utf8.count)
    }
  }

  #if os(Linux)
  @Test(arguments: forms) func `a pipe that no one has opened yet`(
    form: UnusualFileTests.Form
  ) async throws {
    let pipe = try Pipe(hasWriter: false)
    let file = try UnusualFileTests.open(pipe.url, form)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      try? pipe.beginToWrite()
      try? pipe.write("1\n2\n")
      Thread.sleep(forTimeInterval: 0.05)
      try? pipe.close()
    }
    let (numbers, error) = await file.read()
    #expect(error == nil)
    #expect(numbers == [1, 2])
  }
  #endif
}
#endif
