/// What led to the values of a type's members in the objects that were read before, so that the same bytes
/// need not be taken apart again.
///
/// A *lead* is all that comes before a member's value: what opens the object or separates two members,
/// whitespace, the name and the colon. Or it is what ends the object. Objects of one type mostly have the
/// same leads in the same order, with the same indentation, and names that no property has among them:
/// then each costs the comparison of its bytes with those of the lead that came after the last one before.
///
/// The leads are a copy, so they serve later texts, too. A lead that opens an object never comes after a
/// value, and the others only do: so bytes that match are as valid as when they were noted.
@safe
struct MemberLeads {
  @safe
  struct Lead {
    /// Where its bytes begin among those of all leads.
    var offset: UInt32 = 0
    var count: UInt8 = 0
    /// The position of the property whose value it leads to; see `PropertyIndex` for what is none.
    var index: UInt8 = 0
    /// The lead that was noted after it last.
    var next: UInt8 = 0
    /// The one that was noted before that.
    var other: UInt8 = 0
  }

  @unsafe
  private struct Contents: ~Copyable {
    var leads: UnsafeMutablePointer<Lead>
    var count = 2
    var bytes = ByteArena(capacity: 512)
    /// Where an object begins: `MemberLeads.opening`, or `MemberLeads.unknown` while nothing is noted.
    var start = MemberLeads.opening
    /// How many leads may differ before nothing is noted for some time.
    var credit = MemberLeads.maximumCredit
    /// How many leads to come are not noted.
    var pause = 0
  }

  private let contents: UnsafeMutablePointer<Contents>

  /// The number of the lead that is none: no other comes after it.
  static var unknown: Int { 0 }

  /// The number that stands for the beginning of an object.
  static var opening: Int { 1 }

  private static var capacity: Int { 128 }

  /// How many bytes all leads have, at most: most names and indentations take 10 to 40.
  private static var byteCapacity: Int { 8192 }

  /// A lead that differs takes about as much more as two that do not take less.
  private static var maximumCredit: Int { 512 }

  private static var pausedCount: Int { 1 << 14 }

  /// Leads of which none is ever noted, for types beyond those that have some.
  static func makeSilent() -> MemberLeads {
    let leads = MemberLeads()
    // SAFETY: the contents were just made.
    unsafe leads.contents.pointee.start = unknown
    unsafe leads.contents.pointee.pause = .max
    return leads
  }

  init() {
    // SAFETY: as many leads are allocated as are initialised.
    let leads = UnsafeMutablePointer<Lead>.allocate(capacity: Self.capacity)
    unsafe leads.initialize(repeating: Lead(), count: Self.capacity)
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(leads: leads))
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    // SAFETY: both were allocated by the initialiser.
    unsafe contents.pointee.leads.deallocate()
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }

  // SAFETY of all that follows: the reader frees the contents last; all numbers of leads are less than the
  // capacity.

  /// What an object begins with.
  var start: Int {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.start }
  }

  /// The lead with the number `number`.
  @inline(__always)
  subscript(number: Int) -> Lead {
    // SAFETY: as above.
    unsafe contents.pointee.leads[number]
  }

  /// Whether the bytes at `start` are those of `lead`; false for the one that is none.
  @inline(__always)
  func matches(_ lead: Lead, _ text: JSONText, at start: Int) -> Bool {
    // SAFETY: as above.
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
  @inline(__always)
  func noteMatch() {
    // SAFETY: as above.
    unsafe contents.pointee.credit &+= 1
  }

  /// The number of the other lead that was noted after `last`, if it comes now.
  @inline(never)
  func other(after last: Int, _ text: JSONText, at start: Int) -> Int {
    let number = Int(self[last].other)
    return number != Self.unknown && matches(self[number], text, at: start) ? number : Self.unknown
  }

  /// Notes the lead from `start` up to `end`, which came after `last`.
  ///
  /// - Returns: Its number.
  @inline(never)
  func note(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    index: Int,
    after last: Int
  ) -> Int {
    let count = end - start
    guard count <= Int(UInt8.max), start + max(count, 8) <= text.count else { return Self.unknown }
    // SAFETY: as above.
    guard unsafe contents.pointee.pause == 0 else {
      unsafe contents.pointee.pause -= 1
      if unsafe contents.pointee.pause == 0 { forget() }
      return Self.unknown
    }
    // SAFETY: as above.
    let credit = unsafe min(contents.pointee.credit, Self.maximumCredit) - 2
    unsafe contents.pointee.credit = credit
    guard credit >= 0 else {
      unsafe contents.pointee.pause = Self.pausedCount
      unsafe contents.pointee.start = Self.unknown
      return Self.unknown
    }
    // SAFETY: as above.
    let hasRoom =
      unsafe contents.pointee.count < Self.capacity
      && contents.pointee.bytes.count + count + 8 <= Self.byteCapacity
    var number = self.number(of: text, from: start, count: count, after: last, onlyNear: !hasRoom)
    if number == Self.unknown, hasRoom { number = add(text, from: start, to: end, index: index) }
    if number != Self.unknown, last != Self.unknown {
      // SAFETY: as above.
      unsafe contents.pointee.leads[last].other = contents.pointee.leads[last].next
      unsafe contents.pointee.leads[last].next = UInt8(number)
    }
    return number
  }

  /// Forgets all leads, and begins to note them again.
  ///
  /// Objects that are open still have numbers of former leads. These come after values, so what is noted
  /// after them does, too, whatever lead has the number by then.
  private func forget() {
    // SAFETY: as above.
    unsafe contents.pointee.leads.update(repeating: Lead(), count: Self.capacity)
    unsafe contents.pointee.count = 2
    unsafe contents.pointee.bytes.truncate(to: 0)
    unsafe contents.pointee.start = Self.opening
    unsafe contents.pointee.credit = Self.maximumCredit
  }

  /// The number of the lead with these bytes; `unknown` if there is none.
  ///
  /// It is mostly one of those that were noted soon after `last`. Where there is no room for others, only
  /// these are looked at.
  private func number(
    of text: JSONText,
    from start: Int,
    count: Int,
    after last: Int,
    onlyNear: Bool
  ) -> Int {
    // SAFETY: as above.
    let known = unsafe contents.pointee.count
    func find(_ numbers: Range<Int>) -> Int? {
      numbers.first { number in
        self[number].count == count && matches(self[number], text, at: start)
      }
    }
    let middle = min(max(last + 1, 2), known)
    if onlyNear { return find(middle..<min(middle + 8, known)) ?? Self.unknown }
    return find(middle..<known) ?? find(2..<middle) ?? Self.unknown
  }

  /// Adds a lead, for which there is room.
  ///
  /// - Returns: Its number.
  private func add(_ text: JSONText, from start: Int, to end: Int, index: Int) -> Int {
    // SAFETY: as above; the caller has compared the number with the capacity. Eight bytes can be loaded
    // from the last one on.
    let number = unsafe contents.pointee.count
    unsafe contents.pointee.leads[number] = Lead(
      offset: UInt32(contents.pointee.bytes.count),
      count: UInt8(end - start),
      index: UInt8(index)
    )
    unsafe contents.pointee.bytes.append(text, from: start, to: end)
    // SAFETY: as above.
    unsafe contents.pointee.bytes.reserve(8)
    for _ in 0..<8 { unsafe contents.pointee.bytes.append(0 as UInt8) }
    unsafe contents.pointee.count = number + 1
    return number
  }
}
