import StreamJSONCore
import StreamJSONTestSupport

/// What one of the two forms of a model makes of a text.
enum TwinOutcome: CustomStringConvertible {
  case value(TwinDigest)
  case failure(any Error)

  var description: String {
    switch self {
    case .value(let digest): "value \(digest.state)"
    case .failure: Self.withoutForm(text)
    }
  }

  /// All that an error says; empty for a value.
  private var text: String {
    guard case .failure(let error) = self else { return "" }
    let place = (error as? DecodingError)?.jsonError.map { ", \($0)" } ?? ""
    return "\(Failure(error))\(place)"
  }

  /// Whether `other`, which is about the other form, says the same if it is an error.
  func saysTheSame(as other: TwinOutcome) -> Bool {
    Self.areAlike(text, other.text)
  }

  /// Whether `other`, which is about the other form, is the same, as far as that is cheap to say.
  func agrees(with other: TwinOutcome) -> Bool {
    switch (self, other) {
    case (.value(let first), .value(let second)): first == second
    case (.failure(let first), .failure(let second)): Self.areAlike(first, second)
    default: false
    }
  }

  private static func areAlike(_ first: String, _ second: String) -> Bool {
    first == second || withoutForm(first) == withoutForm(second)
  }

  /// `text` with the same names for both forms.
  static func withoutForm(_ text: String) -> String {
    text.replacing("PlainForm", with: "MarkedForm")
  }

  // MARK: - Errors

  private static func areAlike(_ first: any Error, _ second: any Error) -> Bool {
    guard let known = first as? DecodingError, let other = second as? DecodingError else {
      return areAlike("\(Failure(first))", "\(Failure(second))")
    }
    switch (known, other) {
    case (.typeMismatch(let first, let context), .typeMismatch(let second, let other)),
      (.valueNotFound(let first, let context), .valueNotFound(let second, let other)):
      return TwinNames.areAlike(first, second) && areAlike(context, other)
    case (.keyNotFound(let first, let context), .keyNotFound(let second, let other)):
      return areAlike(first, second) && areAlike(context, other)
    case (.dataCorrupted(let context), .dataCorrupted(let other)):
      return areAlike(context, other)
    default:
      return false
    }
  }

  private static func areAlike(
    _ first: DecodingError.Context,
    _ second: DecodingError.Context
  ) -> Bool {
    guard first.codingPath.count == second.codingPath.count,
      zip(first.codingPath, second.codingPath).allSatisfy({ areAlike($0, $1) })
    else { return false }
    let (place, other) = (
      first.underlyingError as? JSONError, second.underlyingError as? JSONError
    )
    guard place?.kind == other?.kind, place?.byteOffset == other?.byteOffset else { return false }
    return areAlike(first.debugDescription, second.debugDescription)
  }

  private static func areAlike(_ first: any CodingKey, _ second: any CodingKey) -> Bool {
    first.intValue == second.intValue && first.stringValue == second.stringValue
      && TwinNames.areAlike(type(of: first), type(of: second))
  }
}

/// Which types of the one form have the names of which of the other.
private enum TwinNames {
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  private static let known = Locked<Set<Pair>>([])

  static func areAlike(_ first: any Any.Type, _ second: any Any.Type) -> Bool {
    if first == second { return true }
    let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    if known.withLock({ $0.contains(pair) }) { return true }
    guard
      TwinOutcome.withoutForm(String(reflecting: first))
        == TwinOutcome.withoutForm(String(reflecting: second))
    else { return false }
    known.withLock { _ = $0.insert(pair) }
    return true
  }
}
