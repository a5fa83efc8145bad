import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What an update changes and what it keeps.
struct UpdateTests {
  private let decoder = StreamJSONDecoder()

  struct Window: Codable, Hashable {
    var width = 800
    var height = 600
    var title: String? = "Untitled"
  }

  enum Mode: Codable, Hashable {
    case plain
    case zoomed(by: Double, smoothly: Bool)
  }

  struct Settings: Codable, Hashable {
    var theme = "light"
    var fontSize: Double? = 12
    var isActive = true
    var window = Window()
    var other: Window? = Window(width: 1)
    var none: Window?
    var recent = ["a", "b"]
    var shortcuts = ["copy": "c", "paste": "v"]
    var byNumber = [1: Window(), 2: Window()]
    var windows = [Window()]
    var flags: Set<Int> = [1, 2]
    var mode = Mode.zoomed(by: 2, smoothly: true)
    var saved = Date(timeIntervalSinceReferenceDate: 1.0 / 3)
    var link: URL? = URL(string: "https://example.org")
    var key = Data([1, 2, 3])
    var limit = Double.infinity
    var identifier: UUID? = UUID()
  }

  private func updated(_ text: String, _ change: (inout Settings) -> Void) throws {
    let before = Settings()
    var expected = before
    change(&expected)
    var settings = before
    try decoder.update(&settings, from: Data(text.utf8))
    #expect(settings == expected, "\(text)")
  }

  @Test func `members that are there are decoded and the others keep their value`() throws {
    try updated("{}") { _ in }
    try updated(#"{"theme": "dark", "unknown": 1}"#) { $0.theme = "dark" }
    try updated(#"{"window": {"height": 1}}"#) { $0.window.height = 1 }
    try updated(#"{"other": {"height": 1}}"#) { $0.other?.height = 1 }
    try updated(#"{"window": {}, "other": {}}"#) { _ in }
    try updated(#"{"none": {"width": 1, "height": 2}}"#) {
      $0.none = Window(width: 1, height: 2, title: nil)
    }
    try updated(#"{"limit": 3}"#) { $0.limit = 3 }
  }

  @Test func `null is nil where the type allows it`() throws {
    try updated(#"{"fontSize": null, "other": null, "link": null}"#) {
      ($0.fontSize, $0.other, $0.link) = (nil, nil, nil)
    }
    try updated(#"{"window": {"title": null}}"#) { $0.window.title = nil }
    var settings = Settings()
    #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"theme": null}"#)
    }
  }

  @Test func `arrays, dictionaries and enums are replaced`() throws {
    try updated(#"{"recent": [], "flags": [3]}"#) { ($0.recent, $0.flags) = ([], [3]) }
    try updated(#"{"shortcuts": {"cut": "x"}}"#) { $0.shortcuts = ["cut": "x"] }
    try updated(#"{"byNumber": {"2": {"width": 1, "height": 2}}}"#) {
      $0.byNumber = [2: Window(width: 1, height: 2, title: nil)]
    }
    try updated(#"{"windows": [{"width": 1, "height": 2}]}"#) {
      $0.windows = [Window(width: 1, height: 2, title: nil)]
    }
    try updated(#"{"mode": {"plain": {}}}"#) { $0.mode = .plain }
    try updated(#"{"mode": {"zoomed": {"by": 3, "smoothly": false}}}"#) {
      $0.mode = .zoomed(by: 3, smoothly: false)
    }
    var settings = Settings()
    #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"windows": [{"width": 1}]}"#)
    }
    #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"mode": {"zoomed": {"by": 3}}}"#)
    }
    #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"byNumber": {"2": {"width": 1}}}"#)
    }
  }

  @Test func `a value that is not an object is replaced`() throws {
    var numbers = [1, 2]
    try decoder.update(&numbers, from: "[3]")
    #expect(numbers == [3])
    var names = ["a": 1]
    try decoder.update(&names, from: #"{"b": 2}"#)
    #expect(names == ["b": 2])
    var number: Int? = 1
    try decoder.update(&number, from: "null")
    #expect(number == nil)
    var mode = Mode.plain
    try decoder.update(&mode, from: #"{"zoomed": {"by": 3, "smoothly": false}}"#)
    #expect(mode == .zoomed(by: 3, smoothly: false))
    var window: Window? = Window(width: 3)
    try decoder.update(&window, from: #"{"height": 2}"#)
    #expect(window == Window(width: 3, height: 2))
  }

  @Test func `after an error the value is as before`() throws {
    let before = Settings()
    var settings = before
    for text in [
      #"{"theme": "dark", "window": {"height": "x"}}"#, #"{"theme": "dark""#, "[]", "null",
      #"{"theme": "dark", "recent": [1]}"#,
    ] {
      #expect(throws: DecodingError.self) { try decoder.update(&settings, from: text) }
      #expect(settings == before)
    }
  }

  @Test func `an error has its place`() throws {
    var settings = Settings()
    let error = #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"window": {"height": "x"}}"#)
    }
    #expect(error?.jsonError?.pointer == "/window/height")
    #expect(error?.jsonError?.byteOffset == 22)
    guard case .typeMismatch(_, let context)? = error else { throw UnexpectedError(error) }
    #expect(context.codingPath.map(\.stringValue) == ["window", "height"])
    #expect("\(type(of: context.codingPath[0]))" == "CodingKeys")
    let missing = #expect(throws: DecodingError.self) {
      try decoder.update(&settings, from: #"{"none": {"height": 1}}"#)
    }
    #expect(missing?.jsonError?.kind == .keyNotFound)
    #expect(missing?.jsonError?.pointer == "/none")
  }

  @Test func `every source works`() throws {
    let text = #"{"window": {"height": 1}}"#
    let bytes = [UInt8](text.utf8)
    func check(_ update: (inout Settings) throws -> Void) throws {
      let before = Settings()
      var settings = before
      try update(&settings)
      var expected = before
      expected.window.height = 1
      #expect(settings == expected)
    }
    try check { try decoder.update(&$0, from: Data(bytes)) }
    try check { try decoder.update(&$0, from: bytes) }
    try check { try decoder.update(&$0, from: bytes[...]) }
    try check { try decoder.update(&$0, from: text) }
    try check { try decoder.update(&$0, from: text[...]) }
    try check { try decoder.update(&$0, from: AnyCollection(bytes)) }
    // SAFETY: bytes are bytes.
    try check { try unsafe decoder.update(&$0, from: bytes.span.bytes) }
    try check { try decoder.update(&$0, withJSONObject: ["window": ["height": 1]]) }
  }

  @Test func `strategies apply to the text and not to kept values`() throws {
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let before = Settings()
    var settings = before
    try decoder.update(&settings, from: #"{"font_size": 3, "by_number": {}}"#)
    var expected = before
    expected.fontSize = 3
    expected.byNumber = [:]
    #expect(settings == expected)
    try decoder.update(&settings, from: #"{"saved": 3}"#)
    #expect(settings.saved == Date(timeIntervalSince1970: 3))

    decoder.keyDecodingStrategy = .custom { path in
      JSONTestKey(stringValue: path.map(\.stringValue).joined(separator: ".").uppercased())
    }
    struct Upper: Codable, Equatable {
      var NAME = "n"
      var INNER = Inner()
      struct Inner: Codable, Equatable {
        var a = 1
        var b = 2
        enum CodingKeys: String, CodingKey {
          case a = "INNER.A"
          case b = "INNER.B"
        }
      }
    }
    var upper = Upper()
    try decoder.update(&upper, from: #"{"inner": {"b": 3}}"#)
    #expect(upper == Upper(NAME: "n", INNER: Upper.Inner(a: 1, b: 3)))
  }

  @Test func `limits hold`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = 8
    var settings = Settings()
    let deep = String(repeating: #"{"a":"#, count: 9) + "1" + String(repeating: "}", count: 9)
    let error = #expect(throws: DecodingError.self) { try decoder.update(&settings, from: deep) }
    #expect(error?.jsonError?.kind == .depthLimitExceeded)
    decoder.limits.maximumByteCount = 4
    #expect(throws: DecodingError.self) { try decoder.update(&settings, from: #"{"a":1}"#) }
  }

  @Test func `a part of a text or graph updates a value`() throws {
    let text = #"{"users":[{"window":{"height":7}},{"theme":"dark"}],"none":3}"#
    var settings = Settings()
    try decoder.update(&settings, from: text, at: "/users/0")
    try unsafe decoder.update(&settings, from: Array(text.utf8).span.bytes, at: "/users/1")
    try decoder.update(
      &settings,
      withJSONObject: ["a": ["isActive": false] as [String: Any]],
      at: "/a"
    )
    #expect(settings.window == Window(height: 7))
    #expect(settings.theme == "dark")
    #expect(!settings.isActive)
    #expect(settings.recent == ["a", "b"])
    let before = settings
    for pointer: JSONPointer in ["/users/2", "/none", "/users/0/window/height"] {
      let error = #expect(throws: DecodingError.self, "\(pointer)") {
        try decoder.update(&settings, from: text, at: pointer)
      }
      #expect(error?.jsonError != nil)
      #expect(settings == before)
    }
  }

  @Test func `the first of two members counts`() throws {
    var settings = Settings()
    try decoder.update(&settings, from: #"{"theme": "x", "theme": "y"}"#)
    #expect(settings.theme == "x")
    let last = StreamJSONDecoder()
    last.duplicateKeyPolicy = .useLast
    try last.update(&settings, from: #"{"theme": "x", "theme": "y"}"#)
    #expect(settings.theme == "y")
  }
}

/// A key of any name.
struct JSONTestKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// An error of another case than expected.
struct UnexpectedError: Error {
  var error: (any Error)?

  init(_ error: (any Error)?) { self.error = error }
}
