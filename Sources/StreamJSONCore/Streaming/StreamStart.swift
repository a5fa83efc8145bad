/// Where an engine's first byte is: at the beginning of a stream, or of a part of it.
package struct StreamStart {
  /// The number of bytes of the stream before it.
  ///
  /// The limit for the whole stream counts them.
  var byteOffset: Int

  /// What errors add to the lines and records that they count from here, if anything.
  var preceding: (any PrecedingRecords)?

  package init(byteOffset: Int = 0, preceding: (any PrecedingRecords)? = nil) {
    self.byteOffset = byteOffset
    self.preceding = preceding
  }
}
