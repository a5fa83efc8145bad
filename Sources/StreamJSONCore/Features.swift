extension FeatureSet {
  /// All features of this module.
  package static let all = all(readsAllItCan: false, stopsAtFalsePromises: true)

  /// The same, with other rules of memberwise decoding, which `MemberwiseMemory` describes.
  package static func all(readsAllItCan: Bool, stopsAtFalsePromises: Bool) -> FeatureSet {
    FeatureSet(
      makeKnowledge: { MemberwiseTypes() },
      makeMemory: { MemberwiseMemory(readsAllItCan, stopsAtFalsePromises) }
    )
  }
}
