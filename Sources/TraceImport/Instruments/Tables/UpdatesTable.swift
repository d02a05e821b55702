/// `swiftui-updates`: one row per finished update of SwiftUI; rows of the type `View Body Updates` are body evaluations.
///
///     xcrun xctrace export --input App.trace \
///       --xpath '/trace-toc/run[@number="1"]/data/table[@schema="swiftui-updates"]' --output updates.xml
///
///     <row><start-time id="1" fmt="00:01.234.567">1234567000</start-time><duration id="2" fmt="118.00 µs">118000</duration>
///     <uint32 id="3" fmt="1001">1001</uint32><swiftui-update id="4" fmt="View Body Updates">View Body Updates</swiftui-update>
///     …<string id="6" fmt="TaskRow.body">TaskRow.body</string>…</row>
///
/// Xcode 26 writes 16 columns, Xcode 27 adds `downstream-cost` and `downstream-events` in the middle. Durations include
/// nested updates. Ignored: allocations, thread, downstream columns, both graph nodes.
///
/// `SwiftUIFilteredUpdates` is a filtered copy: its rows count only when the table it was copied from is not there.
enum UpdatesTable {
  private static let columns: [(String, Cell, ValueKind)] = [
    ("start", .start, .number), ("duration", .duration, .number), ("id", .eventID, .number),
    ("update-type", .updateType, .text), ("description", .description, .text), ("category", .category, .text),
    ("view-hierarchy", .hierarchy, .leaf), ("module", .module, .text), ("view-name", .viewName, .text),
    ("process", .process, .display), ("root-causes", .rootCauses, .display), ("severity", .severity, .text),
  ]

  private static let common =
    "start:start-time duration:duration id:uint32 update-type:swiftui-update event-count description:string "
    + "category:string view-hierarchy:view-hierarchy module:string view-name:string process:process thread "
    + "root-causes:description-set severity:event-concept "

  static let table = ExportTable(
    .updates, schemas: ["swiftui-updates"], columns: columns,
    layouts: [common + "typed-array typed-array", common + "duration cause-set typed-array typed-array"])

  static let filtered = ExportTable(
    .filteredUpdates, schemas: ["SwiftUIFilteredUpdates"], columns: columns,
    layouts: [common + "duration cause-set typed-array"])

  /// Whether the rows of an update type are body evaluations; other types are layout, platform views and the like.
  static func isBody(_ updateType: String) -> Bool { updateType.hasPrefix("View Body") }
}

extension RowRecorder {
  func recordUpdate(_ cells: RowCells, nodeNumber: Int, isFiltered: Bool) {
    let type = cells.text(.updateType) ?? StringTable.empty
    let isBody = bodyTypes.note(type) { UpdatesTable.isBody(strings[type]) ? 1 : 0 } == 1
    if let start = cells.number(.start), start < Recording.noTime { recording.latest = max(recording.latest, start) }
    guard isBody else {
      recording.otherUpdates += 1
      return
    }
    let view = viewName(cells)
    if view == StringTable.empty {
      recording.skippedBodies += 1
      return
    }
    var row = BodyRow()
    row.view = view
    let start = cells.number(.start) ?? Recording.noTime
    row.start = Int64(min(start, Recording.noTime))
    if !row.hasTime { recording.timelessRows += 1 }
    if let duration = cells.number(.duration) { row.duration = duration } else { row.flags.insert(.hasNoDuration) }
    row.eventID = cells.number(.eventID).flatMap(UInt32.init(exactly:)) ?? .max
    row.rootCauses = cells.text(.rootCauses) ?? StringTable.empty
    row.process = recording.process(cells.text(.process) ?? StringTable.empty)
    row.node = UInt8(truncatingIfNeeded: min(nodeNumber, 255))
    if isFiltered { row.flags.insert(.isFiltered) }
    if let category = cells.text(.category), categories.note(category, { strings[category] == "Creation" ? 1 : 0 }) == 1
    {
      row.flags.insert(.isCreation)
    }
    if let severity = cells.text(.severity) {
      row.severity = severities.note(severity) { UpdateSeverity(name: strings[severity])?.rawValue ?? 0 }
    }
    bodyRows.append(row)
    elements.moveToRow(
      (cells.definition(of: .start), cells.definition(of: .duration), cells.definition(of: .eventID)),
      cell: (bodyRows.count - 1) * BodyRow.numberCount)
  }

  /// The name of the row's view, `empty` for a body that was skipped.
  private func viewName(_ cells: RowCells) -> UInt32 {
    let description = cells.text(.description) ?? StringTable.empty
    let module = cells.text(.module) ?? StringTable.empty
    let known = viewNames.name(of: description, in: module) {
      switch NodeName.view(ofDescription: strings[description]) {
      case .skipped: StringTable.empty
      case .view(let name): strings.intern(recording.noteModule(of: name, module: strings[module]))
      case nil: nil
      }
    }
    if let known { return known }
    for cell in [Cell.viewName, .hierarchy] {
      guard let text = cells.text(cell) else { continue }
      let name = strings[text]
      if name.contains(where: { $0 != " " }), !name.hasPrefix("[unknown view") {
        return strings.intern(recording.noteModule(of: name, module: strings[module]))
      }
    }
    return strings.intern("(unnamed view)")
  }
}
