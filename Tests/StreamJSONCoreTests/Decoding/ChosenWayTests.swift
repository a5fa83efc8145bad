import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Which texts of marked types are read in one pass, and which are decoded from the tape.
///
/// A text that is decoded from the tape alone leaves all its members there. One that is read leaves only those that are
/// decoded after all others.
struct ChosenWayTests {
  private enum Accent: String, Decodable { case red, green }

  /// More members than are left for later.
  private struct Item: Decodable, MemberwiseDecodable {
    var accent: Accent
    var name: String
    var number: Int
    var price: Double
  }

  /// Fewer members than are left for later.
  private struct Swatch: Decodable, MemberwiseDecodable {
    var accent: Accent
    var other: Accent
    var name: String
  }

  /// The same; one has many values.
  private struct Palette: Decodable, MemberwiseDecodable {
    var accent: Accent
    var items: [Plain]
  }

  private struct Plain: Decodable, MemberwiseDecodable { var number: Int }

  /// How many words are on the tape after the last of some decodes of `text`.
  private func wordCount<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ marked: any MemberwiseDecodable.Type,
    readsAllItCan: Bool = false
  ) throws -> Int {
    let decoder = CoreDecoder(environment: .makeLocked(readsAllItCan: readsAllItCan))
    // From now on it is known that it is marked.
    let isPlannedBefore = decoder.isPlanned(marked)
    #expect(!isPlannedBefore)
    defer {
      let isPlanned = decoder.isPlanned(marked)
      #expect(isPlanned)
    }
    // Some texts are decoded from the tape, to be recorded.
    var least = Int.max
    for _ in 0..<40 {
      _ = try decoder.decode(type, from: text)
      least = min(least, decoder.report.tapeWordCount)
    }
    return least
  }

  private static let item = #"{"accent":"red","name":"abc","number":1,"price":2.5}"#
  private static let swatch = #"{"accent":"red","other":"green","name":"abc"}"#
  private static let spaces = String(repeating: " ", count: 200)

  @Test func `short texts with members for later are decoded from the tape`() throws {
    let short = try wordCount(Item.self, Self.item, Item.self)
    let padded = try wordCount(Item.self, Self.item + Self.spaces, Item.self)
    #expect(padded < short)
    #expect(try wordCount(Item.self, Self.item, Item.self, readsAllItCan: true) == padded)
    let shortArray = try wordCount([Item].self, "[\(Self.item)]", Item.self)
    let longArray = try wordCount([Item].self, "[\(Self.item)]\(Self.spaces)", Item.self)
    #expect(longArray < shortArray)
  }

  @Test func `dictionaries of values with members for later are decoded from the tape`() throws {
    let text = #"{"a":\#(Self.item)}"# + Self.spaces
    let count = try wordCount([String: Item].self, text, Item.self)
    #expect(try wordCount([String: Item].self, text, Item.self, readsAllItCan: true) == count)
  }

  @Test func `types with many members for later are decoded from the tape`() throws {
    let text = Self.swatch + Self.spaces
    let count = try wordCount(Swatch.self, text, Swatch.self)
    #expect(try wordCount(Swatch.self, text, Swatch.self, readsAllItCan: true) < count)
    let array = "[\(Self.swatch)]\(Self.spaces)"
    let arrayCount = try wordCount([Swatch].self, array, Swatch.self)
    #expect(try wordCount([Swatch].self, array, Swatch.self, readsAllItCan: true) < arrayCount)
  }

  @Test func `unless another member has many values`() throws {
    let items = Array(repeating: #"{"number":1}"#, count: 40).joined(separator: ",")
    let text = #"{"accent":"red","items":[\#(items)]}"#
    #expect(try wordCount(Palette.self, text, Palette.self) < 40)
  }

  /// Members of all types that open arrays and objects.
  private struct Nest: Decodable, MemberwiseDecodable {
    var lists: [[Double]]
    var names: [String: String]
    var numbersByName: [String: [Int]]
    var parts: [Plain]
    var part: Plain
    var partsByName: [String: Plain]
  }

  /// A pass that still counted them would find the text too deep and leave it to the tape.
  @Test func `arrays and objects that have ended don't count as depth`() throws {
    let count = DecodingOptions().limits.maximumDepth + 10
    func nest(_ count: Int) -> String {
      let lists = Array(repeating: "[1.5,2.5]", count: count).joined(separator: ",")
      let parts = Array(repeating: #"{"number":1}"#, count: count).joined(separator: ",")
      let named = (0..<count).map { #""\#($0)":{"number":1}"# }.joined(separator: ",")
      return #"{"lists":[\#(lists)],"names":{"a":"b"},"numbersByName":{"a":[1],"b":[2]},"#
        + #""unknown":[[{"a":[]}]],"parts":[\#(parts)],"part":{"number":1},"#
        + #""partsByName":{\#(named)}}"#
    }
    #expect(try wordCount(Nest.self, nest(count), Nest.self) <= 1)
    let nests = "[\(Array(repeating: nest(1), count: count).joined(separator: ","))]"
    #expect(try wordCount([Nest].self, nests, Nest.self) <= 1)
  }

  /// Of the text, nearly all is of a type with many members for later.
  private struct Swatches: Decodable, MemberwiseDecodable {
    var name: String
    var swatches: [Swatch]
  }

  /// Of the text, little is.
  private struct Part: Decodable, MemberwiseDecodable {
    var name: String
    var numbers: [Int]
    var prices: [Double]
    var swatch: Swatch
  }

  @Test func `members inside count as well`() throws {
    let many = #"{"name":"abc","swatches":[\#(Self.swatch)]}"# + Self.spaces
    let manyCount = try wordCount(Swatches.self, many, Swatches.self)
    #expect(
      try wordCount(Swatches.self, many, Swatches.self, readsAllItCan: true) < manyCount
    )
    let one = #"{"name":"abc","numbers":[1],"prices":[2],"swatch":\#(Self.swatch)}"# + Self.spaces
    let oneCount = try wordCount(Part.self, one, Part.self)
    #expect(try wordCount(Part.self, one, Part.self, readsAllItCan: true) == oneCount)
  }

  @Test func `without members for later, the shortest texts are read`() throws {
    #expect(try wordCount(Plain.self, #"{"number":1}"#, Plain.self) <= 1)
    #expect(try wordCount([Plain].self, #"[{"number":1}]"#, Plain.self) <= 1)
    #expect(try wordCount([String: Plain].self, #"{"a":{"number":1}}"#, Plain.self) <= 1)
    #expect(try wordCount([Swatch].self, "[\(Self.swatch)]", Swatch.self) > 1)
  }
}
