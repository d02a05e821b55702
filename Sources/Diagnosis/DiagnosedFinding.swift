package import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// A finding with what the trace says about it.
package struct DiagnosedFinding {
  package enum Grade: String, Sendable, CaseIterable { case proven, likely, possible, `static` }

  /// One link from the root cause to the view.
  package struct Step: Sendable {
    package var view: String?
    package var place: SourcePlace?
    package var message: String
  }

  package struct Measurement: Sendable {
    package var updates: Int
    package var avoidable: Int?
    package var predicted: Int?
    package var range: ClosedRange<Int>?
  }

  package var finding: Finding
  package var fingerprint: String
  package var severity: SourceRule.Severity
  package var grade: Grade
  package var message: String
  package var measured: Measurement?
  package var chain: [Step]
  package var checks: [String]
  /// Updates and re-creations that the fix saves.
  package var saved: Int
  /// Updates in which work is repeated that the fix takes out of them.
  package var repeatedWork: Int
  /// Time of the updates concerned in nanoseconds; 0 without durations.
  package var nanoseconds: UInt64
  /// Per view of the trace the updates and re-creations that the fix saves.
  package var savedByView: [String: Int] = [:]
  /// Found only because the trace lowered the rule's threshold.
  var isSuspected = false
  var effects: [Effect]
  var outcome: Outcome

  /// Best first: by what is saved; of those that save about the same, the one that goes to the cause.
  static func ranked(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    var left = findings.sorted(by: isBefore)[...]
    var result: [DiagnosedFinding] = []
    while let best = left.first {
      // With inference in the numbers, a tenth is no difference; a line taken out is worth more than a model rewritten.
      let group = left.prefix { best.saved > 0 && $0.saved * 10 >= best.saved * 9 || $0.isEasier(than: best) }
      if group.isEmpty { break }
      // What may save nothing comes after what saves something in any case.
      result += group.enumerated().sorted {
        ($0.element.isGuess ? 1 : 0, $0.element.rank, $0.offset) < (
          $1.element.isGuess ? 1 : 0, $1.element.rank, $1.offset
        )
      }.map(\.element)
      left = left.dropFirst(group.count)
    }
    return result + left
  }

  private var isGuess: Bool { maySaveNothing && finding.rule == "redundant_state_write" }

  /// Whether inference alone says that the fix saves anything.
  var maySaveNothing: Bool {
    // That a loop turns is not inferred, only how often it would without the write.
    guard let measured, let range = measured.range, finding.fix != "break_update_loop" else { return false }
    return range.upperBound >= measured.updates
  }

  /// Saves nearly as much by an edit of a line.
  private func isEasier(than other: DiagnosedFinding) -> Bool {
    finding.fix == "remove_dependency" && other.finding.fix == "migrate_to_observable" && saved * 4 >= other.saved * 3
  }

  /// Measured waste first, the most saved first; then repeated work, severity, place.
  static func isBefore(_ left: DiagnosedFinding, _ right: DiagnosedFinding) -> Bool {
    if left.saved != right.saved { return left.saved > right.saved }
    // Who records a trace has instrumented the views.
    if left.isInstrumentation != right.isInstrumentation { return right.isInstrumentation }
    if left.rank != right.rank { return left.rank < right.rank }
    // Work that was repeated a few times is no measure.
    let work = [left, right].map { $0.repeatedWork >= FindingJudge.repeatedOften ? $0.repeatedWork : 0 }
    if work[0] != work[1] { return work[0] > work[1] }
    if left.nanoseconds != right.nanoseconds { return left.nanoseconds > right.nanoseconds }
    if left.original != right.original { return left.original > right.original }
    if left.grade != right.grade { return left.gradeRank < right.gradeRank }
    return (left.finding.place, left.finding.rule) < (right.finding.place, right.finding.rule)
  }

  /// Of fixes that save the same, the one that goes to the cause before those that treat what follows from it.
  private var rank: Int {
    guard saved > 0 else { return 0 }
    // A body that is large by any measure is the cause of what its sections lose; a small one is not.
    let rule = finding.rule == "monolithic_body" && !isSuspected ? "closure_binding" : finding.rule
    return FindingJudge.order.firstIndex(of: rule) ?? FindingJudge.order.count
  }

  private var isInstrumentation: Bool { finding.rule == "debug_logging_unguarded" }

  private var original: SourceRule.Severity { finding.severity ?? .note }

  private var gradeRank: Int { Grade.allCases.firstIndex(of: grade) ?? 0 }
}

/// What the recorded updates hold of one view, gathered once for all findings.
struct ViewEvidence {
  /// Updates that the sources prove to have been avoidable.
  var avoidable = 0
  /// The element of a distinct update that stands for most of its updates.
  var heaviest: (update: Int, place: Int)?
  /// How many these are.
  private var weight = 0

  /// For each view of the trace.
  static func gather(_ recorded: RecordedUpdates, _ states: [[Playback.State]]) -> [ViewEvidence] {
    var result = [ViewEvidence](repeating: ViewEvidence(), count: recorded.names.count)
    for (index, update) in recorded.updates.enumerated() {
      for (place, element) in update.elements.enumerated() {
        let view = recorded.messages[element.message].view
        result[view].avoidable += states[index][place].verdict.avoidable * update.count
        let weight = element.repetitions * update.count
        if !element.isInitial, weight > result[view].weight {
          result[view].weight = weight
          result[view].heaviest = (index, place)
        }
      }
    }
    return result
  }
}

/// Gives findings their evidence.
struct FindingJudge: Sendable {
  let recorded: RecordedUpdates
  let evidence: [ViewEvidence]
  let graph: SourceGraph
  let replay: Replay
  let remedies: Remedies
  let summary: RedrawSummary
  let matching: ViewMatching
  /// Per view of the trace.
  private let totals: [(updates: Int, nanoseconds: UInt64)]

  init(
    recorded: RecordedUpdates, evidence: [ViewEvidence], graph: SourceGraph, replay: Replay, remedies: Remedies,
    summary: RedrawSummary, matching: ViewMatching
  ) {
    self.recorded = recorded
    self.evidence = evidence
    self.graph = graph
    self.replay = replay
    self.remedies = remedies
    self.summary = summary
    self.matching = matching
    var totals: [String: (updates: Int, nanoseconds: UInt64)] = [:]
    for view in summary.views {
      totals[view.id.name, default: (0, 0)].updates += view.updates
      totals[view.id.name]?.nanoseconds += view.duration?.totalNanoseconds ?? 0
    }
    self.totals = recorded.names.map { totals[$0] ?? (0, 0) }
  }

  /// Rules whose thresholds are about size and that a trace can confirm whatever the size.
  static let rulesToSuspect: Set<String> = [
    "state_scoped_too_high", "missing_equatable_view", "incomparable_argument", "broad_model_dependency",
    "observable_object_fan_out", "dismiss_dependency", "monolithic_body", "non_pod_expensive_view", "closure_binding",
    "collection_dependency_in_row", "unstable_identity", "redundant_state_write", "update_loop",
    "struct_property_dependency", "volatile_environment_value", "derived_state_stored",
  ]

  /// Causes before symptoms, exact edits before broad ones.
  static let order: [String] = [
    "update_loop", "layout_feedback", "unstable_identity", "observed_object_created_inline", "observable_not_in_state",
    "unused_dynamic_property", "dismiss_dependency",
    "derived_state_stored", "redundant_state_write", "hot_path_state_write", "volatile_environment_value",
    "closure_in_environment", "unstable_entry_default", "collection_dependency_in_row", "state_scoped_too_high",
    "observable_object_fan_out", "broad_model_dependency", "struct_property_dependency",
    "transitive_computed_dependency", "non_equatable_observable_property", "closure_binding", "incomparable_argument",
    "missing_equatable_view", "non_pod_expensive_view", "legacy_environment_object", "monolithic_body",
  ]

  /// Patterns that break an app rather than slow it down: no trace acquits them.
  private static let correctness: Set<String> = [
    "equatable_ignores_input", "nested_observable_object", "observed_object_created_inline",
  ]

  private var total: Int { summary.totals.updates + summary.totals.recreated }

  func judge(_ result: LintFinding) -> DiagnosedFinding {
    let finding = result.finding
    let remedy = remedies.remedy(for: finding)
    let effects = (remedy?.effects ?? []).filter { !$0.views.isEmpty }
    let outcome = replay.outcome(of: effects)
    let saved = max(0, Int(outcome.savedTotal.rounded()))
    var diagnosed = measured(finding, result.fingerprint, effects, outcome, remedy)
    let views = (remedy?.views ?? []).union(ownViews(finding))
    if saved < 1 { diagnosed.grade = views.isEmpty ? .static : .possible }
    diagnosed.nanoseconds = nanoseconds(of: outcome.saved.isEmpty ? views : Set(outcome.saved.keys))
    if saved >= 1 {
      if finding.rule == "unused_dynamic_property" { diagnosed.grade = .proven }
      diagnosed.severity =
        isOwnersAlone(finding, outcome) || isSingular(effects, outcome) || diagnosed.maySaveNothing
        ? .note : severity(saved: saved, grade: diagnosed.grade)
    } else if remedy?.savesWork == true {
      let updates = updates(of: views)
      diagnosed.repeatedWork = updates
      if updates >= Self.repeatedOften { diagnosed.grade = .likely }
      if updates > 0 { diagnosed.measured = .init(updates: updates, avoidable: nil, predicted: updates, range: nil) }
    } else if remedy?.isBurst == true {
      diagnosed.repeatedWork = largestBurst(of: remedy?.views ?? [])
      if diagnosed.repeatedWork >= Self.burst { diagnosed.grade = .likely }
    } else if let remedy, !remedy.views.isEmpty {
      let updates = remedy.causes.isEmpty ? updates(of: remedy.views) : outcome.updates
      if updates > 0 { diagnosed.measured = .init(updates: updates, avoidable: 0, predicted: updates, range: nil) }
    }
    if diagnosed.severity == .note, Self.correctness.contains(finding.rule) { diagnosed.severity = result.severity }
    return diagnosed
  }

  /// State that costs no evaluation but those of the small view that owns it: better placed elsewhere, and no waste to stop for.
  private func isOwnersAlone(_ finding: Finding, _ outcome: Outcome) -> Bool {
    guard finding.rule == "state_scoped_too_high", let type = remedies.type(of: finding) else { return false }
    let own = remedies.views(of: type.id)
    let isSmall = graph.evaluation(of: type.id).map { $0.lineCount <= Self.smallBody } ?? false
    return isSmall && outcome.saved.allSatisfy { own.contains($0.key) || $0.value < 1 }
  }

  /// Rows that were all evaluated once or twice: no pattern yet, however many rows there are.
  private func isSingular(_ effects: [Effect], _ outcome: Outcome) -> Bool {
    effects.contains { effect in
      switch effect {
      case .onePerChange, .comparing, .narrowing: true
      default: false
      }
    } && outcome.saved.allSatisfy { view, saved in saved <= Double(2 * replay.instances[view]) }
  }

  /// Lines of a body whose evaluation is cheap.
  private static let smallBody = 40

  /// First appearances at once from which on a container should be lazy.
  private static let burst = 30

  /// The most first appearances of some views in one update.
  private func largestBurst(of views: Set<Int>) -> Int {
    var most = 0
    for view in views {
      for index in recorded.updates(of: view) {
        let update = recorded.updates[index]
        let number = update.elements.reduce(0) {
          $1.isInitial && recorded.messages[$1.message].view == view ? $0 + $1.repetitions : $0
        }
        most = max(most, number)
      }
    }
    return most
  }

  /// Updates from which on work that each of them repeats is worth taking out.
  static let repeatedOften = 10

  /// What it saves if views compare what they are given, or are given only what they read.
  func comparing(_ type: TypeInfo, isNarrowing: Bool) -> (effects: [Effect], outcome: Outcome) {
    let views = remedies.views(of: type.id)
    let effects: [Effect] = [isNarrowing ? .narrowing(views: views, trust: .likelihood) : .comparing(views: views)]
    return (effects, replay.outcome(of: effects))
  }

  /// A finding of our own for avoidable updates that no rule explains.
  ///
  /// - Parameter comparing: Of the child.
  func unexplained(
    _ defeat: Defeat, child: TypeInfo, comparing: (effects: [Effect], outcome: Outcome)
  ) -> DiagnosedFinding? {
    guard let index = recorded.factsOfView[defeat.maker] else { return nil }
    let maker = recorded.facts[index].type
    var finding: Finding
    if defeat.isWide, let name = defeat.argument, let property = child.property(name) {
      finding = wideInput(property, of: child, from: maker, at: defeat.place)
    } else if let place = defeat.place, let argument = defeat.argument {
      finding = Finding(
        "argument '\(argument)' of '\(child.name)' never compares equal, so '\(child.name)' is evaluated with every evaluation of "
          + "'\(maker.name)'; pass values that compare equal",
        at: place, code: maker.code, view: maker, subject: child.name + "." + argument,
        steps: [
          "pass '\(child.name)' values that compare equal, or make it Equatable with '\(argument)' left out of =="
        ],
        related: [.init(view: child.qualifiedName, place: child.code.nameStart, message: "the child")])
      finding.rule = "incomparable_argument"
      finding.fix = "make_arguments_comparable"
    } else {
      finding = Finding(
        "'\(child.name)' is evaluated with '\(maker.name)' although nothing it reads changed; make it Equatable",
        at: child.code.nameStart, code: child.code, view: child, subject: child.qualifiedName,
        steps: ["make '\(child.name)' Equatable by all of the inputs that its body reads"],
        related: [.init(view: maker.qualifiedName, place: maker.code.nameStart, message: "made here")])
      finding.rule = "missing_equatable_view"
      finding.fix = "add_equatable_conformance"
    }
    return found(finding, comparing.effects, comparing.outcome)
  }

  /// A struct taken as a whole for some of its members, while others are what changes.
  private func wideInput(_ property: Property, of child: TypeInfo, from maker: TypeInfo, at place: SourcePlace?)
    -> Finding
  {
    let read = graph.evaluation(of: child.id).map { evaluation in
      Set(evaluation.evaluationReads(of: property.name).compactMap(\.path.first)).sorted()
    }
    let members = (read ?? []).map { "'\($0)'" }.joined(separator: ", ")
    var finding = Finding(
      "'\(child.name)' takes all of '\(property.name)' from '\(maker.name)' and reads \(members) of it, so it is evaluated "
        + "when something else of it changes; pass what it reads",
      at: property.place, code: property.code, view: child, subject: property.name,
      steps: (read ?? []).map { "take '\($0)' as a let of '\(child.name)'" } + ["remove '\(property.name)'"],
      related: place.map { [.init(view: maker.qualifiedName, place: $0, message: "passed as a whole here")] } ?? [])
    finding.rule = "broad_model_dependency"
    finding.fix = "pass_only_needed_values"
    return finding
  }

  /// A view, and the property that evaluates it more often than what it reads of it changes.
  struct Reader {
    var type: TypeInfo
    var property: Property
    var causes: Set<Cause>
    /// The share of these updates that is needed, as far as the sources tell.
    var remaining: Double
  }

  /// A finding of our own for updates by a property of which nothing that is read changes.
  ///
  /// - Parameter readers: Several where one environment value reaches them all.
  func unexplained(readers: [Reader]) -> DiagnosedFinding? {
    guard let reader = readers.first, let evaluation = graph.evaluation(of: reader.type.id) else { return nil }
    let (type, property) = (reader.type, reader.property)
    let effects = readers.map { reader in
      Effect.ignoring(
        views: remedies.views(of: reader.type.id), causes: reader.causes, remaining: max(0, reader.remaining))
    }
    var finding: Finding
    if !evaluation.reads.contains(where: { $0.property == property.name && $0.phase.isEvaluation }) {
      finding = Finding(
        "'\(type.name)' is evaluated whenever '\(property.name)' changes, which its body never reads; use it where the action runs",
        at: property.place, code: property.code, view: type, subject: property.name,
        steps: ["move '\(property.name)' into the view or model that needs it"])
      finding.rule = "unused_dynamic_property"
      finding.fix = "remove_dependency"
    } else {
      let names = readers.map { "'\($0.type.name)'" }.joined(separator: ", ")
      let key = property.environmentKey ?? property.name
      let writer = writer(of: key)
      finding = Finding(
        "'\(key)' reaches \(names) as a whole, and what changes of it is not what they read; hand down the values one by one",
        at: writer?.place ?? property.place, code: writer?.code ?? property.code, view: writer?.view ?? type,
        subject: property.name,
        steps: ["give each value that changes alone a key of its own, or pass it as an argument"],
        related: readers.map { .init(view: $0.type.qualifiedName, place: $0.property.place, message: "read here") })
      finding.rule = "broad_model_dependency"
      finding.fix = "pass_only_needed_values"
    }
    return found(finding, effects, replay.outcome(of: effects))
  }

  /// Where a key of the environment is written.
  private func writer(of key: String) -> (view: TypeInfo, code: Code, place: SourcePlace)? {
    for (type, evaluation) in graph.evaluatedViews {
      for call in evaluation.calls where call.name == "environment" && call.code.arguments.count == 2 {
        guard let path = call.code.arguments[0].firstChild, path.kind == .keyPath, path.name == key else { continue }
        return (type, call.code, path.start)
      }
    }
    return nil
  }

  private func found(_ found: Finding, _ effects: [Effect], _ outcome: Outcome) -> DiagnosedFinding? {
    var finding = found
    finding.end = nil
    let key = [finding.rule, finding.place.file, finding.view ?? "", finding.subject].joined(separator: "\u{1F}")
    var diagnosed = measured(finding, Fingerprint.hex(of: key), effects, outcome, nil)
    guard diagnosed.saved >= 1 else { return nil }
    diagnosed.nanoseconds = nanoseconds(of: Set(outcome.saved.keys))
    diagnosed.severity =
      isSingular(effects, outcome) ? .note : severity(saved: diagnosed.saved, grade: diagnosed.grade)
    return diagnosed
  }

  /// A finding as a note, with what its outcome says where it saves anything.
  private func measured(
    _ finding: Finding, _ fingerprint: String, _ effects: [Effect], _ outcome: Outcome, _ remedy: Remedies.Remedy?
  ) -> DiagnosedFinding {
    let saved = max(0, Int(outcome.savedTotal.rounded()))
    var diagnosed = DiagnosedFinding(
      finding: finding, fingerprint: fingerprint, severity: .note, grade: .static, message: finding.message, chain: [],
      checks: [], saved: saved, repeatedWork: 0, nanoseconds: 0, effects: effects, outcome: outcome)
    guard saved >= 1 else { return diagnosed }
    diagnosed.grade = provenShare(outcome) >= 0.5 ? .proven : .likely
    diagnosed.measured = measurement(outcome, saved: saved, remedy)
    diagnosed.message = sentence(finding, outcome)
    diagnosed.chain = chain(finding, outcome)
    diagnosed.checks = checks(outcome)
    diagnosed.savedByView = savedByView(outcome)
    return diagnosed
  }

  // MARK: - Numbers

  /// Below this share of all updates a fix is worth a note.
  private static let worthwhileShare = 0.02
  private static let worthwhileUpdates = 5
  private static let severeShare = 0.25
  private static let severeUpdates = 100

  private func severity(saved: Int, grade: DiagnosedFinding.Grade) -> SourceRule.Severity {
    let share = Double(saved) / Double(max(1, total))
    if saved < Self.worthwhileUpdates || share < Self.worthwhileShare { return .note }
    return grade == .proven && saved >= Self.severeUpdates && share >= Self.severeShare ? .error : .warning
  }

  private func measurement(_ outcome: Outcome, saved: Int, _ remedy: Remedies.Remedy?) -> DiagnosedFinding.Measurement {
    let before = outcome.updates + outcome.recreated
    var range: ClosedRange<Int>?
    if let low = remedy?.optimistic, let high = remedy?.pessimistic {
      let best = replay.outcome(of: low)
      let worst = replay.outcome(of: high)
      let least = Int((best.remaining + best.remainingRecreated).rounded())
      let most = Int((worst.remaining + worst.remainingRecreated).rounded())
      if least != most { range = min(least, most)...max(least, most) }
    }
    return .init(updates: before, avoidable: saved, predicted: before - saved, range: range)
  }

  /// The share of what is saved that the sources prove to have been avoidable.
  private func provenShare(_ outcome: Outcome) -> Double {
    var proven = 0
    var saved = 0.0
    for (view, number) in outcome.saved {
      saved += number
      proven += min(evidence[view].avoidable, Int(number.rounded()))
    }
    return saved > 0 ? Double(proven) / saved : 0
  }

  private func ownViews(_ finding: Finding) -> Set<Int> {
    remedies.type(of: finding).map { remedies.views(of: $0.id) } ?? []
  }

  private func updates(of views: Set<Int>) -> Int {
    views.reduce(0) { $0 + totals[$1].updates }
  }

  private func nanoseconds(of views: Set<Int>) -> UInt64 {
    views.reduce(0) { $0 + totals[$1].nanoseconds }
  }

  private func savedByView(_ outcome: Outcome) -> [String: Int] {
    Dictionary(
      outcome.saved.map { (recorded.names[$0.key], Int($0.value.rounded())) }, uniquingKeysWith: +
    ).filter { $0.value > 0 }
  }

  // MARK: - Words

  private func sentence(_ finding: Finding, _ outcome: Outcome) -> String {
    let before = outcome.updates + outcome.recreated
    let after = Int((outcome.remaining + outcome.remainingRecreated).rounded())
    let most = outcome.saved.sorted { ($1.value, recorded.names[$0.key]) < ($0.value, recorded.names[$1.key]) }.prefix(
      2
    )
    .map { "\(recorded.names[$0.key]) \(Int($0.value.rounded()))" }.joined(separator: ", ")
    let what = outcome.recreated > outcome.updates ? "re-creations and updates" : "updates"
    let whose = most.isEmpty ? "" : " (\(most))"
    return "\(before - after) of \(before) \(what) saved\(whose): \(finding.message)"
  }

  private func checks(_ outcome: Outcome) -> [String] {
    outcome.saved.sorted { ($1.value, recorded.names[$0.key]) < ($0.value, recorded.names[$1.key]) }.prefix(3).map {
      let before = updates(of: [$0.key])
      return
        "'\(recorded.names[$0.key])' falls from \(before) to about \(max(0, before - Int($0.value.rounded()))) updates in the same steps"
    }
  }

  /// From the root cause to the view that gains most, each hop with the place where it happens.
  private func chain(_ finding: Finding, _ outcome: Outcome) -> [DiagnosedFinding.Step] {
    let gaining = outcome.saved.max { ($0.value, recorded.names[$1.key]) < ($1.value, recorded.names[$0.key]) }
    guard let best = gaining.flatMap({ evidence[$0.key].heaviest }) else { return [] }
    let update = recorded.updates[best.update]
    var places = [best.place]
    while let trigger = update.elements[places[0]].trigger, places.count < 12 { places.insert(trigger, at: 0) }
    var steps: [DiagnosedFinding.Step] = []
    for (number, place) in places.enumerated() {
      let message = recorded.messages[update.elements[place].message]
      let name = recorded.names[message.view]
      let facts = message.facts.map { recorded.facts[$0] }
      if number == 0 {
        let causes = message.own.map(\.cause.text).joined(separator: ", ")
        let property = message.own.compactMap { own -> Property? in
          guard case .dynamicProperty(let traced) = own.cause, let type = facts?.type else { return nil }
          return type.property(PropertyName.source(traced, among: Set(type.storedProperties.map(\.name))))
        }.first
        steps.append(
          .init(
            view: name, place: property?.code.nameStart ?? facts?.type.code.nameStart,
            message: causes.isEmpty
              ? "'\(name)' is evaluated by a view that the trace does not show" : "\(causes) of '\(name)' changes"))
      } else {
        let maker = recorded.messages[update.elements[places[number - 1]].message]
        let made = maker.facts.flatMap { maker in
          message.facts.flatMap { replay.playback.constructions[maker, $0].first }
        }
        let argument = made?.defeating.first.map { ", '\($0.name)' never compares equal" } ?? ""
        let times = update.elements[place].repetitions
        steps.append(
          .init(
            view: name, place: made?.code.start ?? facts?.type.code.nameStart,
            message: "'\(recorded.names[maker.view])' makes \(times == 1 ? "" : "\(times) × ")'\(name)' anew\(argument)"
          ))
      }
    }
    return steps
  }
}
