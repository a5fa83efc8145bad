extension DocumentDecoder {
  func json5Integer<T: FixedWidthInteger>(_ type: T.Type, from start: Int, to end: Int) -> T? {
    nil
  }

  func json5FloatingPoint<T: BinaryFloatingPoint>(
    _ type: T.Type,
    from start: Int,
    to end: Int
  ) -> T? {
    nil
  }
}
