/// What errors have asked of one text, so that the next one need not be found out anew.
///
/// Replaced as a whole when the text goes.
struct DocumentNotes {
  /// The way to the value whose path was asked for last; see `Document+Path.swift`.
  var lastPath: [PathStep] = []

  /// What paths into wide containers and below long names have in common.
  var paths: PathNotes?

  /// The place of the error made last; see `Document+Location.swift`.
  var located: LocatedByte?

  /// Where the bytes of the text were before it was converted to UTF-8, if it was.
  var sourceMap: SourceMap?
}
