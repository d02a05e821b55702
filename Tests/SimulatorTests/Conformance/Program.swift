internal import Simulator
internal import Testing

/// A program that was executed, as an app of the simulator, with what it printed at each step.
///
/// The programs ran on an independent re-implementation of SwiftUI, not on Apple's. Where that prints another text than
/// published logs of the real framework, the table has the published text: it writes `unchanged.` for an evaluation by an
/// `@Observable`, where the real framework of the same time writes `@dependencies`.
struct Program: Sendable, CustomTestStringConvertible {
  /// What happens, and what is printed then.
  ///
  /// A line is a line of the log, or one of these: `(Clock)` for the evaluation of a view that is not logged, `== Badge` for
  /// a view whose own `==` is asked, `> refresh` for a callback that runs. `Clock: … shows 2` gives the text as well.
  struct Step: Sendable {
    /// `nil` for the launch.
    var event: Event.Kind?
    var lines: [String]
    /// Whether it writes what was there already to an `@Observable` through its setter. That of today's toolchain compares
    /// and is silent; the one that the programs were executed with does not.
    var isEqualWrite = false

    static func fire(_ handler: String, _ lines: String...) -> Step { Step(event: .fire(handler), lines: lines) }
    static func send(_ model: String, _ method: String, _ lines: String..., isEqualWrite: Bool = false) -> Step {
      Step(event: .send(model: model, method), lines: lines, isEqualWrite: isEqualWrite)
    }
    static func together(_ events: [Event.Kind], _ lines: String...) -> Step {
      Step(event: .together(events), lines: lines)
    }
    static let idle = Step(event: .idle, lines: [])
  }

  /// The rule it shows, in words.
  var title: String
  var app: SimulatedApp
  var steps: [Step]
  /// The disputed rules without which it would print something else.
  var restsOn: Set<OpenRule>

  init(
    _ title: String, _ app: SimulatedApp, launch: [String], restsOn: Set<OpenRule> = [], _ steps: Step...
  ) {
    self.title = title
    self.app = app
    self.steps = [Step(event: nil, lines: launch)] + steps
    self.restsOn = restsOn
    self.app.script = steps.compactMap { step in step.event.map { Event($0) } }
  }

  var testDescription: String { title }

  /// As the programs were driven: one transaction after the other, with no frame between them unless it says so, and built
  /// with setters of `@Observable` that do not compare.
  static var settings: Options {
    var options = Options.executed
    options.removedViewsComeBack = true
    options.observableComparesFirst = false
    return options
  }

  /// What the simulator prints, by step.
  func printed(_ options: Options) -> [[String]] {
    let session = simulate(app, options: options)
    var printed = [[String]](repeating: [], count: steps.count)
    for moment in session.moments {
      let step = moment.event.map { $0 + 1 } ?? 0
      printed[step].append(line(moment, session, isDetailed: steps[step].lines.contains { $0.contains(" shows ") }))
    }
    return printed
  }

  private func line(_ moment: Moment, _ session: Session, isDetailed: Bool) -> String {
    switch moment.kind {
    case .ownComparison(let view): return "== \(view)"
    case .callback(let name): return "> \(name)"
    case .evaluation(let index):
      let evaluation = session.all[index]
      guard evaluation.isLogged else { return "(\(evaluation.view))" }
      guard isDetailed, case .int(let shown)? = evaluation.texts.first else { return evaluation.message }
      return "\(evaluation.message) shows \(shown)"
    }
  }

  /// Nobody can count on an order of siblings: only the lines of each step are compared, not their order.
  func agrees(_ printed: [[String]]) -> Bool {
    zip(steps, printed).allSatisfy { step, lines in step.lines.sorted() == lines.sorted() }
  }
}

extension Array where Element == Program {
  /// A table with a prefix for its titles.
  func inGroup(_ name: String) -> [Program] {
    map { program in
      var program = program
      program.title = "\(name): \(program.title)"
      return program
    }
  }
}
