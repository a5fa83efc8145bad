package import Foundation

/// What a text of the corpus is meant to show, according to its name.
package enum Expectation: Sendable, Hashable {
  /// `y_`: valid; every decoder must accept it.
  case valid
  /// `n_`: invalid; a strict decoder must refuse it.
  case invalid
  /// `i_`: the grammar leaves it to the implementation; the golden file pins our choice.
  case implementationDefined
  /// Any other name: no single verdict, for example a stream.
  case none

  /// Reads the expectation from the first letters of a file name.
  init(fileName: String) {
    switch fileName.prefix(2) {
    case "y_": self = .valid
    case "n_": self = .invalid
    case "i_": self = .implementationDefined
    default: self = .none
    }
  }
}

/// One file of the corpus.
///
/// Its description is its name, so that a parameterized test names the failing text.
package struct CorpusText: Sendable, Hashable, CustomStringConvertible {
  /// The file's name without directory and extension.
  package let name: String

  /// The file's extension, without the dot.
  package let fileExtension: String

  /// The file's content.
  package let bytes: [UInt8]

  /// The verdict that the name announces.
  package let expectation: Expectation

  /// The content as Data, for JSONDecoder.
  package var data: Data { Data(bytes) }

  package var description: String { name }

  /// Makes a text that is not in a file.
  package init(name: String, fileExtension: String = "json", bytes: [UInt8]) {
    self.name = name
    self.fileExtension = fileExtension
    self.bytes = bytes
    expectation = Expectation(fileName: name)
  }
}

/// The files under `Corpus/`, located from the path of this source file in the checkout.
package enum Corpus {
  /// RFC 8259, one grammar case per file.
  package static let conformance = texts(in: "conformance")

  /// JSON5 as Foundation reads it, one case per file.
  package static let json5 = texts(in: "json5")

  /// Small documents with the traits of real ones.
  package static let documents = texts(in: "documents")

  /// Streams in every framing, told apart by their extensions.
  package static let streams = texts(in: "streams")

  /// Inputs that once failed; empty if there are none.
  package static let fuzz = texts(in: "fuzz")

  /// The directory `Corpus/` itself.
  package static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus", directoryHint: .isDirectory)

  /// The text called `name` in one of the sets.
  ///
  /// - Precondition: It exists; a test that asks for a missing file is wrong.
  package static func text(_ name: String, in set: [CorpusText]) -> CorpusText {
    guard let text = set.first(where: { $0.name == name }) else {
      preconditionFailure("no text \(name) in the corpus")
    }
    return text
  }

  /// The file at `path` below `Corpus/`, or nil if there is none.
  package static func contents(of path: String) -> [UInt8]? {
    (try? Data(contentsOf: directory.appending(path: path))).map { [UInt8]($0) }
  }

  /// Every file of one subdirectory, sorted by name; hidden files and notes are left out.
  ///
  /// A missing directory has no texts. Tests that would then test nothing assert a minimum count.
  private static func texts(in subdirectory: String) -> [CorpusText] {
    let folder = directory.appending(path: subdirectory, directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      guard !name.hasPrefix("."), !name.hasSuffix(".md") else { return nil }
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      return CorpusText(
        name: String(name[..<dot]),
        fileExtension: String(name[dot...].dropFirst()),
        bytes: [UInt8](data)
      )
    }
  }
}

/// How much work the randomized tests do.
package enum TestScale {
  /// The factor in the environment variable `STREAMJSON_TEST_SCALE`; 1 if it is not set.
  package static let factor: Int = {
    let text = ProcessInfo.processInfo.environment["STREAMJSON_TEST_SCALE"] ?? ""
    return max(1, Int(text) ?? 1)
  }()

  /// A stride of `count` if the tests are not optimized, so that one in `count` cases runs; the gate's release build
  /// runs all of them.
  package static func stride(inDebug count: Int) -> Int {
    #if DEBUG
    factor > 1 ? 1 : count
    #else
    1
    #endif
  }
}
