/// Members that are decoded after all others, because decoding them may run a model's code, which must not happen
/// before it is known that there is nothing unusual in the text.
///
/// Their values are noted on the document's tape, with the objects and arrays that lead to them, so that places, paths
/// and errors are the same as in the ordinary way. What does not lead to such a member is not on the tape, except for
/// the elements of arrays, since their number is part of the path.
extension TextReader {
  /// Begins a container that may lead to such a member.
  ///
  /// - Returns: Its entry.
  @inline(never)
  func open(_ kind: TapeWord.Kind, at offset: Int) -> Int {
    let header = tape.count
    tape.reserve(2)
    tape.append(TapeWord(kind, offset: offset))
    tape.append(TapeWord(count: 0, end: 0))
    return header
  }

  /// Ends the container whose entry is `header`, with `count` members or elements.
  @inline(never)
  func close(_ header: Int, count: Int) {
    tape[header &+ 1] = TapeWord(count: count, end: tape.count)
  }

  /// Notes the name of the member that is being read, whose value comes next.
  ///
  /// - Returns: False if no object is on the tape, so that a member inside could not be decoded later.
  @inline(never)
  func noteName(
    of field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: TextCursor
  ) -> Bool {
    let container = state.container
    guard container != Tape.absent else { return false }
    // There is nothing but whitespace and a colon between the name and the value.
    var end = cursor.offset &- 1
    while end > 0, cursor.text[end] != UInt8(ascii: "\"") { end &-= 1 }
    // SAFETY: the fields of plans are never freed.
    let count = unsafe field.pointee.slot.count
    tape.reserve(1)
    tape.append(TapeWord(.string, offset: end &- count, count: count))
    tape[container &+ 1] = TapeWord(count: tape[container &+ 1].count &+ 1, end: 0)
    return true
  }

  /// Notes the value that comes next, to be decoded into the property `field` later.
  @inline(never)
  func deferMember(
    _ field: UnsafeMutablePointer<MemberwisePlan.Field>,
    _ cursor: inout TextCursor
  ) -> Bool {
    // SAFETY: the caller's field, whose property holds a placeholder: only such plans are read from a text.
    guard unsafe noteName(of: field, cursor) else { return false }
    state.deferredCount &+= 1
    return scanValue(&cursor, isSkipping: false)
  }
}
