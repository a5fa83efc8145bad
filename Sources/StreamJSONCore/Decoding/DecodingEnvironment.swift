// How features come in, without a name of theirs in this folder:
// - `FeatureSet` makes what features know about types (`FeatureKnowledge`, `FeatureMemory`).
// - `DirectlyDecodable` decodes the values of a type from the tape. `ReadableFromText` reads them from a text.
// - `_DecodingMark` is what a marked type returns. It says which type decodes its values, and whether it has defaults.
// - `DecoderOverText` is a feature's decoder with the decoder of the text inside, where `ModelDecoder` finds it.
// - `DefaultedMember` is a type of members that have a value even if the text has none. A plan asks it for that value.
// - `NullableMember` is a type of members that stand for a value or for nothing. An update asks it for the value.
// - `absenceCount` in `DecodeNotes` grows when a model or a plan misses something in the text. If it has grown, the
//   decoder finds out whether the type has defaults.
// - `reportedCount` in `DecodeErrors` says how many errors the model's reports keep in this decode, which limits them.

/// What the module above provides: the system, a place for containers that models keep, and the types that
/// it decodes.
///
/// Environments are never freed.
package final class DecodingEnvironment: DecodingSystem, CustomReflectable, @unchecked Sendable {
  /// Takes over the containers that models still hold after a decode; `deallocateUnheld()` must be called on
  /// them from time to time.
  let keep: @Sendable (DetachedPool) -> Void

  /// Further types that are decoded directly; a generic type appears once, with arbitrary arguments.
  let directTypes: [DirectTypes.Identified]

  /// What features add.
  let features: FeatureSet

  /// What features know about types in this process.
  let knowledge: FeatureKnowledge

  // SAFETY of all that follows: the two lists are only touched under the lock.

  private nonisolated(unsafe) var unusedHandles: [ContainerHandle] = []

  /// The key types of containers that models have kept.
  private nonisolated(unsafe) var detachedKeyTypes = IdentityDictionary<Void>()

  /// The mark of the type `identifier`, nil if it isn't known to have one.
  func cachedMark(of identifier: ObjectIdentifier) -> _DecodingMark? {
    let type = withLock { knowledge.markedTypes[identifier] }
    // Not under the lock: this may run the model's code.
    return type?._decodingMark
  }

  /// Empty, because errors refer to this environment, and a dump of an error must not read, without the lock,
  /// what the process knows about types.
  package var customMirror: Mirror { Mirror(self, children: []) }

  package init(
    currentThread: @escaping @convention(c) () -> UInt,
    exclusively: @escaping @Sendable (() -> Void) -> Void,
    acquire: @escaping @convention(c) () -> Void,
    keep: @escaping @Sendable (DetachedPool) -> Void,
    directTypes: [DirectTypes.Identified],
    features: FeatureSet
  ) {
    self.keep = keep
    self.directTypes = directTypes
    self.features = features
    knowledge = features.makeKnowledge()
    super.init(currentThread: currentThread, exclusively: exclusively, acquire: acquire)
    // Errors have uncounted references to it, for as long as a program holds them.
    // SAFETY: it is meant to be held forever.
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// A handle that no container uses.
  func takeHandle() -> ContainerHandle {
    withLock { unsafe unusedHandles.popLast() } ?? ContainerHandle(environment: self)
  }

  /// Takes back a handle that is void.
  func giveBack(_ handle: ContainerHandle) { exclusively { unsafe unusedHandles.append(handle) } }

  /// Notes that a model has kept a container with keys of `type`.
  ///
  /// Such models usually do so again, so they get a separate container from the start.
  func noteDetached(_ type: any CodingKey.Type) {
    let type = ObjectIdentifier(type)
    exclusively {
      if unsafe detachedKeyTypes[type] == nil { unsafe detachedKeyTypes.append((), for: type) }
    }
  }

  /// Whether a model has kept a container with keys of `type`.
  func isDetached(_ type: any CodingKey.Type) -> Bool {
    withLock { unsafe detachedKeyTypes[ObjectIdentifier(type)] != nil }
  }
}

/// A type that tells a `StreamJSONDecoder` how to decode it.
///
/// Conform to ``CodableWithDefaults`` or ``MemberwiseDecodable`` instead; they satisfy the only
/// requirement. (There is one protocol for both because checking a type for a conformance takes a search
/// the first time.)
public protocol _MarkedDecodable: Decodable {
  /// How the type is decoded; the library provides it.
  static var _decodingMark: _DecodingMark { get }
}

/// How a `StreamJSONDecoder` decodes a ``_MarkedDecodable`` type.
///
/// Only the library creates and reads marks.
public struct _DecodingMark {
  /// What stands for the type in the table of types.
  private let way: any DirectlyDecodable.Type

  /// The type that it was made for.
  ///
  /// A type may return the mark of another type; such a mark is ignored.
  private let type: any Decodable.Type

  /// Whether the type has defaults.
  let hasDefaults: Bool

  /// What a feature has added to the mark.
  private let details: Any?

  /// The mark of `type`, for which `way` stands.
  init(
    _ type: any Decodable.Type,
    _ way: any DirectlyDecodable.Type,
    hasDefaults: Bool = false,
    details: Any? = nil
  ) {
    self.type = type
    self.way = way
    self.hasDefaults = hasDefaults
    self.details = details
  }

  /// What decodes `type`, which has this mark; nil if it is decoded by its own initializer.
  func direct<T>(_ type: T.Type) -> (any DirectlyDecodable.Type)? {
    guard self.type is T.Type else { return nil }
    // A type without defaults is decoded property by property, which is impossible for a class.
    return !hasDefaults && type is AnyClass ? nil : way
  }

  /// What a feature has added to the mark of `type`.
  func details<Details>(of type: any Decodable.Type, _ kind: Details.Type) -> Details? {
    self.type == type ? details as? Details : nil
  }
}

/// What the features in later folders add to a decoder. (What they add to a type is in its mark and its conformances to
/// the protocols of this folder.)
///
/// No code in an earlier folder names a feature. What features remember about types is held by a decoder and by the
/// process, as objects of the features' own classes.
package struct FeatureSet: Sendable {
  /// Creates what features know about types in the whole process.
  let makeKnowledge: @Sendable () -> FeatureKnowledge

  /// Creates what features remember about types in a decoder.
  let makeMemory: @Sendable () -> FeatureMemory
}

/// What features know about types in the whole process; accessed only under the environment's lock.
class FeatureKnowledge {
  /// The types that are known to be marked without a dynamic cast.
  private(set) final var markedTypes = IdentityDictionary<any _MarkedDecodable.Type>()

  /// Notes that `type`, which is not known yet, is marked.
  final func note(_ type: any _MarkedDecodable.Type) {
    markedTypes.append(type, for: ObjectIdentifier(type))
  }
}

/// What features remember about types in a decoder, and what they need while they decode; in this class itself, only
/// whether there is any such thing to free.
class FeatureMemory {
  /// Whether there may be storage to free. (Without this, a small text and its decoder take 1% longer.)
  final var hasStorage = false

  /// Frees, between two texts, memory that is needed only while one is decoded.
  func freeStorage() {}

  /// Decodes, from the tape, the members that were deferred when the value at `target`, the last one read, was read.
  func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {}
}

/// What a decode notes, for all decoders that take part in it, from its first value to `endText()`.
package final class DecodeNotes {
  /// What the decoders know about types.
  let types: TypeMemory

  init(types: TypeMemory) { self.types = types }

  // SAFETY: code that may run a model's code first takes out the part that it works on, or holds what it
  // replaces until it is done.
  @exclusivity(unchecked) private var uncheckedState = State()

  private struct State: ~Copyable {
    /// The errors of the decode.
    var errors = DecodeErrors()

    /// The notes on the text.
    var text = TextNotes()
  }

  /// The errors of the decode.
  var errors: DecodeErrors {
    @inline(__always) _read { yield unsafe uncheckedState.errors }
    @inline(__always) _modify { yield unsafe &uncheckedState.errors }
  }

  /// The notes on the text.
  var text: TextNotes {
    @inline(__always) _read { yield unsafe uncheckedState.text }
    @inline(__always) _modify {
      hasNotes = true
      yield unsafe &uncheckedState.text
    }
  }

  /// Whether there may be anything in the notes to release.
  private var hasNotes = false

  /// How often models have asked for what the text lacks, as far as it matters for defaults.
  ///
  /// What matters is whether it grows while a value is decoded, so it is never reset: the types around may have defaults
  /// for what a part lacks.
  var absenceCount = 0

  /// The types of the values that are being decoded before it is known whether they have defaults, each once.
  var typesBeforeMark: [ObjectIdentifier] = []

  /// Notes that the initializer of `type` for the value at `entry`, which ends at `end`, has thrown `error`, unless
  /// an initializer inside it threw it.
  ///
  /// (A model may throw the same error for one value after another.)
  func noteFailure(_ error: any Error, of type: any Any.Type, at entry: Int, upTo end: Int) {
    if let known = errors.failedInitializer, known.threw(error), known.entry >= entry,
      known.entry < end
    {
      return
    }
    var failure: FailedInitializer? = FailedInitializer(error: error, entry: entry, type: type)
    swap(&failure, &errors.failedInitializer)
    releaseModelValue(failure)
  }

  /// Releases the last error that has left an initializer.
  @inline(never)
  func forgetFailure() { releaseModelValue(errors.failedInitializer.take()) }

  /// Makes the errors of a decode that still exist independent of the document, before the document changes.
  func settleErrors() { errors.pending.settle(types.environment) }

  /// Ends the notes on a text; no container may be in use.
  @inline(__always)
  func endText() {
    types.convertedNames.endText()
    if hasNotes || !errors.isEmpty { releaseNotes() }
  }

  /// Settles the errors of the decode, and releases all notes.
  @inline(never)
  private func releaseNotes() {
    settleErrors()
    errors.reportedCount = 0
    // A text that fails at its outermost value leaves no other notes.
    guard hasNotes else { return forgetFailure() }
    text = TextNotes()
    hasNotes = false
    forgetFailure()
  }
}

/// The errors of a decode, until it ends.
struct DecodeErrors {
  /// Those whose details haven't been made yet.
  var pending = PendingErrors()

  /// Whether the errors of the value that is being decoded will be dropped, so that they need no
  /// details.
  var areDropped = false

  /// How many errors of values that were left out are in the model's reports.
  var reportedCount = 0

  /// The innermost initializer that the last error has left.
  var failedInitializer: FailedInitializer?

  /// Whether the end of the decode has nothing to do for them.
  @inline(__always)
  var isEmpty: Bool { !pending.areOpen && failedInitializer == nil && reportedCount == 0 }
}

/// Notes on a text while it is decoded, all of which are discarded when the decode ends.
struct TextNotes {
  /// Copies of keys by which models have entered containers.
  var copiedKeys = CopiedKeys()

  /// Whether containers have found members by an index.
  var hasIndexes = false

  /// Long names that a key strategy has converted for paths, so that it isn't called again for each path.
  var longConvertedNames = PathNotes()

  /// The last coding path that was made.
  var recentPath = RecentPath()
}
