import Foundation
import StreamJSON
import StreamJSONTestSupport

/// A random model in two forms, which differ in nothing but the marker.
///
/// All members are of types that are read in one pass over a text.
struct RandomTwin: Sendable {
  let marked: any TwinMember.Type
  let plain: any TwinMember.Type

  /// Appends a value of the type.
  let write: @Sendable (inout TwinWriter) -> Void

  /// How many there are: their types are never freed.
  static let count = 160

  /// The model with the number `number`, which is less than `count`.
  static func model(_ number: Int) -> RandomTwin { all[number] }

  private static let all: [RandomTwin] = (0..<count).map { number in
    var random = SeededGenerator(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    return object(&random, depth: 0)
  }

  // MARK: - Structs

  struct Three<
    Form: Sendable,
    First: TwinMember,
    Second: TwinMember,
    Third: TwinMember
  >: TwinMember {
    var first: First
    var second: Second?
    var third: Third
    var note: String?

    enum CodingKeys: String, CodingKey {
      case third
      case first = "first_name"
      case note
      case second = "a name of more than sixteen bytes"
    }

    func add(to digest: inout TwinDigest) {
      digest.add(first)
      digest.add(second)
      digest.add(third)
      digest.add(note)
    }
  }

  struct Four<
    Form: Sendable,
    First: TwinMember,
    Second: TwinMember,
    Third: TwinMember
  >: TwinMember {
    var id: Int
    var first: First?
    var flag: Bool?
    var second: Second
    var ratio: Double?
    var third: Third?

    func add(to digest: inout TwinDigest) {
      digest.add(id)
      digest.add(first)
      digest.add(flag)
      digest.add(second)
      digest.add(ratio)
      digest.add(third)
    }
  }

  private static func three(
    _ first: RandomTwin,
    _ second: RandomTwin,
    _ third: RandomTwin
  ) -> RandomTwin {
    func type<Form: Sendable, A, B, C>(
      _ form: Form.Type,
      _ first: A.Type,
      _ second: B.Type,
      _ third: C.Type
    ) -> any TwinMember.Type
    where
      A: TwinMember,
      B: TwinMember,
      C: TwinMember
    { Three<Form, A, B, C>.self }
    return RandomTwin(
      marked: type(MarkedForm.self, first.marked, second.marked, third.marked),
      plain: type(PlainForm.self, first.plain, second.plain, third.plain)
    ) { writer in
      writer.object([
        ("third", true, third.write), ("first_name", true, first.write),
        ("note", false, { $0.string() }),
        ("a name of more than sixteen bytes", false, second.write),
      ])
    }
  }

  private static func four(
    _ first: RandomTwin,
    _ second: RandomTwin,
    _ third: RandomTwin
  ) -> RandomTwin {
    func type<Form: Sendable, A, B, C>(
      _ form: Form.Type,
      _ first: A.Type,
      _ second: B.Type,
      _ third: C.Type
    ) -> any TwinMember.Type
    where
      A: TwinMember,
      B: TwinMember,
      C: TwinMember
    { Four<Form, A, B, C>.self }
    return RandomTwin(
      marked: type(MarkedForm.self, first.marked, second.marked, third.marked),
      plain: type(PlainForm.self, first.plain, second.plain, third.plain)
    ) { writer in
      writer.object([
        ("id", true, { $0.number() }), ("first", false, first.write),
        ("flag", false, { $0.bool() }), ("second", true, second.write),
        ("ratio", false, { $0.double() }), ("third", false, third.write),
      ])
    }
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> RandomTwin {
    let parts = (0..<3).map { _ in part(&random, depth: depth + 1) }
    return random.chance(0.5)
      ? three(parts[0], parts[1], parts[2]) : four(parts[0], parts[1], parts[2])
  }

  // MARK: - Members

  private static func part(_ random: inout SeededGenerator, depth: Int) -> RandomTwin {
    guard depth < 3, random.chance(0.4) else { return random.pick(scalars) }
    let object = object(&random, depth: depth)
    switch random.next() % 4 {
    case 0: return object
    case 1:
      func type<T: TwinMember>(
        _ type: T.Type
      ) -> any TwinMember.Type { [String: T].self }
      return RandomTwin(marked: type(object.marked), plain: type(object.plain)) { writer in
        writer.dictionary(object.write)
      }
    default:
      func type<T: TwinMember>(
        _ type: T.Type
      ) -> any TwinMember.Type { [T].self }
      return RandomTwin(marked: type(object.marked), plain: type(object.plain)) { writer in
        writer.array(object.write)
      }
    }
  }

  private static func scalar<T: TwinMember>(
    _ type: T.Type,
    _ write: @escaping @Sendable (inout TwinWriter) -> Void
  ) -> RandomTwin {
    RandomTwin(marked: type, plain: type, write: write)
  }

  private static let scalars: [RandomTwin] = [
    scalar(Int.self) { $0.number() },
    scalar(String.self) { $0.string() },
    scalar(String.self) { $0.string() },
    scalar(Bool.self) { $0.bool() },
    scalar(Double.self) { $0.double() },
    scalar(Float.self) { $0.double() },
    scalar(UInt.self) { $0.natural() },
    scalar(Int32.self) { $0.natural() },
    scalar([Int].self) { $0.array { $0.number() } },
    scalar([String].self) { $0.array { $0.string() } },
    scalar([Double].self) { $0.array { $0.double() } },
    scalar([[Double]].self) { $0.array { $0.array { $0.double() } } },
    scalar([[[Double]]].self) { $0.array { $0.array { $0.array { $0.double() } } } },
    scalar([String: String].self) { $0.dictionary { $0.string() } },
    scalar([String: [Int]].self) { $0.dictionary { $0.array { $0.number() } } },
  ]
}

extension RandomTwin.Three: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}
extension RandomTwin.Four: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MarkedForm {}
