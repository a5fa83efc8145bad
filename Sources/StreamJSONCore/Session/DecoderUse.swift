/// Which thread a decoder works on, and whether its decode is over.
///
/// It stays at one address for as long as the decoder lives, so that reading it counts no reference. The
/// decoders of `superDecoder()`s share that of the decoder of the whole text.
@safe
struct DecoderUse {
  @unsafe private struct Contents {
    /// Identifies the current thread; see `DecodingSystem`.
    let currentThread: @convention(c) () -> UInt

    /// The decoding thread, set when the decode begins.
    var thread: UInt = 0

    /// One bit for each unusual condition, so that the usual case takes one comparison.
    ///
    /// Only the decoding thread writes it, and that thread reads it without a lock. Other threads read it under the
    /// environment's lock, so it is written under that lock, too, for as long as another thread may have a part of the
    /// decode: not in `noteUnfinished`, before any model has one, nor in `becomeIdle`, when none has one anymore.
    var exceptions: UInt8 = 0

    /// True from `begin()` to `becomeIdle()`; `end()` leaves it true.
    var isBusy = false
  }

  /// The decode has ended, and a model may have kept a part of it.
  private static let over: UInt8 = 1

  /// Some of its values were decoded by representatives; see `DocumentDecoder.makeRepresentative`.
  private static let represented: UInt8 = 2

  /// The value being decoded has not arrived in full, so values that are made from strings need a check.
  private static let unfinished: UInt8 = 4

  private let contents: UnsafeMutablePointer<Contents>

  // SAFETY of all that follows: the decoder, which is alive, frees the contents last.

  init(currentThread: @escaping @convention(c) () -> UInt) {
    unsafe contents = .holding(Contents(currentThread: currentThread))
  }

  /// Begins a decode on the current thread.
  @inline(__always)
  func begin() {
    unsafe assert(!isOver && !contents.pointee.isBusy)
    unsafe contents.pointee.isBusy = true
    unsafe contents.pointee.thread = contents.pointee.currentThread()
  }

  /// Ends a decode that left nothing with a model.
  @inline(__always)
  func becomeIdle() {
    unsafe assert(!isOver && contents.pointee.isBusy)
    unsafe contents.pointee.isBusy = false
    unsafe contents.pointee.exceptions = 0
  }

  /// Notes that the decode is over, and that a model may have kept a part of it; to be called with the environment's
  /// lock.
  ///
  /// Nothing else is written, because another thread may be reading `thread`.
  func end() {
    unsafe assert(!isOver && contents.pointee.isBusy)
    unsafe contents.pointee.exceptions = contents.pointee.exceptions | DecoderUse.over
  }

  /// Notes that the value to decode has not arrived in full; to be called before any of it is decoded.
  func noteUnfinished() {
    unsafe assert(isUsual && contents.pointee.isBusy)
    unsafe contents.pointee.exceptions = contents.pointee.exceptions | DecoderUse.unfinished
  }

  /// Notes that a representative decodes a value; to be called with the environment's lock.
  func noteRepresentative() {
    unsafe contents.pointee.exceptions = contents.pointee.exceptions | DecoderUse.represented
  }

  /// True while the decode goes on and no value was decoded by a representative; to be read by the decoding
  /// thread.
  var isDirect: Bool { unsafe contents.pointee.exceptions & ~DecoderUse.unfinished == 0 }

  /// True if `isDirect` is and the text has arrived in full; to be read by the decoding thread.
  var isUsual: Bool { unsafe contents.pointee.exceptions == 0 }

  /// The decoding thread.
  var thread: UInt { unsafe contents.pointee.thread }

  /// True when the decode is over, unless `becomeIdle()` ended it; to be read by the decoding thread or under the
  /// environment's lock.
  var isOver: Bool { unsafe contents.pointee.exceptions & DecoderUse.over != 0 }

  /// True from `begin()` to `becomeIdle()`, and for good after `end()`; to be read by the decoding thread.
  var isBusy: Bool { unsafe contents.pointee.isBusy }

  /// True on the decoding thread until the decode is over.
  ///
  /// Another thread reads only `thread`, which was written before that thread could have received
  /// anything from this decode.
  @inline(__always)
  var isHere: Bool {
    unsafe contents.pointee.thread == contents.pointee.currentThread()
      && !isOver
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() { unsafe contents.freeContents() }
}
