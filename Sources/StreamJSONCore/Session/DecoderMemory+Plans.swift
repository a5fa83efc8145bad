/// How each type is decoded, as far as a decoder has found out.
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
        if direct == nil, let mark = environment.cachedMark(of: identifier) {
          TypePlan(mark, type)
        } else {
          TypePlan(direct: direct, isUnsettled: direct == nil && DirectTypes.mayBeMarked(type))
        }
      // Not at `position`: the mark may be code of the model's, which may have added others.
      allPlans.insert(
        NumberedPlan(type: identifier, plan: plan),
        at: self.position(ofPlanFor: identifier)
      )
    }
    plans[identifier] = plan
    return plan
  }

  /// Notes that a value of `type`, which is unsettled, is being begun, an outermost one or another.
  ///
  /// - Returns: Whether there have been so many that it pays to find out if the type has defaults.
  func noteUnsettled(_ type: any Decodable.Type, isOutermost: Bool) -> Bool {
    let position = position(ofPlanFor: ObjectIdentifier(type))
    guard position < allPlans.count else { return true }
    allPlans[position].unsettledCount += isOutermost ? TypePlan.countOfOutermost : 1
    return allPlans[position].unsettledCount > TypePlan.maximumUnsettledCount
  }

  /// How to decode `type` as the outermost value of a text of `byteCount` bytes, or the elements of one.
  ///
  /// Whether it is marked is found out at once for a long text, and after some short ones: a program may
  /// decode many types, and few texts of each.
  @inline(__always)
  func outermostPlan<T: Decodable>(for type: T.Type, byteCount: Int) -> TypePlan {
    let known = plan(for: type)
    // Short texts are counted when they are decoded: malformed ones are refused in less time.
    guard known.isUnsettled, byteCount >= TypePlan.byteCountOfValue else { return known }
    return outermostUnsettledPlan(for: type, byteCount) ?? known
  }

  /// How a text of `byteCount` bytes is read without a tape that is a `whole`, which consists of values of
  /// `type`, in the given form; nil if it is not.
  ///
  /// A text is read as a collection of objects, and not of other collections.
  @inline(__always)
  func reading<T: Decodable, Whole: Decodable>(
    of type: T.Type,
    in whole: Whole.Type,
    _ form: WholeForm,
    byteCount: Int
  ) -> (any ReadableFromText.Type)? {
    guard form == .value else {
      read(form.whole(of: whole), onlyFrom: .max)
      return nil
    }
    let plan = outermostPlan(for: type, byteCount: byteCount)
    if plan.reading == nil, !plan.isUnsettled { read(whole, onlyFrom: .max) }
    return plan.reading
  }

  @inline(never)
  private func outermostUnsettledPlan(
    for type: any Decodable.Type,
    _ byteCount: Int
  ) -> TypePlan? {
    let position = position(ofPlanFor: ObjectIdentifier(type))
    guard position < allPlans.count else { return nil }
    allPlans[position].unsettledCount +=
      byteCount / TypePlan.byteCountOfValue * TypePlan.countOfOutermost
    guard allPlans[position].unsettledCount > TypePlan.maximumUnsettledCount else {
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
    replacePlan(of: ObjectIdentifier(type), by: plan)
    return plan
  }

  /// Notes that texts of `type` with fewer bytes than `byteCount` are not to be read without a tape.
  @inline(never)
  func read(_ type: any Decodable.Type, onlyFrom byteCount: Int) {
    guard var plan = plans[ObjectIdentifier(type)] else { return }
    plan.shortestReading = byteCount
    replacePlan(of: ObjectIdentifier(type), by: plan)
  }

  /// Replaces the plan of `type` everywhere.
  @inline(never)
  func replacePlan(of type: ObjectIdentifier, by plan: TypePlan) {
    let position = position(ofPlanFor: type)
    if position < allPlans.count, allPlans[position].type == type {
      allPlans[position].plan = plan
    }
    plans[type] = plan
  }

  /// Where the plan for a type is among all plans, or belongs.
  func position(ofPlanFor type: ObjectIdentifier) -> Int {
    allPlans.partitioningIndex { $0.type >= type }
  }
}
