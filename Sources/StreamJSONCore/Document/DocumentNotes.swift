/// What errors have looked up in one text, so that the next error can reuse it.
///
/// They are replaced as a whole when the text is discarded.
struct DocumentNotes {
  /// The last path asked for; see `Document+Path.swift`.
  var lastPath: [PathStep] = []

  /// What paths through wide containers and long names share.
  var paths = PathNotes()

  /// The place of the last error made; see `Document+Location.swift`.
  var located: LocatedByte?

  /// Where the bytes of the text were before it was converted to UTF-8, if it was.
  var sourceMap: SourceMap?
}
