/// What fits on a tape and, where `Int` has 32 bits, into memory, and how much room is made for elements at once.
extension Tape {
  /// A text has fewer bytes than this, and a tape fewer words: a word holds an offset or an entry in 32 bits.
  @_transparent
  package static var byteLimit: Int { byteLimit(as: Int.self) }

  /// The same where `Int` is `Size`: if it has 32 bits, half as much, less what may be added to any offset.
  @_transparent
  static func byteLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(Size(clamping: UInt32.max), Size.max - Size(lookahead))
  }

  /// The most that is added to an offset before it is compared with the end of its text.
  @_transparent
  static var lookahead: Int { 64 }

  /// No tape grows beyond this many words before they are needed, where sizes in bytes are `Size`.
  static func wordLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(byteLimit(as: type), Size.max / Size(MemoryLayout<TapeWord>.stride))
  }

  /// How many bytes a text and its tape take, or as many as `Size` can count.
  static func byteCount<Size: FixedWidthInteger>(
    ofText byteCount: Size,
    andWords count: Size
  ) -> Size {
    Size(clamping: Int64(byteCount) + Int64(count) * Int64(MemoryLayout<TapeWord>.stride))
  }

  /// The most elements of `stride` bytes that an array may have room for, where sizes in bytes are `Size`: nothing
  /// else checks that product.
  static func elementLimit<Size: FixedWidthInteger>(stride: Size) -> Size {
    (Size.max - 64) / max(1, stride)
  }

  /// For how many of `count` elements of `stride` bytes room may be made at once.
  @inline(__always)
  static func reservableCount(_ count: Int, stride: Int) -> Int {
    #if _pointerBitWidth(_32)
    min(count, elementLimit(stride: stride))
    #else
    count
    #endif
  }

  // MARK: - Room that grows

  /// The number of bytes of a model for which room is made before any of it is decoded.
  ///
  /// A zero in the text takes two bytes, and the element that it stands for may take thousands, so the count
  /// says nothing about how many elements will be decoded. Room therefore grows with the elements that exist.
  /// Each array that is open at the same time gets this much.
  static var roomAtOnce: Int { 16 << 10 }

  /// The number of elements of `type` for which room is made at once.
  static func initialCount<Element>(of type: Element.Type) -> Int {
    initialCount(ofStride: MemoryLayout<Element>.stride)
  }

  /// The same for elements of `stride` bytes each.
  static func initialCount(ofStride stride: Int) -> Int { max(1, roomAtOnce / stride) }

  /// How many of the first elements there is to be room for after room for `capacity` of them; nil if that is an eighth
  /// of all `count`, so that room for all is made.
  static func capacity(after capacity: Int, of count: Int) -> Int? {
    capacity < count / 8 ? capacity &* 4 : nil
  }
}
