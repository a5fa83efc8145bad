import Foundation
import StreamJSON
import Testing

/// Errors that models keep.
extension ForeignErrorTests {
  /// Calls the initializer itself, so that the error passes through no decoder.
  struct Keeper<Value: Decodable>: Decodable {
    var result: Result<Value, any Error>
    init(from decoder: any Decoder) throws { result = Result { try Value(from: decoder) } }
  }

  /// Asks a container for the value.
  struct Lossy<Value: Decodable>: Decodable {
    var failures: [any Error] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        do { _ = try container.decode(Value.self) } catch {
          failures.append(error)
          _ = try container.superDecoder()
        }
      }
    }
  }

  @Test func `errors that a model keeps can be located`() throws {
    let text = "[\"small\",\n\"huge\", \"tiny\"]"
    let decoder = StreamJSONDecoder()
    let failures = try decoder.decode(Lossy<Kind>.self, from: text).failures
    let pointers = failures.map { failure in
      (failure as? DecodingError).flatMap { decoder.locate($0, in: text)?.pointer.description }
    }
    #expect(pointers == ["/1", "/2"])
  }

  /// Drops the error of one member, and then throws another one, or passes a kept one on.
  struct Swallower: Decodable {
    enum CodingKeys: CodingKey { case a, b, fails }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var kept: (any Error)?
      do { _ = try container.decode(Kind.self, forKey: .a) } catch { kept = error }
      _ = try? container.decode(Kind.self, forKey: .b)
      switch try container.decode(Int.self, forKey: .fails) {
      case 0: throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "own"))
      case 1: throw try #require(kept)
      case 2:
        kept = nil
        throw DecodingError.dataCorruptedError(forKey: .b, in: container, debugDescription: "own")
      default:
        if let kept = kept as? DecodingError { throw kept }
      }
    }
  }

  @Test(arguments: [(0, "/0"), (1, "/0/a"), (2, "/0/b"), (3, "/0/a")])
  func `no error has the place of another`(choice: Int, pointer: JSONPointer) throws {
    let text = #"[{"a": "huge", "b": "tiny", "fails": \#(choice)}]"#
    #expect(try thrown([Swallower].self, text).jsonError?.pointer == pointer)
    let stream = StreamJSONDecoder().makeStream(of: [Swallower].self, framing: .lines)
    let error = #expect(throws: DecodingError.self) {
      for _ in 0..<3 { try stream.append(Array((text + "\n").utf8)) { _ in } }
    }
    #expect(error?.jsonError?.pointer == pointer)
    #expect(error?.jsonError?.recordIndex == 0)
  }

  @Test func `an error that passed no decoder is located`() throws {
    let text = "{\"g\":\"small\",\n \"g\":\"huge\"}"
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .useLast
    let kept = try #require(
      decoder.decode([String: Keeper<Kind>].self, from: text)["g"]?.result
    )
    guard case .failure(let failure as DecodingError) = kept else { return #expect(Bool(false)) }
    #expect(failure.jsonError == nil)
    let expected =
      "found a string that the model doesn't accept (line 2, column 6, byte 19, at /g)"
    #expect(decoder.locate(failure, in: Data(text.utf8))?.description == expected)
    #expect(decoder.locate(failure, in: text)?.description == expected)
    #expect(decoder.locate(failure, in: Array(text.utf8)[...])?.description == expected)
    #expect(decoder.locate(failure, in: Data("{".utf8)) == nil)
    #expect(decoder.locate(failure, in: Data("[]".utf8))?.pointer == .root)
  }

  @Test func `another underlying error stays, and the place can be asked for`() throws {
    struct Own: Error {}
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "own", underlyingError: Own())
        )
      }
    }
    let thrown = try thrown([Model].self, "[1]")
    guard case .dataCorrupted(let context) = thrown else { return #expect(Bool(false)) }
    #expect(context.underlyingError is Own)
    #expect(thrown.jsonError == nil)
    #expect(StreamJSONDecoder().locate(thrown, in: Data("[1]".utf8))?.pointer == "/0")
  }

  @Test func `an error that a model throws because of another has the place of that one`() throws {
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        do {
          var container = try decoder.unkeyedContainer()
          _ = try container.decode(Int.self)
        } catch {
          throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "outer", underlyingError: error)
          )
        }
      }
    }
    #expect(try thrown([[Model]].self, #"[[["a"]]]"#).jsonError?.pointer == "/0/0/0")
    // This is so however long the chain is.
    var error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    for _ in 0..<10_000 {
      error = .dataCorrupted(.init(codingPath: [], debugDescription: "", underlyingError: error))
    }
    #expect(error.jsonError == nil)
  }
}
