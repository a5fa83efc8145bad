import Foundation

/// The memory that this process has in use.
package enum ResidentMemory {
  /// In bytes; nil where it is not known.
  package static var byteCount: Int? {
    #if os(Linux)
    // The second number is the count of resident pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
    return nil
    #endif
  }
}
