import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// A framing that the library does not have: the one in the article *Contributing*.
struct OtherFramingTests {
  /// What `bytes`, cut at each of `cuts`, gives.
  private func outcomes(of bytes: [UInt8], cuts: [Int], limit: Int = 1000) -> [String] {
    let options = DecodingOptions(limits: JSONLimits(maximumElementByteCount: limit))
    let form = StreamForm(of: [Int].self, framing: .lines, options: options)
    let engine = StreamEngine(form, environment: .locked)
    // An engine is made with a framing of the library's, and has not begun.
    engine.state = StreamState(
      form,
      NullTerminatedFraming(),
      environment: .locked,
      start: StreamStart()
    )
    var outcomes: [String] = []
    var start = 0
    for end in cuts + [bytes.count, bytes.count] {
      let isFinal = start == bytes.count
      let chunk = Array(bytes[start..<end])
      start = end
      unsafe chunk.withUnsafeBufferPointer { buffer in
        // SAFETY: the text is used within the closure only.
        let text = unsafe JSONText(buffer)
        if isFinal { engine.finish() } else { engine.append(text) }
        while true {
          do {
            guard case .value = try engine.next() else { break }
            outcomes.append("\(try engine.decode([Int].self))")
          } catch {
            outcomes.append("\((error as? DecodingError)?.jsonError?.description ?? "")")
          }
        }
      }
    }
    return outcomes
  }

  @Test(arguments: [
    "[1]\0[2,3]\0[]\0", "[1]\0[2]", "\0", "", "[1\0[2]\0", "[1] 2\0[3]\0", "{}\0[\u{20}4]\0",
  ])
  func `gives the same wherever the chunks end`(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = outcomes(of: bytes, cuts: [])
    for cut in bytes.indices { #expect(outcomes(of: bytes, cuts: [cut]) == whole) }
    #expect(outcomes(of: bytes, cuts: Array(bytes.indices)) == whole)
    #expect(outcomes(of: bytes, cuts: Array(bytes.indices), limit: 2) != whole || whole.count < 2)
  }

  @Test func `values and faults`() {
    let bytes = Array("[1]\0[2\0[3]\0".utf8)
    let outcomes = outcomes(of: bytes, cuts: [])
    #expect(outcomes.count == 3)
    #expect(outcomes.first == "[1]" && outcomes.last == "[3]")
  }
}

/// Values that each end with a NUL byte.
final class NullTerminatedFraming: StreamFraming {
  private var isInRecord = false

  /// How far, from the cursor, the record was searched for its end.
  private var searchedByteCount = 0

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    let window = scan.window
    if !isInRecord {
      guard !window.isAtEnd else { return window.isFinal ? .end : .needsBytes }
      scan.beginRecord()
      searchedByteCount = 0
      isInRecord = true
    }
    let end = window.text.firstOffset(of: 0, from: window.cursor + searchedByteCount)
    searchedByteCount = end - window.cursor
    try scan.requireRecordSize(searchedByteCount)
    guard end < window.text.count || window.isFinal else { return .needsBytes }
    try scan.finishRecord(window.rest(to: end))
    pass(&scan.window)
    return .value
  }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    // A record that is too large may not have ended.
    guard fault.kind != .byteLimitExceeded else { return false }
    pass(&scan.window)
    return true
  }

  var isAtRecord: Bool { isInRecord }

  /// Moves the cursor past the record and its end.
  private func pass(_ window: inout StreamWindow) {
    window.cursor = min(window.cursor + searchedByteCount + 1, window.text.count)
    isInRecord = false
  }
}
