import Foundation
import Testing

/// Rules for the source files that no compiler checks.
struct SourceRulesTests {
  @Test func `the files are found`() {
    #expect(Repository.swiftFiles.count > 100)
    #expect(!RepositoryFile(path: "Package.swift").text.isEmpty)
  }

  @Test func `the core imports nothing`() {
    for file in Repository.files(in: Repository.core) {
      let imports = file.codeLines.filter { $0.words.prefix(3).contains("import") }
      #expect(imports == [], "\(file)")
    }
  }

  /// A single import would link all of Foundation into programs that build without the trait.
  @Test func `all of Foundation is imported only under a condition`() {
    for file in Repository.files(in: "Sources/StreamJSON") {
      let lines = file.codeLines
      for (number, line) in lines.enumerated()
      where line.words.suffix(2) == ["import", "Foundation"] {
        let above = number > 0 ? lines[number - 1] : ""
        #expect(above.hasPrefix("#if") || above == "#else", "\(file):\(number + 1)")
      }
    }
  }

  /// It has another name, and other functions, on each system.
  @Test func `one file imports the C library`() {
    let names = ["Darwin", "Glibc", "Musl", "Android", "Bionic", "WASILibc", "ucrt", "WinSDK"]
    let importing = Repository.files(in: "Sources").filter { file in
      file.codeLines.contains { line in
        line.words.dropLast().last == "import" && names.contains { line.hasSuffix(" \($0)") }
      }
    }
    #expect(importing.map(\.path) == ["Sources/StreamJSON/System/CLibrary.swift"])
  }
}
