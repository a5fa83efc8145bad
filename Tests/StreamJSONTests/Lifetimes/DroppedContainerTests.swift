import Foundation
import StreamJSON
import TestSupport
import Testing

@testable import bench

/// What no model holds any more is freed: when its last holder goes, or with the next decode.
struct DroppedContainerTests {
  /// Which of a decode's things a test keeps for a while.
  enum Keeping: CaseIterable {
    case decoder, keyed, unkeyed, single, superDecoder, error, nothing
  }

  /// In `userInfo`: alive for as long as something of the decode is.
  final class Life: Sendable {}

  struct Model: Decodable {
    init(from decoder: any Decoder) throws {
      guard let kept = decoder.kept, let keeping = decoder.userInfo[.meanwhile] as? Keeping else {
        return
      }
      let container = try decoder.container(keyedBy: AnyKey.self)
      switch keeping {
      case .decoder: kept.decoders.append(decoder)
      case .keyed: kept.keyed.append(container)
      case .unkeyed: kept.unkeyed.append(try container.nestedUnkeyedContainer(forKey: "list"))
      case .single: kept.single.append(try decoder.singleValueContainer())
      case .superDecoder: kept.decoders.append(try container.superDecoder(forKey: "list"))
      case .error: _ = try container.decode(Int.self, forKey: "missing")
      case .nothing: break
      }
    }
  }

  private static let life: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "life") else { preconditionFailure() }
    return key
  }()

  @Test(arguments: Keeping.allCases, [true, false])
  func `userInfo is freed with the next decode`(_ keeping: Keeping, sameDecoder: Bool) throws {
    let (decoder, kept) = (StreamJSONDecoder(), Kept())
    weak var weakLife: Life?
    func decode() -> (any Error)? {
      let life = Life()
      weakLife = life
      decoder.userInfo = [Self.life: life, .meanwhile: keeping]
      decoder.kept = kept
      defer { decoder.userInfo = [:] }
      do {
        _ = try decoder.decode(Model.self, from: NumberedText.text(1))
        return nil
      } catch {
        return error
      }
    }
    var error = decode()
    #expect((error != nil) == (keeping == .error))
    let keepsAny = keeping != .nothing && keeping != .error
    #expect(weakLife != nil || !keepsAny)
    kept.removeAll()
    error = nil
    let other = sameDecoder ? decoder : StreamJSONDecoder()
    _ = try other.decode([Int].self, from: "[1]")
    #expect(weakLife == nil)
  }

  @Test func `many kept containers are freed with the next decode`() throws {
    let (decoder, kept) = (StreamJSONDecoder(), Kept())
    weak var weakLife: Life?
    do {
      let life = Life()
      weakLife = life
      decoder.userInfo = [Self.life: life]
      decoder.kept = kept
      for number in 0..<50 {
        _ = try decoder.decode([KeepsAll].self, from: "[\(NumberedText.text(number))]")
      }
      decoder.userInfo = [:]
    }
    for (number, container) in kept.keyed.enumerated() {
      #expect(try container.decode(Int.self, forKey: "number") == number)
    }
    kept.removeAll()
    _ = try StreamJSONDecoder().decode([Int].self, from: "[1]")
    #expect(weakLife == nil)
  }

  // Not with ThreadSanitizer, whose runtime crashes when its `malloc` is called through the counter.
  #if os(Linux) && !STREAMJSON_THREAD_SANITIZER
  @Test(arguments: Keeping.allCases)
  func `texts are freed with the next decode`(_ keeping: Keeping) async {
    await #expect(processExitsWith: .success) { [keeping = "\(keeping)"] in
      guard let keeping = Keeping.allCases.first(where: { "\($0)" == keeping }) else { return }
      let (decoder, kept) = (StreamJSONDecoder(), Kept())
      let filler = String(repeating: "1,", count: 100_000)
      let text = #"{"list":[],"filler":[\#(filler)1]}"#
      let decodeAll = { (keeping: Keeping) in
        for _ in 0..<32 {
          decoder.userInfo = [.meanwhile: keeping]
          decoder.kept = kept
          _ = try? decoder.decode(Model.self, from: text)
        }
        kept.removeAll()
        decoder.userInfo = [:]
        _ = try? decoder.decode([Int].self, from: "[1]")
      }
      // What the first decode of a process sets up counts for none.
      decodeAll(.nothing)
      let use = try #require(AllocationCounter.heapUse { decodeAll(keeping) })
      precondition(use.left < 500_000, "\(use.left) bytes are left of \(32 * text.utf8.count)")
    }
  }
  #endif
}
