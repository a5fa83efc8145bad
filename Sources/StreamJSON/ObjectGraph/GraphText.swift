// ObjectGraph: the types of Foundation in object graphs.
// Uses StreamJSONCore and Foundation.
// Decoder uses it.

import Foundation

/// JSON text that was handed over where an object graph is expected: networking libraries pass
/// what they have as `Any`.
enum GraphText {
  case data(Data)
  case bytes([UInt8])
  case string(String)

  /// Nil when `object` is no text but a graph.
  init?(_ object: Any) {
    var object = object
    var type = type(of: object)
    // What it mostly is, before the dynamic casts.
    if type == [String: Any].self || type == [Any].self || type == NSDictionary.self { return nil }
    // One after the other: the casts below look into optionals by calling themselves, and a program
    // can nest them as deep as it likes.
    while let optional = object as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      object = wrapped
      type = Swift.type(of: wrapped)
    }
    // An array of the right numbers could be cast to bytes too.
    if type == [UInt8].self, let bytes = object as? [UInt8] {
      self = .bytes(bytes)
    } else if let string = object as? String {
      self = .string(string)
    } else if let substring = object as? Substring {
      self = .string(String(substring))
    } else if let data = object as? Data {
      self = .data(data)
    } else {
      return nil
    }
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  var wrapped: Any? { map { $0 as Any } }
}
