/// Values that are not there.
extension DocumentDecoder {
  /// The object at `header` has no member for `key`, whose name is `name`; `text` says so.
  @inline(never)
  func keyNotFound(
    _ key: some CodingKey,
    named name: String,
    _ text: String,
    in header: Int
  ) -> DecodingError {
    .keyNotFound(
      key,
      contextInPlace(
        header,
        text,
        .keyNotFound,
        missingName(name)
      )
    )
  }

  /// There is no value at `pointer`, because the container at `header` has nothing for its last token.
  @inline(never)
  func missingPart(_ pointer: JSONPointer, in header: Int) -> DecodingError {
    let token = pointer.tokens.last ?? ""
    let isObject = storage.tape[header].kind == .object
    let position = isObject ? nil : JSONPointer.position(token)
    return .keyNotFound(
      position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token),
      context(
        header,
        "No value at \"\(pointer.abbreviated)\".",
        .keyNotFound,
        isObject
          ? .missingName(token)
          : .text("no element \(token) in this array of \(storage.tape[header + 1].count)")
      )
    )
  }

  /// The container that `path` leads to, which begins where the document does, has no member or element
  /// `token`, in which a stream was to find its values.
  @inline(never)
  func missingSelection(_ token: String, in path: [String], isObject: Bool) -> DecodingError {
    let position = isObject ? nil : Int(token)
    let key = position.map(JSONKey.init(index:)) ?? JSONKey(stringValue: token)
    let text =
      isObject
      ? "no key \(ForeignText.quoted(token)) in this object"
      : "no element \(token) in this array"
    let context = DecodingError.Context(
      codingPath: path.map { JSONKey(stringValue: $0) },
      debugDescription: DecodingError.noValue(for: key, named: key.stringValue),
      underlyingError: document.error(
        .keyNotFound,
        .text(text),
        at: document.tape.count,
        offset: 0,
        pointer: document.pointer([])
      )
    )
    return .keyNotFound(key, context)
  }

  @inline(never)
  func unkeyedContainerIsAtEnd(
    _ type: any Any.Type,
    _ header: Int,
    _ index: Int
  ) -> DecodingError {
    var text = "Unkeyed container is at end."
    if type == (any Decoder).self {
      text = "Cannot get superDecoder() -- unkeyed container is at end."
    }
    return .valueNotFound(
      type,
      context(
        header,
        text,
        .valueNotFound,
        .missingElement(index, type),
        path: path(to: header, JSONKey(index: index))
      )
    )
  }
}
