import Foundation
import StreamJSON

/// What a process of the suite `cold` does: it decodes models that it has not decoded before.
struct ColdSample: Equatable {
  /// The models that are decoded.
  enum Subject: String, CaseIterable {
    case plain
    case collections
    case process
  }

  /// The decoder, if any.
  enum Contender: String, CaseIterable {
    case foundation
    case streamJSON = "streamjson"

    /// Nothing: the models' own code asks for a container and gets an error.
    case model
  }

  let subject: Subject
  let contender: Contender

  /// Names the sample on the command line.
  var name: String { "\(subject.rawValue)-\(contender.rawValue)" }

  init(subject: Subject, contender: Contender) {
    self.subject = subject
    self.contender = contender
  }

  init?(name: String) {
    let parts = name.split(separator: "-").map(String.init)
    guard parts.count == 2, let subject = Subject(rawValue: parts[0]),
      let contender = Contender(rawValue: parts[1])
    else { return nil }
    self.init(subject: subject, contender: contender)
  }

  /// Takes the sample in this process.
  ///
  /// - Returns: Nanoseconds per model for the first decode and for the next one; for the subject
  ///   `process`, those of the whole process so far.
  func take() throws -> [Double] {
    let profile = Data(try Document.smallObject.bytes())
    guard subject != .process else {
      blackHole(try makeDecoder().decode(Profile.self, from: profile))
      return [ProcessClock.nanoseconds]
    }
    let types = subject == .plain ? ColdItems.types : ColdOrders.types
    // The models that those of the subject contain.
    let parts = subject == .plain ? [] : ColdItems.types
    let text = Data((subject == .plain ? ColdItems.text : ColdOrders.text).utf8)
    let decoder = makeDecoder()
    for _ in 0..<3 { blackHole(try decoder.decode(Profile.self, from: profile)) }
    return try (0..<2).map { _ in
      let start = ProcessClock.nanoseconds
      for type in types {
        if contender == .model {
          type.callDecoding()
        } else {
          try decoder.decodeAny(type, from: text)
        }
      }
      if contender == .model {
        for type in parts { type.callDecoding() }
      }
      return (ProcessClock.nanoseconds - start) / Double(types.count)
    }
  }

  private func makeDecoder() -> JSONDecoder {
    contender == .streamJSON ? StreamJSONDecoder() : JSONDecoder()
  }
}

extension JSONDecoder {
  fileprivate func decodeAny<Model: Decodable>(_ type: Model.Type, from data: Data) throws {
    blackHole(try decode(type, from: data))
  }
}

extension Decodable {
  /// Calls the model's own code as far as it gets without a decoder.
  fileprivate static func callDecoding() {
    blackHole(try? Self(from: NoDecoder()))
  }
}

/// A decoder that has nothing to decode.
private struct NoDecoder: Decoder {
  private struct Nothing: Error {}

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Nothing()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Nothing() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Nothing() }
}
