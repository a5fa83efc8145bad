// What leads to members, as the scanner notes it.

extension MemberLeads.Lead {
  /// The bits of its name's word on the tape, if the lead begins at `start`; 0 if it ends an object.
  @inline(__always)
  fileprivate func name(at start: Int) -> UInt64 {
    guard meaning != 0 else { return 0 }
    return TapeWord(.string, offset: start &+ Int(meaning & 0xFF), count: Int(meaning &>> 8)).bits
  }
}

/// Leads are noted where they are used often enough to repay their cost.
extension Scanner {
  /// Shorter texts have too few members.
  static var leastByteCountForLeads: Int { 64 }

  /// The number of the first text that is read with leads, unless an earlier one is large.
  static var firstTextWithLeads: Int { 16 }

  /// In a text of this many bytes, leads are noted at once if it has many objects.
  static var largeByteCount: Int { 1 << 13 }

  /// How many children of a container are read without leads.
  static var likeObjectsCount: Int { 16 }

  /// The lead at `offset`, where an object begins, if it is known.
  ///
  /// - Returns: How many bytes it has, and the bits of its name's word on the tape; 0 if it is not known.
  @inline(never)
  mutating func firstLead(_ text: JSONText, at offset: Int) -> (count: Int, name: UInt64) {
    guard let leads else { return (0, 0) }
    let number = Int(leads[lead].first)
    let known = leads[number]
    guard leads.matches(known, text, at: offset) else {
      lead = MemberLeads.unknown
      leadStart = leads.notesNext() ? offset : -1
      return (0, 0)
    }
    leads.noteMatch()
    lead = number
    return (Int(known.count), known.name(at: offset))
  }

  /// The lead at `offset`, which comes after a value in an object, if it is known.
  ///
  /// - Returns: The same as above; if the lead has no name, the object has ended.
  @inline(__always)
  mutating func nextLead(_ text: JSONText, at offset: Int) -> (count: Int, name: UInt64) {
    guard let leads else { return (0, 0) }
    // No lead comes after `unknown`.
    guard lead != MemberLeads.unknown else {
      leadStart = leads.notesNext() ? offset : -1
      return (0, 0)
    }
    let number = Int(leads[lead].next)
    let known = leads[number]
    guard leads.matches(known, text, at: offset) else { return otherLead(text, at: offset) }
    leads.noteMatch()
    lead = number
    return (Int(known.count), known.name(at: offset))
  }

  /// Does the same with the lead that was noted there before the last one.
  @inline(never)
  private mutating func otherLead(
    _ text: JSONText,
    at offset: Int
  ) -> (count: Int, name: UInt64) {
    guard let leads else { return (0, 0) }
    let number = leads.other(after: lead, text, at: offset)
    guard number != MemberLeads.unknown else {
      leadStart = leads.notesNext() ? offset : -1
      return (0, 0)
    }
    leads.noteMatch()
    lead = number
    return (Int(leads[number].count), leads[number].name(at: offset))
  }

  /// Notes the lead to the value that comes after the colon before `colonEnd`.
  ///
  /// `tape` ends with the name. The object at `container` has `childCount` members so far.
  @inline(__always)
  mutating func noteLead(
    _ text: JSONText,
    to colonEnd: Int,
    _ tape: Tape,
    _ container: Int,
    _ childCount: Int
  ) {
    if leadStart >= 0 {
      noteBegunLead(text, to: colonEnd, tape, container, childCount)
    } else {
      lead = MemberLeads.unknown
    }
  }

  @inline(never)
  private mutating func noteBegunLead(
    _ text: JSONText,
    to colonEnd: Int,
    _ tape: Tape,
    _ container: Int,
    _ childCount: Int
  ) {
    let (start, last) = (leadStart, lead)
    leadStart = -1
    lead = MemberLeads.unknown
    guard let leads else { return }
    var end = colonEnd
    try? skipWhitespace(text, &end, dialect: StandardJSON.self)
    let name = tape[tape.count - 1]
    // The whitespace may be incomplete. Names whose byte counts have more than 24 bits take two words.
    guard end < text.count, end - start <= Int(UInt8.max), name.flags.isEmpty else { return }
    var owner = last
    if childCount == 0 {
      let outer = tape[container + 1].end
      owner = outer == Tape.absent ? MemberLeads.opening : tape[outer].note
    }
    // Offsets on the tape have 32 bits; a value that is skipped may have more bytes.
    let nameOffset = UInt32(truncatingIfNeeded: name.offset &- start)
    lead = leads.note(
      text,
      from: start,
      to: end,
      meaning: UInt16(nameOffset) | UInt16(name.shortCount) << 8,
      after: owner,
      isFirst: childCount == 0
    )
  }

  /// Notes the lead that ended an object just before `end`.
  @inline(never)
  mutating func noteEnd(_ text: JSONText, to end: Int) {
    let start = leadStart
    leadStart = -1
    guard start >= 0, lead != MemberLeads.unknown, let leads else { return }
    _ = leads.note(text, from: start, to: end, meaning: 0, after: lead, isFirst: false)
  }
}
