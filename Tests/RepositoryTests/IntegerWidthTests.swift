import Testing

/// What would end the process, or be wrong without a word, where `Int` has 32 bits.
///
/// The compiler says nothing: each conversion and shift is right for some width of `Int`.
struct IntegerWidthTests {
  /// What is wrong with a line of code that names no width, if anything is.
  private static func fault(in line: String) -> String? {
    // Most lines have nothing of the kind, and an expression takes a while.
    guard ["Int", "<<", "&*"].contains(where: line.contains) else { return nil }
    if line.contains(/\bU?Int\((U?Int(32|64)|UInt)\.max/) {
      return "traps: use Int(clamping:) or Tape.byteLimit"
    }
    if line.contains(/\bU?Int\([^():]*\b(hash|bits|word|mask)\b[^():]*[^&]>>/) {
      return "may trap: use Int(truncatingIfNeeded:)"
    }
    guard !line.contains(/\bU?Int(64|128)\b/) else { return nil }
    if line.contains(/[^&]<< (3[1-9]|[4-9][0-9])\b/) { return "0 in 32 bits: name a wider type" }
    if line.contains(/&\* (86_?400|3_?600_?000)\b/) { return "wraps around in 32 bits" }
    return nil
  }

  @Test func `sizes and shifts are right where Int has 32 bits`() {
    for file in Repository.files(in: "Sources") {
      for (number, line) in file.codeLines.enumerated() {
        #expect(Self.fault(in: line) == nil, "\(file):\(number + 1): \(line)")
      }
    }
  }

  @Test(arguments: [
    "guard byteCount < Int(UInt32.max) else {", "let place = Int(hash >> 32) & mask",
    "min(limits.maximumElementByteCount, (1 << 32) - 16)", "if exponent.magnitude > 1 << 58 {",
    "let midnight = Double(days &* 86400)",
  ])
  func `forms that are wrong are found`(line: String) {
    #expect(Self.fault(in: line) != nil)
  }

  @Test(arguments: [
    "Int(truncatingIfNeeded: hash >> 32)", "let bound = 1 << 30", "Int(bits &>> 7)",
    "let bit = UInt64(1) << 40", "let midnight = Double(days) * 86400",
  ])
  func `forms that are right are not`(line: String) {
    #expect(Self.fault(in: line) == nil)
  }
}
