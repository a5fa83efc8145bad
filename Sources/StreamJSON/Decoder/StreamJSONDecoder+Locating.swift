public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

// The places of errors.
extension StreamJSONDecoder {
  /// Finds the place of an error in the JSON text that was decoded.
  ///
  /// Every `DecodingError` that `decode` throws has its place in `DecodingError.jsonError`, unless
  /// a model has given it another underlying error. One of the standard library or of another model
  /// that a model catches and keeps has none: its place is found when it leaves `decode`.
  ///
  /// ```swift
  /// if case .failure(let error as DecodingError) = model.result {
  ///   print(decoder.locate(error, in: data)?.description ?? "\(error)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - error: An error of a decode of `data` with the present settings.
  ///   - data: The text.
  /// - Returns: The error's own `jsonError` if it has one. Otherwise the place that its
  ///   `codingPath` leads to, or as much of that path as the text has. Nil if the text is
  ///   malformed.
  /// - Complexity: O(`data.count`).
  public func locate(_ error: DecodingError, in data: Data) -> JSONError? {
    error.jsonError ?? (try? withDecoder(reading: data) { $0.locate(error) })
  }

  /// Finds the place of an error in the JSON text in `bytes`.
  ///
  /// Otherwise like `locate(_:in:)` for `Data`.
  @_disfavoredOverload
  public func locate(_ error: DecodingError, in bytes: some Collection<UInt8>) -> JSONError? {
    error.jsonError ?? (try? withDecoder(reading: bytes) { $0.locate(error) })
  }

  /// Finds the place of an error in a JSON text in a string.
  ///
  /// Otherwise like `locate(_:in:)` for `Data`; offsets count the string's bytes in UTF-8.
  @_disfavoredOverload
  public func locate(_ error: DecodingError, in string: some StringProtocol) -> JSONError? {
    locate(error, in: string.utf8)
  }
}
