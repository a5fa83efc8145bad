extension Unescaping {
  /// Appends what the JSON5 escape at `offset` stands for, and moves behind it.
  ///
  /// - Returns: False when it is none.
  static func appendJSON5Escape(
    _ text: JSONText,
    _ offset: inout Int,
    _ end: Int,
    into arena: inout ByteArena
  ) throws(SyntaxFault) -> Bool {
    false
  }
}
