/// `hitches`: frames that came late.
///
///     <row><start-time id="1" fmt="00:04.961.155">4961155833</start-time><duration id="2" fmt="216.67 ms">216666666</duration>
///     <process …/><boolean id="6" fmt="No">0</boolean>…<string id="10" fmt="Potentially expensive app update(s)">…</row>
enum HitchesTable {
  static let table = ExportTable(
    .hitches, schemas: ["hitches"],
    columns: [
      ("start", .start, .number), ("duration", .duration, .number), ("process", .process, .display),
      ("is-system", .isSystem, .number), ("narrative-description", .message, .text),
    ],
    layouts: [
      "start:start-time duration:duration process:process is-system:boolean uint32 string display-name "
        + "narrative-description:string"
    ])
}

/// `potential-hangs`: times in which the main thread did not answer.
enum HangsTable {
  static let table = ExportTable(
    .hangs, schemas: ["potential-hangs"],
    columns: [
      ("start", .start, .number), ("duration", .duration, .number), ("process", .process, .display),
      ("hang-type", .message, .text),
    ],
    layouts: ["start:start-time duration:duration hang-type:hang-type thread process:process"])
}

/// `hang-risks`: calls on the main thread that may block it; moments, not intervals.
enum HangRisksTable {
  static let table = ExportTable(
    .hangRisks, schemas: ["hang-risks"],
    columns: [
      ("time", .start, .number), ("process", .process, .display), ("message", .message, .display),
      ("severity", .severity, .text),
    ],
    layouts: [
      "time:event-time process:process message:narrative severity:short-string event-type text-backtrace thread"
    ])
}

extension RowRecorder {
  /// - Parameter hasStarts: whether the table has a column for them.
  func recordInterruption(_ kind: Interruption.Kind, _ row: RowCells, hasStarts: Bool) {
    // A row without a start (type's maximum as null) cannot be matched with anything.
    guard let start = row.number(.start) ?? (hasStarts ? nil : 0), start < Recording.noTime else {
      recording.incompleteRows += 1
      return
    }
    recording.latest = max(recording.latest, start)
    guard recording.interruptions.count < Recording.mostInterruptions else {
      recording.droppedInterruptions += 1
      return
    }
    let duration = row.number(.duration) ?? 0
    recording.interruptions.append(
      InterruptionRow(
        kind: kind, start: Int64(start), duration: duration, label: row.text(.message) ?? StringTable.empty,
        process: recording.process(row.text(.process) ?? StringTable.empty), isSystem: row.number(.isSystem) == 1))
  }
}
