/// A container or a wrapped value that a `GraphWriter` is inside of, at a depth where it no longer
/// recurses.
///
/// Each frame costs an allocation but saves stack: writing one level recursively takes up to a few
/// kilobytes of it in a debug build, and there may be thousands of levels.
class GraphFrame {
  /// Writes the next value, or closes the container after the last one.
  ///
  /// If the value is a container, it is pushed and comes next.
  ///
  /// - Returns: False when nothing is left.
  func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool { false }
}

/// The elements of an `[Any]`, the usual array in a graph.
final class ArrayFrame: GraphFrame {
  private var elements: IndexingIterator<[Any]>
  private let header: Int
  private let count: Int

  init(_ array: [Any], header: Int) {
    elements = array.makeIterator()
    count = array.count
    self.header = header
  }

  override func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool {
    guard let element = elements.next() else {
      try writer.close(header, count: count)
      return false
    }
    try writer.write(element)
    return true
  }
}

/// The elements of any sequence.
final class ElementsFrame<Elements: IteratorProtocol>: GraphFrame {
  private var elements: Elements
  private let header: Int
  private var count = 0

  init(_ elements: Elements, header: Int) {
    self.elements = elements
    self.header = header
  }

  override func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool {
    guard let element = elements.next() else {
      try writer.close(header, count: count)
      return false
    }
    count &+= 1
    try writer.write(element)
    return true
  }
}

/// The members of a dictionary whose keys are strings.
final class DictionaryFrame<Value>: GraphFrame {
  private var members: [String: Value].Iterator
  private let header: Int
  private let count: Int

  init(_ dictionary: [String: Value], header: Int) {
    members = dictionary.makeIterator()
    count = dictionary.count
    self.header = header
  }

  override func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool {
    guard let (name, value) = members.next() else {
      try writer.close(header, count: count)
      return false
    }
    try writer.write(name: name, of: header)
    try writer.write(value)
    return true
  }
}

/// Members with keys of any type.
final class MembersFrame<Members: IteratorProtocol<(key: Any, value: Any)>>: GraphFrame {
  private var members: Members
  private let header: Int
  private let start: GraphWriter.ObjectStart
  private var count = 0

  init(_ members: Members, header: Int, start: GraphWriter.ObjectStart) {
    self.members = members
    self.header = header
    self.start = start
  }

  override func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool {
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
final class WrappedFrame: GraphFrame {
  private var value: Any?

  init(_ value: Any) {
    self.value = .some(value)
  }

  override func step(_ writer: inout GraphWriter) throws(InputFault) -> Bool {
    guard let value else {
      writer.endWrapped()
      return false
    }
    self.value = .none
    try writer.write(value)
    return true
  }
}
