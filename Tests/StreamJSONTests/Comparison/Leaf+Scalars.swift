/// The scalars. Every container has a method for each of them, which a generic call would not
/// reach.
extension Leaf {
  static let scalars: [Leaf] = [
    .bool, .string, .double, .float, .int, .int8, .int16, .int32, .int64, .int128, .uInt, .uInt8,
    .uInt16, .uInt32, .uInt64, .uInt128,
  ]

  private static let bool = Leaf(
    name: "Bool",
    samples: [#"true"#, #"false"#],
    single: { AnyHashable(try $0.decode(Bool.self)) },
    keyed: { AnyHashable(try $0.decode(Bool.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Bool.self)) },
    unkeyed: { AnyHashable(try $0.decode(Bool.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Bool.self)) }
  )

  private static let string = Leaf(
    name: "String",
    samples: [#""x""#, #""caf\u00e9""#, #""""#, #""a long string that needs the heap""#, #""\n""#],
    single: { AnyHashable(try $0.decode(String.self).utf8Bytes) },
    keyed: { AnyHashable(try $0.decode(String.self).utf8Bytes) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(String.self)?.utf8Bytes) },
    unkeyed: { AnyHashable(try $0.decode(String.self).utf8Bytes) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(String.self)?.utf8Bytes) }
  )

  private static let double = Leaf(
    name: "Double",
    samples: [#"1"#, #"-0.0"#, #"1.5e3"#, #"0.1"#, #"9007199254740993"#],
    single: { AnyHashable(try $0.decode(Double.self).bitPattern) },
    keyed: { AnyHashable(try $0.decode(Double.self).bitPattern) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Double.self)?.bitPattern) },
    unkeyed: { AnyHashable(try $0.decode(Double.self).bitPattern) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Double.self)?.bitPattern) }
  )

  private static let float = Leaf(
    name: "Float",
    samples: [#"1"#, #"0.1"#, #"3.4e38"#, #"1e39"#],
    single: { AnyHashable(try $0.decode(Float.self).bitPattern) },
    keyed: { AnyHashable(try $0.decode(Float.self).bitPattern) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Float.self)?.bitPattern) },
    unkeyed: { AnyHashable(try $0.decode(Float.self).bitPattern) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Float.self)?.bitPattern) }
  )

  private static let int = Leaf(
    name: "Int",
    samples: [#"1"#, #"-5"#, #"9223372036854775807"#, #"1e2"#, #"9223372036854775808"#],
    single: { AnyHashable(try $0.decode(Int.self)) },
    keyed: { AnyHashable(try $0.decode(Int.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int.self)) }
  )

  private static let int8 = Leaf(
    name: "Int8",
    samples: [#"1"#, #"-128"#, #"128"#],
    single: { AnyHashable(try $0.decode(Int8.self)) },
    keyed: { AnyHashable(try $0.decode(Int8.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int8.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int8.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int8.self)) }
  )

  private static let int16 = Leaf(
    name: "Int16",
    samples: [#"32767"#, #"32768"#],
    single: { AnyHashable(try $0.decode(Int16.self)) },
    keyed: { AnyHashable(try $0.decode(Int16.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int16.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int16.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int16.self)) }
  )

  private static let int32 = Leaf(
    name: "Int32",
    samples: [#"-2147483648"#, #"2147483648"#],
    single: { AnyHashable(try $0.decode(Int32.self)) },
    keyed: { AnyHashable(try $0.decode(Int32.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int32.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int32.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int32.self)) }
  )

  private static let int64 = Leaf(
    name: "Int64",
    samples: [#"1"#, #"1.0"#],
    single: { AnyHashable(try $0.decode(Int64.self)) },
    keyed: { AnyHashable(try $0.decode(Int64.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int64.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int64.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int64.self)) }
  )

  private static let int128 = Leaf(
    name: "Int128",
    samples: [#"170141183460469231731687303715884105727"#, #"-1"#],
    single: { AnyHashable(try $0.decode(Int128.self)) },
    keyed: { AnyHashable(try $0.decode(Int128.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int128.self)) },
    unkeyed: { AnyHashable(try $0.decode(Int128.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(Int128.self)) }
  )

  private static let uInt = Leaf(
    name: "UInt",
    samples: [#"0"#, #"-0"#, #"18446744073709551615"#],
    single: { AnyHashable(try $0.decode(UInt.self)) },
    keyed: { AnyHashable(try $0.decode(UInt.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt.self)) }
  )

  private static let uInt8 = Leaf(
    name: "UInt8",
    samples: [#"255"#, #"256"#, #"2.55e2"#],
    single: { AnyHashable(try $0.decode(UInt8.self)) },
    keyed: { AnyHashable(try $0.decode(UInt8.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt8.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt8.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt8.self)) }
  )

  private static let uInt16 = Leaf(
    name: "UInt16",
    samples: [#"65535"#, #"-1"#],
    single: { AnyHashable(try $0.decode(UInt16.self)) },
    keyed: { AnyHashable(try $0.decode(UInt16.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt16.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt16.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt16.self)) }
  )

  private static let uInt32 = Leaf(
    name: "UInt32",
    samples: [#"4294967295"#, #"1.5"#],
    single: { AnyHashable(try $0.decode(UInt32.self)) },
    keyed: { AnyHashable(try $0.decode(UInt32.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt32.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt32.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt32.self)) }
  )

  private static let uInt64 = Leaf(
    name: "UInt64",
    samples: [#"18446744073709551615"#, #"18446744073709551616"#],
    single: { AnyHashable(try $0.decode(UInt64.self)) },
    keyed: { AnyHashable(try $0.decode(UInt64.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt64.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt64.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt64.self)) }
  )

  private static let uInt128 = Leaf(
    name: "UInt128",
    samples: [#"340282366920938463463374607431768211455"#],
    single: { AnyHashable(try $0.decode(UInt128.self)) },
    keyed: { AnyHashable(try $0.decode(UInt128.self)) },
    keyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt128.self)) },
    unkeyed: { AnyHashable(try $0.decode(UInt128.self)) },
    unkeyedIfPresent: { AnyHashable(try $0.decodeIfPresent(UInt128.self)) }
  )
}

extension String {
  /// Compares byte for byte.
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
