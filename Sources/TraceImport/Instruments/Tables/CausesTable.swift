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

extension InstrumentsReader {
  func readCause(isFull: Bool) {
    guard let source = text(.source), let destination = text(.destination) else {
      recording.incompleteRows += 1
      return
    }
    let edges = isFull ? recording.fullEdges : recording.edges
    edges.count(source: source, destination: destination)
    guard let from = number(.sourceID).flatMap(UInt32.init(exactly:)),
      let to = number(.destinationID).flatMap(UInt32.init(exactly:)), from != .max, to != .max
    else { return }
    edges.rows.append(EdgeRow(source: from, destination: to, name: source))
  }
}
