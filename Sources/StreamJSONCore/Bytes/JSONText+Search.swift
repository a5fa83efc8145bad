extension JSONText {
  /// The offset of the first byte at or after `start` that is one of up to two bytes, or `count`.
  ///
  /// - Complexity: O(bytes skipped), eight at a time.
  @inline(__always)
  func firstOffset(of first: UInt8, or second: UInt8? = nil, from start: Int) -> Int {
    let second = second ?? first
    var offset = start
    while offset &+ 8 <= count {
      let block = eightBytes(at: offset)
      let found =
        ByteSearch.matches(of: first, in: block) | ByteSearch.matches(of: second, in: block)
      if found != 0 { return offset &+ ByteSearch.firstMarked(found) }
      offset &+= 8
    }
    while offset < count, self[offset] != first, self[offset] != second { offset &+= 1 }
    return offset
  }

  /// The offset of the first byte at or after `start` that is not whitespace, or `count`.
  @inline(__always)
  package func firstNonblankOffset(from start: Int) -> Int {
    var offset = start
    while offset < count, self[offset].isBlank { offset &+= 1 }
    return offset
  }

  /// True if the bytes from `start` on begin with `prefix`, or with as much of it as is there.
  package func mayBegin(with prefix: [UInt8], at start: Int) -> Bool {
    prefix.indices.prefix(max(0, count - start)).allSatisfy { self[start + $0] == prefix[$0] }
  }

  /// Whether the `count` bytes from `start` on are those of `other` from `otherStart` on.
  ///
  /// - Precondition: both texts have as many there.
  @inline(__always)
  func isEqual(from start: Int, to other: JSONText, from otherStart: Int, count: Int) -> Bool {
    var position = 0
    while position &+ 8 <= count {
      guard eightBytes(at: start &+ position) == other.eightBytes(at: otherStart &+ position) else {
        return false
      }
      position &+= 8
    }
    while position < count {
      guard self[start &+ position] == other[otherStart &+ position] else { return false }
      position &+= 1
    }
    return true
  }
}

extension UInt8 {
  /// True for the whitespace of RFC 8259 section 2.
  @inline(__always)
  package var isBlank: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09)
  }
}
