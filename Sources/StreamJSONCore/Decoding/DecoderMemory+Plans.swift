/// How a decoder decodes one type.
struct TypePlan {
  /// The type itself, or one with its layout, when this library decodes it; nil when its
  /// `init(from:)` does.
  var direct: (any DirectlyDecodable.Type)?

  /// Whether it is not known yet if the type is marked; see `DocumentDecoder+Defaults.swift`.
  var isUnsettled = false

  /// Whether the type is known to have defaults.
  var hasDefaults = false

  /// After how many values it is found out, if none of them has lacked anything: each of them takes
  /// more time, and more stack if the type is nested in itself.
  static let maximumUnsettledCount = 64

  /// The same for outermost values, together with the bytes of their texts by `byteCountOfValue`.
  ///
  /// JSONDecoder takes a microsecond and a half more for each of them, and for each 64 bytes, so after
  /// this many as much was saved as finding it out takes.
  static let maximumOutermostCount = 16

  /// How many bytes of a text count as one value.
  static let byteCountOfValue = 64
}

extension TypePlan {
  /// How to decode `type`, which has `mark` or none.
  init(_ mark: DecodingMark?, _ type: any Decodable.Type) {
    direct = mark.flatMap { $0.direct(type) }
    hasDefaults = direct != nil && mark?.hasDefaults == true
  }
}

extension DecoderMemory {
  /// How to decode `type`.
  @inline(__always)
  func plan<T: Decodable>(for type: T.Type) -> TypePlan {
    plans[ObjectIdentifier(type)] ?? makePlan(type, for: T.self)
  }

  /// Makes the plan of `type`, which is known as `known`.
  @inline(never)
  private func makePlan(_ type: any Decodable.Type, for known: any Decodable.Type) -> TypePlan {
    let identifier = ObjectIdentifier(type)
    // A subclass where its superclass is known: all that is made for a type is made for the static
    // one.
    guard identifier == ObjectIdentifier(known) else {
      return TypePlan(DirectTypes.mark(of: type), type)
    }
    let position = position(ofPlanFor: identifier)
    let plan: TypePlan
    if position < allPlans.count, allPlans[position].type == identifier {
      plan = allPlans[position].plan
    } else {
      let direct = DirectTypes.find(type, others: environment.directTypes)
      plan =
        if direct == nil, let mark = environment.knownMark(of: identifier) {
          TypePlan(mark, type)
        } else {
          TypePlan(direct: direct, isUnsettled: direct == nil && DirectTypes.mayBeMarked(type))
        }
      allPlans.insert(KnownPlan(type: identifier, plan: plan), at: position)
    }
    plans[identifier] = plan
    return plan
  }

  /// Notes that a value of `type`, which is unsettled, is being begun.
  ///
  /// - Returns: Whether there have been so many that it pays to find out if the type has defaults.
  func noteUnsettled(_ type: any Decodable.Type) -> Bool {
    let position = position(ofPlanFor: ObjectIdentifier(type))
    guard position < allPlans.count else { return true }
    allPlans[position].unsettledCount += 1
    return allPlans[position].unsettledCount > TypePlan.maximumUnsettledCount
  }

  /// How to decode `type` as the outermost value of a text of `byteCount` bytes, or the elements of one.
  ///
  /// Whether it is marked is found out at once for a long text, and after some short ones: a program may
  /// decode many types, and few texts of each.
  @inline(__always)
  func outermostPlan<T: Decodable>(for type: T.Type, byteCount: Int) -> TypePlan {
    let known = plan(for: type)
    return known.isUnsettled ? outermostUnsettledPlan(for: type, byteCount) ?? known : known
  }

  @inline(never)
  private func outermostUnsettledPlan(
    for type: any Decodable.Type,
    _ byteCount: Int
  ) -> TypePlan? {
    let position = position(ofPlanFor: ObjectIdentifier(type))
    guard position < allPlans.count else { return nil }
    allPlans[position].unsettledCount += byteCount / TypePlan.byteCountOfValue
    guard allPlans[position].unsettledCount > TypePlan.maximumOutermostCount else {
      return nil
    }
    return settle(type)
  }

  /// How to decode `type`, once it is known whether it is marked.
  @inline(__always)
  func settledPlan<T: Decodable>(for type: T.Type) -> TypePlan {
    let known = plan(for: type)
    return known.isUnsettled ? settle(type) : known
  }

  @inline(never)
  private func settle(_ type: any Decodable.Type) -> TypePlan {
    let plan = TypePlan(DirectTypes.mark(of: type), type)
    let identifier = ObjectIdentifier(type)
    allPlans[position(ofPlanFor: identifier)].plan = plan
    plans[identifier] = plan
    return plan
  }

  /// Where the plan for a type is among all plans, or belongs.
  func position(ofPlanFor type: ObjectIdentifier) -> Int {
    var (low, high) = (0, allPlans.count)
    while low < high {
      let middle = (low + high) / 2
      if allPlans[middle].type < type { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
