import StreamJSONTestSupport

/// References that nothing counts: weak ones, and what `Mirror` finds in the objects models get.
final class LooseReferences {
  private struct Reference {
    weak var object: AnyObject?
    var session: Session
  }

  private struct Found {
    var coder: Any
    var session: Session
  }

  private var references: [Reference] = []
  private var found: [Found] = []

  /// Notes `subject` and everything that it consists of.
  func add(_ subject: Any, of session: Session, seed: UInt64) {
    if type(of: subject) is AnyClass {
      keep(Reference(object: subject as AnyObject, session: session), seed)
    }
    guard seed % 3 > 0 else { return }
    let reflection = Reflection(of: subject, limit: 40)
    for object in reflection.objects {
      keep(Reference(object: object, session: session), seed)
    }
    for coder in reflection.coders where type(of: coder) != type(of: subject) {
      let gone = found.count > 12 ? found.removeFirst() : nil
      found.append(Found(coder: coder, session: session))
      withExtendedLifetime(gone) {}
    }
  }

  private func keep(_ reference: Reference, _ seed: UInt64) {
    if references.count < 24 {
      references.append(reference)
    } else {
      references[Int(seed % 24)] = reference
    }
  }

  /// Some of the objects that still exist.
  func pick(_ seed: UInt64) -> [(coder: Any, session: Session)] {
    var random = SeededGenerator(seed: seed)
    var picked: [(coder: Any, session: Session)] = []
    for _ in 0..<3 {
      if !found.isEmpty, random.next() % 3 == 0 {
        let each = random.pick(found)
        picked.append((each.coder, each.session))
      } else if !references.isEmpty {
        let reference = random.pick(references)
        if let object = reference.object { picked.append((object, reference.session)) }
      }
    }
    return picked
  }

  func dropAll() {
    let gone = found
    found = []
    withExtendedLifetime(gone) {}
  }
}
