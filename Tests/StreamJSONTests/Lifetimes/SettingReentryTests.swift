import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Settings that hold objects whose `deinit` uses the decoder they were set on.
struct SettingReentryTests {
  /// Decodes when it is released. (JSONDecoder would never return, because it releases settings
  /// under its lock.)
  final class Farewell: Sendable {
    let decoder: StreamJSONDecoder
    let count: Locked<Int>

    init(_ decoder: StreamJSONDecoder, _ count: Locked<Int>) {
      self.decoder = decoder
      self.count = count
    }

    deinit {
      let values = try? decoder.decode([Int].self, from: "[\(decoder.userInfo.count),2]")
      if values?.last == 2 { count.withLock { $0 += 1 } }
    }
  }

  @Test func `userInfo that decodes when it goes`() throws {
    let (decoder, count) = (StreamJSONDecoder(), Locked(0))
    for _ in 0..<3 {
      decoder.userInfo[.script] = Farewell(decoder, count)
      _ = try decoder.decode([Int].self, from: "[1]")
    }
    decoder.userInfo = [:]
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `a conversion of objects that decodes when it goes`() throws {
    let (decoder, count) = (StreamJSONDecoder(), Locked(0))
    for _ in 0..<3 {
      let farewell = Farewell(decoder, count)
      decoder.unknownObjectConversion = { _ in withExtendedLifetime(farewell) { nil } }
      _ = try decoder.decode([Int].self, withJSONObject: [1])
    }
    decoder.unknownObjectConversion = nil
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `a strategy that decodes when it goes`() throws {
    let (decoder, count) = (StreamJSONDecoder(), Locked(0))
    do {
      let (first, second) = (Farewell(decoder, count), Farewell(decoder, count))
      decoder.dateDecodingStrategy = .custom { _ in
        withExtendedLifetime(first) { Date(timeIntervalSince1970: 0) }
      }
      decoder.keyDecodingStrategy = .custom { path in
        withExtendedLifetime(second) { path.last ?? AnyKey(stringValue: "") }
      }
    }
    _ = try decoder.decode([Date].self, from: "[1]")
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .useDefaultKeys
    _ = try decoder.decode([Int].self, from: "[1]")
    #expect(count.withLock { $0 } == 2)
  }
}
