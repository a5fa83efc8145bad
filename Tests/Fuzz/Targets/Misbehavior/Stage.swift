import Foundation
import StreamJSON
import StreamJSONTestSupport

/// What a program runs on: the decoders, which are all JSONDecoder's or all ours, and a list of
/// what went wrong.
///
/// `@unchecked`: other threads only use `isReference`, `lives` and `complaints`.
final class Stage: @unchecked Sendable {
  /// Whether this is the run with JSONDecoder, from which the other run must not differ.
  let isReference: Bool

  /// How many `Life`s exist.
  let lives = Locked(0)

  private(set) var decoders: [JSONDecoder] = []
  let loose = LooseReferences()

  /// Waits for the threads that were started.
  var threads: [() -> Void] = []

  private let complaints = Locked<[String]>([])
  private var serial = 10

  /// The reference's texts, because JSONDecoder does not keep the bytes of a decode that failed.
  private var texts: [Data] = []

  /// The number of `decoders`, which are only used on the main program's thread.
  static let decoderCount = 2

  init(isReference: Bool) {
    self.isReference = isReference
    decoders = (0..<Self.decoderCount).map { _ in makeDecoder() }
  }

  func makeDecoder() -> JSONDecoder { isReference ? JSONDecoder() : StreamJSONDecoder() }

  /// Replaces a decoder with a new one and releases the old one afterward.
  ///
  /// Its `userInfo` may have a `deinit` that uses this stage.
  func replaceDecoder(_ number: Int) {
    let gone = decoders[number]
    decoders[number] = makeDecoder()
    withExtendedLifetime(gone) {}
  }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// Sets what models find in their `userInfo`.
  ///
  /// The previous contents are released afterward, because JSONDecoder releases them under a lock.
  func setUserInfo(_ userInfo: [CodingUserInfoKey: any Sendable], of decoder: JSONDecoder) {
    let gone = decoder.userInfo
    decoder.userInfo = userInfo
    withExtendedLifetime(gone) {}
  }

  /// Notes something that is wrong whatever JSONDecoder does.
  func complain(_ complaint: String) {
    complaints.withLock { if $0.count < 5 { $0.append(complaint) } }
  }

  /// The list of what was wrong.
  var complaint: String? {
    complaints.withLock { $0.isEmpty ? nil : $0.joined(separator: "\n") }
  }

  /// Decodes from one of the forms that a text may have.
  func decode<T: Decodable>(
    _ type: T.Type,
    from text: MarkedText,
    with decoder: JSONDecoder,
    form: UInt8
  ) throws -> T {
    guard let decoder = decoder as? StreamJSONDecoder else {
      let data = Data(text.json.utf8)
      texts.append(data)
      return try decoder.decode(type, from: data)
    }
    switch form % 6 {
    case 0: return try decoder.decode(type, from: Data(text.json.utf8))
    case 1: return try decoder.decode(type, from: text.json)
    case 2 where graphsMayHoldClasses:
      let data = Data(text.json.utf8)
      return try decoder.decode(type, withJSONObject: JSONSerialization.jsonObject(with: data))
    default: return try decodeFromDoomedBytes(type, text, decoder)
    }
  }

  /// Decodes bytes that are overwritten with another text's afterward.
  private func decodeFromDoomedBytes<T: Decodable>(
    _ type: T.Type,
    _ text: MarkedText,
    _ decoder: StreamJSONDecoder
  ) throws -> T {
    let json = Array(text.json.utf8)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: json.count, alignment: 1)
    unsafe bytes.copyBytes(from: json)
    defer {
      let other = Array("t7x ".utf8)
      // SAFETY: these indices are the buffer's own.
      for place in json.indices { unsafe bytes[place] = other[place % 4] }
      unsafe bytes.deallocate()
    }
    // SAFETY: the bytes stay as they are until the call has returned.
    return try unsafe decoder.decode(type, from: UnsafeRawBufferPointer(bytes))
  }

  /// Releases everything, and checks that it is gone.
  func finish() {
    join()
    for decoder in decoders {
      setUserInfo([:], of: decoder)
      decoder.keyDecodingStrategy = .useDefaultKeys
      decoder.dateDecodingStrategy = .deferredToDate
      decoder.dataDecodingStrategy = .base64
    }
    guard !isReference else { return }
    // What has no holder is gone with the next decode of any decoder at the latest.
    // Or another thread, which decodes for another test, is releasing it at the moment.
    var count = 0
    for _ in 0..<100 {
      _ = try? StreamJSONDecoder().decode([Int].self, from: "[1]")
      count = lives.withLock { $0 }
      if count == 0 { break }
      Thread.sleep(forTimeInterval: 0.001)
    }
    if count > 0 { complain("\(count) of the objects in userInfo are still alive") }
  }

  func join() {
    for wait in threads { wait() }
    threads = []
  }
}
