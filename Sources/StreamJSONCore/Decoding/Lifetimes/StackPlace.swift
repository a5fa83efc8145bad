/// A place on the stack of the thread that made it, by which that thread knows itself again: asking
/// the system which thread this is costs a call, which for each member is 4 % of the time.
///
/// Stacks of two threads have at least one page between them that neither can use (POSIX calls it
/// the guard), and no system has pages of less than 4 KB. So an address within 4 KB of another one
/// is on the same stack. Further away it may be, too; then the system is asked.
struct StackPlace {
  private let address: UInt

  private init(address: UInt) {
    self.address = address
  }

  /// No place.
  static let none = StackPlace(address: 0)

  /// A place on the current thread's stack.
  static var here: StackPlace {
    @inline(__always) get {
      var marker: UInt8 = 0
      // SAFETY: the address is compared; nothing is read or written through it. (So the stack needs
      // no protection from that, which would cost more than the rest.)
      return unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) {
        StackPlace(address: UInt(bitPattern: $0))
      }
    }
  }

  private static let pageSize: UInt = 4096

  /// Whether the current thread made this place, as far as can be told without the system.
  @inline(__always)
  var isOfThisThread: Bool {
    StackPlace.here.address &- address &+ StackPlace.pageSize < 2 &* StackPlace.pageSize
  }
}
