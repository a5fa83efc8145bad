import Foundation
import StreamJSONFuzzTargets

/// Feeds generated and damaged texts to StreamJSON and checks each result against an oracle.
@main
enum Fuzz {
  static func main() {
    do {
      let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
      if options.showsHelp { return print(Options.usage) }
      if options.listsTargets { return list(options.targets) }
      if options.soaks {
        exit(SoakRun(topics: options.topics, seconds: options.seconds).run())
      }
      if let file = options.inputFile { return try check(file, options.targets) }
      if let directory = options.inputDirectory { return try write(to: directory, options) }
      if let file = options.progressFile {
        exit(
          try Worker(options, progress: Progress(file: file, count: options.targets.count)).run()
        )
      }
      exit(try Supervisor(options).run())
    } catch let failure as UsageFailure {
      fail("\(failure)\n\n\(Options.usage)", status: 2)
    } catch {
      fail("\(error)", status: 2)
    }
  }

  private static func list(_ targets: [any FuzzTarget.Type]) {
    let width = targets.map { $0.name.count }.max() ?? 0
    for target in targets {
      print(target.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + target.summary)
    }
  }

  /// Runs one input; if that crashes, so does this process.
  private static func check(_ file: String, _ targets: [any FuzzTarget.Type]) throws {
    let input = [UInt8](try Data(contentsOf: URL(filePath: file)))
    for target in targets {
      guard let disagreement = target.init().disagreement(on: input) else { continue }
      fail("\(target.name): \(disagreement)", status: 1)
    }
  }

  /// Writes inputs for another fuzzer to begin with.
  private static func write(to directory: String, _ options: Options) throws {
    let directory = URL(filePath: directory, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for target in options.targets {
      let instance = target.init()
      var source = InputSource(seed: options.seed)
      for number in 0..<1000 as Range<UInt64> {
        source.begin(case: number)
        let file = directory.appending(path: "\(target.name)-\(number)")
        try Data(instance.input(from: &source)).write(to: file)
      }
    }
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("fuzz: \(text)\n".utf8))
    exit(status)
  }
}
