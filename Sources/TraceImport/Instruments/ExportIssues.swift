/// What is to be said of an export that is damaged, empty, or not what it should be.
struct ExportIssues {
  private var issues = IssueCollector()

  var list: [ImportIssue] { issues.sorted }

  private static let example =
    "xcrun xctrace export --input App.trace "
    + "--xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"swiftui-updates\"]' --output updates.xml"

  init(
    findings: ExportFindings, recording: Recording, wantedRun: Int?, malformed: (count: Int, line: Int?), isCut: Bool,
    lastLine: Int, tooDeepLine: Int?, longValues: Int
  ) {
    switch findings.kind {
    case .unknown:
      issues.add(.error, "this XML has no element; export the table again: \(Self.example)")
      return
    case .tableOfContents:
      noteContents(findings.contents)
      return
    case .other(let root):
      issues.add(
        .error,
        "this is XML, but no export of Instruments: its root is '\(root)'; pass a log, or an export: \(Self.example)")
      return
    case .query: break
    }
    if let tooDeepLine {
      issues.add(
        .error, "elements are nested deeper than \(XMLScanner<InstrumentsReader>.depthLimit); reading stopped here",
        line: tooDeepLine)
    } else if isCut {
      issues.add(
        .error,
        "the export ends in the middle of a row, as it does when xctrace crashes; the rows before it are used, export again",
        line: lastLine)
    }
    if malformed.count > 0 {
      issues.add(
        .dataLoss, "the XML is not well-formed; elements around the damage may be missing", line: malformed.line,
        count: malformed.count)
    }
    noteTables(in: findings, recording, wantedRun: wantedRun)
    if findings.danglingReferences > 0 {
      issues.add(
        .dataLoss, "values refer to elements that are not in their node; they are missing",
        count: findings.danglingReferences)
    }
    if findings.elementOverflows > 0 {
      issues.add(
        .dataLoss, "the export has more distinct values than are kept; references to them are missing",
        count: findings.elementOverflows)
    }
    if longValues > 0 {
      issues.add(
        .info, "attributes longer than \(XMLScanner<InstrumentsReader>.tokenLimit >> 20) MB were cut", count: longValues
      )
    }
  }

  private mutating func noteContents(_ contents: TableOfContents) {
    let runs = contents.runs.sorted()
    let run = runs.last { contents.tables[$0]?.contains("swiftui-updates") == true } ?? runs.last ?? 1
    let has = contents.tables[run]?.contains("swiftui-updates") == true
    let text =
      "this is the table of contents of a trace, not a table"
      + (runs.count > 1 ? " (runs \(runs.map(String.init).joined(separator: ", ")))" : "")
      + (has ? "" : "; it lists no swiftui-updates, so record with the SwiftUI template first")
      + "; export the table: " + Self.example.replacing("\"1\"", with: "\"\(run)\"")
    issues.add(.error, text)
  }

  private mutating func noteTables(in findings: ExportFindings, _ recording: Recording, wantedRun: Int?) {
    if findings.isTrackDetail, findings.tables.isEmpty {
      issues.add(
        .error, "this is the export of a track's detail, not of a table; export the table: \(Self.example)")
      return
    }
    if findings.nodeCount == 0 {
      issues.add(
        .error,
        "no table in this export: the query matched nothing; list the tables with "
          + "'xcrun xctrace export --input App.trace --toc', then: \(Self.example)")
      return
    }
    if let wantedRun, !findings.runs.isEmpty, !findings.runs.contains(wantedRun) {
      let list = findings.runs.sorted().map(String.init).joined(separator: ", ")
      issues.add(.error, "there is no run \(wantedRun) in this export; it holds \(list)")
      return
    }
    let others = findings.otherSchemas.keys.filter { !$0.isEmpty }.sorted()
    if findings.unmatchedNodes > 0 || findings.otherSchemas[""] != nil, findings.tables.isEmpty {
      issues.add(
        .error, "a table without a named schema has the columns of no known table; export it alone: \(Self.example)")
    } else if findings.unmatchedNodes > 0 {
      issues.add(
        .dataLoss, "tables without a schema have columns of no known table and were passed over",
        count: findings.unmatchedNodes)
    }
    if findings.tables.isEmpty, !others.isEmpty {
      let names = others.map { "'\($0)'" }.joined(separator: ", ")
      issues.add(.error, "\(names) says nothing about redraws; export the table of updates: \(Self.example)")
    } else if !others.isEmpty {
      issues.add(.info, "not needed and passed over: \(others.joined(separator: ", "))")
    }
    if findings.tables.isEmpty, others.isEmpty, findings.otherSchemas[""] == nil, findings.unmatchedNodes == 0 {
      issues.add(
        .error,
        "the tables of this export have neither a schema nor rows, so nothing is counted; export it again: \(Self.example)"
      )
    }
    noteEmptiness(in: findings, recording)
  }

  private mutating func noteEmptiness(in findings: ExportFindings, _ recording: Recording) {
    guard !findings.tables.isEmpty else { return }
    let updates = [TableFamily.updates, .filteredUpdates].compactMap { findings.tables[$0] }
    let hasEvaluations = findings.tables.contains { $0.key.holdsEvaluations && $0.value > 0 }
    if findings.tables.values.allSatisfy({ $0 == 0 }) || (!updates.isEmpty && !hasEvaluations) {
      let names = ExportTable.all.filter { findings.tables[$0.family] == 0 }.compactMap(\.schemas.first)
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      if !updates.isEmpty {
        issues.add(
          .error,
          "\(list) has no rows: 0 updates were recorded, which is no proof that there were none; the Simulator "
            + "records none, and attaching to a running app may not; record on a device or a Mac, and launch the app")
      } else {
        issues.add(.error, "\(list) has no rows; there is nothing to report")
      }
    } else if !recording.tables.keys.contains(where: \.holdsEvaluations) {
      let known = findings.tables.keys.contains(.causes) || findings.tables.keys.contains(.fullCauses)
      issues.add(
        .info,
        known
          ? "this export holds no updates, only causes: it gives fan-in and fan-out; give the export of swiftui-updates too"
          : "this export holds no updates, so nothing in it is counted; give the export of swiftui-updates too")
    }
  }

  /// What concerns the recording, whichever of its files it came from.
  static func ofRecording(_ recording: Recording, join: RecordingJoin, inputs: Int) -> [ImportIssue] {
    var issues = IssueCollector()
    func some(_ count: Int, _ severity: ImportIssue.Severity, _ message: String) {
      if count > 0 { issues.add(severity, message, count: count) }
    }
    some(
      join.corruptDurations, .info,
      "durations that are none (over an hour, or longer than the recording): counted, not timed")
    some(recording.timelessRows, .info, "updates whose row has no time: counted, and placed after all others")
    some(recording.skippedBodies, .info, "bodies that SwiftUI skipped are not counted")
    some(
      join.filteredCopies, .info, "rows of SwiftUIFilteredUpdates are copies of swiftui-updates and not counted again")
    some(join.duplicates, .info, "updates that stand in several tables of the export are counted once")
    some(join.logCopies, .info, "lines of _logChanges() of views that have updates of their own are not counted again")
    some(join.unreadableLogRows, .dataLoss, "rows of the category 'Changed Body Properties' could not be read")
    some(recording.incompleteRows, .dataLoss, "rows without the values that make them useful were left out")
    some(recording.strings.overflows, .dataLoss, "the export has more distinct names than are kept; some are missing")
    some(recording.strings.cuts, .info, "names longer than \(StringTable.longestText >> 10) KB were cut")
    some(
      join.rowsOfSeveral, .dataLoss,
      "there are too many distinct evaluations; the causes of further ones are counted as one")
    some(join.furtherCauses, .dataLoss, "there are too many distinct causes; further ones are counted as one")
    some(
      recording.droppedLogRows, .dataLoss, "there are too many rows of _logChanges(); the rest was left out")
    some(recording.droppedInterruptions, .dataLoss, "there are too many hitches and hangs; the rest was left out")
    some(recording.droppedGroups, .dataLoss, "there are too many update groups; updates are told apart by time there")
    some(recording.droppedMarkers, .dataLoss, "there are too many signposts; the rest was left out")
    let edges = recording.edges.total > 0 ? recording.edges : recording.fullEdges
    some(edges.overflows, .dataLoss, "there are too many distinct cause edges; the rest was left out")
    if join.hasEdges, join.evaluations > 0, join.matchedRows == 0 {
      issues.add(.dataLoss, "no cause leads to any of these updates; are both exports of one recording?")
    }
    let hasUpdates = (recording.tables[.updates] ?? 0) + (recording.tables[.filteredUpdates] ?? 0) > 0
    if hasUpdates, join.evaluations == 0 {
      issues.add(
        .error,
        "none of \(recording.otherUpdates) updates evaluates a view's body; export swiftui-updates with all update types"
      )
    } else if !hasUpdates, (recording.tables[.log] ?? 0) > 0, recording.logRows.isEmpty {
      issues.add(
        .error,
        "the log in this export has no line of _logChanges(); record with the Logging instrument at info level, "
          + "or export swiftui-updates: \(example)")
    }
    if hasUpdates || !recording.logRows.isEmpty, join.evaluations + join.unchanged == 0,
      issues.sorted.first?.severity != .error
    {
      issues.add(.error, "nothing in this export could be read as an evaluation; export it again: \(example)")
    }
    return issues.sorted
  }
}
