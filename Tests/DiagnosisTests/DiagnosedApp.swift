internal import Diagnosis
internal import Simulator
internal import SourceAnalysis
internal import TestSupport
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// A simulated app, its log and its sources, diagnosed; and the truth to compare with.
struct DiagnosedApp {
  let app: SimulatedApp
  let session: Session
  let profile: TraceProfile
  let diagnosis: Diagnosis

  init(_ app: SimulatedApp, style: LogStyle = .ndjson, options: Options = Options()) {
    self.app = app
    session = simulate(app, options: options)
    profile = TestSupport.profile(session.log(style: style))
    diagnosis = Diagnosis(profile, sources: Self.graph(app.sources()), linter: Linter())
  }

  static func graph(_ sources: [(path: String, text: String)]) -> SourceGraph {
    let files = sources.map { source in
      SourceFile(path: source.path, tree: Array(source.text.utf8).withUnsafeBufferPointer { FactsReader.read($0) })
    }
    return SourceGraph(index: SourceIndex(files: files))
  }

  /// How many of some things were right.
  struct Score: CustomStringConvertible {
    var right = 0
    var all = 0
    var share: Double { all == 0 ? 1 : Double(right) / Double(all) }
    var description: String { "\(right)/\(all) = \((share * 1000).rounded() / 1000)" }

    static func += (left: inout Score, right: Score) {
      left.right += right.right
      left.all += right.all
    }
  }

  /// What was predicted to be left of the updates that a fix touches, and what was.
  struct Foretold {
    /// Which fix of which app.
    var name: String
    var predicted: Int
    /// `nil` where it is exact.
    var range: ClosedRange<Int>?
    var left: Int

    var isHeld: Bool { (range ?? predicted...predicted).contains(left) }
    /// Whether it is no more than a tenth from what was left.
    var isClose: Bool { 10 * abs(left - predicted) <= left }

    static func held(_ all: [Self]) -> Score { Score(right: all.count(where: \.isHeld), all: all.count) }
    static func close(_ all: [Self]) -> Score { Score(right: all.count(where: \.isClose), all: all.count) }
    /// The ones that were missed, a line each.
    static func missed(_ all: [Self]) -> String {
      all.filter { !$0.isHeld || !$0.isClose }.map {
        let range = $0.range.map { "\($0)" } ?? "no range"
        return "\($0.name): \($0.left) left, predicted \($0.predicted) in \(range)"
      }.joined(separator: "\n")
    }
  }

  private struct Pair: Hashable {
    var view: String
    var other: String
  }

  /// Per evaluation with `@self`: whether the summary names the view that made it happen.
  func triggers(in summary: RedrawSummary) -> Score {
    var truth: [Pair: Int] = [:]
    let shown = session.evaluations
    for evaluation in shown {
      guard let trigger = evaluation.trigger else { continue }
      truth[Pair(view: evaluation.view, other: shown[trigger].view), default: 0] += 1
    }
    var found: [Pair: Int] = [:]
    for view in summary.views {
      for trigger in view.triggers {
        found[Pair(view: view.id.name, other: trigger.view), default: 0] += trigger.evaluations
      }
    }
    return Self.overlap(truth, found)
  }

  /// Per evaluation whose root is in the log: whether the summary names view and cause.
  func roots(in summary: RedrawSummary) -> Score {
    var truth: [Pair: Int] = [:]
    for evaluation in session.evaluations where evaluation.root.isLogged && evaluation.root.cause != "@identity" {
      truth[Pair(view: evaluation.view, other: evaluation.root.view + " " + evaluation.root.cause), default: 0] += 1
    }
    var found: [Pair: Int] = [:]
    for view in summary.views {
      for root in view.rootCauses {
        found[Pair(view: view.id.name, other: root.view + " " + root.cause.text), default: 0] += root.evaluations
      }
    }
    return Self.overlap(truth, found)
  }

  private static func overlap(_ truth: [Pair: Int], _ found: [Pair: Int]) -> Score {
    Score(right: truth.reduce(0) { $0 + min($1.value, found[$1.key] ?? 0) }, all: truth.values.reduce(0, +))
  }

  /// Of the updates that are called proven avoidable, those that are.
  var proven: Score {
    var truth: [String: Int] = [:]
    for evaluation in session.evaluations where evaluation.isAvoidable { truth[evaluation.view, default: 0] += 1 }
    var score = Score()
    for (id, view) in diagnosis.views {
      score += Score(right: min(view.avoidable, truth[id.name] ?? 0), all: view.avoidable)
    }
    return score
  }

  /// Of the updates that are avoidable, those that are called so, proven or likely.
  var recall: Score {
    var truth: [String: Int] = [:]
    for evaluation in session.evaluations where evaluation.isAvoidable { truth[evaluation.view, default: 0] += 1 }
    var found: [String: Int] = [:]
    for (id, view) in diagnosis.views { found[id.name, default: 0] += view.avoidable + view.likelyAvoidable }
    return Score(
      right: truth.reduce(0) { $0 + min($1.value, found[$1.key] ?? 0) }, all: truth.values.reduce(0, +))
  }

  /// The finding that is the fix, if there is one.
  func finding(for fix: Simulator.Fix) -> DiagnosedFinding? {
    let candidates = diagnosis.findings.filter { $0.finding.fix.rawValue == fix.fix }
    return candidates.first { $0.finding.view == fix.view }
      ?? candidates.first { finding in
        finding.finding.subject.identity.contains(fix.subject) || finding.finding.view == fix.subject
      }
      // What is said of a member of a model: `StationMonitor.state`.
      ?? candidates.first { finding in finding.finding.view.map { fix.subject.hasPrefix($0 + ".") } ?? false }
  }
}
