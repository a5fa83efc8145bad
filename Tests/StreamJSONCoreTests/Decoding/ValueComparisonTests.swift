import Foundation
import Testing

@testable import StreamJSONCore

/// Whether two values are the same, whatever lies between their parts.
struct ValueComparisonTests {
  struct Padded {
    var flag: Bool
    var number: Int
    var maybeFlag: Bool?
    var maybeNumber: Int?
  }

  final class Object {}

  indirect enum Chain {
    case end
    case link(Chain, Padded)
  }

  enum Payload {
    case number(Int)
    case other(Int)
    case two(Bool, Int)
  }

  /// Compares two values that are written over bytes that differ.
  private func mayBeSame<Value>(_ first: Value, _ second: Value) -> Bool {
    let size = MemoryLayout<Value>.size
    return unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 2) { values in
      let base = unsafe values.baseAddress.unsafelyUnwrapped
      // SAFETY: there is room for two values, each of which is initialized before it is read.
      unsafe UnsafeMutableRawPointer(base).initializeMemory(
        as: UInt8.self,
        repeating: 0,
        count: size
      )
      unsafe base.initialize(to: first)
      unsafe UnsafeMutableRawPointer(base + 1)
        .initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
      unsafe (base + 1).initialize(to: second)
      defer { unsafe base.deinitialize(count: 2) }
      return unsafe ValueComparison.mayBeSame(base[0], base[1])
    }
  }

  private func padded(_ number: Int, _ maybeNumber: Int? = nil) -> Padded {
    Padded(flag: true, number: number, maybeNumber: maybeNumber)
  }

  @Test func `parts are compared one by one`() {
    #expect(mayBeSame(padded(1), padded(1)))
    #expect(!mayBeSame(padded(1), padded(2)))
    #expect(!mayBeSame(padded(1), padded(1, 0)))
    #expect(mayBeSame(padded(1, 0), padded(1, 0)))
    #expect(mayBeSame(Padded?.none, Padded?.none))
    #expect(!mayBeSame(Padded?.none, padded(1)))
    #expect(mayBeSame(Payload.number(1), .number(1)))
    #expect(!mayBeSame(Payload.number(1), .other(1)))
    #expect(mayBeSame(Payload.two(true, 1), .two(true, 1)))
    #expect(!mayBeSame(Payload.two(true, 1), .two(false, 1)))
  }

  @Test func `references are the same at the same address`() {
    let (object, list, text) = (Object(), [1], "a text that does not fit in place")
    #expect(mayBeSame(object, object))
    #expect(!mayBeSame(object, Object()))
    #expect(mayBeSame(list, list))
    #expect(!mayBeSame(list, [1].reversed()))
    #expect(mayBeSame(text, text))
  }

  @Test func `a long chain is not followed to its end`() {
    func chain() -> Chain { (0..<1_000).reduce(.end) { chain, _ in .link(chain, padded(1)) } }
    #expect(mayBeSame(chain(), chain()))
  }

  enum Status {
    case active, banned
    case other(String)
  }

  @Test func `cases without a payload are compared by their names`() {
    #expect(mayBeSame(Status.active, .active))
    #expect(!mayBeSame(Status.active, .banned))
    #expect(!mayBeSame(Status.active, .other("")))
    #expect(mayBeSame(Status?.some(.banned), .banned))
    #expect(!mayBeSame(Status?.some(.banned), .active))
  }

  @Test func `types of the standard library and of Foundation are compared`() {
    let numbers = [1: 2, 3: 4]
    #expect(mayBeSame(numbers, numbers))
    #expect(!mayBeSame(numbers, numbers.filter { $0.key == 1 }))
    #expect(mayBeSame(1...5, 1...5))
    #expect(!mayBeSame(1...5, 1...4))
    #expect(!mayBeSame(1..<5, 1..<4))
    #expect(mayBeSame(SIMD3<Float>(1, 2, 3), SIMD3(1, 2, 3)))
    #expect(!mayBeSame(SIMD3<Float>(1, 2, 3), SIMD3(1, 2, 0)))
    #expect(mayBeSame(SIMD3<Float>(1, .nan, 3), SIMD3(1, .nan, 3)))
    #expect(!mayBeSame(DateComponents(year: 1), DateComponents(year: 2)))
    #expect(mayBeSame(DateComponents(year: 1), DateComponents(year: 1)))
    #expect(!mayBeSame(IndexPath(indexes: [1, 2, 3]), IndexPath(indexes: [1, 2])))
  }
}
