import Foundation

/// The machine that the figures were measured on.
enum Machine {
  /// Processor, number of cores, operating system, compiler and commit, in one line.
  static var description: String {
    let information = ProcessInfo.processInfo
    return [
      processor,
      "\(information.activeProcessorCount) cores",
      information.operatingSystemVersionString,
      compiler,
      commit.map { "commit \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static var processor: String {
    let lines = text(of: "/proc/cpuinfo")?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return name?.trimmingCharacters(in: .whitespaces) ?? architecture
  }

  /// The peak memory of this process, in bytes.
  static var peakMemory: Int {
    #if os(Linux)
    // What `getrusage` reports includes the parent's memory at the moment of `fork`.
    let lines = text(of: "/proc/self/status")?.split(separator: "\n")
    let peak = lines?.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
    return (peak?.compactMap { Int($0) }.first ?? 0) * 1024
    #else
    var usage = rusage()
    // SAFETY: the function fills in the variable and keeps nothing.
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86-64"
    #elseif arch(arm64)
    "arm64"
    #else
    "unknown processor"
    #endif
  }

  /// The compiler that this was built with, as far as a program can tell.
  private static var compiler: String {
    #if compiler(>=6.4)
    "Swift 6.4 or later"
    #elseif compiler(>=6.3.2)
    "Swift 6.3.2 or later"
    #elseif compiler(>=6.3.1)
    "Swift 6.3.1"
    #elseif compiler(>=6.3)
    "Swift 6.3"
    #else
    "Swift 6.2"
    #endif
  }

  /// The commit that is checked out in the working directory, if that is the checkout.
  private static var commit: String? {
    guard let directory = gitDirectory, let head = text(of: directory + "/HEAD") else { return nil }
    guard head.hasPrefix("ref: ") else { return String(head.prefix(12)) }
    let reference = head.dropFirst(5)
    // A linked working tree keeps its branches in the directory of the main one.
    let common = text(of: directory + "/commondir").map { directory + "/" + $0 } ?? directory
    if let hash = text(of: common + "/" + reference) { return String(hash.prefix(12)) }
    let packed = text(of: common + "/packed-refs")?.split(separator: "\n") ?? []
    return packed.first { $0.hasSuffix(" " + reference) }.map { String($0.prefix(12)) }
  }

  /// `.git`, or the directory that it names if it is a file.
  private static var gitDirectory: String? {
    guard let link = text(of: ".git") else {
      return FileManager.default.fileExists(atPath: ".git/HEAD") ? ".git" : nil
    }
    return link.hasPrefix("gitdir: ") ? String(link.dropFirst(8)) : nil
  }

  private static func text(of path: String) -> String? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
