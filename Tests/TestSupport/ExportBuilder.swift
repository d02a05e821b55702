/// Writes exports as `xctrace` does: values defined once per node and referred to ever after.
package struct ExportBuilder {
  package enum Version { case xcode26, xcode27 }

  package let version: Version
  package private(set) var text = "<?xml version=\"1.0\"?>\n<trace-query-result>\n"
  private var nextID = 0
  private var known: [String: Int] = [:]

  package init(_ version: Version = .xcode26) { self.version = version }

  package var bytes: [UInt8] { Array((text + "</trace-query-result>\n").utf8) }

  package static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  // MARK: - Nodes

  package typealias Column = (mnemonic: String, type: String)

  package mutating func node(
    _ schema: String, _ columns: [Column], run: Int = 1, hasSchema: Bool = true, rows: (inout ExportBuilder) -> Void
  ) {
    nextID = 0
    known = [:]
    text += "<node xpath='//trace-toc[1]/run[\(run)]/data[1]/table[9]'>"
    if hasSchema {
      text += "<schema name=\"\(schema)\">"
      for column in columns {
        text +=
          "<col><mnemonic>\(column.mnemonic)</mnemonic><name>\(column.mnemonic)</name>"
          + "<engineering-type>\(column.type)</engineering-type></col>"
      }
      text += "</schema>"
    }
    rows(&self)
    text += "</node>"
  }

  package mutating func row(_ cells: String...) { text += "<row>" + cells.joined() + "</row>\n" }
  package mutating func raw(_ piece: String) { text += piece }

  // MARK: - Values

  package mutating func value(_ tag: String, _ raw: String, display: String? = nil) -> String {
    define(tag, raw) { _ in "fmt=\"\(Self.escape(display ?? raw))\">\(Self.escape(raw))</\(tag)>" }
  }

  private mutating func define(_ tag: String, _ key: String, _ body: (inout ExportBuilder) -> String) -> String {
    if let id = known[tag + "\u{0}" + key] { return "<\(tag) ref=\"\(id)\"/>" }
    nextID += 1
    let id = nextID
    known[tag + "\u{0}" + key] = id
    return "<\(tag) id=\"\(id)\" " + body(&self)
  }

  package mutating func string(_ text: String?) -> String { text.map { value("string", $0) } ?? "<sentinel/>" }
  package mutating func number(_ tag: String, _ number: UInt64?) -> String {
    number.map { value(tag, String($0)) } ?? "<sentinel/>"
  }

  package mutating func process(_ name: String) -> String {
    define("process", name) { builder in
      "fmt=\"\(name)\">" + builder.value("pid", String(name.split(separator: "(").last?.dropLast() ?? "1"))
        + builder.value("device-session", "TODO") + "</process>"
    }
  }

  package mutating func thread(_ process: String) -> String {
    define("thread", process) { builder in
      "fmt=\"Main Thread (0x2732bb) (\(process))\">" + builder.value("tid", "2568891") + builder.process(process)
        + "</thread>"
    }
  }

  package mutating func hierarchy(_ views: [String], process: String) -> String {
    define("view-hierarchy", views.joined(separator: "|")) { builder in
      "fmt=\"\(Self.escape(views.joined(separator: " \u{2190} ")))\">" + builder.process(process)
        + views.reversed().map { view in
          let name = builder.string(view)
          return "<identified-view fmt=\"\(Self.escape(view))\">" + name + "</identified-view>"
        }.joined() + "</view-hierarchy>"
    }
  }

  package mutating func roots(_ names: [String]) -> String {
    if names.isEmpty { return "<sentinel/>" }
    return define("description-set", names.joined(separator: ", ")) { builder in
      "fmt=\"\(Self.escape(names.joined(separator: ", ")))\">" + builder.value("uint64", "900") + "</description-set>"
    }
  }

  package mutating func graphNode(_ name: String, colour: String = "blue") -> String {
    let tag = version == .xcode26 ? "metadata" : "typed-array"
    let separator = version == .xcode26 ? " " : ", "
    return define(tag, name) { builder in
      "fmt=\"\(Self.escape([name, colour, "square", "n/a", "n/a"].joined(separator: separator)))\">"
        + builder.string(name)
        + builder.string(colour) + builder.string("square") + "<sentinel/><sentinel/></\(tag)>"
    }
  }

  // MARK: - Tables

  package var updateColumns: [Column] {
    let first: [Column] = [
      ("start", "start-time"), ("duration", "duration"), ("id", "uint32"), ("update-type", "swiftui-update"),
      ("allocations", "event-count"), ("description", "string"), ("category", "string"),
      ("view-hierarchy", "view-hierarchy"), ("module", "string"), ("view-name", "string"), ("process", "process"),
      ("thread", "thread"), ("root-causes", "description-set"), ("severity", "event-concept"),
    ]
    let middle: [Column] =
      version == .xcode26 ? [] : [("downstream-cost", "duration"), ("downstream-events", "cause-set")]
    let type = version == .xcode26 ? "metadata" : "typed-array"
    return first + middle + [("cause-graph-node", type), ("full-cause-graph-node", type)]
  }

  package struct UpdateRow {
    package var start: UInt64
    package var duration: UInt64? = 100_000
    package var id: UInt64? = nil
    package var type = "View Body Updates"
    package var description: String
    package var category = "Update"
    package var hierarchy: [String] = []
    package var module: String? = "Recipes"
    package var viewName: String? = "[unknown view: created before tracing started?]"
    package var process = "Recipes (4127)"
    package var roots: [String] = []
    package var severity: String? = "Low"

    package init(
      start: UInt64, duration: UInt64? = 100_000, id: UInt64? = nil, type: String = "View Body Updates",
      description: String, category: String = "Update", hierarchy: [String] = [], module: String? = "Recipes",
      viewName: String? = "[unknown view: created before tracing started?]", process: String = "Recipes (4127)",
      roots: [String] = [], severity: String? = "Low"
    ) {
      self.start = start
      self.duration = duration
      self.id = id
      self.type = type
      self.description = description
      self.category = category
      self.hierarchy = hierarchy
      self.module = module
      self.viewName = viewName
      self.process = process
      self.roots = roots
      self.severity = severity
    }
  }

  package mutating func update(_ row: UpdateRow) {
    text += "<row>"
    text += number("start-time", row.start)
    text += number("duration", row.duration)
    text += number("uint32", row.id)
    text += value("swiftui-update", row.type)
    text += value("event-count", "3")
    text += string(row.description)
    text += string(row.category)
    text += hierarchy(row.hierarchy, process: row.process)
    text += string(row.module)
    text += string(row.viewName)
    text += process(row.process)
    text += thread(row.process)
    text += roots(row.roots)
    text += row.severity.map { value("event-concept", $0) } ?? "<sentinel/>"
    // A column of the same type as the duration, which readers by type would take for it.
    if version == .xcode27 { text += number("duration", 77) + "<sentinel/>" }
    text += graphNode(row.description)
    text += "<sentinel/></row>\n"
  }

  package var causeColumns: [Column] {
    let type = version == .xcode26 ? "metadata" : "typed-array"
    return [
      ("timestamp", "event-time"), ("source-node-event-id", "uint32"), ("source-node", type),
      ("destination-node-event-id", "uint32"), ("destination-node", type), ("label", "string"),
      ("value-type", "string"),
      ("changed-properties", "string"), ("layout-info", "string"), ("process", "process"),
    ]
  }

  package mutating func cause(_ source: String, _ sourceID: UInt64, _ destination: String, _ destinationID: UInt64) {
    text += "<row>"
    text += number("event-time", 1_234_000_000)
    text += number("uint32", sourceID)
    text += graphNode(source, colour: "gray")
    text += number("uint32", destinationID)
    text += graphNode(destination)
    text += string("Update")
    text += "<sentinel/><sentinel/><sentinel/>"
    text += process("Recipes (4127)")
    text += "</row>\n"
  }

  package mutating func updates(
    _ rows: [UpdateRow], run: Int = 1, schema: String = "swiftui-updates", hasSchema: Bool = true
  ) {
    node(schema, updateColumns, run: run, hasSchema: hasSchema) { builder in
      for row in rows { builder.update(row) }
    }
  }

  package mutating func causes(_ edges: [(String, UInt64, String, UInt64)], schema: String = "swiftui-causes") {
    node(schema, causeColumns) { builder in
      for edge in edges { builder.cause(edge.0, edge.1, edge.2, edge.3) }
    }
  }

  package static let hitchColumns: [Column] = [
    ("start", "start-time"), ("duration", "duration"), ("process", "process"), ("is-system", "boolean"),
    ("swap-id", "uint32"), ("label", "string"), ("display", "display-name"), ("narrative-description", "string"),
  ]

  package mutating func hitches(_ rows: [(start: UInt64, duration: UInt64, label: String)]) {
    node("hitches", Self.hitchColumns) { builder in
      for row in rows {
        let cells = [
          builder.number("start-time", row.start), builder.number("duration", row.duration),
          builder.process("Recipes (4127)"), builder.value("boolean", "0", display: "No"),
          builder.number("uint32", 769_456), builder.string("0xbbdb0"), builder.value("display-name", "Display 1"),
          builder.string(row.label),
        ]
        builder.raw("<row>" + cells.joined() + "</row>\n")
      }
    }
  }

  package mutating func hangs(_ rows: [(start: UInt64, duration: UInt64, type: String)]) {
    let columns: [Column] = [
      ("start", "start-time"), ("duration", "duration"), ("hang-type", "hang-type"), ("thread", "thread"),
      ("process", "process"),
    ]
    node("potential-hangs", columns) { builder in
      for row in rows {
        let cells = [
          builder.number("start-time", row.start), builder.number("duration", row.duration),
          builder.value("hang-type", row.type), builder.thread("Recipes (4127)"), builder.process("Recipes (4127)"),
        ]
        builder.raw("<row>" + cells.joined() + "</row>\n")
      }
    }
  }

  package mutating func log(_ rows: [(time: UInt64, category: String, message: String)]) {
    let columns: [Column] = [
      ("time", "event-time"), ("thread", "thread"), ("process", "process"), ("message-type", "event-type"),
      ("format-string", "format-string"), ("backtrace", "text-backtrace"), ("subsystem", "subsystem"),
      ("category", "category"), ("message", "os-log-metadata"), ("emit-location", "return-location"),
    ]
    node("os-log", columns) { builder in
      for row in rows {
        let cells = [
          builder.number("event-time", row.time), builder.thread("Recipes (4127)"), builder.process("Recipes (4127)"),
          builder.value("event-type", "Info"), builder.value("format-string", "%{public}s: %{public}s changed."),
          "<sentinel/>", builder.value("subsystem", "com.apple.SwiftUI"), builder.value("category", row.category),
          builder.value("os-log-metadata", row.message), "<sentinel/>",
        ]
        builder.raw("<row>" + cells.joined() + "</row>\n")
      }
    }
  }

  package mutating func intervals(_ rows: [(start: UInt64, duration: UInt64, name: String, subsystem: String)]) {
    let columns: [Column] = [
      ("start", "start-time"), ("duration", "duration"), ("layout-qualifier", "layout-id"), ("name", "signpost-name"),
      ("category", "category"), ("subsystem", "subsystem"), ("identifier", "os-signpost-identifier"),
      ("process", "process"),
    ]
    node("os-signpost-interval", columns) { builder in
      for row in rows {
        let cells = [
          builder.number("start-time", row.start), builder.number("duration", row.duration),
          builder.value("layout-id", "0"), builder.value("signpost-name", row.name), builder.value("category", "flows"),
          builder.value("subsystem", row.subsystem), builder.value("os-signpost-identifier", "17216892719917625070"),
          builder.process("Recipes (4127)"),
        ]
        builder.raw("<row>" + cells.joined() + "</row>\n")
      }
    }
  }
}
