import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// What a recording says of triggers is never replaced by what order and time suggest.
@Suite struct RecordedTriggerTests {
  private struct Evaluation {
    var view: String
    var start: UInt64
    /// The place of the evaluation whose body made it; without one it has a property of its own.
    var parent: Int?
    var property = "x"
  }

  private func profile(_ evaluations: [Evaluation]) -> RunProfile {
    var builder = ExportBuilder(.xcode27)
    builder.updates(
      evaluations.enumerated().map {
        .init(start: $1.start, duration: 10, id: UInt64($0 + 1), description: "\($1.view).body")
      })
    builder.causes(
      evaluations.enumerated().map { place, evaluation in
        guard let parent = evaluation.parent else {
          return ("@State \(evaluation.property)", UInt64(90_000 + place), "\(evaluation.view).body", UInt64(place + 1))
        }
        return ("\(evaluations[parent].view).body", UInt64(parent + 1), "\(evaluation.view).body", UInt64(place + 1))
      })
    let fold = ProfileBuilder()
    _ = TraceReader.read(MemorySource(builder.bytes), into: fold)
    return fold.finish()
  }

  /// Triggers as `child parent`, roots as `view cause`.
  private func check(_ evaluations: [Evaluation], _ comment: String = "") {
    var triggers: [String: Int] = [:]
    var roots: [String: Int] = [:]
    for evaluation in evaluations {
      if let parent = evaluation.parent { triggers["\(evaluation.view) \(evaluations[parent].view)", default: 0] += 1 }
      var root = evaluation
      while let parent = root.parent { root = evaluations[parent] }
      roots["\(root.view) _\(root.property)", default: 0] += 1
    }
    let summary = RedrawSummary(TraceProfile(runs: [profile(evaluations)]))
    var found: [String: Int] = [:]
    for view in summary.views {
      for trigger in view.triggeredBy { found["\(view.id.name) \(trigger.view)", default: 0] += trigger.evaluations }
    }
    #expect(found == triggers, "\(comment)")
    var foundRoots: [String: Int] = [:]
    for root in summary.rootCauses { foundRoots["\(root.view) \(root.cause.text)", default: 0] += root.blastRadius }
    #expect(foundRoots == roots, "\(comment)")
    #expect(summary.rootCauses.allSatisfy { !$0.isInferred }, "\(comment)")
  }

  @Test func aViewThatComesTwiceBetweenPartsNothing() {
    check([
      Evaluation(view: "Page", start: 1_000_000), Evaluation(view: "Cell", start: 1_001_000, property: "y"),
      Evaluation(view: "Cell", start: 1_002_000, property: "y"), Evaluation(view: "Row", start: 1_003_000, parent: 0),
    ])
  }

  @Test func aPauseBetweenPartsNothing() {
    check([
      Evaluation(view: "Page", start: 1_000_000), Evaluation(view: "Side", start: 11_000_000, property: "y"),
      Evaluation(view: "Row", start: 50_000_000, parent: 0), Evaluation(view: "Badge", start: 400_000_000, parent: 2),
      Evaluation(view: "Knob", start: 401_000_000, parent: 1),
    ])
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func triggersAreTheRecordedEdges(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let gaps: [UInt64] = seed % 2 == 0 ? [1, 500, 2000, 50_000] : [1, 500, 3_000_000, 17_000_000, 150_000_000]
    let views = (0..<Int.random(in: 1...6, using: &random)).map { "V\($0)" }
    var evaluations: [Evaluation] = []
    var time: UInt64 = 1_000_000_000
    for place in 0..<Int.random(in: 2...60, using: &random) {
      time += gaps.randomElement(using: &random) ?? 1
      let view = views.randomElement(using: &random) ?? "V0"
      let parents = evaluations.indices.suffix(20).filter { evaluations[$0].view != view }
      let parent = place > 0 && Int.random(in: 0..<10, using: &random) < 6 ? parents.randomElement(using: &random) : nil
      let property = ["x", "y", "z"].randomElement(using: &random) ?? "x"
      evaluations.append(Evaluation(view: view, start: time, parent: parent, property: property))
    }
    check(evaluations, "seed \(seed)")
  }

  @Test func unrelatedEvaluationsAreParted() {
    // The guess applies where no edge joins: two updates, the first of two evaluations.
    let evaluations = [
      Evaluation(view: "Page", start: 1_000_000), Evaluation(view: "Side", start: 31_000_000, property: "y"),
      Evaluation(view: "Row", start: 32_000_000, parent: 0),
    ]
    #expect(profile(evaluations).parts.flatMap(\.updates).map(\.elements.count).sorted() == [1, 2])
    check(evaluations)
  }
}
