/// What was said about keys, other than cases of plain enums, that objects did not have.
///
/// The sentence has the key's description, which takes more time than everything else in an error, and
/// models with defaults try for the same few keys in each object.
struct AbsentKeyMessages {
  private struct Known {
    /// Held, so that no other key can have its bytes.
    let key: any CodingKey
    let name: String
    let text: String
  }

  private var known: [Known] = []

  /// How many are held, which are compared one by one.
  private static let maximumCount = 16

  /// How long their names are at most.
  private static let maximumByteCount = 256

  var isEmpty: Bool { known.isEmpty }

  /// What was said about `key`, whose name is `name`, and whether it is to be noted if that is nil.
  func text<Key: CodingKey>(for key: Key, named name: String) -> (text: String?, isNew: Bool) {
    // An object may describe itself in another way the next time. And names are compared as bytes:
    // Strings would be normalized first, which takes long for long ones.
    guard name.utf8.count <= AbsentKeyMessages.maximumByteCount, !(Key.self is AnyClass) else {
      return (nil, false)
    }
    for known in known where known.name.utf8.elementsEqual(name.utf8) {
      // Another key with the same name may describe itself in another way. Where each attempt has a key
      // of its own, holding all of them would only take time.
      return (key.isIdentical(to: known.key) ? known.text : nil, false)
    }
    return (nil, known.count < AbsentKeyMessages.maximumCount)
  }

  /// Notes what was said about `key`.
  mutating func note(_ text: String, about key: any CodingKey, named name: String) {
    known.append(Known(key: key, name: name, text: text))
  }
}
