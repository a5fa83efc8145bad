import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every deliberate difference from JSONDecoder, each pinned on both sides.
///
/// The table in the article Differences names these tests and a few in other files. A test also fails when JSONDecoder
/// changes: the difference is then gone, and so should its row be. Only a test on which JSONDecoder would crash, read
/// memory that it must not read, or need gigabytes doesn't call it, and says so.
struct Differences {
  private func both<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ configure: Parity.Configuration = { _ in }
  ) -> (ours: Outcome<T>, theirs: Outcome<T>) {
    Parity.outcomes(of: type, from: Array(text.utf8), configure: configure)
  }

  // MARK: - Errors

  @Test(arguments: [#"{"s":{"a":1e99}}"#, #"{"s":{"a":01}}"#, #"{"s":{"a":1.5}}"#])
  func `the path of a malformed value is given`(text: String) {
    let (ours, theirs) = both([String: [String: Int]].self, text)
    #expect(theirs.failure?.path == [])
    #expect(ours.failure?.path.map(\.stringValue) == ["s", "a"])
    #expect(ours.failure?.text == theirs.failure?.text)
    #expect(ours.failure?.kind == .dataCorrupted)
  }

  @Test func `the path of a malformed string or name is given`() {
    let (string, theirString) = both([[String]].self, #"[[],["a","\q"]]"#)
    #expect(theirString.failure?.path == [])
    #expect(string.failure?.path.map(\.stringValue) == ["Index 1", "Index 1"])
    let (name, theirName) = both([[String: Int]].self, #"[{},{"\q":1}]"#)
    #expect(theirName.failure?.path == [])
    #expect(name.failure?.path.first?.stringValue == "Index 1")
  }

  /// Catches what its one value throws.
  struct Catcher: Decodable, Equatable {
    var isDecodingError: Bool

    init(from decoder: any Decoder) throws {
      do {
        _ = try decoder.singleValueContainer().decode(UInt8.self)
        isDecodingError = false
      } catch {
        isDecodingError = error is DecodingError
      }
    }
  }

  @Test(arguments: ["300", "1.5", "01", "-1", "1e"])
  func `errors inside a model are DecodingErrors`(text: String) {
    let (ours, theirs) = both([Catcher].self, "[\(text)]")
    #expect(theirs.failure == nil && ours.failure == nil)
    guard case .value(let our) = ours, case .value(let their) = theirs else { return }
    #expect(their.map(\.isDecodingError) == [false])
    #expect(our.map(\.isDecodingError) == [true])
  }

  @Test(arguments: ["[1,\n \"x\"]", "[1,\n null]", "[1,\n 1.5]", "[1,\n x]"])
  func `errors have an underlying error that says where`(text: String) throws {
    let data = Data(text.utf8)
    let theirs = try #require(
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: data) }
    )
    let ours = try #require(
      #expect(throws: DecodingError.self) { try StreamJSONDecoder().decode([Int].self, from: data) }
    )
    #expect(theirs.jsonError == nil)
    #if !canImport(Darwin)
    #expect(Self.underlyingError(of: theirs) == nil)
    #endif
    #expect(ours.jsonError?.line == 2)
    #expect("\(ours)".count > "\(theirs)".count)
  }

  private static func underlyingError(of error: DecodingError) -> (any Error)? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }

  @Test func `the first of several wrong members of a dictionary is reported`() {
    var reportsAnother = false
    for round in 0..<20 {
      let names = (0..<20).map { "\(round) \($0)" }
      let members = names.map { "\"\($0)\":\"x\"" }.joined(separator: ",")
      let (ours, theirs) = both([String: Int].self, "{\(members)}")
      #expect(ours.failure?.path.map(\.stringValue) == ["\(round) 0"])
      #expect(theirs.failure?.text == ours.failure?.text)
      // JSONDecoder may report any of them, varying from run to run.
      let reported = theirs.failure?.path.map(\.stringValue) ?? []
      #expect(reported.count == 1 && Set(names).isSuperset(of: reported))
      if reported != ["\(round) 0"] { reportsAnother = true }
    }
    #expect(reportsAnother)
  }

  // MARK: - Keys

  struct Names: Decodable, Equatable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
  }

  @Test func `allKeys are in the order of the text`() {
    var hasAnotherOrder = false
    for round in 0..<20 {
      let names = (0..<20).map { "\(round) \($0 * 7 % 20)" }
      let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
      let (ours, theirs) = both(Names.self, "{\(members),\"\(round) 0\":1}")
      guard case .value(let our) = ours, case .value(let their) = theirs else {
        Issue.record("both decode")
        return
      }
      #expect(our.names == names)
      #expect(Set(their.names) == Set(names))
      if their.names != names { hasAnotherOrder = true }
    }
    #expect(hasAnotherOrder)
  }

  // MARK: - Numbers

  @Test(arguments: ["0e1", "0E1", "0.00e5", "0.000e5", "0.00e12"])
  func `zero with an exponent is zero`(text: String) {
    let (double, theirDouble) = both(Double.self, text)
    #expect(theirDouble.failure?.kind == .dataCorrupted)
    #expect(double == .value(0))
    let (float, theirFloat) = both(Float.self, text)
    #expect(theirFloat.failure?.kind == .dataCorrupted)
    #expect(float == .value(0))
    let (list, theirList) = both([Double].self, "[\(text)]")
    #expect(theirList.failure?.kind == .dataCorrupted)
    #expect(list == .value([0]))
  }

  @Test(arguments: [
    ("1.0000000000000001", 1), ("4503599627370497.5", 4_503_599_627_370_498),
    ("9007199254740993.5", 9_007_199_254_740_993), ("1e-324", 0), ("1e-400", 0),
  ])
  func `a fraction is not lost on the way to an integer`(text: String, theirValue: Int) {
    let (ours, theirs) = both(Int.self, text)
    #expect(theirs == .value(theirValue))
    #expect(ours.failure?.kind == .dataCorrupted)
  }

  @Test func `integers written with an exponent or a fraction are exact`() {
    let rows: [(String, UInt64)] = [
      ("18446744073709551615.0", .max), ("1e19", 10_000_000_000_000_000_000),
      ("1.8446744073709551615e19", .max),
    ]
    for (text, value) in rows {
      let (ours, theirs) = both(UInt64.self, text)
      #expect(ours == .value(value), "\(text)")
      // JSONDecoder goes through Double and Decimal, which works for some of them.
      #expect(theirs == .value(value) || theirs.failure?.kind == .dataCorrupted)
    }
    let unsigned = both(UInt64.self, "18446744073709551615.0").theirs
    #expect(unsigned.failure?.kind == .dataCorrupted)
    let signed = both(Int.self, "9.223372036854775807e18").theirs
    #expect(signed.failure?.kind == .dataCorrupted)
    #expect(both(Int.self, "9.223372036854775807e18").ours == .value(.max))
    for text in ["1e20", "18446744073709551616.0"] {
      let (ours, theirs) = both(Int128.self, text)
      #expect(theirs.failure?.kind == .dataCorrupted)
      #expect(ours == .value(text == "1e20" ? 100_000_000_000_000_000_000 : 1 << 64))
    }
  }

  /// A key that has a number, and is more than its name and its number.
  struct Numbered: CodingKey {
    let stringValue: String
    var intValue: Int? { 7 }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// What a path shows of a key.
  struct Opened: Decodable, Equatable {
    var name: String?
    var number: Int?
    var hasType: Bool

    init(from decoder: any Decoder) throws {
      let key = Numbered(stringValue: "a")
      let path = try decoder.container(keyedBy: Numbered.self)
        .nestedContainer(keyedBy: Numbered.self, forKey: key).codingPath
      (name, number, hasType) = (path.last?.stringValue, path.last?.intValue, path.last is Numbered)
    }
  }

  @Test func `paths have names and numbers of keys that are not plain enums`() {
    let (ours, theirs) = both(Opened.self, #"{"a":{}}"#)
    guard case .value(let our) = ours, case .value(let their) = theirs else {
      Issue.record("both decode")
      return
    }
    #expect(their.name == "a" && their.number == 7 && their.hasType)
    #expect(our.name == "a" && our.number == 7 && !our.hasType)
  }

  /// A key whose name changes from time to time, as no key's should.
  enum RenamedKey: CodingKey {
    case id

    @TaskLocal static var name = "id"
    var stringValue: String { Self.name }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
  }

  struct Renamed: Decodable, Equatable {
    var id: Int?

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: RenamedKey.self).decodeIfPresent(Int.self, forKey: .id)
    }
  }

  /// Fails with an error that describes the key.
  struct Described: Decodable, Equatable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: RenamedKey.self).decode(Int.self, forKey: .id)
    }
  }

  @Test func `a key is asked for its name once`() {
    let decoders = [JSONDecoder(), StreamJSONDecoder()]
    for (decoder, names) in zip(decoders, [["id", "ID"], ["id", "id"]]) {
      let ids = ["id", "ID"].map { name in
        RenamedKey.$name.withValue(name) {
          (try? decoder.decode(Renamed.self, from: Data(#"{"id":1,"ID":2}"#.utf8)))?.id
        }
      }
      #expect(ids == names.map { $0 == "id" ? 1 : 2 })
      // The description says the name, too.
      let texts = ["id", "ID"].map { name in
        RenamedKey.$name.withValue(name) {
          outcome { try decoder.decode(Described.self, from: Data("{}".utf8)) }.failure?.text
        }
      }
      let parts = names.map { "RenamedKey(stringValue: \"\($0)\", intValue: nil) (\"\($0)\")" }
      #expect(texts == parts.map { "No value associated with key \($0)." })
    }
  }

  /// JSONDecoder 6.3.1 crashes on the first two, so it is not called.
  @Test func `integers of many digits and a negative exponent are exact`() throws {
    let decoder = StreamJSONDecoder()
    for count in [167, 330, 5000] {
      let digits = "3" + String(repeating: "1", count: count - 1)
      let fraction = outcome { try decoder.decode(Int.self, from: "\(digits)e-\(count - 17)") }
      #expect(fraction.failure?.kind == .dataCorrupted)
      let zeros = String(repeating: "0", count: count)
      #expect(try decoder.decode(Int.self, from: "31\(zeros)e-\(count)") == 31)
    }
  }

  // MARK: - Size

  /// JSONDecoder would need gigabytes of memory, so it is not called.
  ///
  /// The text is all zeros after its first byte, so it takes no memory; but its error counts the
  /// lines of 4 GiB.
  @Test(.enabled(if: Growth.scaled(1, debug: 0) == 1, "takes long without the optimizer"))
  func `a text of 4 GiB is refused`() throws {
    let limit = Int(UInt32.max)
    for (count, isRefused) in [(limit - 1, false), (limit, true)] {
      let text = try #require(SparseBuffer(first: UInt8(ascii: "]"), count: count))
      let error = #expect(throws: DecodingError.self) {
        // SAFETY: the buffer lives until the end of the block.
        try withExtendedLifetime(text) {
          try unsafe StreamJSONDecoder().decode(Int.self, from: text.rawBytes)
        }
      }
      let atFirstByte = JSONError.Kind.unexpectedByte(expected: .value)
      #expect(error?.jsonError?.kind == (isRefused ? .byteLimitExceeded : atFirstByte))
      let isExplained = error?.jsonError?.description.contains("use a stream to read its values")
      #expect(isExplained == isRefused)
    }
  }

  // MARK: - Decoders that outlive their decode

  // That a decoder kept after a failed decode still works is tested in EscapingTests.
  // JSONDecoder's reads freed memory there, so it is not called.
}
