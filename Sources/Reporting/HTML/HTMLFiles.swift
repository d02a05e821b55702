internal import TraceAnalysis

/// The source files that have a page of their own, and the addresses of their lines.
struct HTMLFiles {
  /// By path, in the order of the pages.
  let paths: [String]
  /// The lines of each that findings, views and reads name.
  let named: [String: Set<Int>]
  private let anchors: [String: String]
  private let lines: [String: [String]]
  private let excerpts: [String: [SourceReport.Excerpt]]

  init(_ report: RedrawReport, changes: ArraySlice<ReportedChange>, _ limits: HTMLContext.Limits) {
    var named: [String: Set<Int>] = [:]
    var excerpts: [String: [SourceReport.Excerpt]] = [:]
    var findings: [String: Int] = [:]
    for change in changes {
      let lead = change.lead
      let places = change.places.compactMap(\.location)
      for file in Set(places.map(\.file)) { findings[file, default: 0] += 1 }
      for place in places + [lead.location].compactMap(\.self) + (lead.related + lead.chain).compactMap(\.location) {
        named[place.file, default: []].insert(place.line)
      }
    }
    for view in (report.sources?.views ?? [:]).values {
      named[view.location.file, default: []].insert(view.location.line)
      for read in view.reads { named[read.location.file, default: []].insert(read.location.line) }
      if let excerpt = view.excerpt { excerpts[view.location.file, default: []].append(excerpt) }
    }
    self.named = named
    self.excerpts = excerpts
    lines = report.sources?.files ?? [:]
    let ordered = lines.keys.sorted { (findings[$1] ?? 0, $0) < (findings[$0] ?? 0, $1) }
    paths = Array(ordered.prefix(limits.files))
    var anchors: [String: String] = [:]
    var taken: Set<String> = []
    for path in paths {
      let fragment = "file=" + HTMLContext.fragment(path)
      var unique = fragment
      var number = 2
      while !taken.insert(unique).inserted {
        unique = fragment + "~\(number)"
        number += 1
      }
      anchors[path] = unique
    }
    self.anchors = anchors
  }

  func page(of file: String) -> String? { anchors[file] }

  /// The line of a file's page; `nil` where the file has none.
  func anchor(of location: ReportedFinding.Location) -> String? {
    guard let page = anchors[location.file] else { return nil }
    return named[location.file]?.contains(location.line) == true && hasLine(location)
      ? "\(page)&line=\(location.line)" : page
  }

  private func hasLine(_ location: ReportedFinding.Location) -> Bool {
    location.line >= 1 && location.line <= (lines[location.file]?.count ?? 0)
  }

  func lines(of file: String) -> [String] { lines[file] ?? [] }

  /// Lines around a place, as far as they are known.
  func excerpt(around location: ReportedFinding.Location, through last: Int) -> SourceReport.Excerpt? {
    let whole =
      lines[location.file].map { SourceReport.Excerpt(firstLine: 1, lines: $0) }
      ?? excerpts[location.file]?.first {
        $0.firstLine <= location.line && location.line < $0.firstLine + $0.lines.count
      }
    guard let whole, hasLine(location) || lines[location.file] == nil else { return nil }
    let end = whole.firstLine + whole.lines.count - 1
    let from = max(whole.firstLine, location.line - 2)
    let to = min(end, max(location.line, last) + 2)
    guard from <= to else { return nil }
    return .init(
      firstLine: from, lines: Array(whole.lines[(from - whole.firstLine)...(to - whole.firstLine)]))
  }
}
