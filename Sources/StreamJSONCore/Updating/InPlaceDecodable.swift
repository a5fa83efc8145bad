/// A class whose instances can be updated from JSON, so that everything that refers to them sees the change.
///
/// ```swift
/// final class Account: InPlaceDecodable {
///   var name = ""
///   var balance = 0
///
///   func update(from decoder: any Decoder) throws {
///     let container = try decoder.container(keyedBy: CodingKeys.self)
///     name = try container.decodeIfPresent(String.self, forKey: .name) ?? name
///     balance = try container.decodeIfPresent(Int.self, forKey: .balance) ?? balance
///   }
///
///   private enum CodingKeys: CodingKey { case name, balance }
/// }
///
/// try decoder.update(account, from: data)
/// ```
///
/// If the class is also `Codable`, its instances stay the same when you pass them as `&account`, and as properties of
/// values that you update.
public protocol InPlaceDecodable: AnyObject {
  /// Updates the instance from the value in `decoder`.
  ///
  /// - Throws: Any error that makes the update fail. Properties that were assigned before the error keep
  ///   their new values. To change everything or nothing, decode all values first and assign them last.
  func update(from decoder: any Decoder) throws
}
