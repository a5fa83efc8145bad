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
  private(set) var keyTypes: ContiguousArray<KeyType> = []

  /// The names that a key strategy has converted.
  let convertedNames = ConvertedNames()

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

  // What the end of each value of a stream looks at, so overlapping access is not checked for.
  // SAFETY: neither is passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedStrays: [PooledContainer] = []
  /// The containers of all pools.
  @exclusivity(unchecked) private var poolContainers: ContiguousArray<PooledContainer> = []

  /// Adds `pooled` to the pool of `keyType`.
  func add(_ pooled: PooledContainer, to keyType: KeyType) {
    keyType.pool.append(pooled)
    unsafe poolContainers.append(pooled)
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
    unsafe poolContainers.removeAll()
    strays = []
    return all
  }

  /// True when nobody but this holds a container.
  var allContainersAreFree: Bool {
    unsafe poolContainers.allSatisfy { $0.isFree } && strays.allSatisfy { $0.isFree }
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
