// A module with names that the library has, too.

/// A value with the name of one of the library's types.
public enum JSONValue: Decodable, Equatable {
  /// A string.
  case text(String)

  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    self = .text(try decoder.singleValueContainer().decode(String.self))
  }
}

/// An error with the name of one of the library's types.
public enum JSONError: Error {
  /// The only case.
  case other
}
