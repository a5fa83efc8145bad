/// A keyed container that counts its object, and with it the decoder, so that it may outlive its
/// decode.
///
/// Used for key types whose containers models have kept before, for what a `superDecoder()` opens, and for
/// models that are nested too deeply for the pool. Otherwise it is like `KeyedContainer`.
struct CountedContainer<Key: CodingKey>: ObjectContainer, MirroredAsEmpty {
  private let object: KeyedObject

  init(object: KeyedObject) {
    self.object = object
  }

  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    guard !object.decoder.use.isHere else { return try body(object) }
    let later = try object.beginEscaped(Key.self)
    defer { later.decoder.endEscaped() }
    return try body(later)
  }

  @inline(never)
  func decode<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T {
    try on { try $0.calledScalar(type, of: key) }
  }

  /// Does what the standard library does, which is good enough for these models.
  @inline(never)
  func scalarIfPresent<T: Scalar>(_ type: T.Type, _ key: Key) throws -> T? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try on { try $0.decode(type, by: key) }
  }
}
