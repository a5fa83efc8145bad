extension Suites {
  /// Plain models in the debug build of a package that depends on this one, which `Benchmarks/debug` makes.
  ///
  /// It runs only if it is asked for by name, because the build takes minutes and needs the checkout as the working
  /// directory.
  static let debug = BenchSuite(
    name: "debug",
    cases: { _ in [] },
    notes: { options, print in
      guard options.suites.contains("debug") else { return }
      let corpus = options.corpus.map { ["--corpus", $0] } ?? []
      let arguments = ["--suite", "decode", "--samples", "\(options.sampleCount)"] + corpus
      let text = try OwnProcess.output(arguments, of: "Benchmarks/debug")
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        print(String(line))
      }
    }
  )
}
