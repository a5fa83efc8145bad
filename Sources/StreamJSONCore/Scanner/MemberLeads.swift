/// What led to the values of members in the objects that were read before, so that the same bytes need not
/// be taken apart again.
///
/// A *lead* is everything that comes before a member's value: what opens the object or separates two members,
/// whitespace, the name and the colon. What ends the object is a lead, too. Objects that are alike mostly have the same
/// leads in the same order, with the same indentation. Each lead then costs only one comparison, of its bytes with
/// those of the lead that last came after the one before it.
///
/// The leads are copies, so they also serve later texts. A lead that opens an object never comes after a value, and all
/// other leads always do, so bytes that match are as valid as when they were noted.
@safe
struct MemberLeads {
  struct Lead {
    /// Where its bytes begin among those of all leads.
    var offset: UInt16 = 0
    var count: UInt8 = 0
    /// The lead that was last noted after it.
    var next: UInt8 = 0
    /// The lead that was noted there before that.
    var other: UInt8 = 0
    /// The lead that was noted last at the beginning of an object to which it leads.
    var first: UInt8 = 0
    /// What the code that noted it knows about it.
    var meaning: UInt16 = 0
  }

  @unsafe
  private struct Contents: ~Copyable {
    let capacity: Int
    let leads: UnsafeMutablePointer<Lead>
    /// For each hash of bytes, the lead with these bytes in the lower half, and more of the hash in the upper one.
    let places: UnsafeMutablePointer<UInt16>
    /// How many there are, including the two numbers that stand for no lead; 0 before `begin()`.
    var count = 0
    var bytes = ByteArena(capacity: 512)
    /// Where an object begins: `MemberLeads.opening`, or `MemberLeads.unknown` while nothing is noted.
    var start = MemberLeads.unknown
    /// How many leads may differ before nothing is noted for some time.
    var credit = MemberLeads.maximumCredit
    /// How many of the next leads are not noted.
    var pause = Int.max
  }

  private let contents: UnsafeMutablePointer<Contents>

  /// The number that stands for no lead; no lead comes after it.
  static var unknown: Int { 0 }

  /// The number that stands for the beginning of an object.
  static var opening: Int { 1 }

  /// How many leads there may be.
  static var maximumCapacity: Int { 256 }

  /// How many places a hash has.
  private static var placeCount: Int { 4 }

  /// How many bytes there is room for per lead, on average: most names and indentations take 10 to 40.
  private static var byteCountEach: Int { 64 }

  /// A lead that differs costs about as much as two that match save.
  private static var maximumCredit: Int { 512 }

  private static var pausedCount: Int { 1 << 14 }

  /// Makes room for `capacity` leads, a power of two; none is noted before `begin()`.
  init(capacity: Int) {
    precondition(capacity > 2 && capacity <= Self.maximumCapacity)
    // SAFETY: as much is allocated as is initialized.
    let leads = UnsafeMutablePointer<Lead>.allocate(capacity: capacity)
    unsafe leads.initialize(repeating: Lead(), count: capacity)
    let placeCount = capacity * Self.placeCount
    let places = UnsafeMutablePointer<UInt16>.allocate(capacity: placeCount)
    unsafe places.initialize(repeating: 0, count: placeCount)
    unsafe contents = .holding(Contents(capacity: capacity, leads: leads, places: places))
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    // SAFETY: all were allocated by the initializer.
    unsafe contents.pointee.leads.deallocate()
    unsafe contents.pointee.places.deallocate()
    unsafe contents.freeContents()
  }

  // SAFETY of all that follows: the owner frees the contents last; all numbers of leads are less than the
  // capacity.

  /// The number that stands for the beginning of an object; `unknown` while nothing is noted.
  @inline(__always)
  var start: Int { unsafe contents.pointee.start }

  /// The lead with the number `number`.
  @inline(__always)
  subscript(number: Int) -> Lead {
    unsafe contents.pointee.leads[number]
  }

  /// Whether the bytes at `start` are those of `lead`; false if it stands for no lead.
  @inline(__always)
  func matches(_ lead: Lead, _ text: JSONText, at start: Int) -> Bool {
    let bytes = unsafe contents.pointee.bytes.text
    let (offset, count) = (Int(lead.offset), Int(lead.count))
    guard count >= 8 else {
      guard start &+ 8 <= text.count, count > 0 else { return false }
      let differences = text.eightBytes(at: start) ^ bytes.eightBytes(at: offset)
      return differences &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
    }
    guard start &+ count <= text.count else { return false }
    let last = count &- 8
    var position = 0
    while position < last {
      guard text.eightBytes(at: start &+ position) == bytes.eightBytes(at: offset &+ position)
      else {
        return false
      }
      position &+= 8
    }
    return text.eightBytes(at: start &+ last) == bytes.eightBytes(at: offset &+ last)
  }

  /// Notes that a lead did not have to be taken apart.
  func noteMatch() { unsafe contents.pointee.credit &+= 1 }

  /// The number of the other lead that was noted after `last`, if it comes now.
  @inline(never)
  func other(after last: Int, _ text: JSONText, at start: Int) -> Int {
    let number = Int(self[last].other)
    return number != Self.unknown && matches(self[number], text, at: start) ? number : Self.unknown
  }
}

// MARK: - Noting

extension MemberLeads {
  /// Whether leads are noted.
  var hasBegun: Bool { unsafe contents.pointee.count > 0 }

  /// Begins to note leads, if none are noted yet.
  func begin() {
    guard !hasBegun else { return }
    unsafe contents.pointee.pause = 0
    forget()
  }

  /// Whether the next lead is to be noted if it differs.
  @inline(__always)
  func notesNext() -> Bool {
    guard unsafe contents.pointee.pause > 0 else { return true }
    unsafe contents.pointee.pause &-= 1
    return false
  }

  /// Notes the lead from `start` up to `end`, which came after `last`, or came first in an object to which `last`
  /// leads.
  ///
  /// - Returns: Its number.
  @inline(never)
  func note(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    meaning: UInt16,
    after last: Int,
    isFirst: Bool
  ) -> Int {
    let count = end - start
    guard count <= Int(UInt8.max), start + max(count, 8) <= text.count else { return Self.unknown }
    let credit = unsafe min(contents.pointee.credit, Self.maximumCredit) - 2
    unsafe contents.pointee.credit = credit
    guard credit >= 0 else {
      unsafe contents.pointee.pause = Self.pausedCount
      unsafe contents.pointee.credit = Self.maximumCredit
      unsafe contents.pointee.start = Self.unknown
      return Self.unknown
    }
    if unsafe contents.pointee.start == Self.unknown { forget() }
    let number = self.number(of: text, from: start, to: end, meaning: meaning)
    if number != Self.unknown {
      let lead = unsafe contents.pointee.leads + last
      if isFirst {
        unsafe lead.pointee.first = UInt8(number)
      } else if last != Self.unknown {
        unsafe lead.pointee.other = unsafe lead.pointee.next
        unsafe lead.pointee.next = UInt8(number)
      }
    }
    return number
  }

  /// Forgets all leads.
  ///
  /// Objects that are open still have numbers of former leads. Those come after values, so the leads noted after
  /// them do, too, whichever lead has the number by then.
  private func forget() {
    let capacity = unsafe contents.pointee.capacity
    unsafe contents.pointee.leads.update(repeating: Lead(), count: capacity)
    unsafe contents.pointee.places.update(repeating: 0, count: capacity * Self.placeCount)
    unsafe contents.pointee.count = 2
    unsafe contents.pointee.bytes.truncate(to: 0)
    unsafe contents.pointee.start = Self.opening
  }

  /// The number of the lead from `start` up to `end`, which is added if it is not known.
  ///
  /// Once half of the room is taken, a lead is not added until it comes a second time, because names that are keys of a
  /// dictionary come only once.
  private func number(of text: JSONText, from start: Int, to end: Int, meaning: UInt16) -> Int {
    let count = end - start
    let hash = Self.hash(text, from: start, to: end)
    // SAFETY: the capacity is a power of two.
    let capacity = unsafe contents.pointee.capacity
    let places =
      unsafe contents.pointee.places + (Int(truncatingIfNeeded: hash >> 32) & (capacity - 1))
      * Self.placeCount
    // This is never 0, which stands for a place about which nothing is known.
    let mark = UInt16(truncatingIfNeeded: hash) & 0xFF00 | 0x0100
    var place = -1
    var isSeen = false
    for candidate in 0..<Self.placeCount {
      let entry = unsafe places[candidate]
      let number = Int(entry & 0xFF)
      if number == Self.unknown {
        if !isSeen { place = candidate }
        if entry == mark { isSeen = true }
      } else if entry & 0xFF00 == mark, self[number].count == count,
        matches(self[number], text, at: start)
      {
        return number
      }
    }
    let known = unsafe contents.pointee.count
    guard place >= 0, known < capacity else { return Self.unknown }
    guard isSeen || known < capacity / 2 else {
      unsafe places[place] = mark
      return Self.unknown
    }
    guard add(text, from: start, to: end, meaning: meaning) else { return Self.unknown }
    unsafe places[place] = mark | UInt16(known)
    return known
  }

  private static func hash(_ text: JSONText, from start: Int, to end: Int) -> UInt64 {
    let count = end - start
    var hash = UInt64(truncatingIfNeeded: count)
    if count < 8 {
      hash ^= text.eightBytes(at: start) << UInt64(64 - 8 * count)
    } else {
      hash ^= text.eightBytes(at: count < 16 ? start : end - 16)
      hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
      hash ^= text.eightBytes(at: end - 8)
    }
    hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 32
  }

  /// Adds a lead if there is room for its bytes; the caller has compared its number with the capacity.
  private func add(_ text: JSONText, from start: Int, to end: Int, meaning: UInt16) -> Bool {
    // SAFETY: eight bytes can be loaded from the last one on.
    let (number, offset) = unsafe (contents.pointee.count, contents.pointee.bytes.count)
    let room = unsafe contents.pointee.capacity * Self.byteCountEach
    guard offset + (end - start) + 8 <= room else { return false }
    unsafe contents.pointee.leads[number] = Lead(
      offset: UInt16(offset),
      count: UInt8(end - start),
      meaning: meaning
    )
    unsafe contents.pointee.bytes.append(text, from: start, to: end)
    unsafe contents.pointee.bytes.reserve(8)
    for _ in 0..<8 { unsafe contents.pointee.bytes.append(0 as UInt8) }
    unsafe contents.pointee.count = number + 1
    return true
  }
}

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
