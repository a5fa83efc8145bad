import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A text as a value of any shape and as a document, against JSONSerialization and against the text
/// that the value writes.
struct ValuesTarget: FuzzTarget {
  static let name = "values"
  static let summary = "values and documents against JSONSerialization"

  private let decoder = StreamJSONDecoder()
  private let strict = StreamJSONDecoder()

  init() {
    // As JSONSerialization.
    decoder.duplicateKeyPolicy = .useLast
    strict.duplicateKeyPolicy = .useLast
    strict.validation = .strict
  }

  func input(from source: inout InputSource) -> [UInt8] {
    source.anyText()
  }

  func disagreement(on input: [UInt8]) -> String? {
    let decoded = outcome { try decoder.decode(JSONValue.self, from: input) }
    let document = outcome { try decoder.document(from: input) }
    if let wrong = wrongDocument(document, decoded, on: input) { return wrong }
    if let wrong = wrongVerdict(decoded, on: input) { return wrong }
    guard case .value(let value) = decoded else { return nil }
    let text = value.description
    guard (try? strict.decode(JSONValue.self, from: text)) == value else {
      return "what it writes is another value: \(text)"
    }
    guard (try? decoder.decode(JSONValue.self, withJSONObject: value)) == value else {
      return "as an object graph, it is another value: \(text)"
    }
    return nil
  }

  /// Says what's wrong with the document of a text, whose value is `decoded`.
  private func wrongDocument(
    _ document: Outcome<JSONDocument>,
    _ decoded: Outcome<JSONValue>,
    on input: [UInt8]
  ) -> String? {
    guard case .value(let document) = document else {
      guard document.failure == decoded.failure else { return "document: \(document), \(decoded)" }
      return nil
    }
    let again = outcome { try document.decode(JSONValue.self) }
    guard again == decoded else { return "document: \(again), value: \(decoded)" }
    guard case .value(let value) = decoded else { return nil }
    guard document.value == value else { return "document: \(document.value), value: \(value)" }
    return wrongPart(document, value, 0)
  }

  /// Says what's wrong with a part of a document, whose value is `value`.
  private func wrongPart(_ part: JSONDocument, _ value: JSONValue, _ depth: Int) -> String? {
    guard (try? decoder.decode(JSONValue.self, from: part.bytes)) == value else {
      return "the bytes of a part are \(part), its value \(value)"
    }
    guard depth < 6 else { return nil }
    for (element, value) in zip(part.array ?? [], value.array ?? []) {
      if let wrong = wrongPart(element, value, depth + 1) { return wrong }
    }
    for (name, value) in value.object ?? [:] {
      guard let member = part[name], part.object?[name]?.value == value else {
        return "\(name.debugDescription) is another member of \(part)"
      }
      if let wrong = wrongPart(member, value, depth + 1) { return wrong }
    }
    return nil
  }

  /// Says what's wrong with `decoded`, compared with JSONSerialization.
  private func wrongVerdict(_ decoded: Outcome<JSONValue>, on input: [UInt8]) -> String? {
    // JSONSerialization drops byte-order marks at the beginning of strings.
    if case .value(let value) = decoded, value.description.unicodeScalars.contains("\u{FEFF}") {
      return nil
    }
    let graph = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    switch decoded {
    case .value(let value):
      // JSONSerialization has no numbers beyond the range of Double.
      guard let graph else { return nil }
      let theirs = outcome {
        try decoder.decode(JSONValue.self, withJSONObject: graph)
      }
      guard case .value(let theirs) = theirs else { return "JSONSerialization: \(theirs)" }
      return value.isLike(theirs) ? nil : "\(value), JSONSerialization: \(theirs)"
    case .failure(let failure):
      guard failure.kind == .dataCorrupted else { return "\(failure)" }
      return nil
    }
  }
}
