/// What is noted about a text while it is decoded; all of it is discarded when the decode ends.
struct TextNotes {
  /// Whether the errors of the value that is being decoded will be dropped, so that they need no
  /// details.
  var dropsErrors = false

  /// How many values `JSONLossy` collections have left out, as far as their errors are kept.
  var droppedCount = 0

  /// The keys by which models have entered containers, if they are not cases of plain enums.
  var requestedKeys = RequestedKeys()

  /// The objects whose names a custom key strategy has converted.
  var openedObjects = OpenedObjects()

  /// Long names that a key strategy has converted for paths, so that it is not called again for each path.
  var longConvertedNames = LongNames()

  /// The last coding path that was made.
  var recentPath = RecentPath()

  /// The messages about keys that objects did not have.
  var absentKeyMessages = AbsentKeyMessages()

  /// The innermost initializer that the last error has left.
  var failedInitializer: FailedInitializer?
}
