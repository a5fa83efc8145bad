// ObjectGraph: Foundation's types in object graphs.
// Uses StreamJSONCore and Foundation.
// Decoder uses it.

import Foundation

/// JSON text passed where an object graph is expected: networking libraries pass whatever they have
/// as `Any`.
enum GraphText {
  case data(Data)
  case bytes([UInt8])
  case string(String)

  /// Takes the text from `object`; nil if it is a graph instead.
  init?(_ object: Any) {
    var object = object
    var type = type(of: object)
    // The most common types, before the dynamic casts.
    if type == [String: Any].self || type == [Any].self || type == NSDictionary.self { return nil }
    // Unwrap one level at a time: the casts below unwrap optionals by recursion, and a program can
    // nest them to any depth.
    while let optional = object as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      object = wrapped
      type = Swift.type(of: wrapped)
    }
    // Compare the type first: an array of other values that fit in bytes could also be cast.
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
