/// The names that texts have used under a key strategy, each converted once.
///
/// Every converted name has an id, so that an object's members are found by comparing ids: a text's name is looked up
/// by its bytes, and a model's key when the keys of its type are mapped. Names beyond a bound, and names that collide
/// with too many others in the table, are left to a dictionary per object, so a crafted text cannot make decoding
/// slower than that.
final class ConvertedNames {
  private struct Place {
    var hash: UInt64 = 0
    var offset: UInt32 = 0
    var count: UInt32 = 0
    /// The converted name's id plus 1; 0 for a free place.
    var id: UInt32 = 0
  }

  /// The function that converted the names.
  private var conversion: DecodingOptions.NameConversion?
  private var conversionID: ObjectIdentifier?

  /// Counts how often the names were forgotten: ids are valid for one generation.
  private(set) var generation = 1

  private var places: [Place] = []

  /// True when a name found no place.
  private var isCrowded = false
  private var placeCount = 0
  private var spellings = ByteArena()

  /// The ids of converted names; equal Strings share one, including canonically equivalent ones.
  private var ids: [MemberName: Int] = [:]

  /// The converted names by their ids.
  private var names: [MemberName] = []

  private static let maximumCount = 1024
  private static let maximumProbes = 16

  /// Forgets the names unless they were converted by the function with the identifier `id`, for which `options` ask.
  @inline(__always)
  func prepare(_ id: ObjectIdentifier?, for options: @autoclosure () -> DecodingOptions) {
    // Identifiers are compared because comparing references would count them.
    if id != conversionID { startOver(for: options()) }
  }

  @inline(never)
  private func startOver(for options: DecodingOptions) {
    guard case .name(let conversion) = options.keyConversion else { return }
    self.conversion = conversion
    conversionID = ObjectIdentifier(conversion)
    generation += 1
    isCrowded = false
    places = Array(repeating: Place(), count: 4 * Self.maximumCount)
    placeCount = 0
    spellings.truncate(to: 0)
    ids = [:]
    names = []
  }

  /// Lets the next text start over if this one had more names than there are places.
  ///
  /// That way, such a text slows down only itself. No container may be in use, because it would still use the former
  /// ids.
  func endText() {
    if isCrowded { conversionID = nil }
  }

  /// The id of the plain name at `start` in `text`; nil if it is left to a dictionary.
  @inline(__always)
  func id(
    of text: JSONText,
    from start: Int,
    count: Int
  ) -> Int? {
    let hash = NameFilter.hash(text, from: start, count: count)
    var position = Int(truncatingIfNeeded: hash &>> 52)
    for _ in 0..<Self.maximumProbes {
      let place = places[position]
      if place.id == 0 { return add(text, start, count, hash, position) }
      // The hash covers the first and last eight bytes, but equal hashes do not prove that those bytes are equal.
      if place.hash == hash, Int(place.count) == count,
        text.isEqual(from: start, to: spellings.text, from: Int(place.offset), count: count)
      {
        return Int(place.id) &- 1
      }
      position = (position &+ 1) & (4 &* Self.maximumCount &- 1)
    }
    isCrowded = true
    return nil
  }

  @inline(never)
  private func add(
    _ text: JSONText,
    _ start: Int,
    _ count: Int,
    _ hash: UInt64,
    _ position: Int
  ) -> Int? {
    guard count <= 256, let conversion else { return nil }
    guard placeCount < Self.maximumCount else {
      isCrowded = true
      return nil
    }
    let id = self.id(ofConverted: conversion.convert(text.string(from: start, to: start + count)))
    places[position] = Place(
      hash: hash,
      offset: UInt32(spellings.count),
      count: UInt32(count),
      id: UInt32(id + 1)
    )
    placeCount += 1
    spellings.append(text, from: start, to: start + count)
    return id
  }

  /// The converted form of the plain name at `start` in `text`; nil if it has no id.
  func name(of text: JSONText, from start: Int, count: Int) -> MemberName? {
    id(of: text, from: start, count: count).map { names[$0] }
  }

  /// The id of a converted name or of a key's name, a new one if necessary.
  func id(ofConverted name: String) -> Int {
    let (next, name) = (names.count, MemberName(name))
    if let known = ids.note(next, for: name) { return known }
    names.append(name)
    return next
  }
}
