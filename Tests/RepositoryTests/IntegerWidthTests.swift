import Testing

/// What would end the process, or be wrong without a word, where `Int` has 32 bits.
///
/// The compiler says nothing: each conversion, shift and product is right for some width of `Int`.
struct IntegerWidthTests {
  /// The fault in a line of code, if there is one.
  private static func fault(in line: String) -> String? {
    // Most lines have nothing of the kind, and an expression takes a while.
    guard ["Int", "<<", "&*", "apacity"].contains(where: line.contains) else { return nil }
    if line.contains(/\bU?Int\((U?Int(32|64)|UInt)\.max/) {
      return "traps: use Int(clamping:) or Tape.byteLimit"
    }
    if line.contains(/\bU?Int\((?!\w+:)[^:]*\b(hash|bits|word|mask)\b[^:]*[^&]>>/) {
      return "may trap: use Int(truncatingIfNeeded:)"
    }
    for shift in line.matches(of: /(\S+) << (3[1-9]|[4-9][0-9])\b/)
    where !shift.1.contains(/Int(64|128)(\(\w+\)|\))$/) {
      return "0 in 32 bits: name a wider type"
    }
    if !line.contains(/\bU?Int(64|128)\b/), line.contains(/&\* (86_?400|3_?600_?000)\b/) {
      return "wraps around in 32 bits"
    }
    return product(in: line)
  }

  /// The fault in how a line of code says what storage takes.
  private static func product(in line: String) -> String? {
    // The address of an element of storage that exists.
    guard !line.contains(/(base|storage) \+/), !boundedLines.contains(where: line.contains) else {
      return nil
    }
    let isProduct = line.contains(/([cC]apacity|[cC]ount|[rR]oom|1\)) &\*=? ([\w.]*stride|[248]\b)/)
    let isRoom = line.contains(
      /(reserveCapacity|unsafeUninitializedCapacity:|minimumCapacity:) ?\(?(names\.)?count\b/
    )
    return isProduct || isRoom
      ? "wraps around in 32 bits: see Tape.elementLimit, or say below what bounds it" : nil
  }

  /// Products that are bounded, and by what.
  private static let boundedLines = [
    // If the product wraps around, the minimum takes its place.
    "grow(atLeast: count + additional, to: capacity &* 2)",
    // `requireRoom` comes before: there are at least twice as many elements.
    "capacity < count / 8 ? capacity &* 4 : nil", "byteCount: capacity &* ready.plan.stride,",
    "Array(unsafeUninitializedCapacity: count)",
    // The storage has no more bytes than half of what an Int can count; see `grow`.
    "let end = (count &+ 1) &* ready.plan.stride",
    "let byteCount = max((former?.byteCount ?? 512) &* 2, (count + 1) &* ready.plan.stride)",
    "replace(0, byteCount: count &* ready.plan.stride, moving: 0, ready)",
    // Its callers say how many, each by a way above.
    "[Value](unsafeUninitializedCapacity: count)",
    // `requireRoom` has been asked for all members.
    "Swift.max(first, room &* 4)",
    // As many elements are in storage of at most a quarter of what an Int can count.
    "minimumCapacity: names.count",
    // As many elements are on the stack, or bits in a word.
    "UInt64(truncatingIfNeeded:",
  ]

  @Test func `sizes, shifts and products are right where Int has 32 bits`() {
    for file in Repository.files(in: "Sources") {
      for (number, line) in file.codeLines.enumerated() {
        #expect(Self.fault(in: line) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  @Test(arguments: [
    "guard byteCount < Int(UInt32.max) else {", "let place = Int(hash >> 32) & mask",
    "let place = Int(mixed(hash) >> 32)", "let x = UInt64(a) + UInt64(1 << 40)",
    "min(limits.maximumElementByteCount, (1 << 32) - 16)", "if exponent.magnitude > 1 << 58 {",
    "let midnight = Double(days &* 86400)", "let size = count &* stride",
    "let larger = .allocate(byteCount: newCapacity &* plan.stride, alignment: 16)",
    "let room = buffer.byteCount &* 2", "elements.reserveCapacity(count)", "capacity &*= 2",
  ])
  func `forms that are wrong are found`(line: String) {
    #expect(Self.fault(in: line) != nil)
  }

  @Test(arguments: [
    "Int(truncatingIfNeeded: hash >> 32)", "let bound = 1 << 30", "Int(bits &>> 7)",
    "let bit = UInt64(1) << 40", "let midnight = Double(days) * 86400",
    "let element = base + index &* stride", "let size = min(count, 16) * stride",
  ])
  func `forms that are right are not`(line: String) {
    #expect(Self.fault(in: line) == nil)
  }
}
