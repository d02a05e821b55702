internal import TraceAnalysis
internal import TraceImport

/// What single interactions lead to in one run: how many updates of a view come together.
///
/// An interaction is what SwiftUI evaluates in one go: a tap, a key, a step of scrolling, a value that arrives. Logs do not
/// name them, but their evaluations follow each other. Ten rows that all update when one of them is tapped are ten updates
/// an interaction, however often the script taps.
struct Interactions {
  private struct Key: Hashable {
    var view: String
    var scenario: String?
  }

  /// How many interactions led to how many updates of a view; only those that led to any.
  private var counts: [Key: [Int: Int]] = [:]

  init(_ run: RunProfile) {
    var resolver = UpdateResolver(TraceProfile(runs: [run]))
    guard let meaning = resolver.meanings.first else { return }
    for part in run.parts {
      let scenario = [run.scenario, part.scenario].compactMap(\.self).joined(separator: ": ")
      for update in part.updates {
        var updates: [Int: Int] = [:]
        for (element, evaluation) in zip(update.elements, resolver.resolve(update, meaning))
        where !evaluation.isInitial {
          updates[meaning.viewIndex[element.message], default: 0] += element.repetitions
        }
        for (view, number) in updates {
          let key = Key(view: resolver.names[view], scenario: scenario.isEmpty ? nil : scenario)
          counts[key, default: [:]][number, default: 0] += update.count
        }
      }
    }
  }

  /// The updates of a view in the middle one, the lower of two, of the interactions that reach it; 0 when none does.
  func updates(of view: String, in scenario: String?) -> Int {
    let counts = counts[Key(view: view, scenario: scenario)] ?? [:]
    var left = (counts.values.reduce(0, +) + 1) / 2
    for (number, times) in counts.sorted(by: { $0.key < $1.key }) {
      left -= times
      if left <= 0 { return number }
    }
    return 0
  }
}
