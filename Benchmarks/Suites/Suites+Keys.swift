extension Suites {
  /// Finding the members that a model asks for.
  static let keys = BenchSuite(name: "keys") { _ in
    [
      .decode(suite: "keys", .keysInOrder, as: [KeyedRecord].self),
      .decode(suite: "keys", .keysReversed, as: [KeyedRecord].self),
      .decode(suite: "keys", .keysUnknown, as: [KeyedRecord].self),
      .decode(suite: "keys", .keysMissing, as: [SparseRecord].self),
      .decode(suite: "keys", .keysPrefixed, as: [PrefixedRecord].self),
      .decode(suite: "keys", .wideInOrder, as: [WideRecord].self),
      .decode(suite: "keys", .wideShuffled, as: [WideRecord].self),
      .decode(suite: "keys", .wideExcerpt, as: [WideRecordExcerpt].self),
      .decode(suite: "keys", .dictionary, as: [String: Int].self),
    ]
  }
}
