/// `swiftui-changes`: what changed, before anything was updated for it. The cause graph names the same nodes.
enum ChangesTable {
  static let table = ExportTable(
    .changes, schemas: ["swiftui-changes"], layouts: ["event-time uint32 string backtrace process thread"])
}

/// `swiftui-update-groups`: transactions, and the layout and display lists that were asked for. What is evaluated in one of
/// them is one update.
///
///     <row><start-time …>1000000000</start-time><duration …>2860000</duration><string …>Transaction</string>…</row>
///
/// The evaluations themselves stand in `swiftui-updates`. Ignored: the label, both backtraces, the thread.
enum UpdateGroupsTable {
  static let table = ExportTable(
    .updateGroups, schemas: ["swiftui-update-groups"],
    columns: [("start", .start, .number), ("duration", .duration, .number), ("process", .process, .display)],
    layouts: ["start:start-time duration:duration string backtrace backtrace process:process thread"])
}

extension RowRecorder {
  func recordGroup(_ row: RowCells) {
    guard let start = row.number(.start), start < Recording.noTime else { return }
    guard recording.groups.count < Recording.mostGroups else {
      recording.droppedGroups += 1
      return
    }
    recording.groups.append(
      GroupRow(
        start: Int64(start), duration: row.number(.duration) ?? .max,
        process: recording.process(row.text(.process) ?? StringTable.empty)))
  }
}

/// `swiftui-layout-updates`: sizes and placements, recorded with layout tracing on; no body is evaluated by them.
enum LayoutUpdatesTable {
  static let table = ExportTable(.layoutUpdates, schemas: ["swiftui-layout-updates", "SwiftUILayoutUpdates2"])
}
