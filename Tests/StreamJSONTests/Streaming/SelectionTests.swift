import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Several arrays of one document in one pass.
@Suite struct SelectionTests {
  private typealias Element = JSONElement<Int>

  private func elements(
    _ text: String,
    _ pointers: [JSONPointer],
    endsEarly: Bool = false
  ) throws -> [String] {
    let values = StreamJSONDecoder().valueIterator(
      of: Element.self,
      in: text.utf8,
      framing: .selections(pointers, endsEarly: endsEarly)
    )
    var found: [String] = []
    while let element = try values.next() {
      found.append("\(element.selection) \(element.pointer) \(element.value)")
    }
    return found
  }

  @Test func `the elements of two arrays know where they are`() throws {
    let text = #"{"orders":[1,2],"x":[3],"users":[4,5]}"#
    #expect(
      try elements(text, ["/users", "/orders"]) == [
        "1 /orders/0 1", "1 /orders/1 2", "0 /users/0 4", "0 /users/1 5",
      ]
    )
  }

  @Test func `any key and any index`() throws {
    let text =
      #"{"pages":[{"rows":[1]},{"cells":[9]},7,{"rows":[2,3],"rows":[4]}],"a/b":{"rows":[5]}}"#
    #expect(
      try elements(text, ["/pages/*/rows"]) == [
        "0 /pages/0/rows/0 1", "0 /pages/3/rows/0 2",
        "0 /pages/3/rows/1 3",
      ]
    )
    #expect(try elements(text, ["/*/rows"]) == ["0 /a~1b/rows/0 5"])
    #expect(
      try elements(#"[[1],[2,3],4,{"5":[6]}]"#, ["/*"]) == ["0 /0/0 1", "0 /1/0 2", "0 /1/1 3"]
    )
    #expect(try elements(#"{"*":[1]}"#, ["/*"]) == ["0 /*/0 1"])
  }

  @Test func `the first pointer to an array counts, and nothing is selected in an element`() throws
  {
    let text = #"{"a":[1,2],"b":[3]}"#
    #expect(try elements(text, ["/*", "/a"]) == ["0 /a/0 1", "0 /a/1 2", "0 /b/0 3"])
    #expect(try elements(text, ["/b", "/*"]) == ["1 /a/0 1", "1 /a/1 2", "0 /b/0 3"])
    #expect(try elements("[1,2]", ["", "/0"]) == ["0 /0 1", "0 /1 2"])
  }

  @Test func `a model decodes the elements of each array differently`() throws {
    struct User: Decodable { var name: String }
    struct Order: Decodable { var total: Double }
    enum Entry: Decodable {
      case user(User), order(Order)

      init(from decoder: any Decoder) throws {
        switch JSONFraming.selection(of: decoder) {
        case 0: self = .user(try User(from: decoder))
        default: self = .order(try Order(from: decoder))
        }
      }
    }
    let text = #"{"users":[{"name":"Ann"}],"orders":[{"total":1.5}]}"#
    let results = StreamJSONDecoder().results(
      of: Entry.self,
      in: text.utf8,
      framing: .selections(["/users", "/orders"])
    ).map { try? $0.get() }
    guard case .user(let user)? = results[0], case .order(let order)? = results[1] else {
      Issue.record("\(results)")
      return
    }
    #expect(user.name == "Ann" && order.total == 1.5)
  }

  @Test func `what is missing is an error only before the first asterisk`() throws {
    func kind(_ text: String, _ pointers: [JSONPointer]) -> JSONError.Kind? {
      do {
        _ = try elements(text, pointers)
        return nil
      } catch {
        return (error as? DecodingError)?.jsonError?.kind
      }
    }
    #expect(kind(#"{"a":[1]}"#, ["/a", "/b"]) == .keyNotFound)
    #expect(kind(#"{"a":[1],"b":{}}"#, ["/a", "/b"]) == .typeMismatch)
    #expect(kind(#"{"a":[1],"b":7}"#, ["/a", "/b/*"]) == .typeMismatch)
    #expect(kind(#"{"a":[1]}"#, ["/a", "/b/*/c"]) == .keyNotFound)
    #expect(kind(#"{"a":[1],"b":{}}"#, ["/a", "/b/*/c"]) == nil)
    #expect(kind(#"{"a":[1],"b":[7,{},{"c":8}]}"#, ["/a", "/b/*/c"]) == nil)
    #expect(kind(#"{"a":[1]} x"#, ["/a"]) == .trailingBytes)
    #expect(kind("7", ["/*"]) == .typeMismatch)
  }

  @Test func `an error has the path in its array`() throws {
    let results = StreamJSONDecoder().results(
      of: Int.self,
      in: #"{"a":[1,2],"b":[3,"x",4]}"#.utf8,
      framing: .selections(["/a", "/b"])
    )
    let errors = results.compactMap { result -> JSONError? in
      guard case .failure(let error) = result else { return nil }
      return error.jsonError
    }
    #expect(errors.map { "\($0.pointer)" } == ["/b/1"])
    #expect(errors.first?.recordIndex == 3)
  }

  @Test func `the stream ends early if asked to`() throws {
    #expect(
      try elements(#"{"a":[1],"b":[2],"c":"#, ["/a", "/b"], endsEarly: true) == [
        "0 /a/0 1", "1 /b/0 2",
      ]
    )
    #expect(throws: DecodingError.self) { try elements(#"{"a":[1],"c":"#, ["/a"]) }
    #expect(throws: DecodingError.self) { try elements(#"{"a":[1],"c":"#, ["/*"], endsEarly: true) }
    #expect(try elements(#"{"x":{"a":[1]},"b":"#, ["/x/*"], endsEarly: true) == ["0 /x/a/0 1"])
    #expect(try elements("[1] x", [""], endsEarly: true) == ["0 /0 1"])
  }

  @Test func `kept elements keep their places`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      var nested: any Decoder

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        var container = try decoder.unkeyedContainer()
        nested = try container.superDecoder()
      }
    }
    let values = StreamJSONDecoder().valueIterator(
      of: Kept.self,
      in: #"{"a":[[1],[2]],"b":[[3],[4]]}"#.utf8,
      framing: .selections(["/a", "/b"])
    )
    var kept: [Kept] = []
    while let value = try values.next() { kept.append(value) }
    #expect(kept.map { JSONFraming.selection(of: $0.decoder) } == [0, 0, 1, 1])
    #expect(kept.map { JSONFraming.selection(of: $0.nested) } == [0, 0, 1, 1])
    let elements = try kept.map { try JSONElement<[Int]>(from: $0.decoder) }
    #expect(elements.map { "\($0.pointer)" } == ["/a/0", "/a/1", "/b/0", "/b/1"])
    #expect(elements.map(\.value) == [[1], [2], [3], [4]])
  }

  @Test func `outside of a stream, no value knows where it is`() {
    #expect(throws: DecodingError.self) { try StreamJSONDecoder().decode(Element.self, from: "1") }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Element.self, from: Data("1".utf8))
    }
    let values = StreamJSONDecoder().results(of: Element.self, in: "1\n".utf8, framing: .lines)
    #expect(values.allSatisfy { (try? $0.get()) == nil })
  }

  @Test func `duplicates are refused if the policy says so`() {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    let results = decoder.results(
      of: Int.self,
      in: #"{"a":[1],"a":[2]}"#.utf8,
      framing: .selections(["/a", "/*"])
    ).map { $0 }
    #expect(results.count == 2)
    guard case .failure(let error) = results[1] else { return #expect(Bool(false)) }
    #expect(error.jsonError?.kind == .duplicateKey)
  }

  @Test func `a name that is too long is an error, however the stream is cut`() async throws {
    let text = #"{"a-name-longer-than-the-limit":{"items":[1,2]},"b":{"items":[3]}}"#
    for pointers in [["/*/items"], ["/a", "/*/items"], ["/a", "/*/a", "/*"]] as [[JSONPointer]] {
      for limit in [0, 1, 7, 8, 25, 27, 28, 29, 30, 31, 100] {
        let decoder = StreamJSONDecoder()
        decoder.limits.maximumElementByteCount = limit
        let stream = StreamCase(Array(text.utf8), .selections(pointers), decoder)
        let whole = try await stream.outcomes(of: JSONTree.self, taken: .pushed, cutAt: [])
        for way in [StreamWay.pushed, .byteResults, .dataResults, .pushedSeveral] {
          for size in [1, 2, 3, 7] {
            let difference = try await stream.difference(
              of: JSONTree.self,
              taken: way,
              cutAt: Array(stride(from: size, to: text.utf8.count, by: size)),
              from: whole
            )
            if let difference { Issue.record("\(difference)") }
          }
        }
        if limit == 8 { #expect(whole.contains { $0.contains("byteLimitExceeded") }) }
      }
    }
  }

  @Test func `a pointer that ends at an object is an error, whatever others there are`() {
    for (text, pointers) in [
      (#"{"a":[1]}"#, ["", "/a"]), (#"{"a":{"b":[1]}}"#, ["/a", "/a/b"]),
    ] as [(String, [JSONPointer])] {
      #expect(throws: DecodingError.self) { try elements(text, pointers) }
    }
  }
}
