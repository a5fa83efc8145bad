/// The former name of `JSONValueSequence`.
@available(*, deprecated, renamed: "JSONValueSequence")
public typealias JSONValues = JSONValueSequence

/// The former name of `JSONResultSequence`.
@available(*, deprecated, renamed: "JSONResultSequence")
public typealias JSONResults = JSONResultSequence

/// The former name of `JSONFileValueSequence`.
@available(*, deprecated, renamed: "JSONFileValueSequence")
public typealias JSONFileValues = JSONFileValueSequence

/// The former name of `JSONFileResultSequence`.
@available(*, deprecated, renamed: "JSONFileResultSequence")
public typealias JSONFileResults = JSONFileResultSequence
