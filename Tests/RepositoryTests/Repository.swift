import Foundation
import Synchronization

/// The files of the checkout, as the tests of this target see them.
enum Repository {
  /// The directory that holds Package.swift.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file below `directory` whose name ends in `suffix`, sorted by path.
  static func files(in directory: String, suffix: String = ".swift") -> [RepositoryFile] {
    let folder = root.appending(path: directory, directoryHint: .isDirectory)
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.filter { $0.hasSuffix(suffix) }.sorted().map {
      RepositoryFile(path: "\(directory)/\($0)")
    }
  }

  /// Every Swift file that belongs to the package.
  static let swiftFiles = ["Sources", "Tests", "Benchmarks"].flatMap { files(in: $0) }

  static let core = "Sources/StreamJSONCore"
}

/// One file of the checkout.
struct RepositoryFile: Sendable, CustomStringConvertible {
  /// The path relative to the checkout's root.
  let path: String

  /// The file's text, empty if there is no such file.
  var text: String { contents.text }

  var lines: [Substring] { contents.lines }

  /// The lines without comments and the contents of strings, as far as a single line can tell.
  var codeLines: [String] { contents.codeLines }

  private var contents: Contents {
    Self.contents.withLock { known in
      if let contents = known[path] { return contents }
      let contents = Contents(of: Repository.root.appending(path: path))
      known[path] = contents
      return contents
    }
  }

  /// The contents of the files read so far, since each is asked for many times.
  private static let contents = Mutex<[String: Contents]>([:])

  private struct Contents {
    let text: String
    let lines: [Substring]
    let codeLines: [String]

    init(of file: URL) {
      text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      codeLines = lines.map(Self.code)
    }

    private static func code(of line: Substring) -> String {
      var code: [UInt8] = []
      var (isInString, previous) = (false, UInt8(0))
      for byte in line.utf8 {
        let isQuote = byte == UInt8(ascii: "\"") && (!isInString || previous != UInt8(ascii: "\\"))
        if isQuote { isInString.toggle() }
        if !isInString, byte == UInt8(ascii: "/"), previous == byte {
          code.removeLast()
          break
        }
        if !isInString || isQuote { code.append(byte) }
        previous = byte
      }
      return String(decoding: code, as: UTF8.self)
    }
  }

  var description: String { path }
}

extension String {
  /// The words of the line: runs of letters, digits and underscores.
  var words: [Substring] {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
