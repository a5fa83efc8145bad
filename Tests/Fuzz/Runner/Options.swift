import Foundation
import StreamJSONFuzzTargets

/// What the command line asks for.
struct Options {
  /// Print the names of the targets and run none.
  var listsTargets = false

  /// Print the usage and run nothing.
  var showsHelp = false

  /// How long to run all targets together, in seconds.
  var seconds = 60.0

  /// The start of the sequence of inputs.
  var seed = UInt64(Date().timeIntervalSince1970)

  /// The targets to run.
  var targets = FuzzTargets.all

  /// Look for growing memory instead of failing inputs.
  var soaks = false

  /// The topics of `--soak`.
  var topics = SoakTopic.all

  /// Check this one input and stop.
  var inputFile: String?

  /// Write inputs into this directory and run none.
  var inputDirectory: String?

  /// Where a worker reports its progress; given by the process that started it.
  var progressFile: String?

  static let usage = """
    Usage: fuzz [options]

      --seconds N     run for N seconds, all targets together (60)
      --seed S        repeat the run with the seed S (another one each time)
      --target NAME   run only this target
      --list          print the names of the targets and stop
      --input FILE    check the one input in FILE and stop
      --write DIR     write 1000 inputs of each target into DIR and stop
      --soak          look for memory that grows, in all topics together for N seconds
      --topic NAME    soak in only this topic
      --help          print this

    A failing input is made as small as possible and saved under Corpus/fuzz/.
    Exit status: 0; 1 for a failing input or growing memory; 2 for a wrong option.
    """

  /// Reads the command line, without the program's name.
  ///
  /// - Throws: `UsageFailure`, in words for the user.
  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--list": listsTargets = true
      case "--help", "-h": showsHelp = true
      case "--seconds": seconds = try Self.number(of: option, &rest)
      case "--seed": seed = try Self.number(of: option, &rest)
      case "--target": targets = [try Self.target(of: option, &rest)]
      case "--input": inputFile = try Self.value(of: option, &rest)
      case "--write": inputDirectory = try Self.value(of: option, &rest)
      case "--soak": soaks = true
      case "--topic":
        topics = [try Self.topic(of: option, &rest)]
        soaks = true
      case "--progress-file": progressFile = try Self.value(of: option, &rest)
      default: throw UsageFailure("unknown option '\(option)'")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw UsageFailure("\(option) needs a value")
    }
    return value
  }

  private static func number<T: LosslessStringConvertible & Comparable & Numeric>(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> T {
    let text = try value(of: option, &rest)
    guard let number = T(text), number >= 0 else {
      throw UsageFailure("\(option) needs a number, not '\(text)'")
    }
    return number
  }

  private static func target(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> any FuzzTarget.Type {
    let name = try value(of: option, &rest)
    guard let target = FuzzTargets.named(name) else {
      let names = FuzzTargets.all.map { $0.name }.joined(separator: ", ")
      throw UsageFailure("there is no target '\(name)'; there are \(names)")
    }
    return target
  }

  private static func topic(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> SoakTopic {
    let name = try value(of: option, &rest)
    guard let topic = SoakTopic.all.first(where: { $0.name == name }) else {
      let names = SoakTopic.all.map(\.name).joined(separator: ", ")
      throw UsageFailure("there is no topic '\(name)'; there are \(names)")
    }
    return topic
  }
}

/// A command line that cannot be carried out.
struct UsageFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
