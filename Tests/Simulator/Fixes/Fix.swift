/// An improvement of an app that the simulator can make: what the product should advise, and where.
package struct Fix: Hashable, Sendable {
  /// From the closed lists of rules and fixes.
  package var rule: String
  package var fix: String
  /// The view at which the advice belongs.
  package var view: String
  /// The property, argument or model that it is about.
  package var subject: String
  package var change: Change

  package init(_ rule: String, _ fix: String, view: String, subject: String, _ change: Change) {
    self.rule = rule
    self.fix = fix
    self.view = view
    self.subject = subject
    self.change = change
  }

  /// The app with the improvement made.
  package func apply(to app: SimulatedApp) -> SimulatedApp {
    var app = app
    app.apply(change)
    app.fixes.removeAll { $0 == self }
    return app
  }
}

/// How an app is changed.
package indirect enum Change: Hashable, Sendable {
  /// State that a list owns for its rows becomes the row's own.
  case moveStateIntoRows(String, from: String, row: String, flag: String, action: String)
  /// State that only one child shows moves there, with what writes it.
  case moveState(String, from: String, into: String, input: String)
  /// An input or model of which few members are read gives way to those.
  case passMembers([String], insteadOf: String, of: String)
  case migrateToObservable(String)
  case compareBeforeWriting(handler: String)
  case stabiliseIdentity(in: String)
  case makeEquatable(view: String, ignoring: [String])
  case makeValueEquatable(String)
  case removeProperty(String, of: String)
  case useKeyPathBinding(child: String, argument: String, in: String)
  /// A closure or fresh object that is passed to a child becomes something that compares.
  case makeComparable(child: String, argument: String, in: String)
  case giveRowsModels(RowModels)
  /// State that always follows from other state becomes a computed property.
  case compute(String, in: String, Expression)
  case moveOutOfEnvironment(key: String, state: String, writer: String, model: String)
  case writeThreshold(of: String, in: String, handler: String, flag: String)
  case removeHandler(String, in: String)
  case extract(Node, from: String, as: String)
  case all([Change])
}

extension SimulatedApp {
  /// Sorts the fixes by what each saves under the script alone, the most first; ties by where they are.
  package func rankedFixes(options: Options = Options()) -> [(fix: Fix, saved: Int)] {
    let before = simulate(self, options: options)
    let cost = before.cost
    return fixes.map { fix in (fix, cost - simulate(fix.apply(to: self), options: options).cost) }
      .sorted { ($1.saved, $0.fix.view, $0.fix.subject) < ($0.saved, $1.fix.view, $1.fix.subject) }
  }

  /// The app with every improvement made.
  package var fixed: SimulatedApp {
    var app = fixes.reduce(self) { $1.apply(to: $0) }
    app.fixes = []
    return app
  }
}

extension Session {
  /// Updates and appearances that are none: what fixes are to save.
  package var cost: Int { evaluations.filter { !$0.isInitial || $0.verdict == .recreated }.count }
}
