/// What is noted of a text while it is decoded, all of which ends with it.
struct TextNotes {
  /// Whether the errors of the value that is being decoded will be dropped, so that they need no
  /// details.
  var dropsErrors = false

  /// How many values `JSONLossy` collections have left out, as far as their errors are kept.
  var droppedCount = 0

  /// The keys by which models have entered containers, where they are no cases of plain enums.
  var requestedKeys = RequestedKeys()

  /// The objects whose names a custom key strategy has converted.
  var openedObjects = OpenedObjects()

  /// Long names that a key strategy has converted for paths, so that it is not called for each one.
  var longConvertedNames = LongNames()

  /// The last coding path that was made.
  var recentPath = RecentPath()

  /// The keys that objects did not have.
  var absentKeyMessages = AbsentKeyMessages()

  /// The innermost initializer that the last error has left.
  var failedInitializer: FailedInitializer?
}
