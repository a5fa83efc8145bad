import Foundation
import StreamJSONFuzzTargets
import StreamJSONTestSupport

/// Starts a worker, shows its progress, and handles what it leaves behind.
///
/// The worker is a separate process because an input may crash it. What went wrong is then known
/// from the number of the case, which it notes before running each.
struct Supervisor {
  private let options: Options
  private let progressFile: String
  private let progress: Progress
  private let clock = ContinuousClock()

  init(_ options: Options) throws {
    self.options = options
    let directory = FileManager.default.temporaryDirectory
    progressFile = directory.appending(path: "streamjson-fuzz-\(getpid())").path
    progress = try Progress(file: progressFile, count: options.targets.count)
  }

  /// Runs to the end.
  ///
  /// - Returns: The process's exit status.
  func run() throws -> Int32 {
    defer {
      try? FileManager.default.removeItem(atPath: progressFile)
      try? FileManager.default.removeItem(atPath: progressFile + "-message")
    }
    print("seed \(options.seed), \(options.targets.map { $0.name }.joined(separator: ", "))")
    var arguments = ["--progress-file", progressFile, "--seed", "\(options.seed)"]
    arguments += ["--seconds", "\(options.seconds)"]
    if options.targets.count == 1 { arguments += ["--target", options.targets[0].name] }
    let worker = try start(arguments)
    let hasStopped = watch(worker)
    show(left: 0, rate: 0, isLast: true)
    for (number, target) in options.targets.enumerated() {
      print("  \(target.name): \(progress[number]) cases")
    }
    guard hasStopped || worker.terminationReason == .uncaughtSignal || worker.terminationStatus != 0
    else { return 0 }
    let reason =
      hasStopped
      ? "did not end"
      : worker.terminationReason == .uncaughtSignal
        ? "was killed by signal \(worker.terminationStatus)" : nil
    return try report(reason)
  }

  private func start(_ arguments: [String], isQuiet: Bool = false) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    if isQuiet {
      // A backtrace takes seconds, and this one is not read.
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no"],
        uniquingKeysWith: { $1 }
      )
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
    }
    try process.run()
    return process
  }

  // MARK: - Watching

  /// Shows the worker's progress until it ends.
  ///
  /// - Returns: True if it had to be stopped because a case did not end.
  private func watch(_ worker: Process) -> Bool {
    let start = clock.now
    var lastTotal: UInt64 = 0
    var lastChange = start
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var lastShown = start
    while worker.isRunning {
      Thread.sleep(forTimeInterval: 0.25)
      let now = clock.now
      if progress.total != lastTotal {
        lastTotal = progress.total
        lastChange = now
      } else if now - lastChange > .seconds(30) {
        kill(worker.processIdentifier, SIGKILL)
        worker.waitUntilExit()
        return true
      }
      guard now - lastShown > .seconds(isTerminal ? 0.5 : 15) else { continue }
      lastShown = now
      let elapsed = (now - start) / .seconds(1)
      show(left: max(0, options.seconds - elapsed), rate: Double(lastTotal) / elapsed)
    }
    return false
  }

  private func show(left: Double, rate: Double, isLast: Bool = false) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if isLast {
      if isTerminal { print("\u{1B}[2K\r", terminator: "") }
      return print("\(progress.total) cases")
    }
    let line =
      "\(progress.total) cases, \(Int(rate)) a second, \(options.targets[progress.current].name), "
      + "\(Int(left)) s left"
    print(isTerminal ? "\u{1B}[2K\r\(line)" : line, terminator: isTerminal ? "" : "\n")
    fflush(nil)
  }

  // MARK: - Failures

  /// What the worker said of a failure that depends on the cases before it, or on chance.
  private var message: String? {
    try? String(contentsOfFile: progressFile + "-message", encoding: .utf8)
  }

  /// Reproduces the failing input, makes it smaller, and saves it.
  ///
  /// - Parameter crash: How the process ended, or nil if the results disagreed.
  /// - Returns: The process's exit status.
  /// - Throws: An error if the input cannot be saved.
  private func report(_ crash: String?) throws -> Int32 {
    let target = options.targets[progress.current]
    let number = progress[progress.current]
    var source = InputSource(seed: options.seed)
    source.begin(case: number)
    let instance = target.init()
    let input = instance.input(from: &source)
    // What follows may take a while, and may not end if the failure depends on chance.
    print("\nFAILED: \(target.name), seed \(options.seed), case \(number)")
    print(crash ?? message ?? "said nothing")
    fflush(nil)
    let fails: ([UInt8]) -> Bool
    if crash != nil {
      fails = { crashes($0, target) }
    } else {
      fails = { instance.disagreement(on: $0) != nil }
    }
    var minimizer = Minimizer(fails: fails, trialCount: crash == nil ? 20_000 : 600)
    let smallest = minimizer.minimize(input)
    print("input: \(FuzzTargets.show(smallest))")
    print(crash ?? instance.disagreement(on: smallest) ?? "did not fail again")
    let file = try save(smallest, of: target)
    print(
      """
      saved as \(file.path)
      repeat: swift run -c release fuzz --target \(target.name) --input \(file.path)
      """
    )
    return 1
  }

  /// Whether `input` crashes a process that runs it, or keeps it running for 10 seconds.
  private func crashes(_ input: [UInt8], _ target: any FuzzTarget.Type) -> Bool {
    let file = progressFile + "-input"
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard (try? Data(input).write(to: URL(filePath: file))) != nil,
      let process = try? start(["--target", target.name, "--input", file], isQuiet: true)
    else { return false }
    let end = clock.now + .seconds(10)
    while process.isRunning, clock.now < end { Thread.sleep(forTimeInterval: 0.005) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      return true
    }
    return process.terminationReason == .uncaughtSignal
  }

  private func save(_ input: [UInt8], of target: any FuzzTarget.Type) throws -> URL {
    let folder = Corpus.directory.appending(path: "fuzz", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var digest: UInt32 = 0x811C_9DC5
    for byte in input { digest = (digest ^ UInt32(byte)) &* 0x0100_0193 }
    let file = folder.appending(path: "\(target.name)-\(String(digest, radix: 16)).bin")
    try Data(input).write(to: file)
    return file
  }
}
