extension Suites {
  /// Records that arrive in single bytes or chunks, pushed and pulled.
  static let sources = BenchSuite(
    name: "sources",
    cases: { _ in
      let sizes = [1, 16, 100, 4_096, 65_536]
      let sources =
        [.pulledBytes, .collected] + sizes.map(Source.pushed) + sizes.map(Source.pulled)
      return sources.map { .source($0, .lines) } + sources.map { .source($0, .events) }
    }
  )
}
