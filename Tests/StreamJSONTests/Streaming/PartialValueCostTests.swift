import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What a value in progress costs.
@Suite(.serialized) struct PartialValueCostTests {
  private struct Item: Decodable {
    var id: Int
    var name: String
    var tags: [String]
    var place: Place?

    struct Place: Decodable { var x, y: Double }
  }

  private struct Answer: Decodable {
    var items: [Item]
    var text: String?
  }

  /// Each object and array may be decoded with care or without.
  @Test func `a value in progress costs about what the same text costs when it is complete`() throws
  {
    let item = #"{"id":1,"name":"abc","tags":["x","y"],"place":{"x":1,"y":2.5}}"#
    let items = Array(repeating: item, count: 400).joined(separator: ",")
    let beginning = #"{"items":[\#(items)],"text":"a beg"#
    let decoder = StreamJSONDecoder()
    let stream = decoder.makeStream(of: Answer.self, framing: .lines)
    try stream.append(Array(beginning.utf8)) { _ in }
    let whole = Data((beginning + #""}"#).utf8)
    let clock = ContinuousClock()
    var (partialTime, wholeTime): (Duration, Duration) = (.seconds(9), .seconds(9))
    // By turns, and the shortest of each, since other tests run at the same time.
    for _ in 0..<40 {
      var (partial, complete): (Answer?, Answer?)
      partialTime = min(partialTime, try clock.measure { partial = try stream.partialValue() })
      wholeTime = min(
        wholeTime,
        try clock.measure { complete = try decoder.decode(Answer.self, from: whole) }
      )
      #expect(partial?.text == "a beg" && partial?.items.count == complete?.items.count)
    }
    #expect(partialTime < wholeTime * 2, "\(partialTime), \(wholeTime)")
  }
}
