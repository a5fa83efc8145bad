/// How a decoder decodes one type.
struct TypePlan {
  /// The type itself, when this library decodes it; nil when its `init(from:)` does.
  var direct: (any DirectlyDecodable.Type)?
}

/// A table of 128 values, found by the identity of a type and overwritten when another type has the
/// same place: what stands in front of a dictionary.
@safe
struct IdentityTable<Value> {
  private struct Entry {
    var type: ObjectIdentifier?
    var value: Value?
  }

  private let base: UnsafeMutablePointer<Entry>
  private static var count: Int { 128 }

  init() {
    // SAFETY: as many are allocated as are initialised.
    unsafe base = .allocate(capacity: Self.count)
    unsafe base.initialize(repeating: Entry(type: nil, value: nil), count: Self.count)
  }

  @inline(__always)
  private func position(of type: ObjectIdentifier) -> Int {
    // Metadata addresses differ in few bits; multiplication by the golden ratio's odd constant
    // brings them to the top, of which seven are taken.
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: type))
    return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }

  /// What was stored last for `type`, unless another type came after it.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Value? {
    get {
      let position = position(of: type)
      // SAFETY: a position is less than 128.
      guard unsafe base[position].type == type else { return nil }
      return unsafe base[position].value
    }
    nonmutating set {
      guard let newValue else { return }
      // SAFETY: a position is less than 128.
      unsafe base[position(of: type)] = Entry(type: type, value: newValue)
    }
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    unsafe base.deinitialize(count: Self.count)
    unsafe base.deallocate()
  }
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

  /// The key types that have opened objects. The tape knows them by position plus 1.
  private(set) var keyTypes: ContiguousArray<KeyType> = []

  /// The names that a key strategy has converted.
  let convertedNames = ConvertedNames()

  /// True when the decode is over and somebody still holds one of its decoders or containers.
  var isDetached = false

  /// Containers that are in no pool: those of `superDecoder()`s and of models nested deeper than a
  /// pool is large. They are let go from time to time.
  private var strays: [PooledContainer] = []
  private var strayBound = 16

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
    strays = []
    return all
  }

  /// True when nobody but this holds a container.
  var allContainersAreFree: Bool {
    strays.allSatisfy(\.isFree) && keyTypes.allSatisfy { $0.pool.allSatisfy(\.isFree) }
  }

  /// Lets the strays go, when all containers are free.
  func removeStrays() {
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
      number: keyType.number, pooled: pooled)
  }
}
