/// What the features in later folders add to a decoder. (What they add to a type is in its mark and its conformances to
/// the protocols of this folder.)
///
/// No code in an earlier folder names a feature. What features remember about types is held by a decoder and by the
/// process, as objects of the features' own classes.
package struct FeatureSet: Sendable {
  /// The types, besides `ModelDecoder`, of the decoders and containers that models get as existentials.
  let decoders: [any (Any & SendableMetatype).Type]

  /// Makes what features know about types in the whole process.
  let makeKnowledge: @Sendable () -> FeatureKnowledge

  /// Makes what features remember about types in a decoder.
  let makeMemory: @Sendable () -> FeatureMemory
}

/// What features know about types in the whole process; accessed only under the environment's lock.
class FeatureKnowledge {
  /// The types that are known to be marked without a dynamic cast.
  private(set) final var markedTypes = IdentityDictionary<any _MarkedDecodable.Type>()

  /// Notes that `type`, which is not known yet, is marked.
  final func note(_ type: any _MarkedDecodable.Type) {
    markedTypes.append(type, for: ObjectIdentifier(type))
  }
}

/// What features remember about types in a decoder, and what they need while they decode; in this class itself, only
/// whether there is any such thing to free.
class FeatureMemory {
  /// Whether there may be storage to free. (Without this, a small text and its decoder take 1% longer.)
  final var hasStorage = false

  /// Frees, between two texts, memory that is needed only while one is decoded.
  func freeStorage() {}

  /// Decodes, from the tape, the members that were deferred when the value at `target`, the last one read, was read.
  func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {}
}
