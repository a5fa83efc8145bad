/// What leads to the members' values where it is not what is expected.
extension TextReader {
  /// Moves past what leads to the next member's value, or ends the object.
  ///
  /// - Returns: The position of the property, or what a `PropertyIndex` says; where the lead ends, and its
  ///   number.
  @inline(never)
  func skipLead(
    _ text: JSONText,
    _ start: Int,
    _ plan: MemberwisePlan,
    _ leads: MemberLeads,
    after last: Int,
    expecting next: Int,
    _ isFirst: Bool
  ) -> (index: Int, end: Int, number: Int) {
    let other = leads.other(after: last, text, at: start)
    if other != MemberLeads.unknown {
      leads.noteMatch()
      let lead = leads[other]
      return (Int(lead.index), start &+ Int(lead.count), other)
    }
    var cursor = TextCursor(text, maximumDepth: 0)
    cursor.offset = start
    let index = cursor.skipLead(plan, expecting: next, isFirst)
    guard index != PropertyIndex.none else { return (index, start, MemberLeads.unknown) }
    let end = cursor.offset
    let number = leads.note(text, from: start, to: end, index: index, after: last)
    return (index, end, number)
  }
}
