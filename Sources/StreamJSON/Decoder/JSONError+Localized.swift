public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONError: LocalizedError {
  /// The same as `description`, so that an app can show `localizedDescription`.
  public var errorDescription: String? { description }
}
