/// The places in the stream where the containers that a selection has entered begin.
///
/// Their bytes are gone by the time it turns out that something is missing in them.
struct OpenContainers {
  /// One place for each container except those in `offsets`, the innermost last.
  private var places: [StreamPosition] = []

  /// The offsets in the window of the containers that were entered in the current step.
  private var offsets: [Int] = []

  /// Enters the container that begins at `offset` in the window.
  mutating func enter(at offset: Int) { offsets.append(offset) }

  /// Leaves the innermost container.
  mutating func leave() {
    if offsets.popLast() == nil { _ = places.popLast() }
  }

  /// Whether `locate` has something to do before the window changes.
  var needLocating: Bool { !offsets.isEmpty }

  /// Finds out where containers begin; `place` is that of an offset in the window.
  mutating func locate(_ place: (Int) -> StreamPosition) {
    for offset in offsets { places.append(place(offset)) }
    offsets.removeAll()
  }

  /// Where the innermost container begins.
  var innermost: StreamPosition? { places.last }
}
