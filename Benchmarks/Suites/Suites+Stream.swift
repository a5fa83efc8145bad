extension Suites {
  /// Arrays and lines that arrive in chunks.
  static let stream = BenchSuite(
    name: "stream",
    cases: { _ in
      [
        .whole(.logLines, of: LogLine.self, name: "log lines, whole"),
        .stream(.logLines, of: LogLine.self, chunkSize: 1 << 20, name: "log lines, 1 MB chunks"),
        .stream(.logLines, of: LogLine.self, chunkSize: 1 << 16, name: "log lines, 64 KB chunks"),
        .stream(.logLines, of: LogLine.self, chunkSize: 1 << 10, name: "log lines, 1 KB chunks"),
        .stream(.logLines, of: LogLine.self, chunkSize: 1, name: "log lines, 1 B chunks"),
        .lines(.logLines, of: LogLine.self, chunkSize: 1 << 16, name: "NDJSON, 64 KB chunks"),
        .whole(.logLines, of: Marked.LogLine.self, name: "memberwise log lines, whole"),
        .stream(
          .logLines,
          of: Marked.LogLine.self,
          chunkSize: 1 << 16,
          name: "memberwise log lines, 64 KB chunks"
        ),
        .whole(.events, of: HostEvent.self, name: "events, whole"),
        .stream(.events, of: HostEvent.self, chunkSize: 1 << 16, name: "events, 64 KB chunks"),
        .whole(.shortDoubles, of: Double.self, name: "doubles, whole"),
        .stream(.shortDoubles, of: Double.self, chunkSize: 1 << 16, name: "doubles, 64 KB chunks"),
      ]
    },
    notes: StreamNotes.lines
  )
}
