/// What features on top add to decoding: the one door by which they come in.
///
/// The rooms below name no feature. A decoder and the process hold what features remember of types, as
/// objects of the features' own classes.
package struct FeatureSet: Sendable {
  /// The types, besides `ModelDecoder`, of the decoders and containers that models get as existentials.
  let decoders: [any (Any & SendableMetatype).Type]

  /// Makes what features know of types in the whole process.
  let makeKnowledge: @Sendable () -> FeatureKnowledge

  /// Makes what features remember of types in a decoder.
  let makeMemory: @Sendable () -> FeatureMemory

  /// None, for an environment in which nothing is decoded.
  package static let none = FeatureSet(
    decoders: [],
    makeKnowledge: { FeatureKnowledge() },
    makeMemory: { FeatureMemory() }
  )
}

/// What features know of types in the whole process; nothing here.
class FeatureKnowledge {
  /// The marked type `identifier`, if it is known without a dynamic cast; under the environment's lock.
  func markedType(_ identifier: ObjectIdentifier) -> (any _MarkedDecodable.Type)? { nil }
}

/// What features remember of types in a decoder, and what they need while they decode; nothing here.
class FeatureMemory {
  /// Frees what is needed only while a text is decoded, between two texts.
  func freeStorage() {}
}
