/// `swiftui-causes`: the edges of the cause graph; each says which node led to which.
///
///     xcrun xctrace export --input App.trace \
///       --xpath '/trace-toc/run[@number="1"]/data/table[@schema="swiftui-causes"]' --output causes.xml
///
/// `destination-node-event-id` is the `id` of a row of `swiftui-updates`. `swiftui-full-causes` is the same graph with all
/// of SwiftUI's own nodes; it is used only when the other is not there. Ignored: time, value type, changed properties,
/// layout, process.
enum CausesTable {
  private static let columns: [(String, Cell, ValueKind)] = [
    ("source-node-event-id", .sourceID, .number), ("source-node", .source, .nodeName),
    ("destination-node-event-id", .destinationID, .number), ("destination-node", .destination, .nodeName),
    ("label", .label, .text),
  ]

  private static let layout =
    "event-time source-node-event-id:uint32 source-node:typed-array destination-node-event-id:uint32 "
    + "destination-node:typed-array label:string string string string process"

  static let table = ExportTable(.causes, schemas: ["swiftui-causes"], columns: columns, layouts: [layout])
  static let full = ExportTable(.fullCauses, schemas: ["swiftui-full-causes"], columns: columns)
}

extension RowRecorder {
  func recordCause(_ row: RowCells, isFull: Bool) {
    guard let source = row.text(.source), let destination = row.text(.destination) else {
      recording.incompleteRows += 1
      return
    }
    // Not one of the two tables chosen first: holding it would be counted for every row.
    if isFull {
      add(source, destination, row, to: fullEdges)
    } else {
      add(source, destination, row, to: edges)
    }
  }

  @inline(__always)
  private func add(_ source: UInt32, _ destination: UInt32, _ row: RowCells, to edges: EdgeTable) {
    edges.count(source: source, destination: destination)
    guard let from = row.number(.sourceID), let to = row.number(.destinationID), from < UInt32.max, to < UInt32.max
    else {
      return
    }
    let isSkipped = skippedNodes.note(destination) { strings[destination].hasSuffix(" [skipped]") ? 1 : 0 } == 1
    edges.rows.append(
      EdgeRow(
        source: UInt32(truncatingIfNeeded: from), destination: UInt32(truncatingIfNeeded: to), name: source,
        isSkipped: isSkipped))
    elements.moveToRow(
      (row.definition(of: .sourceID), row.definition(of: .destinationID)),
      cell: (edges.rows.count - 1) * EdgeRow.numberCount)
  }
}
