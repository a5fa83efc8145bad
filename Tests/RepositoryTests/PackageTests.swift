#if os(Linux) || os(macOS)
import Foundation
import Testing

/// Checks the package as SwiftPM sees it.
@Suite(.enabled(if: SwiftCommand.executable != nil, "there is no swift command in PATH"))
struct PackageTests {
  /// Target names must be unique in a whole graph of packages, so common names would keep packages
  /// that use them, too, from depending on this one.
  @Test func `packages with targets of common names can depend on this one`() throws {
    let names = ["TestSupport", "FuzzTargets", "bench", "fuzz", "Benchmarks", "Tests", "Fuzz"]
    try TemporaryDirectory.with { directory in
      try directory.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "Dependent",
          platforms: [.macOS(.v13)],
          dependencies: [.package(name: "StreamJSON", path: "\(Repository.root.path)")],
          targets: \(names).map { name in
            .target(name: name, dependencies: [.product(name: "StreamJSON", package: "StreamJSON")])
          }
        )
        """,
        to: "Package.swift"
      )
      for name in names { try directory.write("", to: "Sources/\(name)/\(name).swift") }
      // The cheapest command that loads the whole graph.
      let result = try SwiftCommand.run(["package", "show-dependencies"], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("└── "))
    }
  }

  @Test func `the executables are products of the root package`() throws {
    let products = try Self.products(of: Repository.root)
    #expect(products == ["StreamJSON", "StreamJSONCore", "bench", "fuzz"])
  }

  /// A package that has an executable of the same name would run ours instead.
  @Test(arguments: [".build/checkouts/StreamJSON", "SourcePackages/checkouts/StreamJSON"])
  func `the executables are not products of a fetched package`(path: String) throws {
    try TemporaryDirectory.with { directory in
      try directory.write(RepositoryFile(path: "Package.swift").text, to: "\(path)/Package.swift")
      let products = try Self.products(of: directory.url.appending(path: path))
      #expect(products == ["StreamJSON", "StreamJSONCore"])
    }
  }

  private struct Manifest: Decodable {
    struct Product: Decodable { var name: String }

    var products: [Product]
  }

  private static func products(of package: URL) throws -> [String] {
    let result = try SwiftCommand.run(["package", "dump-package"], in: package)
    #expect(result.status == 0, "\(result.errors)")
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(result.output.utf8))
    return manifest.products.map(\.name)
  }
}

/// The `swift` command of the toolchain.
private enum SwiftCommand {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Where PATH has it first.
  static let executable: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { URL(filePath: "\($0)/swift") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Runs a command of SwiftPM, which leaves nothing in `package` but its own scratch directory.
  static func run(_ arguments: [String], in package: URL) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments + ["--package-path", package.path]
    // The directory `.build` is locked while SwiftPM runs these tests.
    return try TemporaryDirectory.with { scratch in
      let (output, errors) = (
        scratch.url.appending(path: "out"), scratch.url.appending(path: "err")
      )
      for file in [output, errors] { try Data().write(to: file) }
      process.arguments? += ["--scratch-path", scratch.url.appending(path: "build").path]
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus,
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8)
      )
    }
  }
}

/// A directory that is deleted at the end.
private struct TemporaryDirectory {
  let url: URL

  static func with<Result>(_ body: (TemporaryDirectory) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "StreamJSON-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryDirectory(url: url))
  }

  /// Writes a file, and creates the directories above it.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }
}
#endif
