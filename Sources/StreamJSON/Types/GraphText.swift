import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// JSON text passed where an object graph is expected: networking libraries pass whatever they have
/// as `Any`.
enum GraphText {
  case data(Data)
  /// Bytes that are contiguous in memory, or a string's.
  case bytes(any Collection<UInt8>)

  /// Takes the text from `object`; nil if it is a graph instead.
  init?(_ object: Any) {
    let type = type(of: object)
    // The most common types, before the dynamic casts.
    if type == [String: Any].self || type == [Any].self { return nil }
    guard let object = GraphWriter.unwrapped(object) else { return nil }
    if let string = object as? String {
      self = .bytes(string.utf8)
    } else if let substring = object as? Substring {
      self = .bytes(substring.utf8)
    } else if let data = object as? Data {
      self = .data(data)
    } else if let bytes = (object as? any Collection)?.contiguousBytes {
      self = .bytes(bytes)
    } else {
      return nil
    }
  }
}

extension Collection {
  /// The collection if its elements are bytes that are next to each other in memory, unlike those of a
  /// set or range.
  fileprivate var contiguousBytes: (any Collection<UInt8>)? {
    // A cast to that type fails before macOS 13 and iOS 16, and copies the bytes.
    // SAFETY: the elements are not used.
    guard Element.self == UInt8.self, withContiguousStorageIfAvailable({ unsafe _ = $0 }) != nil
    else { return nil }
    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { return self as? any Collection<UInt8> }
    return map { $0 as? UInt8 ?? 0 }
  }
}
