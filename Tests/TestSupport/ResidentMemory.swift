import Foundation

/// The memory that this process has in use.
package enum ResidentMemory {
  /// The memory in bytes; nil if it is not known or is not only the program's.
  package static var byteCount: Int? {
    #if os(Linux)
    // The second number is the count of resident pages.
    guard !isSanitized, let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
    return nil
    #endif
  }

  #if os(Linux)
  /// Whether there is a sanitizer in the process, which keeps freed memory, and records of all memory.
  private static let isSanitized: Bool = {
    // SAFETY: only looks up one of the process's own symbols.
    let process = unsafe dlopen(nil, RTLD_LAZY)
    return unsafe dlsym(process, "__asan_init") != nil || dlsym(process, "__tsan_init") != nil
  }()
  #endif
}
