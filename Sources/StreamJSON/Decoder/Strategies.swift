import Foundation
import StreamJSONCore

/// The strategies for types that the core does not know.
final class Strategies: Sendable {
  let date: JSONDecoder.DateDecodingStrategy
  let data: JSONDecoder.DataDecodingStrategy

  init(date: JSONDecoder.DateDecodingStrategy, data: JSONDecoder.DataDecodingStrategy) {
    self.date = date
    self.data = data
  }
}

extension DocumentDecoder {
  /// The strategies of the `StreamJSONDecoder` that this decoder works for.
  var strategies: Strategies {
    // Options are made by `StreamJSONDecoder` alone.
    (options.strategies as? Strategies) ?? Strategies(date: .deferredToDate, data: .base64)
  }
}

extension StreamJSONDecoder {
  var nonConformingFloats: DecodingOptions.NonConformingFloats? {
    switch nonConformingFloatDecodingStrategy {
    case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
      DecodingOptions.NonConformingFloats(
        positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
    case .throw: nil
    @unknown default: nil
    }
  }

  var keyConversion: DecodingOptions.KeyConversion {
    switch keyDecodingStrategy {
    case .useDefaultKeys: .none
    case .convertFromSnakeCase: .name(SnakeCase.convert)
    case .custom(let conversion): .path { path, _ in conversion(path).stringValue }
    @unknown default: .none
    }
  }
}
