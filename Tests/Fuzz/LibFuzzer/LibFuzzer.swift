import Foundation
import StreamJSONFuzzTargets

/// What libFuzzer calls with every input: the target named by `STREAMJSON_FUZZ_TARGET`, or `text`
/// if it is not set.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  // SAFETY: libFuzzer passes `count` readable bytes.
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  if let disagreement = unsafe Selected.target.disagreement(on: input) {
    fatalError(disagreement)
  }
  return 0
}

private enum Selected {
  // SAFETY: set once; libFuzzer calls from one thread.
  nonisolated(unsafe) static let target: any FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["STREAMJSON_FUZZ_TARGET"] ?? "text"
    guard let target = FuzzTargets.named(name) else { fatalError("there is no target '\(name)'") }
    return target.init()
  }()
}
