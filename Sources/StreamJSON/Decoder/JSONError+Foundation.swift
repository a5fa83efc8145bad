public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

extension StreamJSONDecoder {
  /// Finds the place of an error in the JSON that was decoded.
  ///
  /// Every `DecodingError` that `decode` throws has its place in `DecodingError.jsonError`, unless a model
  /// has given it another underlying error. If a model catches and keeps an error of the standard library
  /// or of another model, that error has no place, because StreamJSON looks for one only when an error
  /// leaves `decode`.
  ///
  /// ```swift
  /// if case .failure(let error as DecodingError) = model.result {
  ///   print(decoder.locate(error, in: data)?.description ?? "\(error)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - error: An error from decoding `bytes` with the current settings.
  ///   - bytes: The JSON document: a `Data`, an array, or any other collection.
  /// - Returns: The error's own `jsonError` if it has one. Otherwise, the place that its `codingPath` leads
  ///   to, as far as the document has that path. Nil if the document is malformed.
  /// - Complexity: O(`bytes.count`).
  public func locate(_ error: DecodingError, in bytes: some Collection<UInt8>) -> JSONError? {
    error.jsonError ?? (try? withDecoder(reading: bytes) { $0.locate(error) })
  }

  /// Finds the place of an error in the JSON in `string`.
  ///
  /// Behaves like `locate(_:in:)` for a collection. Offsets count UTF-8 bytes.
  public func locate(_ error: DecodingError, in string: some StringProtocol) -> JSONError? {
    locate(error, in: string.utf8)
  }
}

extension JSONError: LocalizedError {
  /// The same as `description`, so that an app can show `localizedDescription`.
  public var errorDescription: String? { description }
}
