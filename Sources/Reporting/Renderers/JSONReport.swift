internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// The `json` output, schema version 1, apart from the types that analysis uses.
///
/// Additions do not change the version; removals and changes do.
struct JSONReport {
  static let schemaVersion = 1

  var causeGraph: Graph?
  var changes: JSONList<Change>
  var evaluationsWithoutUpdate: Int
  var findings: JSONList<Finding>
  var inputs: [Input]
  /// Of recordings of Instruments only; empty for logs.
  var interruptions: [Interruption]
  var parts: JSONList<Part>
  var rootCauses: JSONList<RootCause>
  var runs: Int
  var schemaVersion = Self.schemaVersion
  var selection: Selection
  var sources: Sources?
  var tool: Tool
  var totals: Totals
  var views: JSONList<View>

  /// Writes the document piece by piece.
  func write(_ members: inout JSONMembers) throws {
    members.add("causeGraph", causeGraph)
    try members.add("changes", changes)
    members.add("evaluationsWithoutUpdate", evaluationsWithoutUpdate)
    try members.add("findings", findings)
    members.add("inputs", inputs)
    members.add("interruptions", interruptions)
    try members.add("parts", parts)
    try members.add("rootCauses", rootCauses)
    members.add("runs", runs)
    members.add("schemaVersion", schemaVersion)
    members.add("selection", selection)
    members.add("sources", sources)
    members.add("tool", tool)
    members.add("totals", totals)
    try members.add("views", views)
  }

  struct Tool: JSONObject {
    var name = "whyredraw"
    var version: String

    func write(_ members: inout JSONMembers) {
      members.add("name", name)
      members.add("version", version)
    }
  }

  struct Input: JSONObject {
    var path: String
    var format: String?
    var compression: String
    var bytes, uncompressedBytes, lines, events: Int
    var issues: [Issue]

    func write(_ members: inout JSONMembers) {
      members.add("bytes", bytes)
      members.add("compression", compression)
      members.add("events", events)
      members.add("format", format)
      members.add("issues", issues)
      members.add("lines", lines)
      members.add("path", path)
      members.add("uncompressedBytes", uncompressedBytes)
    }
  }

  struct Issue: JSONObject {
    var severity, message: String
    var line: Int?
    var count: Int

    func write(_ members: inout JSONMembers) {
      members.add("count", count)
      members.add("line", line)
      members.add("message", message)
      members.add("severity", severity)
    }
  }

  struct Totals: JSONObject {
    var evaluations, initial, recreated, updates, unchanged: Int
    var inferred: Int
    var avoidable = 0
    var likelyAvoidable = 0
    var avoidableRecreations = 0
    var justified, unknown: Int?
    var views: Int
    var durationNanoseconds: Int64?
    var untimed: Int
    var severities: [SeverityCount]

    func write(_ members: inout JSONMembers) {
      members.add("avoidable", avoidable)
      members.add("avoidableRecreations", avoidableRecreations)
      members.add("durationNanoseconds", durationNanoseconds)
      members.add("evaluations", evaluations)
      members.add("inferred", inferred)
      members.add("initial", initial)
      members.add("justified", justified)
      members.add("likelyAvoidable", likelyAvoidable)
      members.add("recreated", recreated)
      members.add("severities", severities)
      members.add("unchanged", unchanged)
      members.add("unknown", unknown)
      members.add("untimed", untimed)
      members.add("updates", updates)
      members.add("views", views)
    }
  }

  struct View: JSONObject {
    var name: String
    var module, scenario: String?
    var source: Location?
    var evaluations, initial, recreated, updates, unchanged: Int
    var inferred: Int
    var avoidable = 0
    var likelyAvoidable = 0
    var avoidableRecreations = 0
    var justified, unknown, floor: Int?
    var reads: [Read]?
    var candidates: [Candidate]?
    var instrumentation: String?
    var instrumentedView: Instrumentation?
    var selfOnlyUpdates: Int
    var runs: [Int]
    var medianUpdates: Int
    var causes: [CauseCount]
    var triggeredBy: [ViewCount]
    var rootCauses: [RootCount]
    var processes: [Process]
    var duration: Duration?
    var untimed: Int
    var severities: [SeverityCount]

    func write(_ members: inout JSONMembers) {
      members.add("avoidable", avoidable)
      members.add("avoidableRecreations", avoidableRecreations)
      members.add("candidates", candidates)
      members.add("causes", causes)
      members.add("duration", duration)
      members.add("evaluations", evaluations)
      members.add("floor", floor)
      members.add("inferred", inferred)
      members.add("initial", initial)
      members.add("instrumentation", instrumentation)
      members.add("instrumentedView", instrumentedView)
      members.add("justified", justified)
      members.add("likelyAvoidable", likelyAvoidable)
      members.add("medianUpdates", medianUpdates)
      members.add("module", module)
      members.add("name", name)
      members.add("processes", processes)
      members.add("reads", reads)
      members.add("recreated", recreated)
      members.add("rootCauses", rootCauses)
      members.add("runs", runs)
      members.add("scenario", scenario)
      members.add("selfOnlyUpdates", selfOnlyUpdates)
      members.add("severities", severities)
      members.add("source", source)
      members.add("triggeredBy", triggeredBy)
      members.add("unchanged", unchanged)
      members.add("unknown", unknown)
      members.add("untimed", untimed)
      members.add("updates", updates)
    }
  }

  struct Instrumentation: JSONObject {
    var view: String
    var location: Location

    func write(_ members: inout JSONMembers) {
      members.add("location", location)
      members.add("view", view)
    }
  }

  struct CauseCount: JSONObject {
    var kind, name: String
    var evaluations: Int
    var variants: Int

    func write(_ members: inout JSONMembers) {
      members.add("evaluations", evaluations)
      members.add("kind", kind)
      members.add("name", name)
      members.add("variants", variants)
    }
  }

  struct ViewCount: JSONObject {
    var view: String
    var evaluations: Int
    var inferred = true

    func write(_ members: inout JSONMembers) {
      members.add("evaluations", evaluations)
      members.add("inferred", inferred)
      members.add("view", view)
    }
  }

  struct RootCount: JSONObject {
    var view, cause: String
    var evaluations: Int
    var inferred = true

    func write(_ members: inout JSONMembers) {
      members.add("cause", cause)
      members.add("evaluations", evaluations)
      members.add("inferred", inferred)
      members.add("view", view)
    }
  }

  struct Process: JSONObject {
    var name: String?
    var pid: Int?

    func write(_ members: inout JSONMembers) {
      members.add("name", name)
      members.add("pid", pid)
    }
  }

  struct Duration: JSONObject {
    var totalNanoseconds, medianNanoseconds, p95Nanoseconds, maximumNanoseconds: Int64
    /// Evaluations over 500 µs, and over 1 ms of them.
    var slow, severe: Int

    func write(_ members: inout JSONMembers) {
      members.add("maximumNanoseconds", maximumNanoseconds)
      members.add("medianNanoseconds", medianNanoseconds)
      members.add("p95Nanoseconds", p95Nanoseconds)
      members.add("severe", severe)
      members.add("slow", slow)
      members.add("totalNanoseconds", totalNanoseconds)
    }
  }

  struct SeverityCount: JSONObject {
    var severity: String
    var evaluations: Int

    func write(_ members: inout JSONMembers) {
      members.add("evaluations", evaluations)
      members.add("severity", severity)
    }
  }

  /// A hitch, a hang or a hang risk with what was evaluated meanwhile.
  struct Interruption: JSONObject {
    var kind: String
    var run: Int
    var startNanoseconds, durationNanoseconds, bodyNanoseconds: Int64
    var label: String
    var isSystem: Bool
    var process: Process
    var views: [ViewEvaluations]
    var rootCauses: [RootEvaluations]

    func write(_ members: inout JSONMembers) {
      members.add("bodyNanoseconds", bodyNanoseconds)
      members.add("durationNanoseconds", durationNanoseconds)
      members.add("isSystem", isSystem)
      members.add("kind", kind)
      members.add("label", label)
      members.add("process", process)
      members.add("rootCauses", rootCauses)
      members.add("run", run)
      members.add("startNanoseconds", startNanoseconds)
      members.add("views", views)
    }
  }

  struct ViewEvaluations: JSONObject {
    var view: String
    var evaluations: Int

    func write(_ members: inout JSONMembers) {
      members.add("evaluations", evaluations)
      members.add("view", view)
    }
  }

  struct RootEvaluations: JSONObject {
    var view, cause: String
    var evaluations: Int

    func write(_ members: inout JSONMembers) {
      members.add("cause", cause)
      members.add("evaluations", evaluations)
      members.add("view", view)
    }
  }

  /// The recorded cause graph, summed by name.
  struct Graph: JSONObject {
    /// The longest list of edges; fan-in and fan-out of the command line know all.
    static let mostEdges = 1000

    var totalEdges, distinctEdges: Int
    var edges: [Edge]

    func write(_ members: inout JSONMembers) {
      members.add("distinctEdges", distinctEdges)
      members.add("edges", edges)
      members.add("totalEdges", totalEdges)
    }
  }

  struct Edge: JSONObject {
    var source, destination: String
    var count: Int

    func write(_ members: inout JSONMembers) {
      members.add("count", count)
      members.add("destination", destination)
      members.add("source", source)
    }
  }

  struct RootCause: JSONObject {
    var view, cause: String
    var scenario: String?
    var changes, blastRadius: Int
    var affected: [ViewCount]
    var inferred = true

    func write(_ members: inout JSONMembers) {
      members.add("affected", affected)
      members.add("blastRadius", blastRadius)
      members.add("cause", cause)
      members.add("changes", changes)
      members.add("inferred", inferred)
      members.add("scenario", scenario)
      members.add("view", view)
    }
  }

  /// A value that a body reads on evaluation.
  struct Read: JSONObject {
    var name: String
    var location: Location
    var updates: Int

    func write(_ members: inout JSONMembers) {
      members.add("location", location)
      members.add("name", name)
      members.add("updates", updates)
    }
  }

  /// A value that may have changed in updates that are left open.
  struct Candidate: JSONObject {
    var name: String
    var percent: Int

    func write(_ members: inout JSONMembers) {
      members.add("name", name)
      members.add("percent", percent)
    }
  }

  /// How trace and sources meet.
  struct Sources: JSONObject {
    var withoutSource: [String]
    var missingProperties: [MissingProperties]
    var neverSeen: [Declaration]
    var ambiguous: [Ambiguity]
    var unshownFindings: Int?
    var fixSet: FixSet?

    func write(_ members: inout JSONMembers) {
      members.add("ambiguous", ambiguous)
      members.add("fixSet", fixSet)
      members.add("missingProperties", missingProperties)
      members.add("neverSeen", neverSeen)
      if let unshownFindings { members.add("unshownFindings", unshownFindings) }
      members.add("withoutSource", withoutSource)
    }
  }

  struct MissingProperties: JSONObject {
    var view: String
    var names: [String]

    func write(_ members: inout JSONMembers) {
      members.add("names", names)
      members.add("view", view)
    }
  }

  struct Declaration: JSONObject {
    var view: String
    var location: Location

    func write(_ members: inout JSONMembers) {
      members.add("location", location)
      members.add("view", view)
    }
  }

  struct Ambiguity: JSONObject {
    var view: String
    var locations: [Location]

    func write(_ members: inout JSONMembers) {
      members.add("locations", locations)
      members.add("view", view)
    }
  }

  struct FixSet: JSONObject {
    var fingerprints: [String]
    var changes: [String]
    var updatesBefore, updatesAfter: Int
    var updatesAfterRange: [Int]?

    func write(_ members: inout JSONMembers) {
      members.add("changes", changes)
      members.add("fingerprints", fingerprints)
      members.add("updatesAfter", updatesAfter)
      members.add("updatesAfterRange", updatesAfterRange)
      members.add("updatesBefore", updatesBefore)
    }
  }

  struct Part: JSONObject {
    var scenario: String?
    var process: Process
    var evaluations, initial, updates: Int
    var durationNanoseconds: Int64?
    var rates: Rates?
    var faults: [Fault]
    var storms: [Storm]
    var cycles: [Cycle]

    func write(_ members: inout JSONMembers) {
      members.add("cycles", cycles)
      members.add("durationNanoseconds", durationNanoseconds)
      members.add("evaluations", evaluations)
      members.add("faults", faults)
      members.add("initial", initial)
      members.add("process", process)
      members.add("rates", rates)
      members.add("scenario", scenario)
      members.add("storms", storms)
      members.add("updates", updates)
    }
  }

  struct Rates: JSONObject {
    var peakUpdatesPerSecond, peakUpdatesPerFrame: Int

    func write(_ members: inout JSONMembers) {
      members.add("peakUpdatesPerFrame", peakUpdatesPerFrame)
      members.add("peakUpdatesPerSecond", peakUpdatesPerSecond)
    }
  }

  struct Fault: JSONObject {
    var fault: String
    var count: Int

    func write(_ members: inout JSONMembers) {
      members.add("count", count)
      members.add("fault", fault)
    }
  }

  struct Storm: JSONObject {
    var view, cause: String
    var peakUpdatesPerSecond, longestSeconds, updates: Int

    func write(_ members: inout JSONMembers) {
      members.add("cause", cause)
      members.add("longestSeconds", longestSeconds)
      members.add("peakUpdatesPerSecond", peakUpdatesPerSecond)
      members.add("updates", updates)
      members.add("view", view)
    }
  }

  struct Cycle: JSONObject {
    var members: [Member]
    var turns: Int
    var durationNanoseconds: Int64?
    /// Of all repetitions, and of what went on between them.
    var evaluations: Int
    var wholeNanoseconds: Int64?
    var inferred = true

    func write(_ members: inout JSONMembers) {
      members.add("durationNanoseconds", durationNanoseconds)
      members.add("evaluations", evaluations)
      members.add("inferred", inferred)
      members.add("members", self.members)
      members.add("turns", turns)
      members.add("wholeNanoseconds", wholeNanoseconds)
    }
  }

  struct Member: JSONObject {
    var view, cause: String

    func write(_ members: inout JSONMembers) {
      members.add("cause", cause)
      members.add("view", view)
    }
  }

  struct Selection: JSONObject {
    var top: Int?
    var hiddenViews, totalRootCauses, totalFindings, totalChanges: Int
    /// The evaluations that the root causes led to which are not listed.
    var unlistedRootCauseEvaluations: Int

    func write(_ members: inout JSONMembers) {
      members.add("hiddenViews", hiddenViews)
      members.add("top", top)
      members.add("totalChanges", totalChanges)
      members.add("totalFindings", totalFindings)
      members.add("totalRootCauses", totalRootCauses)
      members.add("unlistedRootCauseEvaluations", unlistedRootCauseEvaluations)
    }
  }
}
