/// What leads to the members' values.
extension TextReader {
  // SAFETY of all that follows: the leads are never passed `inout` to code that can reach the reader again.

  /// What led to the values of members of objects with the plan `plan`.
  @inline(__always)
  func leads(of plan: MemberwisePlan) -> MemberLeads {
    let id = plan.id
    if unsafe id < uncheckedLeads.count, let leads = unsafe uncheckedLeads[id] { return leads }
    return makeLeads(id)
  }

  /// For how many types leads are noted: a decoder keeps them when it changes owners.
  private static var maximumLeadsCount: Int { 64 }

  @inline(never)
  private func makeLeads(_ id: Int) -> MemberLeads {
    let isNoted = unsafe uncheckedLeads.count { $0 != nil } < Self.maximumLeadsCount
    let leads = MemberLeads(capacity: isNoted ? 128 : 4)
    if isNoted { leads.begin() }
    while unsafe uncheckedLeads.count <= id { unsafe uncheckedLeads.append(nil) }
    unsafe uncheckedLeads[id] = leads
    return leads
  }

  /// Moves past what leads to the next member's value, or past the end of the object.
  ///
  /// - Returns: The position of the property, or a value of `PropertyIndex`; also where the lead ends, and its number.
  @inline(never)
  func skipLead(
    _ text: JSONText,
    _ start: Int,
    _ plan: MemberwisePlan,
    _ leads: MemberLeads,
    after last: Int,
    _ isFirst: Bool
  ) -> (index: Int, end: Int, number: Int) {
    let other = leads.other(after: last, text, at: start)
    if other != MemberLeads.unknown {
      leads.noteMatch()
      let lead = leads[other]
      return (Int(lead.meaning), start &+ Int(lead.count), other)
    }
    var cursor = TextCursor(text, maximumDepth: 0)
    cursor.offset = start
    let index = cursor.skipLead(plan, isFirst)
    guard index != PropertyIndex.none else { return (index, start, MemberLeads.unknown) }
    let end = cursor.offset
    guard leads.notesNext() else { return (index, end, MemberLeads.unknown) }
    let meaning = UInt16(index)
    let number = leads.note(
      text,
      from: start,
      to: end,
      meaning: meaning,
      after: last,
      isFirst: false
    )
    return (index, end, number)
  }
}
