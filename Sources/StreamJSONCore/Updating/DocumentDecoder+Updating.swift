// Rules for the folder Updating:
// - Only objects are updated. Arrays, dictionaries, enums, and everything else are replaced as a whole. An instance of
//   a class that is `InPlaceDecodable` takes over any value.
// - Whether a type has defaults is found out when an object first lacks a key, or after many objects
//   (`initializeBeforeMark` in `Decoding`), because asking for a conformance is slow.
// - Encoding a former value (`FormerValue`) calls a model's code. Only the thread that made it keeps the result. It
//   isn't encoded at all if no member is missing.
// - The folder can be removed without changes to those before it: a test removes it and compiles the rest.

/// Values that are decoded over former ones, which supply the members that the text lacks.
///
/// `UpdatingContainer` comes here for objects, and for instances of classes: any other value replaces the former one as a
/// whole.
extension DocumentDecoder {
  /// Decodes the value at `entry`; members that an object lacks are taken from `former`.
  ///
  /// An instance that can be updated in place takes over the value instead, and any other is replaced by one of the same
  /// class.
  package func decode<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    over former: FormerValue
  ) throws -> T {
    let instance = former.instance(of: type)
    if let instance, let updatable = instance as? any InPlaceDecodable {
      try updateInPlace(updatable, at: entry)
      return instance
    }
    let type = instance.map { Swift.type(of: $0) } ?? type
    guard let direct = types.planWithMark(for: type).direct else {
      return try initializeOver(type, at: entry, over: former)
    }
    guard let updatable = direct as? any DecodableOverFormerValue.Type else {
      // A feature decodes a model in its own way, but not over another value.
      if case .model = direct.content(in: types) {
        return try initializeOver(type, at: entry, over: former)
      }
      return try decode(type, at: entry)
    }
    return try decodeDirectly(updatable, at: entry, over: former)
  }

  private func decodeDirectly<T, Direct: DecodableOverFormerValue>(
    _ direct: Direct.Type,
    at entry: Int,
    over former: FormerValue
  ) throws -> T {
    // SAFETY: the plan of T names T itself, as another protocol's metatype, or a struct that contains nothing but a T.
    unsafe unsafeBitCast(try direct.decode(with: self, at: entry, over: former), to: T.self)
  }

  /// Decodes the value at `entry`; members that an object lacks are taken from `former`.
  package func decode<T: Codable>(over former: T, at entry: Int) throws -> T {
    let former = FormerValue(in: self, isKept: true) { .value(former) }
    return try decode(T.self, at: entry, over: former)
  }

  /// Lets `object` take over the value at `entry`.
  package func updateInPlace(_ object: any InPlaceDecodable, at entry: Int) throws {
    try standing(at: entry) { try object.update(from: $0) }
  }

  /// Calls the type's own `init(from:)` for the value at `entry`; members that an object lacks are taken from `former`.
  func initializeOver<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    over former: FormerValue
  ) throws -> T {
    try standing(at: entry) { decoder in
      guard storage.tape[entry].kind == .object, let decoder = decoder as? ModelDecoder else {
        return try type.init(from: decoder)
      }
      var value = try type.init(from: UpdatingDecoder(decoder, former))
      if let keys = former.keyType, UncodedProperties<T>.mayExist(beside: keys), former.isMade {
        UncodedProperties.keep(in: &value, of: former) {
          try T(from: UpdatingDecoder(decoder, former, missingAt: decoder.codingPath))
        }
      }
      return value
    }
  }

  /// Calls `body` with a decoder that is at `value` as if it were part of the text.
  ///
  /// Names already are keys and are not converted.
  // One for all types, since encoding the value takes much longer.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func withDecoder<Result>(
    of value: HandedValue,
    at path: [any CodingKey],
    _ body: (ModelDecoder) throws -> Result
  ) throws -> Result {
    let graph = try DecodingError.encodingFormerValue(at: path) {
      try value.graph(options.userInfo, depth: options.limits.maximumDepth)
    }
    var decoder = DocumentDecoder(
      document: Document(),
      options: options.withoutKeyConversion,
      environment: environment
    )
    decoder.begin()
    defer { _ = DocumentDecoder.end(&decoder) }
    do {
      try decoder.write(graph: graph)
      let base = BasePlace(entry: Tape.root, container: Tape.root, path: path)
      return try body(ModelDecoder(DocumentDecoder(superOf: decoder, at: base)))
    } catch let error as DecodingError {
      // A member missing in a value that is not in the text has no place other than the path.
      throw error.replacingUnderlyingError(by: nil)
    }
  }
}
