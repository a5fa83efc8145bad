import Foundation

/// A JSON text that a case reads, made on demand.
struct Document: Sendable {
  let name: String
  private let make: @Sendable () throws -> [UInt8]

  init(name: String, make: @escaping @Sendable () throws -> [UInt8]) {
    self.name = name
    self.make = make
  }

  /// A document written by `write`, always with the same random numbers.
  init(
    name: String,
    isPretty: Bool = false,
    write: @escaping @Sendable (inout JSONWriter, inout SplitMix64) -> Void
  ) {
    self.init(name: name) {
      var writer = JSONWriter(isPretty: isPretty)
      var random = SplitMix64(seed: 0x5EED_0000_4A53_4F4E)
      write(&writer, &random)
      return writer.bytes
    }
  }

  /// The bytes of the text.
  func bytes() throws -> [UInt8] { try make() }

  /// The three well-known files in the directory `directory`, read on demand.
  static func corpus(in directory: String) -> [Document] {
    ["twitter.json", "citm_catalog.json", "canada.json"].map { name in
      Document(name: name) {
        let url = URL(fileURLWithPath: directory).appendingPathComponent(name)
        return try [UInt8](Data(contentsOf: url))
      }
    }
  }
}
