import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// The strategies for types that the core does not know.
final class Strategies: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy

  /// The date strategy without what some cases carry, which would be retained for each date.
  let dateForm: DateForm

  enum DateForm {
    case deferred, seconds, milliseconds, iso8601, other
  }

  init(date: JSONDecoder.DateDecodingStrategy, data: JSONDecoder.DataDecodingStrategy) {
    self.date = date
    self.data = data
    dateForm =
      switch date {
      case .deferredToDate: .deferred
      case .secondsSince1970: .seconds
      case .millisecondsSince1970: .milliseconds
      case .iso8601: .iso8601
      default: .other
      }
  }

  static let standard = Strategies(date: .deferredToDate, data: .base64)
}

extension DocumentDecoder {
  /// The strategies of the `StreamJSONDecoder` that this decoder works for.
  var strategies: Strategies {
    guard let strategies = options.strategies else { return .standard }
    // SAFETY: options that have strategies are made by `StreamJSONDecoder` alone. (A checked cast
    // takes 2.7 % more instructions for an array of ISO 8601 dates.)
    return unsafe unsafeDowncast(strategies, to: Strategies.self)
  }
}
