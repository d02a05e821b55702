package import SourceAnalysis
internal import SwiftUIModel
package import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What a report lists: what sources and trace say together, or the trace alone.
package enum Advice<Diagnosed: Sendable>: Sendable {
  case sources(Diagnosed)
  /// Only a note where the sources account for the view.
  case trace(TraceFinding, isNote: Bool)
}

/// A property that changes in each turn of a loop.
package struct LoopProperty: Sendable {
  package var view: String
  package var name: String
  package var place: SourcePlace
  /// In its view.
  package var writes: [SourcePlace]
}

extension Diagnosis {
  /// More changes than this are no advice.
  static let mostChanges = 40
  /// More of these above a note are no alarm.
  static let mostLoudChanges = 12

  /// The findings with those of the trace alone, best first.
  ///
  /// - Parameter showsAll: Whether with those that the trace shows nothing of.
  package func advice(showsAll: Bool = false) -> [Advice<DiagnosedFinding>] {
    if showsAll { return ranked(findings) { $0 } }
    let shown = Set(shownChanges.map(\.id))
    return ranked(findings.filter { shown.contains($0.change) && $0.hasEvidence }) { $0 }
  }

  /// The changes with the findings of the trace alone, best first.
  ///
  /// - Parameter showsAll: Whether with those that the trace shows nothing of.
  package func advisedChanges(showsAll: Bool = false) -> [Advice<DiagnosedChange>] {
    ranked(showsAll ? changes : shownChanges, by: \.lead)
  }

  private var shownChanges: [DiagnosedChange] {
    Array(changes.filter(\.lead.hasEvidence).prefix(Self.mostChanges))
  }

  /// Waste that was seen comes before patterns that only may be some.
  private func ranked<Diagnosed>(_ diagnosed: [Diagnosed], by finding: (Diagnosed) -> DiagnosedFinding)
    -> [Advice<Diagnosed>]
  {
    let measured = diagnosed.prefix { finding($0).severity > .note }.count
    // A container that makes all its rows at once, as often as it is shown, throws none away.
    let saving = diagnosed[measured...].prefix { finding($0).saved > 0 || finding($0).isBurst }
    func listed(_ found: ArraySlice<Diagnosed>) -> [Advice<Diagnosed>] { found.map { .sources($0) } }
    func listed(_ found: [TraceFinding], isNote: Bool) -> [Advice<Diagnosed>] {
      found.map { .trace($0, isNote: isNote) }
    }
    // What the trace alone shows stands where it would with what it counts saved.
    var serious = adviceOfTrace.serious.sorted { Self.worth(of: $1) < Self.worth(of: $0) }[...]
    var loud: [Advice<Diagnosed>] = []
    for one in diagnosed[..<measured] {
      let before = serious.prefix { Self.worth(of: $0) > finding(one).worth }
      loud += listed(Array(before), isNote: false) + [.sources(one)]
      serious = serious.dropFirst(before.count)
    }
    return loud + listed(Array(serious), isNote: false) + listed(saving)
      + listed(adviceOfTrace.churn, isNote: true) + listed(diagnosed[saving.endIndex...])
      + listed(adviceOfTrace.notes, isNote: true)
  }

  /// What the trace alone shows and no finding explains: what is more than a note, views thrown away, and the rest.
  struct AdviceOfTrace: Sendable {
    var serious: [TraceFinding] = []
    var churn: [TraceFinding] = []
    var notes: [TraceFinding] = []
  }

  /// What is so when all else is known.
  func findAdviceOfTrace() -> AdviceOfTrace {
    let explained = Set(
      findings.filter { $0.saved > 0 }.flatMap { [$0.finding.view].compactMap(\.self) + $0.chain.compactMap(\.view) })
    let kept = viewsKept
    let ended = viewsOfLoops
    var result = AdviceOfTrace()
    for found in summary.traceFindings {
      var isNote = found.severity == .note
      if let view = found.view, case .declaration = matching[view] {
        // What saves some updates of a view says nothing of why the view is thrown away, nor of what turns in a circle.
        let isExplained =
          found.isChurn
          ? kept.contains(view) || found.leader.map(kept.contains) == true
          : found.isLoop ? ended.contains(view) : explained.contains(view)
        if isExplained { continue }
        isNote = isNote || found.updates < Self.leastTold || !(found.isChurn || found.isLoop && found.grade == .likely)
      }
      isNote = isNote || driver(ofLoop: found) != nil
      if !isNote {
        result.serious.append(found)
      } else if found.isChurn {
        result.churn.append(found)
      } else {
        result.notes.append(found)
      }
    }
    return result
  }

  /// Views that a change keeps from being thrown away.
  private var viewsKept: Set<String> {
    var kept: Set<String> = []
    for finding in findings {
      guard case .keepIdentity = finding.finding.change, finding.saved > 0 || finding.measuredWork > 0 else { continue }
      kept.formUnion([finding.finding.view].compactMap(\.self))
      kept.formUnion(viewsKept(by: finding))
    }
    return kept
  }

  /// Views with a loop that a change ends or slows down.
  private var viewsOfLoops: Set<String> {
    var ended: Set<String> = []
    for finding in findings where finding.saved > 0 {
      guard finding.finding.change.traits.contains(.endsLoop) else { continue }
      ended.formUnion([finding.finding.view].compactMap(\.self))
      ended.formUnion(finding.savedByView.keys)
    }
    return ended
  }

  /// The properties that turn in a loop, each with where it is declared and where its view writes it.
  package func properties(ofLoop finding: TraceFinding) -> [LoopProperty] {
    var known: Set<SourcePlace> = []
    return finding.stepsOfLoop.compactMap { step in
      guard case .dynamicProperty(let traced) = step.cause, case .declaration(let id) = matching[step.view] else {
        return nil
      }
      let type = graph.index[id]
      let name = PropertyName.source(traced, among: Set(type.storedProperties.map(\.name)))
      guard let property = type.property(name), known.insert(property.place).inserted else { return nil }
      let writes = graph.evaluation(of: id)?.writes(of: name).map(\.code.start) ?? []
      return LoopProperty(view: step.view, name: name, place: property.place, writes: writes)
    }
  }

  /// What changes in each turn of a loop and is no state of its view: a model, the environment or a binding, which others may write as
  /// often without being led to it. `nil` where the views have all of it to themselves, or nobody knows.
  package func driver(ofLoop finding: TraceFinding) -> String? {
    for step in finding.stepsOfLoop {
      guard case .dynamicProperty(let traced) = step.cause, case .declaration(let id) = matching[step.view] else {
        continue
      }
      let type = graph.index[id]
      let name = PropertyName.source(traced, among: Set(type.storedProperties.map(\.name)))
      if let storage = type.property(name)?.storage, storage != .state { return name }
    }
    return nil
  }

  /// So often nobody throws a view away that stays on screen, nor goes round in a circle, whatever the sources say of it.
  private static let leastTold = 50

  /// In evaluations of an ordinary body, as of what sources explain as well. Views that are thrown away may have gone out of sight
  /// and come back, which is no waste: what a change would save comes before them.
  private static func worth(of found: TraceFinding) -> Double {
    found.isLoop ? Double(found.updates) * DiagnosedFinding.likely : 0
  }
}
