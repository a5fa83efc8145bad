// ObjectGraph: Foundation's types in object graphs.
// Uses StreamJSONCore and Foundation.
// Decoder uses it.

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// JSON text passed where an object graph is expected: networking libraries pass whatever they have
/// as `Any`.
enum GraphText {
  case data(Data)
  /// Bytes that are contiguous in memory.
  case bytes(any Collection<UInt8>)
  case string(String)

  /// Takes the text from `object`; nil if it is a graph instead.
  init?(_ object: Any) {
    var object = object
    let type = type(of: object)
    // The most common types, before the dynamic casts.
    if type == [String: Any].self || type == [Any].self { return nil }
    #if Foundation || !canImport(FoundationEssentials)
    if type == NSDictionary.self { return nil }
    #endif
    // Unwrap one level at a time: the casts below unwrap optionals by recursion, and a program can
    // nest them to any depth.
    while let optional = object as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      object = wrapped
    }
    if let string = object as? String {
      self = .string(string)
    } else if let substring = object as? Substring {
      self = .bytes(substring.utf8)
    } else if let data = object as? Data {
      self = .data(data)
    } else if let bytes = object as? any Collection<UInt8>, bytes.isContiguous {
      self = .bytes(bytes)
    } else {
      return nil
    }
  }
}

extension Collection {
  /// Whether the elements are next to each other in memory, unlike those of a set or range.
  fileprivate var isContiguous: Bool {
    // SAFETY: the elements are not used.
    withContiguousStorageIfAvailable { unsafe _ = $0 } != nil
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  var wrapped: Any? { map { $0 as Any } }
}
