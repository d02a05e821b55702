/// `swiftui-changes`: what changed, before anything was updated for it. The cause graph names the same nodes.
enum ChangesTable {
  static let table = ExportTable(
    .changes, schemas: ["swiftui-changes"], layouts: ["event-time uint32 string backtrace process thread"])
}

/// `swiftui-update-groups`: transactions and the groups of layout; the evaluations in them stand in `swiftui-updates`.
enum UpdateGroupsTable {
  static let table = ExportTable(
    .updateGroups, schemas: ["swiftui-update-groups"],
    layouts: ["start-time duration string backtrace backtrace process thread"])
}

/// `swiftui-layout-updates`: sizes and placements, recorded with layout tracing on; no body is evaluated by them.
enum LayoutUpdatesTable {
  static let table = ExportTable(.layoutUpdates, schemas: ["swiftui-layout-updates", "SwiftUILayoutUpdates2"])
}
