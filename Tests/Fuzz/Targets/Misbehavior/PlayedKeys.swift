import StreamJSONTestSupport

/// A type of key that opens objects.
protocol PlayedKey: CodingKey {}

extension AnyKey: PlayedKey {}

/// As synthesized by the compiler.
enum CaseKey: String, PlayedKey {
  case a, b, list, inner, date, missing, oneTwo
  case snake = "one_two"
  case long = "longer_than_sixteen_bytes"
  case umlauts = "gr\u{F6}\u{DF}e_des_gegenstands_in_zentimetern"
  case absentUmlauts = "l\u{E4}nge_die_es_nicht_gibt"
  case parent = "super"
}

/// A class, whose `deinit` decodes.
final class ObjectKey: PlayedKey, @unchecked Sendable {
  // `@unchecked`: nothing changes after it is made.
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  deinit { Player.current?.interrupt() }
}

/// A key that decodes when it is asked for its name and when it is made.
struct WorkingKey: PlayedKey {
  private let name: String
  var intValue: Int? { nil }

  var stringValue: String {
    Player.current?.interrupt()
    return name
  }

  init(stringValue: String) {
    name = stringValue
    Player.current?.interrupt()
  }

  init?(intValue: Int) { nil }
}
