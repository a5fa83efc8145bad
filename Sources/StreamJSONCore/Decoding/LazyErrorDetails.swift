/// The details of an error that are made when they are asked for, or at the end of the decode if
/// the error still exists then.
///
/// Models that find out what a value is by trying throw an error for each attempt that fails, and
/// nothing ever looks at it: making its excerpt, line, pointer and similar name then took most of
/// the time. Errors are made and asked for on the decoding thread. A model may hand one to another
/// thread, though, while its decode runs: there it says only its kind and offset until the decode
/// ends, because the tape and the notes of a document are not made for two threads.
///
/// `@unchecked Sendable`: the decoding thread writes it while no error has it, or under the lock.
final class LazyErrorDetails: ErrorDetails, @unchecked Sendable {
  private let environment: DecodingEnvironment

  // Single properties: an enumeration or structure of them is copied by calls.

  /// The document that the error is about, until the contents are complete.
  private var document: Document?
  private var finding = ErrorContents.Finding.malformedText
  /// The entry of the value, and the byte at fault.
  private var entry = Tape.absent
  private var offset = 0
  /// The entry that the pointer leads to.
  private var pointerEntry = Tape.absent
  /// The decoding thread.
  private var thread: UInt = 0

  private var known: ErrorContents?

  init(environment: DecodingEnvironment) {
    self.environment = environment
  }

  /// Prepares the details for an error; no other error may have them.
  ///
  /// - Parameters:
  ///   - finding: What is wrong.
  ///   - entry: The value that it is about, in `document`.
  ///   - offset: The byte at fault.
  ///   - pointerEntry: The value that the pointer leads to.
  ///   - document: What is being decoded.
  ///   - thread: The decoding thread.
  func begin(
    _ finding: ErrorContents.Finding,
    at entry: Int,
    offset: Int,
    pointerEntry: Int,
    of document: Document,
    on thread: UInt
  ) {
    self.finding = finding
    self.entry = entry
    self.offset = offset
    self.pointerEntry = pointerEntry
    self.document = document
    self.thread = thread
    known = nil
  }

  /// Releases what the details of an error that no longer exists are made of.
  func clear() {
    document = nil
    known = nil
  }

  var contents: ErrorContents {
    var known: ErrorContents?
    var thread: UInt = 0
    environment.exclusively {
      known = self.known
      thread = self.thread
    }
    if let known { return known }
    guard thread == environment.currentThread(), document != nil else {
      return ErrorContents(finding: .text("no details until the decode on another thread ends"))
    }
    complete()
    return self.known ?? ErrorContents(finding: finding)
  }

  /// Makes the contents while the document is still there; on the decoding thread only.
  func complete() {
    guard let document else { return }
    if case .missingName(let name, _) = finding {
      finding = .missingName(name, found: document.names(insteadOf: name, in: entry))
    }
    let contents = document.errorContents(
      finding,
      at: entry,
      offset: offset,
      pointer: document.pointer(document.steps(to: pointerEntry))
    )
    environment.exclusively { known = contents }
    self.document = nil
  }
}

/// The errors of a decode whose details are not made yet.
struct PendingErrors {
  private var details: [LazyErrorDetails] = []

  /// How many there may be before those of errors that still exist are completed.
  private var bound = 16

  /// Details for another error: those of the last one, if it no longer exists.
  mutating func makeDetails(_ environment: DecodingEnvironment) -> LazyErrorDetails {
    let last = details.count - 1
    if last >= 0, isKnownUniquelyReferenced(&details[last]) { return details[last] }
    if details.count >= bound { settle() }
    let new = LazyErrorDetails(environment: environment)
    details.append(new)
    return new
  }

  /// Completes the details of the errors that still exist, before the document changes.
  mutating func settle() {
    var unused: LazyErrorDetails?
    for position in details.indices {
      if isKnownUniquelyReferenced(&details[position]) {
        details[position].clear()
        unused = details[position]
      } else {
        details[position].complete()
      }
    }
    details.removeAll(keepingCapacity: details.count <= bound)
    if let unused { details.append(unused) }
  }
}
