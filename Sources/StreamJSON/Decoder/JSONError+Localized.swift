public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONError: LocalizedError {
  /// `description`, so that `localizedDescription` is something that an app can show.
  public var errorDescription: String? { description }
}
