/// What the system says of a file.
struct SystemFileStatus {
  enum Kind {
    case regular, directory
    /// A pipe, a terminal and the like.
    case other
  }

  let kind: Kind
  let byteCount: Int64
}
