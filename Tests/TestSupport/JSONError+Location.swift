import StreamJSONCore

// What most assertions about an error compare; -1 if it has no location.
extension JSONError {
  /// The offset of the first wrong byte.
  package var byteOffset: Int { location.map { Int($0.byteOffset) } ?? -1 }

  /// The line of that byte, counted from 1.
  package var line: Int { location?.line ?? -1 }

  /// The column of that byte, counted from 1.
  package var column: Int { location?.column ?? -1 }
}
