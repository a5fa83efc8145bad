import Foundation
import StreamJSON
import StreamJSONTestSupport

/// What the suite `stream` measures besides its cases: ratios, slopes and memory.
enum StreamNotes {
  /// The measurements, one line each, printed as they come.
  static func lines(_ options: Options, _ print: (String) -> Void) throws {
    try shares(options.sampleCount, print)
    try slopes(min(3, options.sampleCount), print)
    try allocations(print)
    try memory(print)
  }

  // MARK: - Against the whole buffer

  private static func shares(_ sampleCount: Int, _ print: (String) -> Void) throws {
    print("speed in 64 KB chunks, as a percentage of that with the whole array:")
    try share(.logLines, of: LogLine.self, sampleCount, print)
    try share(.events, of: HostEvent.self, sampleCount, print)
    try share(.shortDoubles, of: Double.self, sampleCount, print)
    try share(.wideIntegers, of: Int.self, sampleCount, print)
    print("the same for models with the marker MemberwiseDecodable:")
    try share(.logLines, of: Marked.LogLine.self, sampleCount, print)
    try share(.events, of: Marked.HostEvent.self, sampleCount, print)
  }

  /// The throughput of 64 KB chunks as a share of that of the whole buffer.
  ///
  /// These are medians of samples taken in turn. One measurement collects the elements in an array, which has to grow
  /// where the whole array knows its count; the other drops each batch of them. (The suite's cases drop each element.)
  private static func share<Element: Decodable>(
    _ document: Document,
    of element: Element.Type,
    _ sampleCount: Int,
    _ print: (String) -> Void
  ) throws {
    let bytes = try document.bytes()
    let data = Data(bytes)
    let chunks = ChunkedText(bytes, size: 1 << 16)
    let decoder = StreamJSONDecoder()
    let contenders: [() throws -> Void] = [
      { blackHole(try decoder.decode([Element].self, from: data)) },
      {
        var elements: [Element] = []
        try chunks.push(framing: .arrayElements(), of: element) { elements.append($0) }
        blackHole(elements)
      },
      { try chunks.pushBatches(framing: .arrayElements(), of: element) },
    ]
    let iterations = max(1, 8_000_000 / bytes.count)
    var samples: [[Double]] = contenders.map { _ in [] }
    for _ in 0..<sampleCount {
      for (position, contender) in contenders.enumerated() {
        samples[position].append(
          try nanoseconds { for _ in 0..<iterations { try contender() } }
        )
      }
    }
    let medians = samples.map { Samples($0).median }
    let collected = (medians[0] / medians[1] * 100).fixed(1)
    let batches = (medians[0] / medians[2] * 100).fixed(1)
    print("  \(document.name): collected in an array: \(collected)%; in batches: \(batches)%")
  }

  // MARK: - Linear time

  private static func slopes(_ sampleCount: Int, _ print: (String) -> Void) throws {
    print("nanoseconds per byte, 1 MB to 64 MB:")
    let sizes = [1, 4, 16, 64].map { $0 << 20 }
    let array = try sizes.map { size in
      let bytes = SmallElements.array(ofAbout: size)
      return try perByte(bytes, chunkSize: 1, sampleCount) {
        try $0.push(framing: .arrayElements(), of: SmallElement.self)
      }
    }
    print("  an array of small objects in 1 B chunks: \(array.joined(separator: ", "))")
    let string = try sizes.map { size in
      let bytes =
        Array(#"[""#.utf8) + [UInt8](repeating: 0x61, count: size - 4) + Array(#""]"#.utf8)
      return try perByte(bytes, chunkSize: 1024, sampleCount) {
        try $0.push(framing: .arrayElements(), of: String.self)
      }
    }
    print("  one string in 1 KB chunks: \(string.joined(separator: ", "))")
    let skipped = try sizes.map { size in
      let bytes =
        Array(#"{"a":""#.utf8) + [UInt8](repeating: 0x61, count: size - 16)
        + Array(#"","b":[]}"#.utf8)
      return try perByte(bytes, chunkSize: 1 << 16, sampleCount) {
        try $0.push(framing: .arrayElements(at: "/b"), of: String.self)
      }
    }
    print("  a string that is passed over, in 64 KB chunks: \(skipped.joined(separator: ", "))")
  }

  private static func perByte(
    _ bytes: [UInt8],
    chunkSize: Int,
    _ sampleCount: Int,
    _ body: (ChunkedText) throws -> Void
  ) throws -> String {
    let text = ChunkedText(bytes, size: chunkSize)
    let times = try (0..<sampleCount).map { _ in try nanoseconds { try body(text) } }
    return ((times.min() ?? 0) / Double(bytes.count)).fixed(2)
  }

  // MARK: - Memory

  private static func allocations(_ print: (String) -> Void) throws {
    let bytes = try Document.logLines.bytes()
    let lines = try JSONDecoder().decode([LogLine].self, from: Data(bytes))
    let model = Double(ModelAllocations.count(of: lines) - 1) / Double(lines.count)
    let shares = try [1 << 16, 1 << 10].map { size in
      let text = ChunkedText(bytes, size: size)
      try text.push(framing: .arrayElements(), of: LogLine.self)
      let count = try AllocationCounter.count {
        try text.push(framing: .arrayElements(), of: LogLine.self)
      }
      return count.map { (Double($0) / Double(lines.count)).fixed(3) } ?? "n/a"
    }
    print("allocations per log line:")
    let own = model.fixed(3)
    print("  64 KB chunks: \(shares[0]), 1 KB chunks: \(shares[1]), the model's own: \(own)")
  }

  private static func memory(_ print: (String) -> Void) throws {
    print("peak memory of a process that streams small elements:")
    for (name, size) in [("100 MB", 100_000_000), ("1 GB", 1_000_000_000)] {
      print("  \(name): \(try peakMemory(ofStreaming: size))")
    }
  }

  /// Runs this program again, only to stream `byteCount` bytes.
  private static func peakMemory(ofStreaming byteCount: Int) throws -> String {
    try OwnProcess.output(["--stream-memory", "\(byteCount)"])
  }

  /// Streams an array of about `byteCount` bytes that is made on the fly, and reports the peak
  /// memory of this process.
  static func streamWithoutKeeping(byteCount: Int) throws -> String {
    let stream = StreamJSONDecoder().makeStream(of: SmallElement.self, framing: .arrayElements())
    var sent = 0
    var number = 0
    var count = 0
    var chunk: [UInt8] = [UInt8(ascii: "[")]
    while sent < byteCount {
      while chunk.count < 1 << 16 {
        if number > 0 { chunk.append(UInt8(ascii: ",")) }
        SmallElements.append(number, to: &chunk)
        number += 1
      }
      try stream.append(chunk) { element in count += element.id >= 0 ? 1 : 0 }
      sent += chunk.count
      chunk.removeAll(keepingCapacity: true)
    }
    try stream.append([UInt8(ascii: "]")]) { _ in count += 1 }
    try stream.finish { _ in count += 1 }
    guard count == number else { throw BenchFailure("\(count) elements of \(number)") }
    return "\((Double(Machine.peakMemory) / 1e6).fixed(1)) MB"
  }

  private static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ProcessClock.nanoseconds
    try body()
    return ProcessClock.nanoseconds - start
  }
}

/// A small object.
struct SmallElement: Decodable {
  let id: Int
  let name: String
  let ok: Bool
}

/// Texts of small objects.
enum SmallElements {
  /// An array of at least `byteCount` bytes.
  static func array(ofAbout byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(byteCount + 64)
    var number = 0
    while bytes.count < byteCount {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(number, to: &bytes)
      number += 1
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes += Array("{\"id\":\(number),\"name\":\"element \(number % 1000)\",\"ok\":true}".utf8)
  }
}
