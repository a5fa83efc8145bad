/// A place on the stack of the thread that made it, by which that thread is recognized later.
///
/// Asking the system for the current thread costs a call: for each member, 4 % of the time.
///
/// The stacks of two threads have at least one page between them that neither can use (POSIX calls it the
/// guard), and no system has pages of less than 4 KB. An address within 4 KB of another is therefore on the
/// same stack. An address further away may be on the same stack as well; then the system is asked.
struct StackPlace {
  private let address: UInt

  /// No place at all.
  static let none = StackPlace(address: 0)

  /// A place on the current thread's stack.
  @inline(__always)
  static var here: StackPlace {
    var marker: UInt8 = 0
    // SAFETY: the address is only compared; nothing is read or written through it. (So the stack
    // needs no protection, which would cost more than everything else here.)
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) {
      StackPlace(address: UInt(bitPattern: $0))
    }
  }

  private static let pageSize: UInt = 4096

  /// Whether the current thread is certain to have made this place, without asking the system.
  var isOfThisThread: Bool {
    StackPlace.here.address &- address &+ StackPlace.pageSize < 2 &* StackPlace.pageSize
  }
}
