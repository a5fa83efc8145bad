/// What a document holds, apart from the text and the tape themselves.
///
/// It is replaced as a whole when the text is discarded.
struct DocumentContent {
  /// Whether this is an object graph, and what its values of kind `foreign` are.
  var isObjectGraph = false
  var foreignObjects: [Any] = []

  /// Whether the document's own storage has the bytes of this text, as opposed to those of an earlier one.
  var ownsText = false
}
