#if os(Linux) || os(macOS)
import Foundation
import Testing

/// The bench's models that a script writes are what it writes now.
struct GeneratedModelsTests {
  private static let bash = URL(filePath: "/bin/bash")

  private static let isThere = FileManager.default.isExecutableFile(atPath: bash.path)

  @Test(.enabled(if: isThere, "there is no bash"))
  func `generated models are up to date`() throws {
    let made = FileManager.default.temporaryDirectory.appending(path: "StreamJSON-\(UUID())")
    defer { try? FileManager.default.removeItem(at: made) }
    let process = Process()
    process.executableURL = Self.bash
    let script = Repository.root.appending(path: "Benchmarks/Models/generate")
    process.arguments = [script.path, made.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let kept = Repository.files(in: "Benchmarks/Models/Generated")
    let names = try FileManager.default.contentsOfDirectory(atPath: made.path).sorted()
    #expect(kept.map { $0.path.split(separator: "/").last.map(String.init) } == names)
    for (file, name) in zip(kept, names) {
      let text = try String(contentsOf: made.appending(path: name), encoding: .utf8)
      #expect(file.text == text, "run Benchmarks/Models/generate: \(file)")
    }
  }
}
#endif
