/// What features add to decoding, for the module above to hand to its environment.
package enum Features {
  /// The types of the decoders and containers that models get as existentials.
  package static let decoders: [any (Any & SendableMetatype).Type] = [
    UnkeyedContainer.self, UpdatingDecoder.self, RecordingDecoder.self,
  ]
}
