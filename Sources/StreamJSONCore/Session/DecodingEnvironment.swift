/// What the module above provides: the system, a place for containers that models keep, and the types that
/// it decodes.
///
/// Environments are never freed.
package final class DecodingEnvironment: DecodingSystem, CustomReflectable, @unchecked Sendable {
  /// Takes over the containers that models still hold after a decode; `deallocateUnheld()` is to be
  /// called on them from time to time.
  let keep: @Sendable (KeptPool) -> Void

  /// Further types that are decoded directly; of a generic type, one with any arguments.
  let directTypes: [DirectTypes.Identified]

  /// The types, besides `ModelDecoder`, of the decoders and containers that models get as existentials.
  let decoders: [any (Any & SendableMetatype).Type]

  /// Whether values of marked types are read from a text wherever that is possible, for tests, or only
  /// where it takes less time than the tape.
  let readsAllItCan: Bool

  /// Whether a build with assertions stops when the marker of a type turns out to be a false promise.
  let stopsAtFalsePromises: Bool

  // SAFETY: only touched under the lock.
  private nonisolated(unsafe) var unusedHandles: [ContainerHandle] = []

  /// The key types of containers that models have kept, which are few: a set of them would be 6 KB of
  /// code that nothing else needs.
  // SAFETY: only touched under the lock.
  private nonisolated(unsafe) var keptKeyTypes: ContiguousArray<ObjectIdentifier> = []

  /// The marked types, in the order of their identifiers.
  // SAFETY: only touched under the lock.
  private nonisolated(unsafe) var markedTypes: ContiguousArray<KnownMarkedType> = []

  private struct KnownMarkedType {
    var type: ObjectIdentifier
    var marked: MarkedType
  }

  /// What is known about the marked type `type`, nil if nothing is; under the lock.
  func marked(_ type: ObjectIdentifier) -> MarkedType? {
    // SAFETY: as the caller says.
    let types = unsafe markedTypes
    let position = types.partitioningIndex { $0.type >= type }
    return position < types.count && types[position].type == type ? types[position].marked : nil
  }

  /// Adds a marked type; under the lock.
  func addMarked(
    _ type: any MemberwiseDecodable.Type,
    _ arrays: MemberwiseArrays,
    _ refusal: String?
  ) -> MarkedType {
    let identifier = ObjectIdentifier(type)
    // SAFETY: as the caller says.
    let position = unsafe markedTypes.partitioningIndex { $0.type >= identifier }
    let marked = unsafe MarkedType(
      type,
      id: markedTypes.count,
      arrays: arrays,
      refusal: refusal
    )
    unsafe markedTypes.insert(KnownMarkedType(type: identifier, marked: marked), at: position)
    return marked
  }

  /// Empty: errors refer to it, and a dump of one is not to show, without the lock, what the process
  /// knows about types.
  package var customMirror: Mirror { Mirror(self, children: []) }

  package init(
    currentThread: @escaping @convention(c) () -> UInt,
    exclusively: @escaping @Sendable (() -> Void) -> Void,
    acquire: @escaping @convention(c) () -> Void,
    keep: @escaping @Sendable (KeptPool) -> Void,
    directTypes: [DirectTypes.Identified],
    decoders: [any (Any & SendableMetatype).Type],
    readsAllItCan: Bool = false,
    stopsAtFalsePromises: Bool = true
  ) {
    self.keep = keep
    self.directTypes = directTypes
    self.decoders = decoders
    self.readsAllItCan = readsAllItCan
    self.stopsAtFalsePromises = stopsAtFalsePromises
    super.init(currentThread: currentThread, exclusively: exclusively, acquire: acquire)
    // Errors refer to it without counting that, for as long as a program holds them.
    // SAFETY: it is to be held forever.
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// A handle that no container uses.
  func takeHandle() -> ContainerHandle {
    var handle: ContainerHandle?
    // SAFETY: under the lock.
    exclusively { handle = unsafe unusedHandles.popLast() }
    return handle ?? ContainerHandle(environment: self)
  }

  /// Takes back a handle that is void.
  func giveBack(_ handle: ContainerHandle) {
    // SAFETY: under the lock.
    exclusively { unsafe unusedHandles.append(handle) }
  }

  /// Notes that a model has kept a container with keys of `type`.
  ///
  /// Such models usually do so again, and are then better given a container of their own from the
  /// start.
  func noteKept(_ type: any CodingKey.Type) {
    let type = ObjectIdentifier(type)
    // SAFETY: under the lock.
    exclusively { if !(unsafe keptKeyTypes.contains(type)) { unsafe keptKeyTypes.append(type) } }
  }

  /// Whether a model has kept a container with keys of `type`.
  func isKept(_ type: any CodingKey.Type) -> Bool {
    var isKept = false
    // SAFETY: under the lock.
    exclusively { isKept = unsafe keptKeyTypes.contains(ObjectIdentifier(type)) }
    return isKept
  }

  /// The index that decodes of the text of `object`, whose own is over, have shared.
  func sharedIndex(of object: KeyedObject) -> MemberIndex? {
    var index: MemberIndex?
    exclusively {
      index = object.index ?? object.sharedIndex
      index?.prepare()
    }
    return index
  }

  /// Shares `index` with further decodes of the text of `object`, whose own decode is over.
  func share(_ index: MemberIndex, of object: KeyedObject) {
    index.prepare()
    exclusively { object.sharedIndex = index }
  }

  /// Notes that the decode with `use` is over and that other threads may read what remains of it.
  func end(_ use: DecoderUse) {
    exclusively { use.end() }
  }

  /// Whether the decode with `use` is over.
  func isOver(_ use: DecoderUse) -> Bool {
    var isOver = false
    exclusively { isOver = use.isOver }
    return isOver
  }
}
