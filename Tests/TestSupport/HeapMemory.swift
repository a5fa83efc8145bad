import Foundation

/// The memory that this process has allocated.
package enum HeapMemory {
  /// The memory in bytes, including what the allocator keeps for threads that free and allocate again; nil if it is not
  /// known.
  package static var byteCount: Int? {
    #if canImport(Glibc)
    guard let text else { return nil }
    var (system, free) = (0, 0)
    // The last sizes are the sums.
    for line in text.split(separator: "\n") {
      guard let size = number(after: "size=\"", in: line) else { continue }
      if line.hasPrefix("<system type=\"current\"") { system = size }
      if line.hasPrefix("<total type=\"fast\"") { free = size }
      if line.hasPrefix("<total type=\"rest\"") { free += size }
    }
    return system - free
    #else
    return nil
    #endif
  }

  #if canImport(Glibc)
  /// What `malloc_info` writes, which is not among the functions that Swift knows.
  private static var text: String? {
    typealias Write = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    // SAFETY: only looks up one of the C library's own functions, which has this type.
    guard let address = unsafe dlsym(dlopen(nil, RTLD_LAZY), "malloc_info") else { return nil }
    let write = unsafe unsafeBitCast(address, to: Write.self)
    var start: UnsafeMutablePointer<CChar>?
    var count = 0
    // SAFETY: the stream owns the buffer until it is closed; then it is freed here, once.
    guard let stream = unsafe open_memstream(&start, &count) else { return nil }
    let status = unsafe write(0, stream)
    unsafe fclose(stream)
    guard let start = unsafe start else { return nil }
    defer { unsafe free(start) }
    return status == 0 ? unsafe String(cString: start) : nil
  }

  private static func number(after name: String, in line: Substring) -> Int? {
    guard let range = line.range(of: name) else { return nil }
    return Int(line[range.upperBound...].prefix { $0.isNumber })
  }
  #endif
}
