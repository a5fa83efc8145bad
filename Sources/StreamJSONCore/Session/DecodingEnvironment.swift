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

  /// The mark of the type `identifier`, nil if it is not known to have one.
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
