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

  /// The commit that is checked out in the working directory, if that is the checkout; with `-dirty` if the library has
  /// been changed since.
  private static var commit: String? {
    func git(_ arguments: String...) -> String? {
      try? OwnProcess.output(["git"] + arguments, of: "/usr/bin/env")
    }
    guard FileManager.default.fileExists(atPath: ".git"),
      let commit = git("rev-parse", "--short=12", "HEAD")
    else { return nil }
    let changes = git("status", "--porcelain", "--", "Package.swift", "Sources")
    return commit + (changes == "" ? "" : "-dirty")
  }

  private static func text(of path: String) -> String? {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
