/// What the process knows about one marked type: its plan, or why it has none.
///
/// There is one for each type, in the environment, which is never freed.
///
/// `@unchecked Sendable`: what changes is only touched under the environment's lock.
package class MarkedType: @unchecked Sendable {
  /// Its number among the marked types, from 0 on.
  let id: Int

  /// The type.
  let type: any MemberwiseDecodable.Type

  /// The functions for arrays of the type.
  let arrays: MemberwiseArrays

  /// What is known so far.
  fileprivate(set) var verdict = MemberwiseVerdict.waiting("no object was decoded yet")

  /// Whether a thread is making the plan.
  fileprivate var isBeingDecided = false

  /// How many objects were met without a result.
  private var unplannedCount = 0

  /// Whether it is known that no plan can be made without an object.
  fileprivate var hasBeenTriedWithoutExample = false

  /// Notes that `count` more objects were met.
  ///
  /// - Returns: Whether the last one is to be looked at: each of the first ones, then fewer and fewer.
  fileprivate func noteUnplanned(_ count: Int) -> Bool {
    let before = unplannedCount
    unplannedCount &+= count
    return unplannedCount <= KnownMark.firstCount
      || unplannedCount.leadingZeroBitCount != before.leadingZeroBitCount
  }

  /// `found`, or that the type is left to its own initialiser if so many objects have not shown enough:
  /// looking for a plan costs each of them time.
  fileprivate func ended(_ found: MemberwiseVerdict) -> MemberwiseVerdict {
    guard case .waiting(let reason) = found, unplannedCount >= KnownMark.lastCount else {
      return found
    }
    return .refused("\(reason), in \(KnownMark.lastCount) objects")
  }

  init(_ type: any MemberwiseDecodable.Type, id: Int, arrays: MemberwiseArrays) {
    self.type = type
    self.id = id
    self.arrays = arrays
  }

  /// A value for others' plans, made by the type's own `init(from:)` of samples of its members.
  func sample<Value: Decodable>(
    _ type: Value.Type,
    _ number: Int,
    in memory: DecoderMemory
  ) -> Value? {
    guard let survey = memory.survey(forSamplesOf: type) else { return nil }
    return try? survey.uniformSample(type, number)
  }
}

/// What was found out about a marked type.
enum MemberwiseVerdict {
  /// Its values are decoded by the plan.
  case ready(MemberwisePlan)
  /// A value is needed first.
  case waiting(String)
  /// It is decoded by its own `init(from:)`.
  case refused(String)
}

extension DecodingEnvironment {
  /// What is known about `type`.
  func markedType<Value: MemberwiseDecodable>(_ type: Value.Type) -> MarkedType {
    let identifier = ObjectIdentifier(type)
    var known: MarkedType?
    exclusively { known = marked(identifier) }
    if let known { return known }
    let arrays = Value.decodingMark.arrays(of: type)
    var made: MarkedType?
    exclusively { made = marked(identifier) ?? addMarked(type, arrays) }
    // SAFETY: it was set on the line above.
    return unsafe made.unsafelyUnwrapped
  }

  /// The mark of the type `identifier`, nil if it is not known to be a memberwise one.
  func knownMark(of identifier: ObjectIdentifier) -> DecodingMark? {
    var known: MarkedType?
    exclusively { known = marked(identifier) }
    return known?.type.decodingMark
  }

  /// The verdict about `marked`.
  func verdict(on marked: MarkedType) -> MemberwiseVerdict {
    var verdict = MemberwiseVerdict.waiting("")
    exclusively { verdict = marked.verdict }
    return verdict
  }

  /// Finds out whether `type` qualifies, unless that is known or being found out.
  ///
  /// - Parameters:
  ///   - marked: What is known about `type`.
  ///   - type: The type.
  ///   - example: A value of the type, nil if there is none yet.
  ///   - weight: How many values that were met the example stands for.
  ///   - memory: What the decoder knows about types.
  /// - Returns: What is known now.
  func decide<Value: MemberwiseDecodable>(
    _ marked: MarkedType,
    _ type: Value.Type,
    example: Value?,
    weight: Int = 1,
    in memory: DecoderMemory
  ) -> MemberwiseVerdict {
    var (isMine, verdict) = (false, MemberwiseVerdict.waiting(""))
    exclusively {
      verdict = marked.verdict
      guard case .waiting = verdict else { return }
      guard !marked.isBeingDecided else {
        verdict = .waiting("")
        return
      }
      if example != nil {
        guard marked.noteUnplanned(weight) else { return }
      } else if marked.hasBeenTriedWithoutExample {
        return
      }
      marked.isBeingDecided = true
      marked.hasBeenTriedWithoutExample = true
      isMine = true
    }
    guard isMine else { return verdict }
    // Without the lock, because it runs code of the type's.
    let found = MemberwisePlanner(marked, type, example: example, memory: memory).verdict()
    exclusively {
      verdict = marked.ended(found)
      marked.verdict = verdict
      marked.isBeingDecided = false
    }
    return verdict
  }
}
