import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport

/// A decoder for which each marked type is new, and which gives up a plan in all builds where one with
/// assertions would stop.
struct RecordedDecoder {
  private let decoder: CoreDecoder

  private let environment: DecodingEnvironment

  init(_ options: DecodingOptions = DecodingOptions()) {
    self.init(
      options,
      .makeLocked(
        directTypes: [Date.self, Data.self, URL.self, Decimal.self, JSONValue.self],
        stopsAtFalsePromises: false
      )
    )
  }

  private init(_ options: DecodingOptions, _ environment: DecodingEnvironment) {
    self.environment = environment
    decoder = CoreDecoder(options, environment: environment)
  }

  /// Another decoder, for which the same is known.
  var another: RecordedDecoder { RecordedDecoder(DecodingOptions(), environment) }

  /// The report on `type`, which is known to be marked from now on.
  func report<Value: MemberwiseDecodable>(_ type: Value.Type) -> JSONMemberwiseReport {
    decoder.report(on: type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try decoder.decode(type, from: text)
  }
}
