/// The line, column and pointer of a byte, found out when somebody asks.
///
/// Until then it holds the document. An error that leaves `decode` is resolved on the way out,
/// because the document's bytes are only borrowed; so an error that a model catches and drops
/// costs nothing but this object.
///
/// The state behind `lock` is written once; readers on any thread see the same place.
package final class SourceLocation: @unchecked Sendable {
  /// A resolved place.
  package struct Place: Hashable, Sendable {
    var line = 1
    var column = 1
    var pointer = JSONPointer.root
    /// The line, cut to a readable width, and the caret's position under it.
    var excerpt = ""
    var caret = 0
    var isObjectGraph = false

    package init() {}
  }

  private enum State {
    case open(Document, entry: Int, offset: Int)
    case resolved(Place)
  }

  private var state: State

  /// A place that is already known.
  package init(_ place: Place) {
    state = .resolved(place)
  }

  /// The place of the byte at `offset`, in the value at `entry`.
  package init(document: Document, entry: Int, offset: Int) {
    state = .open(document, entry: entry, offset: offset)
  }

  /// The place; found out by the first call.
  package var resolved: Place {
    switch state {
    case .resolved(let place):
      return place
    case .open(let document, let entry, let offset):
      return document.place(ofByteAt: offset, entry: entry)
    }
  }

  /// Finds the place now and lets go of the document.
  package func resolve() {
    state = .resolved(resolved)
  }
}
