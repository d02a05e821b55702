internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// The `json` output, schema version 1, apart from the types that analysis uses.
///
/// Additions do not change the version; removals and changes do.
struct JSONReport: Encodable {
  static let schemaVersion = 1

  // In the order in which they are written, so that the encoder need not move them.
  var causeGraph: Nullable<Graph>
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
  var sources = Nullable<Sources>(nil)
  var tool: Tool
  var totals: Totals
  var views: JSONList<View>

  struct Tool: Codable {
    var name = "whyredraw"
    var version: String
  }

  struct Input: Codable {
    var path: String
    var format: Nullable<String>
    var compression: String
    var bytes, uncompressedBytes, lines, events: Int
    var issues: [Issue]
  }

  struct Issue: Codable {
    var severity, message: String
    var line: Nullable<Int>
    var count: Int
  }

  struct Totals: Codable {
    var evaluations, initial, recreated, updates, unchanged: Int
    var inferred: Int
    var avoidable = 0
    var likelyAvoidable = 0
    var avoidableRecreations = 0
    var justified, unknown: Nullable<Int>
    var views: Int
    var durationNanoseconds = Nullable<Int64>(nil)
    var untimed: Int
    var severities: [SeverityCount]
  }

  struct View: Codable {
    var name: String
    var module, scenario: Nullable<String>
    var source = Nullable<Location>(nil)
    var evaluations, initial, recreated, updates, unchanged: Int
    var inferred: Int
    var avoidable = 0
    var likelyAvoidable = 0
    var avoidableRecreations = 0
    var justified, unknown, floor: Nullable<Int>
    var reads: Nullable<JSONRows<Read>>
    var candidates: Nullable<JSONRows<Candidate>>
    var instrumentation: Nullable<String>
    var instrumentedView = Nullable<Instrumentation>(nil)
    var selfOnlyUpdates: Int
    var runs: [Int]
    var medianUpdates: Int
    var causes: JSONRows<CauseCount>
    var triggeredBy: JSONRows<ViewCount>
    var rootCauses: JSONRows<RootCount>
    var processes: [Process]
    var duration = Nullable<Duration>(nil)
    var untimed: Int
    var severities: [SeverityCount]
  }

  struct Instrumentation: Codable {
    var view: String
    var location: Location
  }

  struct CauseCount: JSONRow {
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

  struct ViewCount: JSONRow {
    var view: String
    var evaluations: Int
    var inferred = true

    func write(_ members: inout JSONMembers) {
      members.add("evaluations", evaluations)
      members.add("inferred", inferred)
      members.add("view", view)
    }
  }

  struct RootCount: JSONRow {
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

  struct Process: Codable {
    var name: Nullable<String>
    var pid: Nullable<Int>
  }

  struct Duration: Codable {
    var totalNanoseconds, medianNanoseconds, p95Nanoseconds, maximumNanoseconds: Int64
    /// Evaluations over 500 µs, and over 1 ms of them.
    var slow, severe: Int
  }

  struct SeverityCount: Codable {
    var severity: String
    var evaluations: Int
  }

  /// A hitch, a hang or a hang risk with what was evaluated meanwhile.
  struct Interruption: Codable {
    var kind: String
    var run: Int
    var startNanoseconds, durationNanoseconds, bodyNanoseconds: Int64
    var label: String
    var isSystem: Bool
    var process: Process
    var views: [ViewEvaluations]
    var rootCauses: [RootEvaluations]
  }

  struct ViewEvaluations: Codable {
    var view: String
    var evaluations: Int
  }

  struct RootEvaluations: Codable {
    var view, cause: String
    var evaluations: Int
  }

  /// The recorded cause graph, summed by name.
  struct Graph: Codable {
    /// The longest list of edges; fan-in and fan-out of the command line know all.
    static let mostEdges = 1000

    var totalEdges, distinctEdges: Int
    var edges: JSONRows<Edge>
  }

  struct Edge: JSONRow {
    var source, destination: String
    var count: Int

    func write(_ members: inout JSONMembers) {
      members.add("count", count)
      members.add("destination", destination)
      members.add("source", source)
    }
  }

  struct RootCause: Codable {
    var view, cause: String
    var scenario: Nullable<String>
    var changes, blastRadius: Int
    var affected: JSONRows<ViewCount>
    var inferred = true
  }

  struct Location: JSONRow {
    var file: String
    var line, column: Int

    func write(_ members: inout JSONMembers) {
      members.add("column", column)
      members.add("file", file)
      members.add("line", line)
    }
  }

  struct Finding: Codable {
    var rule, fix, severity: String
    var view: Nullable<String>
    var location, endLocation: Nullable<Location>
    var message, grade: String
    var measured: Nullable<Measurement>
    var steps: [String]
    var related: JSONRows<Related>
    var chain: JSONRows<Related>
    var checks: [String]
    var patch, patchRefusal, patchTier: Nullable<String>
    var fingerprint: String
    /// The id of the change that resolves it.
    var change: String
  }

  /// One change to the sources with all findings that it resolves.
  struct Change: Codable {
    var id, fix, severity, grade, title: String
    var view: Nullable<String>
    var places: JSONRows<ChangePlace>
    var findings: [String]
    var measured: Nullable<Measurement>
    var shares: JSONRows<ChangeShare>
    var steps: [String]
    /// How many of the places have a patch.
    var patches: Int
  }

  struct ChangePlace: JSONRow {
    var fingerprint, rule: String
    var view: Nullable<String>
    var location: Nullable<Location>

    func write(_ members: inout JSONMembers) {
      members.add("fingerprint", fingerprint)
      members.add("location", location.value)
      members.add("rule", rule)
      members.add("view", view.value)
    }
  }

  struct ChangeShare: JSONRow {
    var change: String
    var updates: Int

    func write(_ members: inout JSONMembers) {
      members.add("change", change)
      members.add("updates", updates)
    }
  }

  struct Measurement: Codable {
    var updates: Int
    var unit: String
    var avoidable, predictedUpdates: Nullable<Int>
    /// The least and the most; `null` where the prediction is exact.
    var predictedRange: Nullable<[Int]>
    /// Updates saved of each view to which a quarter of them falls.
    var views: [String: Int]
  }

  /// A value that a body reads on evaluation.
  struct Read: JSONRow {
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
  struct Candidate: JSONRow {
    var name: String
    var percent: Int

    func write(_ members: inout JSONMembers) {
      members.add("name", name)
      members.add("percent", percent)
    }
  }

  /// How trace and sources meet.
  struct Sources: Codable {
    var withoutSource: [String]
    var missingProperties: [MissingProperties]
    var neverSeen: [Declaration]
    var ambiguous: [Ambiguity]
    var unshownFindings: Int?
    var fixSet: Nullable<FixSet>
  }

  struct MissingProperties: Codable {
    var view: String
    var names: [String]
  }

  struct Declaration: Codable {
    var view: String
    var location: Location
  }

  struct Ambiguity: Codable {
    var view: String
    var locations: [Location]
  }

  struct FixSet: Codable {
    var fingerprints: [String]
    var changes: [String]
    var updatesBefore, updatesAfter: Int
    var updatesAfterRange: Nullable<[Int]>
  }

  struct Related: JSONRow {
    var view: Nullable<String>
    var location: Nullable<Location>
    var message: String

    func write(_ members: inout JSONMembers) {
      members.add("location", location.value)
      members.add("message", message)
      members.add("view", view.value)
    }
  }

  struct Part: Codable {
    var scenario: Nullable<String>
    var process: Process
    var evaluations, initial, updates: Int
    var durationNanoseconds: Nullable<Int64>
    var rates: Nullable<Rates>
    var faults: [Fault]
    var storms: [Storm]
    var cycles: [Cycle]
  }

  struct Rates: Codable {
    var peakUpdatesPerSecond, peakUpdatesPerFrame: Int
  }

  struct Fault: Codable {
    var fault: String
    var count: Int
  }

  struct Storm: Codable {
    var view, cause: String
    var peakUpdatesPerSecond, longestSeconds, updates: Int
  }

  struct Cycle: Codable {
    var members: [Member]
    var turns: Int
    var durationNanoseconds: Nullable<Int64>
    var inferred = true
  }

  struct Member: Codable {
    var view, cause: String
  }

  struct Selection: Codable {
    var top: Nullable<Int>
    var hiddenViews, totalRootCauses, totalFindings, totalChanges: Int
    /// The evaluations that the root causes led to which are not listed.
    var unlistedRootCauseEvaluations: Int
  }
}

/// A value whose absence is written as `null` instead of leaving out the key.
struct Nullable<Value: Codable>: Codable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
