import Foundation

/// Numbers in a file that two processes have mapped: how far a worker has come.
///
/// A number is visible to the other process as soon as it is written, even if the writer crashes on the next
/// instruction.
@safe
final class Progress {
  /// The number of targets.
  let count: Int

  // One number for each target, and one for the target that is running.
  private let numbers: UnsafeMutableBufferPointer<UInt64>

  /// Maps `file`, creating it if necessary.
  init(file: String, count: Int) throws {
    self.count = count
    let byteCount = (count + 1) * MemoryLayout<UInt64>.stride
    let descriptor = unsafe open(file, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw UsageFailure("cannot open \(file)")
    }
    defer { close(descriptor) }
    // SAFETY: a shared mapping of a file of this size; its result is checked before use.
    let base = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let base = unsafe base, unsafe base != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw UsageFailure("cannot map \(file)")
    }
    unsafe numbers = UnsafeMutableBufferPointer(
      start: base.bindMemory(to: UInt64.self, capacity: count + 1),
      count: count + 1
    )
  }

  deinit {
    // SAFETY: the mapping made in init, unmapped once.
    unsafe _ = munmap(numbers.baseAddress, numbers.count * MemoryLayout<UInt64>.stride)
  }

  /// The number of the target that is running.
  var current: Int {
    // SAFETY: the last of `count + 1` numbers.
    get { min(count - 1, Int(unsafe numbers[count])) }
    set { unsafe numbers[count] = UInt64(newValue) }
  }

  /// The number of the case that a target is at, which is also how many are finished.
  subscript(target: Int) -> UInt64 {
    // SAFETY: the buffer checks its index in debug builds; targets are numbered below `count`.
    get { unsafe numbers[target] }
    set { unsafe numbers[target] = newValue }
  }

  /// The number of finished cases.
  var total: UInt64 {
    (0..<count).reduce(0) { $0 + self[$1] }
  }
}
