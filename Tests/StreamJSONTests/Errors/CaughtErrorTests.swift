import Foundation
import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// The details of an error are made late, and by then much may have happened.
@Suite struct CaughtErrorTests {
  /// Tries to decode integers, and keeps the errors.
  struct Tries: Decodable {
    var values: [Int] = []
    var errors: [DecodingError] = []

    init(from decoder: any Decoder) throws {
      struct Anything: Decodable {}
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        do {
          values.append(try container.decode(Int.self))
        } catch let error as DecodingError {
          errors.append(error)
          _ = try container.decode(Anything.self)
        }
      }
    }
  }

  @Test(arguments: [1, 15, 16, 17, 100, 1000])
  func `errors that a model keeps tell their places after the decode`(count: Int) throws {
    let text = "[" + (0..<count).map { "\($0),\n\"text \($0)\"" }.joined(separator: ",\n") + "]"
    let tries = try StreamJSONDecoder.showingValues().decode(Tries.self, from: text)
    #expect(tries.errors.count == count)
    for (position, error) in tries.errors.enumerated() {
      let details = try #require(error.jsonError)
      #expect(details.line == 2 * position + 2)
      #expect(details.column == 1)
      #expect(details.pointer == JSONPointer(tokens: ["\(2 * position + 1)"]))
      #expect(
        "\(details)".hasPrefix("found the string \"text \(position)\", expected Int (line ")
      )
    }
  }

  @Test func `an error that is looked at and dropped does not show in the next one`() throws {
    struct Model: Decodable {
      var descriptions: [String] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          do {
            _ = try container.decode(Int.self)
          } catch let error as DecodingError {
            descriptions.append(error.jsonError?.debugDescription ?? "")
          }
          descriptions.append(try container.decode(String.self))
        }
      }
    }
    let descriptions = try StreamJSONDecoder.showingValues().decode(Model.self, from: #"["a","b"]"#)
      .descriptions
    #expect(
      descriptions == [
        "found the string \"a\", expected Int (line 1, column 2, byte 1, at /0)\n[\"a\",\"b\"]\n ^",
        "a",
        "found the string \"b\", expected Int (line 1, column 6, byte 5, at /1)\n"
          + "[\"a\",\"b\"]\n     ^",
        "b",
      ]
    )
  }

  @Test func `the errors of one text are not those of the next`() throws {
    let decoder = StreamJSONDecoder.showingValues()
    let first = try decoder.decode(Tries.self, from: #"[1,"a"]"#)
    let second = try decoder.decode(Tries.self, from: "[1,\n2,\n\"b\"]")
    #expect(first.errors.map { $0.jsonError?.line } == [1])
    #expect(second.errors.map { $0.jsonError?.line } == [3])
    #expect(second.errors.map { $0.jsonError?.pointer } == ["/2"])
  }

  @Test func `errors kept from the elements of a stream tell their records`() throws {
    let stream = StreamJSONDecoder.showingValues().makeStream(of: Tries.self, framing: .lines)
    var found: [Tries] = []
    for byte in "[\"a\"]\n[1,\"b\"]\n\n[\"c\",2,\"d\"]\n".utf8 {
      try stream.append([byte]) { found.append($0) }
    }
    try stream.finish { found.append($0) }
    let details = found.flatMap(\.errors).compactMap(\.jsonError)
    #expect(details.map(\.recordIndex) == [0, 1, 2, 2])
    #expect(details.map(\.line) == [1, 2, 4, 4])
    #expect(details.map(\.byteOffset) == [1, 9, 16, 22])
    #expect(details.map(\.pointer) == ["/0", "/1", "/0", "/2"])
  }

  @Test func `errors kept from an object graph tell their pointers`() throws {
    let graph: [Any] = [1, "a", [String](), 2]
    let tries = try StreamJSONDecoder.showingValues().decode(Tries.self, withJSONObject: graph)
    #expect(
      tries.errors.compactMap { $0.jsonError?.description } == [
        "found the string \"a\", expected Int (at /1)", "found an array, expected Int (at /2)",
      ]
    )
  }

  @Test func `a similar name is found for an error that is kept`() throws {
    struct Model: Decodable {
      var error: DecodingError?
      enum CodingKeys: CodingKey { case firstName }
      init(from decoder: any Decoder) throws {
        do {
          _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .firstName)
        } catch let error as DecodingError {
          self.error = error
        }
      }
    }
    let model = try StreamJSONDecoder.showingValues().decode(
      Model.self,
      from: #"{"a":1,"first_name":2}"#
    )
    let description = try #require(model.error?.jsonError?.description)
    #expect(description.contains("first_name"))
  }

  @Test func `on another thread an error says all once the decode has ended`() throws {
    struct Model: Decodable {
      static let seen = Locked<[String]>([])
      var error: DecodingError?
      init(from decoder: any Decoder) throws {
        do {
          _ = try decoder.singleValueContainer().decode(Int.self)
        } catch let error as DecodingError {
          self.error = error
          let thread = Thread {
            Self.seen.withLock { $0.append(error.jsonError?.description ?? "nil") }
          }
          thread.start()
          while Self.seen.withLock({ $0.isEmpty }) { usleep(100) }
        }
      }
    }
    let model = try StreamJSONDecoder.showingValues().decode(Model.self, from: #""text""#)
    #expect(Model.seen.withLock { $0.count } == 1)
    #expect(
      model.error?.jsonError?.description
        == "found the string \"text\", expected Int (line 1, column 1, byte 0, at the top level)"
    )
  }

  /// Readers on other threads while the decode ends: for the thread sanitizer.
  @Test func `errors may be read on other threads while the decode goes on and ends`() throws {
    struct Model: Decodable {
      static let errors = Locked<[DecodingError]>([])
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          do {
            _ = try container.decode(Int.self)
          } catch let error as DecodingError {
            Self.errors.withLock { $0.append(error) }
          }
          _ = try container.decode(String.self)
        }
      }
    }
    let isOver = Atomic(false)
    let text = "[" + (0..<500).map { "\"\($0)\"" }.joined(separator: ",") + "]"
    DispatchQueue.concurrentPerform(iterations: 3) { iteration in
      if iteration == 0 {
        for _ in 0..<10 {
          _ = try? StreamJSONDecoder.showingValues().decode(Model.self, from: text)
        }
        isOver.store(true, ordering: .releasing)
        return
      }
      while !isOver.load(ordering: .acquiring) {
        let some = Model.errors.withLock { errors in
          defer { if errors.count > 50 { errors.removeFirst(25) } }
          return errors.suffix(50)
        }
        for error in some { #expect(error.jsonError?.description != "") }
      }
    }
    for error in Model.errors.withLock({ $0 }) {
      #expect(error.jsonError?.description.hasPrefix("found the string") == true)
    }
  }

  @Test func `errors of other threads' decodes may be thrown for records of a stream`() throws {
    struct Model: Decodable {
      static let kept = Locked<DecodingError?>(nil)
      init(from decoder: any Decoder) throws {
        do {
          _ = try decoder.singleValueContainer().decode(Int.self)
        } catch let error as DecodingError {
          throw Self.kept.withLock { kept in
            defer { kept = error }
            return kept ?? error
          }
        }
      }
    }
    let text = Data((0..<300).map { #""\#($0)"\#n"# }.joined().utf8)
    DispatchQueue.concurrentPerform(iterations: 3) { iteration in
      let decoder = StreamJSONDecoder()
      for _ in 0..<5 {
        guard iteration > 0 else {
          // Short texts, whose errors are settled in another way.
          _ = try? decoder.decode(Model.self, from: #""x""#)
          continue
        }
        let results = decoder.results(of: Model.self, in: text, framing: .lines)
        var count = 0
        while let result = results.next() {
          guard case .failure(let error) = result else { continue }
          #expect(error.jsonError?.record?.text == #""\#(count)""#)
          count += 1
        }
        #expect(count == 300)
      }
    }
  }
}
