import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decodes `text` with JSONDecoder and StreamJSONDecoder, both configured by `prepare`, and
/// compares the outcomes.
///
/// `path` is the path of an error that JSONDecoder reports without the last key of this path.
func expectAgreement<T: Decodable & Equatable>(
  _ type: T.Type,
  _ text: String,
  path: [String]? = nil,
  prepare: (JSONDecoder) -> Void = { _ in },
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let (reference, decoder) = (JSONDecoder(), StreamJSONDecoder())
  prepare(reference)
  prepare(decoder)
  let data = Data(text.utf8)
  let theirs = outcome { try reference.decode(type, from: data) }
  let ours = outcome { try decoder.decode(type, from: data) }
  if let path {
    guard case .failure(let our) = ours, case .failure(let their) = theirs else {
      Issue.record("\(text): JSONDecoder \(theirs), ours \(ours)", sourceLocation: sourceLocation)
      return
    }
    #expect(our.kind == their.kind, "\(text)", sourceLocation: sourceLocation)
    #expect(our.text == their.text, "\(text)", sourceLocation: sourceLocation)
    #expect(our.path.map(\.stringValue) == path, "\(text)", sourceLocation: sourceLocation)
    #expect(
      their.path.map(\.stringValue) == path.dropLast(),
      "\(text)",
      sourceLocation: sourceLocation
    )
    return
  }
  #expect(
    KnownDifferences.areAlike(ours, theirs, dictionaries: []),
    "\(text): JSONDecoder \(theirs), ours \(ours)",
    sourceLocation: sourceLocation
  )
}

/// A value in a member, and one that is optional.
struct Held<Value: Decodable & Equatable>: Decodable, Equatable {
  var value: Value
  var other: Value?
}

/// Values of every kind at which to ask for a special type.
let valuesOfEveryKind = [
  "null", "true", "1", "-1.5", "1e3", "1e400", "01", "\"\"", "\"x\"", "\"\\q\"", "\"\\u0041Q==\"",
  "[]", "[1]", "[1,300]", "{}", "\"2024-01-02T03:04:05Z\"", "\"a:b\"", "\"\u{1}\"", "\"日本\"",
]
