/// What models get as their decoder: the `Decoder` of a `DocumentDecoder`, and its single-value
/// container.
///
/// It is a struct, so that no weak references to it can be made: everything that refers to the decoder is
/// counted, so that the end of a decode knows whether any part of it was kept.
struct ModelDecoder: MirroredAsEmpty {
  let decoder: DocumentDecoder
  private let stack: StackPlace

  @inline(__always)
  init(_ decoder: DocumentDecoder) {
    self.decoder = decoder
    stack = .here
  }

  /// The decoder of a text that `decoder` is or hands out; nil if `decoder` belongs to another library.
  init?(behind decoder: any Decoder) {
    guard let model = decoder as? ModelDecoder ?? (decoder as? any DecoderOverText)?.modelDecoder
    else { return nil }
    self = model
  }

  /// Whether the decode is running, on this thread.
  var isInUseHere: Bool { decoder.use.isHere }

  /// Whether the decode is certain to be running on this thread.
  @inline(__always)
  var isCurrentHere: Bool { stack.isOfThisThread && !decoder.use.isOver }

  @inline(__always)
  func on<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    guard isCurrentHere else { return try onOther(body) }
    return try body(decoder)
  }

  // One for all types, since it is rarely called.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func onOther<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    try decoder.hereOrDetached(body)
  }
}

/// A decoder that hands out the values of a text by way of another decoder.
protocol DecoderOverText {
  /// The decoder of the text, if that has a value there.
  var modelDecoder: ModelDecoder? { get }
}

/// Something that models get but must not look into: the children of a mirror could be used to make weak references to
/// a decoder or an object, or copies that do not count it.
protocol MirroredAsEmpty: CustomReflectable {}

extension MirroredAsEmpty {
  // One for all types, since it is rarely called.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  var customMirror: Mirror { Mirror(self, children: []) }
}
