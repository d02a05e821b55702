/// Writes rows into a `Recording`, each as its table says; how, stands in `Tables/`.
///
/// A class, because what it has found out of texts is shared by millions of rows.
final class RowRecorder {
  let recording: Recording
  // The recording's, here again because they are asked for every definition and every row.
  let strings: StringTable
  let edges: EdgeTable
  let fullEdges: EdgeTable
  let bodyRows: ChunkedArray<BodyRow>
  let elements: ElementTable
  let scenarioMarker: ((String) -> String?)?

  // What table files keep between rows.
  var bodyTypes = TextNotes()
  var viewNames = ViewNameCache()
  var severities = TextNotes()
  var categories = TextNotes()
  var skippedNodes = TextNotes()

  init(recording: Recording, elements: ElementTable, scenarioMarker: ((String) -> String?)?) {
    self.recording = recording
    strings = recording.strings
    edges = recording.edges
    fullEdges = recording.fullEdges
    bodyRows = recording.rows
    self.elements = elements
    self.scenarioMarker = scenarioMarker
  }

  /// Has the numbers of a table's rows looked up in what the rows are kept in.
  func prepare(for family: TableFamily?) {
    switch family {
    case .updates?, .filteredUpdates?: elements.use(.updates(bodyRows))
    case .causes?: elements.use(.edges(edges.rows))
    case .fullCauses?: elements.use(.edges(fullEdges.rows))
    default: elements.use(.none)
    }
  }

  /// - Parameters:
  ///   - family: the table it is of; of no other a row is kept.
  ///   - hasStarts: whether the table has a column for them.
  @inline(__always)
  func record(_ row: RowCells, of family: TableFamily?, nodeNumber: Int, hasStarts: Bool) {
    guard let family else { return }
    switch family {
    case .updates: recordUpdate(row, nodeNumber: nodeNumber, isFiltered: false)
    case .filteredUpdates: recordUpdate(row, nodeNumber: nodeNumber, isFiltered: true)
    case .causes: recordCause(row, isFull: false)
    case .fullCauses: recordCause(row, isFull: true)
    case .hitches: recordInterruption(.hitch, row, hasStarts: hasStarts)
    case .hangs: recordInterruption(.hang, row, hasStarts: hasStarts)
    case .hangRisks: recordInterruption(.hangRisk, row, hasStarts: hasStarts)
    case .log: recordLog(row)
    case .signposts, .signpostIntervals, .pointsOfInterest: recordSignpost(row, family)
    case .updateGroups: recordGroup(row)
    case .changes, .layoutUpdates: break
    }
  }

  /// Gives back what only reading needs.
  func close() { viewNames = ViewNameCache() }
}
