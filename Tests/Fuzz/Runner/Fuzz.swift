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

  private static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("fuzz: \(text)\n".utf8))
    exit(status)
  }
}
