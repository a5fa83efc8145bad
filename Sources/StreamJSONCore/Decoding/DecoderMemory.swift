/// How a decoder decodes one type.
struct TypePlan {
  /// The type itself, when this library decodes it; nil when its `init(from:)` does.
  var direct: (any DirectlyDecodable.Type)?
}

/// What decoders learn about types and keep between values and between texts.
final class DecoderMemory {
  private let plans = IdentityTable<TypePlan>()

  /// For each key type, the container that was free last.
  let containers = IdentityTable<KnownContainer>()

  struct KnownContainer {
    var number: Int
    var pooled: PooledContainer
  }

  private var allPlans: [ObjectIdentifier: TypePlan] = [:]

  /// The key types that have opened objects.
  ///
  /// The tape knows them by position plus 1.
  private(set) var keyTypes: ContiguousArray<KeyType> {
    get { unsafe uncheckedKeyTypes }
    _modify { yield unsafe &uncheckedKeyTypes }
  }

  /// The names that a key strategy has converted.
  let convertedNames = ConvertedNames()

  /// The objects whose names a custom key strategy has converted.
  var openedObjects = OpenedObjects()

  /// True when a container may have an index of the names of the object that it read last.
  var hasIndexes = false

  /// Lets go of such indexes; no container may be in use.
  @inline(__always)
  func forgetIndexes() {
    if hasIndexes { forgetAllIndexes() }
  }

  @inline(never)
  private func forgetAllIndexes() {
    for keyType in keyTypes {
      for pooled in keyType.pool { pooled.object.forgetNames() }
    }
    hasIndexes = false
  }

  /// True when the decode is over and somebody still holds one of its decoders or containers.
  var isDetached = false

  /// Containers that are in no pool: those of `superDecoder()`s and of models nested deeper than a
  /// pool is large.
  ///
  /// They are let go from time to time.
  private var strays: [PooledContainer] {
    get { unsafe uncheckedStrays }
    _modify { yield unsafe &uncheckedStrays }
  }
  private var strayBound = 16

  // What the end of each decode, and of each value of a stream, looks at, so overlapping access is
  // not checked for.
  // SAFETY: none is passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedStrays: [PooledContainer] = []
  @exclusivity(unchecked) private var uncheckedKeyTypes: ContiguousArray<KeyType> = []
  /// For each key type a bit, of its number modulo 64: whether a decode has taken one of its
  /// containers since all were free.
  @exclusivity(unchecked) private var usedTypes: UInt64 = 0

  /// Notes that a container for the key type numbered `number` is taken.
  @inline(__always)
  func noteUse(ofKeyType number: Int) {
    unsafe usedTypes |= 1 &<< UInt64(truncatingIfNeeded: number)
  }

  /// Keeps `stray` until nobody else does.
  func add(_ stray: PooledContainer) {
    strays.append(stray)
    guard strays.count > strayBound else { return }
    strays.removeAll { stray in
      guard stray.isFree else { return false }
      // SAFETY: removed from the only place that knows it.
      unsafe stray.deallocate()
      return true
    }
    strayBound = max(16, strays.count * 2)
  }

  /// Hands over every container; those of the pools are known no more.
  func removeAllContainers() -> [PooledContainer] {
    let all = keyTypes.flatMap(\.pool) + strays
    for keyType in keyTypes { keyType.pool.removeAll() }
    unsafe usedTypes = 0
    strays = []
    return all
  }

  /// Whether nobody but this holds a container.
  ///
  /// Only those are looked at that the decode can have taken: a decoder that has seen many models
  /// has many more, which together took a tenth of a small text's time.
  func endUse() -> Bool {
    while unsafe usedTypes != 0 {
      // Numbers count from 1.
      var number = unsafe usedTypes.trailingZeroBitCount
      if number == 0 { number = 64 }
      while number <= keyTypes.count {
        guard keyTypes[number - 1].pool.allSatisfy({ $0.isFree }) else { return false }
        number += 64
      }
      unsafe usedTypes &= usedTypes &- 1
    }
    return strays.allSatisfy { $0.isFree }
  }

  /// Lets the strays go, when all containers are free.
  func removeStrays() {
    guard !strays.isEmpty else { return }
    for stray in strays {
      // SAFETY: removed from the only place that knows it.
      unsafe stray.deallocate()
    }
    strays = []
  }

  deinit {
    // SAFETY: the tables belong to this object alone.
    unsafe plans.deallocate()
    unsafe containers.deallocate()
  }

  /// How to decode `type`.
  @inline(__always)
  func plan<T: Decodable>(for type: T.Type) -> TypePlan {
    plans[ObjectIdentifier(type)] ?? makePlan(type)
  }

  @inline(never)
  private func makePlan<T: Decodable>(_ type: T.Type) -> TypePlan {
    let identifier = ObjectIdentifier(type)
    let plan =
      allPlans[identifier] ?? TypePlan(direct: type as? any DirectlyDecodable.Type)
    allPlans[identifier] = plan
    plans[identifier] = plan
    return plan
  }

  /// What is known of the key type `type`.
  func keyType<Key: CodingKey>(_ type: Key.Type) -> KeyType {
    let identifier = ObjectIdentifier(type)
    if let known = keyTypes.first(where: { ObjectIdentifier($0.type) == identifier }) {
      return known
    }
    let keyType = KeyType(type, number: keyTypes.count + 1)
    keyTypes.append(keyType)
    return keyType
  }

  /// Notes that `pooled` is the one of its type to try first.
  func remember(_ pooled: PooledContainer, of keyType: KeyType) {
    containers[ObjectIdentifier(keyType.type)] = KnownContainer(
      number: keyType.number,
      pooled: pooled
    )
  }
}
