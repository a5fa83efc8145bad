/// Server-sent events whose fields are wanted.
///
/// Around another framing, so that nothing is done for fields in streams whose values have none.
final class EventWithFieldsFraming: StreamFraming {
  private let events: EventFraming

  init(terminator: String?, ignoresOtherText: Bool, dialect: any Dialect.Type) {
    events = EventFraming(
      terminator: terminator,
      ignoresOtherText: ignoresOtherText,
      dialect: dialect,
      keepsFields: true
    )
  }

  func step(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep {
    let step = try events.step(&window, &scan)
    if step == .value { scan.storage.record.eventFields = events.eventFields }
    return step
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { events.awaitedBytes(scan) }

  var eventStream: EventStreamReport? { events.eventStream }

  var isAtRecord: Bool { events.isAtRecord }

  func failedRecord(_ text: JSONText, at offset: Int) -> JSONFailedRecord {
    events.failedRecord(text, at: offset)
  }

  func recover(
    from fault: InputFault,
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) -> Bool {
    events.recover(from: fault, &window, &scan)
  }

  func scanUnfinished(
    _ window: StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    scan.storage.record.eventFields = events.eventFields
    return try events.scanUnfinished(window, &scan)
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    events.error(for: fault, with: decoder)
  }
}
