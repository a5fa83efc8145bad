/// The outcome of a decode: a value, or an error reduced to what a caller can see of it.
package enum Outcome<Value> {
  /// The value that was returned.
  case value(Value)
  /// The error that was thrown.
  case failure(Failure)

  /// Whether there is a value.
  package var isAccepted: Bool {
    switch self {
    case .value: true
    case .failure: false
    }
  }

  /// The error, if there is one.
  package var failure: Failure? {
    switch self {
    case .value: nil
    case .failure(let failure): failure
    }
  }

  /// The outcome with its value replaced by what `transform` makes of it.
  package func map<Other>(_ transform: (Value) -> Other) -> Outcome<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .failure(let failure): .failure(failure)
    }
  }
}

extension Outcome: Sendable where Value: Sendable {}
extension Outcome: Equatable where Value: Equatable {}
extension Outcome: Hashable where Value: Hashable {}

extension Outcome: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let value): "value \(value)"
    case .failure(let failure): "error \(failure)"
    }
  }
}

/// An error in comparable form.
package struct Failure: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error; all but the last are DecodingError's cases.
  package enum Kind: String, Hashable, Sendable {
    case typeMismatch, valueNotFound, keyNotFound, dataCorrupted, other
  }

  /// One step of a coding path.
  package struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The key's type if it is an enum without payloads; empty otherwise, because StreamJSON's paths have only the name
    /// and the number of any other key by which a container was entered.
    package fileprivate(set) var type: String
    /// Whether steps have nothing but names, because a model enters a value by several keys: JSONDecoder's paths have the
    /// one by which a container was made, and StreamJSON's the last one.
    @TaskLocal package static var haveNamesOnly = false

    /// The key's name.
    package let stringValue: String
    /// The key's number, if it has one.
    package let intValue: Int?

    /// Takes a key apart.
    package init(_ key: any CodingKey) {
      let name = String(reflecting: Swift.type(of: key))
      let isPrivate =
        name == "StreamJSONCore.JSONKey" || name.hasPrefix("Foundation")
        || OlderFoundation.isHere && OlderFoundation.isDictionaryKey(name)
      type = Self.isPlainEnum(key) && !Self.haveNamesOnly ? name : ""
      stringValue = key.stringValue
      // The older Foundation gives numbers only to elements, not to the keys of dictionaries.
      let hasNumber =
        key.stringValue.hasPrefix("Index ")
        || !(isPrivate && OlderFoundation.isHere) && !Self.haveNamesOnly
      intValue = hasNumber ? key.intValue : nil
    }

    private static func isPlainEnum(_ key: some CodingKey) -> Bool {
      let mirror = Mirror(reflecting: key)
      return mirror.displayStyle == .enum && mirror.children.isEmpty
    }

    package var description: String {
      let name = intValue.map { "\(stringValue)#\($0)" } ?? stringValue
      return type.isEmpty ? name : "\(name) of \(type)"
    }
  }

  /// Which error it is.
  package let kind: Kind
  /// The type of a mismatch or missing value, the missing key, or the type of another error.
  package let subject: String
  /// The coding path.
  package private(set) var path: [Step]
  /// The debug description, or the description of another error.
  package let text: String

  package var description: String {
    "\(kind)(\(subject)) at [\(path.map(\.description).joined(separator: ", "))]: \(text)"
  }

  /// The error without the types of the keys in its path, for a text that no model has seen.
  package var withoutKeyTypes: Failure {
    var failure = self
    for index in failure.path.indices { failure.path[index].type = "" }
    return failure
  }

  /// Takes an error apart.
  package init(_ error: any Error) {
    let context: DecodingError.Context
    switch error {
    case DecodingError.typeMismatch(let type, let given):
      (kind, subject, context) = (.typeMismatch, "\(type)", given)
    case DecodingError.valueNotFound(let type, let given):
      (kind, subject, context) = (.valueNotFound, "\(type)", given)
    case DecodingError.keyNotFound(let key, let given):
      (kind, subject, context) = (.keyNotFound, key.stringValue, given)
    case DecodingError.dataCorrupted(let given):
      (kind, subject, context) = (.dataCorrupted, "", given)
    default:
      (kind, subject, path, text) = (.other, "\(type(of: error))", [], "\(error)")
      return
    }
    path = context.codingPath.map(Step.init)
    text = OlderFoundation.newer(context.debugDescription)
  }
}

/// Runs `body` and keeps its value or its error.
package func outcome<Value>(of body: () throws -> Value) -> Outcome<Value> {
  do {
    return .value(try body())
  } catch {
    return .failure(Failure(error))
  }
}
