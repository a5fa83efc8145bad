import Foundation
import StreamJSON
import StreamJSONCore
import Testing

@testable import StreamJSONBench

/// The models that the bench infers from texts.
struct InferredModelTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Benchmarks/Models/Inferred")

  /// Those of the corpus need the corpus: compare them with `bench --infer-all --corpus DIR` and `git diff`.
  @Test(arguments: InferredDocument.generated.map(\.name))
  func `inferred models are up to date`(name: String) throws {
    let document = try #require(InferredDocument.generated.first { $0.name == name })
    let file = Self.folder.appending(path: document.fileName)
    let kept = try String(contentsOf: file, encoding: .utf8)
    let source = try document.source()
    #expect(kept == source, "run bench --infer-all and Benchmarks/Models/generate")
  }

  @Test func `each document is a case of both suites`() {
    let names = InferredDocument.generated.flatMap(\.documents).map(\.name)
    let models = InferredModels.all(corpus: nil)
    #expect(models.map(\.plain.name) == names)
    #expect(models.map(\.marked.name) == names)
  }

  @Test func `the notes name each type that has no plan`() throws {
    let models = InferredModels.all(corpus: nil)
    var lines: [String] = []
    InferredNotes.lines(of: models) { lines.append($0) }
    #expect(lines.first?.hasPrefix("inferred types with plans: ") == true)
    #expect(lines.count > 1)
  }

  private func source(_ texts: String...) throws -> [String] {
    let values = try texts.map { try JSONValue(parsing: $0) }
    let lines = ModelInference.source(of: values, named: "Texts")
    // What each text has alike.
    return Array(lines.drop { !$0.hasPrefix("  ]") }.dropFirst().dropLast())
  }

  @Test func `members that are missing or null are optional`() throws {
    let text = #"[{"a":1,"b":"x","c":null,"d":[]},{"a":null,"c":null,"d":[]},{"a":2,"e":1.5}]"#
    #expect(
      try source(text) == [
        "",
        "  struct Text: Codable, Equatable {",
        "    let a: Int?",
        "    let b: String?",
        "    let c: JSONNull?",
        "    let d: [JSONValue]?",
        "    let e: Double?",
        "  }",
      ]
    )
  }

  @Test func `all texts and elements count, and a fraction makes numbers doubles`() throws {
    #expect(
      try source(#"{"list":[1,null]}"#, #"{"list":[1.0]}"#) == [
        "",
        "  struct Root: Codable, Equatable {",
        "    let list: [Double?]",
        "  }",
      ]
    )
  }

  @Test func `objects of one shape have one struct`() throws {
    let text = #"{"from":{"x":1,"y":2},"to":{"y":2,"x":1},"all":[{"x":1,"y":1}],"none":{}}"#
    #expect(
      try source(text) == [
        "",
        "  struct Root: Codable, Equatable {",
        "    let from: From",
        "    let to: From",
        "    let all: [From]",
        "    let none: Empty",
        "  }",
        "",
        "  struct From: Codable, Equatable {",
        "    let x: Int",
        "    let y: Int",
        "  }",
        "",
        "  struct Empty: Codable, Equatable {}",
      ]
    )
  }

  @Test func `objects with ids for keys are dictionaries`() throws {
    let many = (0..<61).map { #""k\#($0)":true"# }.joined(separator: ",")
    let text = #"{"ids":{"17":{"n":1},"18":{"n":2}},"many":{\#(many)},"few":{"1":1,"2":"x"}}"#
    #expect(
      try source(text) == [
        "",
        "  struct Root: Codable, Equatable {",
        "    let ids: [String: Id]",
        "    let many: [String: Bool]",
        "    let few: Few",
        "  }",
        "",
        "  struct Id: Codable, Equatable {",
        "    let n: Int",
        "  }",
        "",
        "  struct Few: Codable, Equatable {",
        "    let value1: Int",
        "    let value2: String",
        "",
        "    enum CodingKeys: String, CodingKey {",
        #"      case value1 = "1""#,
        #"      case value2 = "2""#,
        "    }",
        "  }",
      ]
    )
  }

  @Test func `keys that are not identifiers get other names`() throws {
    let text = #"{"class":1,"a-b":1,"a b":1,"type":1,"é":1,"_c":1}"#
    #expect(
      try source(text) == [
        "",
        "  struct Root: Codable, Equatable {",
        "    let classValue: Int",
        "    let aB: Int",
        "    let aB2: Int",
        "    let type: Int",
        "    let member: Int",
        "    let _c: Int",
        "",
        "    enum CodingKeys: String, CodingKey {",
        #"      case classValue = "class""#,
        #"      case aB = "a-b""#,
        #"      case aB2 = "a b""#,
        "      case type",
        #"      case member = "é""#,
        "      case _c",
        "    }",
        "  }",
      ]
    )
  }

  @Test func `values of several types are an enum that tries`() throws {
    let lines = try source(#"{"all":[1,"x",null,[true],{"a":1}]}"#)
    let expected = [
      "    let all: [All?]",
      "  enum All: Codable, Equatable {",
      "    case int(Int)",
      "    case string(String)",
      "    case array([Bool])",
      "    case object(AllObject)",
    ]
    #expect(lines.filter(expected.contains) == expected)
    #expect(lines.count { $0.contains("if let value = try? container.decode(") } == 4)
  }

  @Test func `the command line asks for models`() throws {
    let options = try Options(arguments: ["--infer", "Name", "a.json", "b.json", "--verbose"])
    #expect(options.inference == InferenceRequest(name: "Name", files: ["a.json", "b.json"]))
    #expect(options.isVerbose)
    let all = try Options(arguments: ["--infer-all", "folder"])
    #expect(all.inferredDirectory == "folder")
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--infer", "Name"]) }
    #expect(throws: BenchFailure.self) {
      try InferenceRequest(name: "Name", files: ["/no such file"]).source()
    }
  }
}
