// Rules for the folder Memberwise:
// - Values and errors are those of the type's initializer. In doubt, the reader gives up: it has then made nothing and
//   run no model's code, and the text is decoded in the ordinary way.
// - An error leaves only if the initializer throws it: a text that can't be read is decoded by initializers from its
//   beginning. Models inside a plan's values are never decoded a third time.
// - Properties of other types are deferred until the whole text has been read, because their initializers may run any
//   code. Nil and empty arrays run none, and the reader expects nothing else until a value shows otherwise.
// - A wrong marker may give wrong values, but must not make memory unsafe. Check places and types before a plan is
//   made.
// - Plans and memberwise types are never freed, so they're used without counting.
// - A new kind needs a row in `MemberwisePlan.swift`, a line in `TextReader.swift`, and, for a scalar, a method in
//   `TextCursor.swift`.

/// What the process knows about one memberwise type: its plan, or why it has none.
///
/// There is one for each type, in the environment, which is never freed.
///
/// `@unchecked Sendable`: what changes is only touched under the environment's lock; its number is set once, before
/// others know the type.
final class MemberwiseType: @unchecked Sendable {
  /// Its number among the memberwise types, from 0 on; known once it is added to them.
  fileprivate(set) var id = 0

  /// The type.
  let type: any MemberwiseDecodable.Type

  /// The functions for arrays of the type.
  let arrays: MemberwiseArrays

  /// The verdict so far.
  fileprivate(set) var verdict: MemberwiseVerdict

  /// Creates the type as it is known before any of its objects.
  init<Value: MemberwiseDecodable>(_ type: Value.Type) {
    self.type = type
    arrays =
      Value._decodingMark.details(of: type, MemberwiseArrays.self) ?? MemberwiseArrays(of: type)
    verdict =
      Self.refusal(of: type).map { .refused($0) }
      ?? .waiting(
        "a decoder makes its plan after about a kilobyte of JSON, 16 documents, or 64 values of the type"
      )
  }

  /// Why `type` has no plan, whatever its initializer does; nil if it may have one.
  private static func refusal<Value: MemberwiseDecodable>(of type: Value.Type) -> String? {
    guard TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .structure else {
      return "it isn't a struct"
    }
    guard TypeMetadata(type).holdsAllItRefersTo else {
      return "it has a weak or unowned reference, or its reflection metadata is missing"
    }
    // Its mirror may show other properties than it has, or in another order.
    if type is any CustomReflectable.Type { return "it has a custom mirror" }
    // Memory for elements is aligned to that.
    guard MemoryLayout<Value>.alignment <= MemberwisePlan.maximumAlignment else {
      return "its alignment is \(MemoryLayout<Value>.alignment) bytes"
    }
    return nil
  }
}

/// What was found out about a memberwise type; a refusal is thrown where it is found.
enum MemberwiseVerdict: Error {
  /// Its values are decoded by the plan.
  case ready(MemberwisePlan)
  /// An object is needed first.
  case waiting(String)
  /// It is decoded by its own `init(from:)`.
  case refused(String)
}

/// What the process knows about all memberwise types; accessed only under the environment's lock.
final class MemberwiseTypes: FeatureKnowledge {
  /// The memberwise types, in the order of their ids.
  private var all = IdentityDictionary<MemberwiseType>()

  /// The memberwise type `type`, if it is known.
  func known(_ type: ObjectIdentifier) -> MemberwiseType? { all[type] }

  /// Adds a memberwise type.
  func add(_ new: MemberwiseType) -> MemberwiseType {
    new.id = all.values.count
    all.append(new, for: ObjectIdentifier(new.type))
    note(new.type)
    return new
  }
}

extension DecodingEnvironment {
  /// The memberwise type `type`, made known if it is not.
  func memberwiseType<Value: MemberwiseDecodable>(_ type: Value.Type) -> MemberwiseType {
    let identifier = ObjectIdentifier(type)
    if let known = withLock({ memberwiseTypes.known(identifier) }) { return known }
    let new = MemberwiseType(type)
    return withLock { memberwiseTypes.known(identifier) ?? memberwiseTypes.add(new) }
  }

  /// The verdict about `type`.
  func verdict(on type: MemberwiseType) -> MemberwiseVerdict { withLock { type.verdict } }

  /// Notes what was found out about `type`: a plan if nothing was known, or the fact that there is none.
  ///
  /// - Returns: The verdict now.
  func note(_ found: MemberwiseVerdict, on type: MemberwiseType) -> MemberwiseVerdict {
    withLock {
      switch (type.verdict, found) {
      case (.waiting, _), (.ready, .refused): type.verdict = found
      default: break
      }
      return type.verdict
    }
  }
}

/// Functions that handle many values of a memberwise type at once.
///
/// The initializer is inlined into the module of the type, where the compiler knows its layout and its metadata. A
/// generic function of this module would have to ask the runtime for the storage of each array (citm_catalog.json: 13.2
/// times JSONDecoder's speed with such a function, and 17.8 without).
@safe
@usableFromInline
struct MemberwiseArrays: Sendable {
  /// Moves the `count` elements at `base` into an array at `target`; an optional array is the same in memory.
  @usableFromInline
  let make:
    @Sendable (
      _ base: UnsafeMutableRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> Void

  /// Moves the elements at `base`, which have the given names, into a dictionary at `target`.
  ///
  /// It returns false and makes no dictionary if two names are equal. In both cases, nothing is left at `base`.
  @usableFromInline
  let makeDictionary:
    @Sendable (
      _ names: [String], _ base: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer
    ) -> Bool

  /// Turns the value at `target` into an optional one.
  @usableFromInline
  let wrap: @Sendable (_ target: UnsafeMutableRawPointer) -> Void

  @inlinable
  init<Value>(of type: Value.Type) {
    // SAFETY: the functions are only stored here; their callers guarantee that as many values are initialized as they
    // say, that there is room for them at a target, and that there is a value at that of `wrap`, in an optional property.
    unsafe make = { base, count, target in
      // Storage that all empty arrays share must not be written to.
      let array =
        count == 0
        ? []
        : unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
          guard let storage = buffer.baseAddress else { return }
          unsafe storage.moveInitialize(
            from: base.assumingMemoryBound(to: Value.self),
            count: count
          )
          initializedCount = count
        }
      unsafe target.initializeMemory(as: [Value].self, to: array)
    }
    unsafe makeDictionary = { names, base, target in
      let elements = unsafe base.assumingMemoryBound(to: Value.self)
      var dictionary = [String: Value](minimumCapacity: names.count)
      for (position, name) in names.enumerated() {
        dictionary[name] = unsafe (elements + position).move()
      }
      guard dictionary.count == names.count else { return false }
      unsafe target.initializeMemory(as: [String: Value].self, to: dictionary)
      return true
    }
    unsafe wrap = { target in
      let value = unsafe target.assumingMemoryBound(to: Value.self).move()
      unsafe target.initializeMemory(as: Value?.self, to: value)
    }
  }
}
