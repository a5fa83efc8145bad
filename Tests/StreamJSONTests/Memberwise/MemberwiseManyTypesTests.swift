import Foundation
import StreamJSON
import Testing

/// Programs with many marked types, each of which leads to all the others.
struct MemberwiseManyTypesTests {
  /// A digit of the number of a type.
  protocol Digit { associatedtype Next: Digit }
  enum Zero: Digit { typealias Next = One }
  enum One: Digit { typealias Next = Two }
  enum Two: Digit { typealias Next = Three }
  enum Three: Digit { typealias Next = Four }
  enum Four: Digit { typealias Next = Five }
  enum Five: Digit { typealias Next = Six }
  enum Six: Digit { typealias Next = Zero }

  /// The types that a type leads to.
  protocol Links {
    associatedtype First: Decodable
    associatedtype Second: Decodable
    associatedtype Third: Decodable
    associatedtype Turned: Decodable
  }

  enum Number<A: Digit, B: Digit, C: Digit>: Links {
    typealias First = [Node<Number<A.Next, B, C>>]
    typealias Second = [Node<Number<A, B.Next, C>>]
    typealias Third = [Node<Number<A, B, C.Next>>]
    typealias Turned = [Node<Number<B, C, A>>]
  }

  /// One of 343 types.
  struct Node<Place: Links>: Decodable, MemberwiseDecodable {
    var number: Int
    var first: Place.First?
    var second: Place.Second?
    var third: Place.Third?
    var turned: Place.Turned?
  }

  typealias Root = Node<Number<Zero, One, Two>>
  typealias Last = Node<Number<Six, Six, Six>>

  @Test func `hundreds of types that lead to each other are planned`() async {
    // In its own process, which an endless walk would end.
    await #expect(processExitsWith: .success) {
      let decoder = StreamJSONDecoder()
      let text = #"{"number":1,"first":[{"number":2,"second":[{"number":3,"turned":[]}]}]}"#
      for _ in 0..<32 {
        let root = try decoder.decode(Root.self, from: text)
        try #require(root.number == 1)
        try #require(root.first?.first?.second?.first?.number == 3)
      }
      try #require(StreamJSONDecoder.memberwiseReport(for: Root.self).state == .active)
      try #require(StreamJSONDecoder.memberwiseReport(for: Last.self).state == .pending)
    }
  }

  @Test func `types in types are planned on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let ended = DispatchSemaphore(value: 0)
      let thread = Thread {
        let decoder = StreamJSONDecoder()
        for _ in 0..<32 { _ = try? decoder.decode(Root.self, from: #"{"number":1,"first":[]}"#) }
        ended.signal()
      }
      thread.stackSize = 4 << 20
      thread.start()
      ended.wait()
      try #require(StreamJSONDecoder.memberwiseReport(for: Root.self).state == .active)
    }
  }
}
