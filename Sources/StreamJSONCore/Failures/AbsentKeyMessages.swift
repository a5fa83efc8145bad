/// The messages about keys, other than cases of plain enums, that objects did not have.
///
/// Such a message has the key's description, which takes more time than everything else in an error, and
/// models with defaults try for the same few keys in each object.
struct AbsentKeyMessages {
  private struct Known {
    /// Held, so that no other key can have its bytes.
    let key: any CodingKey
    let name: String
    let text: String
  }

  private var known: [Known] = []

  /// How many messages are held; their keys are compared one by one.
  private static let maximumCount = 16

  /// The maximum length of their names.
  private static let maximumByteCount = 256

  /// The message about `key`, whose name is `name`; if there is none, `isNew` says whether to note one.
  func text<Key: CodingKey>(for key: Key, named name: String) -> (text: String?, isNew: Bool) {
    // A key that is a class instance gets no message here, because its description may change. Names are compared byte
    // by byte: comparing Strings normalizes them first, which is slow if they're long.
    guard name.utf8.count <= AbsentKeyMessages.maximumByteCount, !(Key.self is AnyClass) else {
      return (nil, false)
    }
    for known in known where known.name.utf8.elementsEqual(name.utf8) {
      // Another key with the same name may describe itself in another way. If each attempt makes a new key,
      // holding all of them would only take time.
      return (key.isIdentical(to: known.key) ? known.text : nil, false)
    }
    return (nil, known.count < AbsentKeyMessages.maximumCount)
  }

  /// Notes the message about `key`.
  mutating func note(_ text: String, about key: any CodingKey, named name: String) {
    known.append(Known(key: key, name: name, text: text))
  }
}
