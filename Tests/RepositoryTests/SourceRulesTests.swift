import Foundation
import Testing

/// Rules for the source files that no compiler checks.
struct SourceRulesTests {
  @Test func `the files are found`() {
    #expect(Repository.swiftFiles.count > 100)
    #expect(!RepositoryFile(path: "Package.swift").text.isEmpty)
  }

  @Test(arguments: Repository.swiftFiles)
  func `no file has more than 500 lines`(file: RepositoryFile) {
    #expect(file.lines.count <= 501, "\(file): \(file.lines.count) lines")
  }

  @Test(arguments: Repository.files(in: Repository.core))
  func `the core imports nothing`(file: RepositoryFile) {
    let imports = file.codeLines.filter { $0.words.prefix(3).contains("import") }
    #expect(imports == [])
  }

  /// A single import would link all of Foundation into programs that build without the trait.
  @Test(arguments: Repository.files(in: "Sources/StreamJSON"))
  func `all of Foundation is imported only under a condition`(file: RepositoryFile) {
    let lines = file.codeLines
    for (number, line) in lines.enumerated() where line.words.suffix(2) == ["import", "Foundation"]
    {
      let above = number > 0 ? lines[number - 1] : ""
      #expect(above.hasPrefix("#if") || above == "#else", "\(file):\(number + 1)")
    }
  }

  @Test(arguments: Repository.swiftFiles)
  func `nothing is left to do`(file: RepositoryFile) {
    // Joined, or this line itself would match.
    let marks = ["TO" + "DO", "FIX" + "ME"]
    let left = file.lines.filter { line in marks.contains { line.contains($0) } }
    #expect(left == [])
  }

  @Test(arguments: Repository.swiftFiles)
  func `a file name says what is in the file`(file: RepositoryFile) {
    let name = file.path.split(separator: "/").last ?? ""
    for vague in ["Utils", "Utilities", "Helper", "Common", "Misc"] {
      #expect(!name.contains(vague), "\(file)")
    }
  }
}
