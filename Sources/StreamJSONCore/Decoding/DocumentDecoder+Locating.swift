/// Errors that the standard library or a model throws: an unknown case of an enum, a UUID that is
/// none, whatever a model finds wrong.
extension DocumentDecoder {
  /// Calls `body`, which decodes the document's outermost value, and adds a `JSONError` to a
  /// `DecodingError` without an underlying error: the place that its path leads to.
  ///
  /// Nothing else of the error changes.
  @inline(__always)
  package func locatingErrors<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    do {
      return try body(self)
    } catch {
      throw located(error)
    }
  }

  /// Decodes the document's outermost value.
  @inline(__always)
  package func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    try locatingErrors { try $0.decode(type, at: Tape.root) }
  }

  @inline(never)
  private func located(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError else { return error }
    return located(error, from: Tape.root, pathCount: 0)
  }

  /// `error` with a `JSONError` if it has no underlying error, for an error of the value at `entry`.
  ///
  /// One that is no `DecodingError` becomes one.
  func located(_ error: any Error, at entry: Int) -> DecodingError {
    guard let error = error as? DecodingError else { return refusedValue("\(error)", at: entry) }
    guard error.hasNoCause else { return error }
    return located(error, from: entry, pathCount: path(to: entry).count)
  }

  /// `error` with the place that its path leads to; the first `pathCount` keys lead to `start`.
  private func located(
    _ error: DecodingError,
    from start: Int,
    pathCount: Int
  ) -> DecodingError {
    func located(_ context: DecodingError.Context, _ kind: JSONError.Kind) -> DecodingError.Context?
    {
      self.located(context, kind, from: start, pathCount: pathCount)
    }
    switch error {
    case .typeMismatch(let type, let context):
      return located(context, .typeMismatch).map { .typeMismatch(type, $0) } ?? error
    case .valueNotFound(let type, let context):
      return located(context, .valueNotFound).map { .valueNotFound(type, $0) } ?? error
    case .keyNotFound(let key, let context):
      return located(context, .keyNotFound).map { .keyNotFound(key, $0) } ?? error
    case .dataCorrupted(let context):
      return located(context, .invalidValue).map { .dataCorrupted($0) } ?? error
    @unknown default:
      return error
    }
  }

  private func located(
    _ context: DecodingError.Context,
    _ kind: JSONError.Kind,
    from start: Int,
    pathCount: Int
  ) -> DecodingError.Context? {
    guard context.underlyingError == nil else { return nil }
    let entry = entry(along: context.codingPath.dropFirst(pathCount), from: start)
    let description = context.debugDescription
    let text = description.hasSuffix(".") ? String(description.dropLast()) : description
    return DecodingError.Context(
      codingPath: context.codingPath,
      debugDescription: description,
      underlyingError: document.error(
        kind,
        .text(text),
        at: entry,
        offset: firstByte(of: entry),
        pointer: document.pointer(document.steps(to: entry))
      )
    )
  }

  /// The value that `path` leads to from the one at `start`, or the last one on the way that there is.
  private func entry(along path: ArraySlice<any CodingKey>, from start: Int) -> Int {
    let tape = storage.tape
    var entry = start
    for key in path {
      guard let next = child(of: entry, for: key) else { break }
      entry = next
    }
    return entry < tape.count ? entry : Tape.root
  }

  private func child(of entry: Int, for key: any CodingKey) -> Int? {
    let tape = storage.tape
    switch tape[entry].kind {
    case .array:
      guard let index = key.intValue, index >= 0, index < tape[entry + 1].count else { return nil }
      var child = entry + 2
      for _ in 0..<index { child = tape.entry(after: child) }
      return child
    case .object:
      let name = key.stringValue
      let path = path(to: entry)
      return tape.members(of: entry).first { member in
        let found = document.repairedString(at: member.name)
        return found == name || convert(found, at: path) == name
      }?.value
    default:
      return nil
    }
  }
}

extension DecodingError {
  /// Whether it has no underlying error.
  fileprivate var hasNoCause: Bool {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError == nil
    @unknown default: false
    }
  }
}
