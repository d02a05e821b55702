/// Signposts of the app: intervals that cut a recording into scenarios.
///
/// Only points of interest and signposts of other subsystems than Apple's are looked at; with `--split-at` only those whose
/// name the expression takes.
enum SignpostTable {
  static let events = ExportTable(
    .signposts, schemas: ["os-signpost"],
    columns: [
      ("time", .start, .number), ("process", .process, .display), ("event-type", .label, .text),
      ("identifier", .identifier, .number), ("name", .name, .text), ("subsystem", .subsystem, .text),
      ("category", .category, .text),
    ],
    layouts: [
      "time:event-time thread process:process event-type:event-type signpost-scope "
        + "identifier:os-signpost-identifier name:signpost-name format-string text-backtrace subsystem:subsystem "
        + "category:category os-log-metadata return-location"
    ])

  static let intervals = ExportTable(
    .signpostIntervals, schemas: ["os-signpost-interval", "OSSignpostIntervals"],
    columns: [
      ("start", .start, .number), ("duration", .duration, .number), ("name", .name, .text),
      ("subsystem", .subsystem, .text), ("category", .category, .text), ("process", .process, .display),
    ],
    layouts: [
      "start:start-time duration:duration layout-id name:signpost-name category:category subsystem:subsystem "
        + "os-signpost-identifier process:process process thread thread os-log-metadata os-log-metadata "
        + "text-backtrace text-backtrace return-location return-location os-log-metadata"
    ])

  static let pointsOfInterest = ExportTable(
    .pointsOfInterest, schemas: ["PointsOfInterestEvents"],
    columns: [("time", .start, .number), ("name", .name, .text), ("subsystem", .subsystem, .text)])
}

extension RowRecorder {
  func recordSignpost(_ row: RowCells, _ family: TableFamily) {
    guard let name = row.text(.name), let start = row.number(.start), start < Recording.noTime else { return }
    let scenario: String
    if let marker = scenarioMarker {
      guard let given = marker(strings[name]) else { return }
      scenario = given
    } else {
      guard family != .pointsOfInterest, isAppsOwn(row) else { return }
      scenario = strings[name]
    }
    guard recording.markers.count < Recording.mostMarkers else {
      recording.droppedMarkers += 1
      return
    }
    let label = strings.intern(scenario)
    var marker = MarkerRow(
      time: Int64(start), duration: nil, name: label, identifier: row.number(.identifier) ?? 0, edge: .start)
    if family == .signpostIntervals {
      guard let duration = row.number(.duration), duration < Recording.noTime else { return }
      marker.duration = Int64(duration)
      marker.edge = .interval
    } else if family == .signposts {
      switch row.text(.label).map({ strings[$0] }) {
      case "Begin": marker.edge = .start
      case "End": marker.edge = .end
      default:
        if scenarioMarker == nil { return }
      }
    }
    recording.markers.append(marker)
  }

  private func isAppsOwn(_ row: RowCells) -> Bool {
    Signpost.isAppsOwn(
      subsystem: row.text(.subsystem).map { strings[$0] }, category: row.text(.category).map { strings[$0] })
  }
}
