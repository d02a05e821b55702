/// An example of the advice on performance as a small app: with the problem and without, and what is to be said of it.
package struct Scenario: Sendable {
  /// The first advice that is expected, and where.
  package struct Expectation: Sendable {
    package var rule: String
    package var fix: String
    package var view: String
    /// The line of the sources with the problem is the first that has this text.
    package var marker: String
    /// Other advice that is as good: rule and fix.
    package var alternatives: [(rule: String, fix: String)]
  }

  package var name: String
  /// What is wrong, in a sentence.
  package var summary: String
  package var expectation: Expectation
  package var before: SimulatedApp
  package var after: SimulatedApp
  package var style: SourceStyle
  package var logs: [LogStyle]
  package var options: Options
  /// Whether the improvement makes fewer updates, or only cheaper ones.
  package var savesUpdates: Bool

  init(
    _ name: String, _ summary: String, rule: String, fix: String, view: String, marker: String,
    alternatives: [(rule: String, fix: String)] = [],
    indentation: Int = 4, instrumentation: SourceStyle.Instrumentation = .guarded, folders: Bool = false,
    logs: [LogStyle] = [.default], options: Options = Options(), savesUpdates: Bool = true,
    app: (_ isFixed: Bool) -> SimulatedApp
  ) {
    self.name = name
    self.summary = summary
    expectation = Expectation(rule: rule, fix: fix, view: view, marker: marker, alternatives: alternatives)
    before = app(false)
    after = app(true)
    style = SourceStyle()
    style.indentation = indentation
    style.instrumentation = instrumentation
    style.hasFolders = folders
    self.logs = logs
    self.options = options
    self.savesUpdates = savesUpdates
  }

  /// Its files below `SampleTraces/Scenarios/<name>`, without the traces.
  package func texts() -> [(path: String, text: String)] {
    let old = before.sources(style: style)
    let new = after.sources(style: style)
    return old.map { ("before/Sources/\($0.path)", $0.text) } + new.map { ("after/Sources/\($0.path)", $0.text) }
      + [("expected.json", expected(old)), ("README.md", readme)]
  }

  /// Logs to be compressed, by path.
  package func traces() -> [(path: String, bytes: [UInt8])] {
    [("before", before), ("after", after)].flatMap { folder, app in
      logs.enumerated().map { index, log in
        var options = options
        options.seed = UInt64(index + 1)
        let ending = log == .ndjson ? "ndjson" : "log"
        return ("\(folder)/run-\(index + 1).\(ending)", simulate(app, options: options).log(style: log))
      }
    }
  }

  private func expected(_ sources: [(path: String, text: String)]) -> String {
    // The file of the view first.
    let ordered =
      sources.filter { $0.path.hasSuffix("\(expectation.view).swift") }
      + sources.filter { !$0.path.hasSuffix("\(expectation.view).swift") }
    var place = (file: "", line: 0)
    for (path, text) in ordered where place.line == 0 {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if let index = lines.firstIndex(where: { $0.contains(expectation.marker) }) { place = (path, index + 1) }
    }
    let alternatives = expectation.alternatives.map { #"{"fix": "\#($0.fix)", "rule": "\#($0.rule)"}"# }
      .joined(separator: ", ")
    let counts = [("after", after), ("before", before)].map { name, app in
      let session = simulate(app, options: options)
      return """
          "\(name)": {
            "avoidable": \(session.avoidableCount),
            "evaluations": \(session.evaluations.count),
            "recreated": \(session.evaluations.filter { $0.verdict == .recreated }.count),
            "updates": \(session.updateCount)
          },
        """
    }
    return """
      {
      \(counts.joined(separator: "\n"))
        "afterHasNothingAbove": "note",
        "alternatives": [\(alternatives)],
        "file": "before/Sources/\(place.file)",
        "fix": "\(expectation.fix)",
        "line": \(place.line),
        "rule": "\(expectation.rule)",
        "runs": \(logs.count),
        "simulated": true,
        "view": "\(expectation.view)"
      }

      """
  }

  private var readme: String {
    """
    # \(name)

    \(summary)

    `before` is expected to lead with `\(expectation.rule)`, fix `\(expectation.fix)`, in `\(expectation.view)`; `after` to have
    nothing above a note. `expected.json` has the place and, for one run, the true counts.

    Nothing here was recorded: the sources are those of an imagined app, and the traces were made by the simulator of the
    tests (`make samples`).

    """
  }
}

/// All scenarios; the order is that of the advice they follow.
package let allScenarios: [Scenario] =
  ownershipScenarios + dependencyScenarios + comparisonScenarios + writeScenarios + workScenarios

extension Value {
  /// Values of a struct with an identifier from 0.
  static func samples(_ type: String, _ titles: [String], _ fields: (Int) -> [String: Value] = { _ in [:] }) -> Value {
    .list(
      titles.enumerated().map { index, title in
        .record(type: type, fields: ["id": .int(index), "title": .string(title)].merging(fields(index)) { $1 })
      }, storage: -type.count - 100)
  }
}

extension [Event] {
  /// An event again and again.
  static func every(_ pause: Int, _ count: Int, _ kind: (Int) -> Event.Kind) -> [Event] {
    (0..<count).map { Event(after: pause, kind($0)) }
  }
}
