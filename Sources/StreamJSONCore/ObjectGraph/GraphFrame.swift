/// A container or a wrapped value that a `GraphWriter` is inside of, at a depth where it no longer
/// recurses.
///
/// Each frame costs a few allocations but saves stack: writing one level recursively takes up to a few
/// kilobytes of it in a debug build, and there may be thousands of levels.
struct GraphFrame {
  /// Writes the next value, or closes the container after the last one.
  ///
  /// If the value is a container, it is pushed and comes next.
  ///
  /// - Returns: False when nothing is left.
  let step: (inout GraphWriter) throws(InputFault) -> Bool

  /// The elements of the array at `header`.
  static func elements(_ elements: some IteratorProtocol, of header: Int) -> GraphFrame {
    var (elements, count) = (elements, 0)
    return GraphFrame { (writer) throws(InputFault) in
      guard let element = elements.next() else {
        try writer.close(header, count: count)
        return false
      }
      count &+= 1
      try writer.write(element)
      return true
    }
  }

  /// The members of the object at `header`, which began at `start`.
  static func members(
    _ members: some IteratorProtocol<(key: Any, value: Any)>,
    of header: Int,
    _ start: GraphWriter.ObjectStart
  ) -> GraphFrame {
    var (members, count) = (members, 0)
    return GraphFrame { (writer) throws(InputFault) in
      guard let (key, value) = members.next() else {
        try writer.close(header, count: count)
        return false
      }
      guard try writer.write(key: key, of: header) else {
        writer.replaceObject(header, start, withOddKey: key)
        return false
      }
      count &+= 1
      try writer.write(value)
      return true
    }
  }

  /// The value that an optional or a type-erased value holds.
  static func wrapped(_ value: Any) -> GraphFrame {
    var rest: Any? = .some(value)
    return GraphFrame { (writer) throws(InputFault) in
      guard let value = rest.take() else {
        writer.wrapperDepth -= 1
        return false
      }
      try writer.write(value)
      return true
    }
  }
}
