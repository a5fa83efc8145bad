// Whitespace and comments that only some dialects allow; a comment may be cut at any byte.

extension Scanner {
  /// The kind of comment that the bytes so far end in.
  enum Comment: UInt8 {
    case none
    /// After a slash, which begins a comment or is a fault.
    case slash
    /// In a comment that ends with its line.
    case line
    /// In a comment that ends with `*/`.
    case block
    /// In such a comment, after an asterisk.
    case blockAsterisk
  }

  /// True if the text must not end here, because a comment is still open.
  var isInsideComment: Bool { comment != .none && comment != .line }

  /// Moves `offset` past whitespace and comments.
  @inline(never)
  mutating func skipMoreWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) {
    let count = text.count
    while offset < count {
      let byte = text[offset]
      switch comment {
      case .none:
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case 0x0B, 0x0C, 0xA0: guard D.allowsMoreWhitespace else { return }
        case UInt8(ascii: "/"):
          guard D.allowsComments else { return }
          comment = .slash
        default: return
        }
      case .slash:
        switch byte {
        case UInt8(ascii: "/"): comment = .line
        case UInt8(ascii: "*"): comment = .block
        default:
          comment = .none
          throw InputFault(.unexpectedByte(expected: .comment), at: offset)
        }
      case .line:
        if byte == 0x0A || byte == 0x0D { comment = .none }
      case .block:
        if byte == UInt8(ascii: "*") { comment = .blockAsterisk }
      case .blockAsterisk:
        if byte == UInt8(ascii: "/") {
          comment = .none
        } else if byte != UInt8(ascii: "*") {
          comment = .block
        }
      }
      offset &+= 1
    }
  }
}
