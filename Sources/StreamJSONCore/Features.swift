extension FeatureSet {
  /// All features of this module.
  package static let all = FeatureSet(
    decoders: [UnkeyedContainer.self, UpdatingDecoder.self, RecordingDecoder.self],
    makeKnowledge: { MarkedTypes() },
    makeMemory: { MemberwiseMemory() }
  )
}
