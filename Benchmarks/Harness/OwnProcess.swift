import Foundation

/// This program, run again for measurements that need their own process, or another one.
enum OwnProcess {
  /// What a program prints with `arguments`, without spaces and line ends around it: this one, or the one
  /// at a path in the working directory.
  static func output(_ arguments: [String], of path: String? = nil) throws -> String {
    let process = Process()
    process.executableURL = path.map { URL(fileURLWithPath: $0) } ?? Bundle.main.executableURL
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchFailure("\(arguments[0]) has failed") }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
