internal import TraceAnalysis
internal import Vocabulary

/// What the parts of an HTML report share: the report, how much of it is shown, and the addresses inside the page.
struct HTMLContext {
  /// How many of what is shown; everything is halved until the report fits.
  struct Limits {
    var rows = 4000
    var pages = 400
    var findings = 100
    /// Pages of source files.
    var files = 200
    var rootCauses = 100
    var strips = 40
    var runs = 4
    /// Slices of a strip.
    var buckets = 256
    /// Updates that are shown one by one, of each run.
    var moments = 20_000

    mutating func halve() {
      rows /= 2
      pages /= 2
      findings /= 2
      files /= 2
      rootCauses /= 2
      strips /= 2
      moments /= 2
      if strips < 10 { buckets = max(32, buckets / 2) }
    }
  }

  let report: RedrawReport
  let options: RenderingOptions
  let limits: Limits
  /// The fragment of each view's page, in the order of the report.
  let pages: [RedrawSummary.ViewID: String]
  /// The page to go to for a name alone.
  let pageOfName: [String: String]
  /// All changes of the report, which are more than a few that are asked for again and again.
  let changes: [ReportedChange]
  let shownChanges: ArraySlice<ReportedChange>
  /// Of the shown changes that are another way of one before them, by id with the index of that.
  let insteadOf: [String: Int]
  /// Indices of shown changes, by the views that own a place of them.
  let changesOfView: [String: [Int]]
  /// Indices of shown changes in other views that the view gains from as well.
  let curesOfView: [String: [Int]]
  let files: HTMLFiles

  init(_ report: RedrawReport, _ options: RenderingOptions, _ limits: Limits) {
    self.report = report
    self.options = options
    self.limits = limits
    var pages: [RedrawSummary.ViewID: String] = [:]
    var pageOfName: [String: String] = [:]
    var taken: Set<String> = []
    for view in report.listedViews.prefix(limits.pages) {
      var fragment = "view=" + Self.fragment(view.id.name)
      if let scenario = view.id.scenario { fragment += "&scenario=" + Self.fragment(scenario) }
      // Names of thousands of characters may agree in those that are taken, and views may differ by module alone.
      var unique = fragment
      var number = 2
      while !taken.insert(unique).inserted {
        unique = fragment + "~\(number)"
        number += 1
      }
      pages[view.id] = unique
      if pageOfName[view.id.name] == nil { pageOfName[view.id.name] = unique }
    }
    self.pages = pages
    self.pageOfName = pageOfName
    changes = report.changes
    shownChanges = changes.prefix(min(report.selection.top ?? .max, limits.findings))
    var changesOfView: [String: [Int]] = [:]
    var curesOfView: [String: [Int]] = [:]
    for (index, change) in shownChanges.enumerated() {
      let owners = Set(change.places.compactMap(\.view))
      for view in owners { changesOfView[view, default: []].append(index) }
      // Where nobody knows what it saves, those that take part are all that is known.
      let named =
        change.savedByView.isEmpty
        ? (change.lead.chain + change.lead.related).compactMap(\.view) : Array(change.savedByView.keys)
      let others = Set(named).subtracting(owners)
      for view in others { curesOfView[view, default: []].append(index) }
    }
    let places = Dictionary(shownChanges.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    insteadOf = report.insteadOf.compactMapValues { places[$0] }
    self.changesOfView = changesOfView
    self.curesOfView = curesOfView
    files = HTMLFiles(report, changes: shownChanges, limits)
  }

  /// For the part of an address after `#`, and for the `id` that it names: what is no letter, digit, `.`, `-` or `_` is
  /// percent-encoded, so the two are equal character by character.
  static func fragment(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8.prefix(120) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Pieces

  /// A link to the page of a view, or its name alone where it has none.
  func link(_ view: RedrawSummary.ViewID) -> HTML { link(view.name, to: pages[view]) }

  func link(name: String) -> HTML { link(name, to: pageOfName[name]) }

  private func link(_ name: String, to page: String?) -> HTML {
    guard let page else { return "<span class=\"name\">\(HTML.wrapping(name))</span>" }
    return "<a class=\"name\" href=\"#\(page)\">\(HTML.wrapping(name))</a>"
  }

  func findingAnchor(_ index: Int) -> String { "finding-\(index + 1)" }

  /// A source file as people read it: where its path begins at the root of the disk, from the sources on, which stand at the top.
  func shown(_ file: String) -> String {
    guard file.hasPrefix("/"), let sources = report.sources?.paths else { return file }
    let roots = sources.map { $0.hasSuffix("/") ? $0 : $0 + "/" }.filter(file.hasPrefix)
    guard let root = roots.max(by: { $0.count < $1.count }), root.count < file.count else { return file }
    let path = String(file.dropFirst(root.count))
    // Of several folders the last part of the name tells which.
    return sources.count == 1 ? path : (root.split(separator: "/").last.map { $0 + "/" } ?? "") + path
  }

  /// A place in a source file: a link into the editor where one is known, or else to the page of the file.
  func place(_ location: ReportedFinding.Location) -> HTML {
    let text = "\(shown(location.file)):\(location.line):\(location.column)"
    let data: HTML =
      "class=\"place\" data-file=\"\(location.file)\" data-line=\"\(location.line)\" data-column=\"\(location.column)\""
    if let address = EditorLink.address(location, options) {
      return "<a \(data) href=\"\(address)\"><code>\(HTML.wrapping(text))</code></a>"
    }
    let page: HTML = files.anchor(of: location).map { " href=\"#\($0)\"" } ?? ""
    return "<a \(data)\(page)><code>\(HTML.wrapping(text))</code></a>"
  }

  /// A number for people, aligned with the others of its column.
  func number(_ value: Int) -> HTML { "\(Wording.number(value))" }

  /// `+12`, `−40 (−80 %)`, `new`: the difference to before.
  func delta(_ now: Int, before: Int) -> HTML {
    if now == before { return "<span class=\"delta same\">±0</span>" }
    let sign = now > before ? "+" : "−"
    let kind: HTML = now > before ? "worse" : "better"
    let percent = before == 0 ? "new" : "\(sign)\((abs(now - before) * 100 + before / 2) / before) %"
    return
      "<span class=\"delta \(kind)\">\(sign)\(Wording.number(abs(now - before))) <small>\(percent)</small></span>"
  }

  /// A bar of a share of the most, as a picture that screen readers pass over: the number stands beside it.
  func bar(_ value: Int, of most: Int, also part: Int = 0) -> HTML {
    guard most > 0 else { return "" }
    func width(_ value: Int) -> Int { value <= 0 ? 0 : max(1, value * 100 / most) }
    let inner: HTML = part > 0 ? "<rect class=\"part\" width=\"\(width(part))\" height=\"8\"/>" : ""
    return
      "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"\(width(value))\" height=\"8\"/>\(inner)</svg>"
  }

  func severity(_ severity: Severity) -> HTML {
    let sign =
      switch severity {
      case .error: "✕"
      case .warning: "▲"
      case .note: "●"
      }
    let word = severity.rawValue
    return
      "<span class=\"chip \(word)\"><span aria-hidden=\"true\">\(sign)</span> <span class=\"word\">\(word)</span></span>"
  }

  /// On a phone a longer list begins with its first entries; `id` is its element, which a style folds.
  func showAll(_ count: Int, _ noun: String, beyond few: Int, id: HTML) -> HTML {
    guard count > few else { return "" }
    return
      "<p class=\"few-more needs-script\"><button type=\"button\" class=\"show-all\" aria-controls=\"\(id)\">Show all \(Wording.count(count, noun))</button></p>\n"
  }

  /// Whole; bounded for hostile names only.
  func title(_ finding: ReportedFinding) -> HTML { HTML.sentence(finding.title, most: 600) }

  /// Says what a list leaves out; nothing when it is whole.
  func rest(_ count: Int, _ noun: String, why: String? = nil) -> HTML {
    guard count > 0 else { return "" }
    let reason = why ?? (report.selection.top == nil ? "to keep this file small; the JSON report has them" : "by --top")
    return "<p class=\"rest\">… \(Wording.count(count, "more " + noun)) left out \(reason).</p>\n"
  }
}

/// An address that opens a place in an editor.
package enum EditorLink {
  /// The template with `{path}` (absolute), `{file}` (as reported), `{line}` and `{column}` filled in; `nil` without one.
  static func address(_ location: ReportedFinding.Location, _ options: RenderingOptions) -> String? {
    guard let template = options.editorLink, isSafe(template) else { return nil }
    var path = location.file
    if !path.hasPrefix("/"), let folder = options.workingDirectory { path = folder + "/" + path }
    return template.replacing("{path}", with: FindingsSARIF.encoded(path))
      .replacing("{file}", with: FindingsSARIF.encoded(location.file))
      .replacing("{line}", with: String(location.line)).replacing("{column}", with: String(location.column))
  }

  /// A scheme of its own, so that a template cannot run anything in the report.
  package static func isSafe(_ template: String) -> Bool {
    guard let colon = template.firstIndex(of: ":") else { return false }
    let scheme = template[..<colon].lowercased()
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    return isScheme && !["javascript", "data", "vbscript", "blob"].contains(scheme)
  }
}
