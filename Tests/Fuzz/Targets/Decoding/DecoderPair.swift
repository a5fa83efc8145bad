import Foundation
import StreamJSON
import StreamJSONTestSupport

/// JSONDecoder and ours with the same settings, and memory for ours to read from.
///
/// Ours always reads memory that ends at an unreadable page: one byte too many is a crash.
final class DecoderPair {
  let theirs = JSONDecoder()
  let ours = StreamJSONDecoder()
  let run = ShapedRun()
  private let memory = GuardedMemory()

  init(_ configure: (JSONDecoder) -> Void = { _ in }) {
    configure(theirs)
    configure(ours)
    theirs.userInfo[.shapedRun] = run
    ours.userInfo[.shapedRun] = run
  }

  /// Settings that change what texts mean, one pair for each.
  static func assortment() -> [DecoderPair] {
    [
      DecoderPair(),
      DecoderPair { decoder in
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .deferredToData
      },
      DecoderPair { decoder in
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "a",
          negativeInfinity: "",
          nan: "NaN"
        )
        decoder.dateDecodingStrategy = .secondsSince1970
      },
      DecoderPair { decoder in
        decoder.keyDecodingStrategy = .custom { path in
          // Depends on the depth, and makes some names collide.
          let name = path.last?.stringValue ?? ""
          return AnyKey(stringValue: path.count > 1 && name == "b" ? "a" : name)
        }
        decoder.dateDecodingStrategy = .millisecondsSince1970
      },
    ]
  }

  /// What ours makes of `text`.
  func decodeWithOurs<T: Decodable>(_ type: T.Type, _ text: [UInt8]) -> Outcome<T> {
    unsafe memory.withCopy(of: text) { bytes in
      // SAFETY: the bytes exist until the closure has returned, and the decode is over by then.
      outcome { try unsafe ours.decode(type, from: bytes) }
    }
  }

  /// What both make of `text` as a `type`, or nil if that is the same.
  ///
  /// `comparable` replaces values that are not equal to themselves.
  func disagreement<T: Decodable & Equatable>(
    on text: [UInt8],
    as type: T.Type,
    comparing comparable: (T) -> T = { $0 }
  ) -> String? {
    let our = decodeWithOurs(type, text).map(comparable)
    if KnownDifferences.endsTheirProcess(text) { return nil }
    let their = outcome { try theirs.decode(type, from: Data(text)) }.map(comparable)
    if KnownDifferences.areAlike(our, their, dictionaries: Record.dictionaries)
      || KnownDifferences.explain(text)
    {
      return nil
    }
    return "\(type)\nJSONDecoder: \(their)\nours: \(our)"
  }

  /// What both show to a model of the shape of `text`, or nil if that is the same.
  func disagreementOnShape(of text: [UInt8], seed: UInt64) -> String? {
    let shape = ShapeReader.shape(of: text)
    run.begin(shape, seed: seed)
    let our = decodeWithOurs(ShapedModel.self, text)
    let ourLog = run.log
    if KnownDifferences.endsTheirProcess(text) { return nil }
    run.begin(shape, seed: seed)
    let their = outcome { try theirs.decode(ShapedModel.self, from: Data(text)) }
    let theirLog = run.log
    let isSame = KnownDifferences.areAlike(our, their, dictionaries: Record.dictionaries)
    if isSame && ourLog == theirLog || KnownDifferences.explain(text) { return nil }
    return "shape \(shape)\nJSONDecoder: \(their) \(theirLog)\nours: \(our) \(ourLog)"
  }
}
