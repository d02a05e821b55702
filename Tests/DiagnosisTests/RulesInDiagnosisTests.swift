internal import Diagnosis
internal import SourceAnalysis
internal import Synchronization
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What a diagnosis takes from the rules, and what it must not take from their configuration.
@Suite struct RulesInDiagnosisTests {
  /// What a diagnosis says, apart from how bad its findings are called.
  private struct Verdict: Equatable {
    struct Entry: Equatable {
      var fingerprint: String
      var fix: Fix
      var grade: Grade
      var saved: Int
      var message: String
      var predicted: Int?
      var range: ClosedRange<Int>?
    }

    var entries: [Entry]
    var set: [String]
    var left: Int?
    var range: ClosedRange<Int>?

    init(_ diagnosis: Diagnosis) {
      entries = diagnosis.findings.map {
        Entry(
          fingerprint: $0.fingerprint, fix: $0.finding.fix, grade: $0.grade, saved: $0.saved, message: $0.message,
          predicted: $0.measured?.predicted, range: $0.measured?.range)
      }
      set = diagnosis.fixSet?.fingerprints ?? []
      left = diagnosis.fixSet?.updatesAfter
      range = diagnosis.fixSet?.range
    }
  }

  /// How sure the sources are is the rules' business; the user says only how loudly it is reported.
  @Test(arguments: ScenarioTests.names) func configuredSeveritiesChangeNoPrediction(name: String) throws {
    // Rules that are off by default would be on with a severity.
    let rules = allSourceRules.filter { !$0.isOptIn }
    let usual = Verdict(try ScenarioTests.diagnose(name, "before"))
    for severity in Severity.allCases {
      var configuration = LintConfiguration()
      for rule in rules { configuration.settings[rule.id] = .severity(severity) }
      let configured = try ScenarioTests.diagnose(name, "before", linter: Linter(configuration: configuration))
      #expect(Verdict(configured) == usual, "every rule a \(severity.rawValue)")
    }
  }

  /// No list elsewhere decides which rules look further where there is a trace.
  @Test func everyCheckForTracesIsRunForTraces() throws {
    let ran = Mutex<Set<String>>([])
    let rules = allSourceRules.filter { $0.traces != nil }.map { rule in
      var counted = rule
      counted.traces?.suspects = { graph in
        ran.withLock { _ = $0.insert(rule.id) }
        return rule.traces?.suspects?(graph) ?? []
      }
      return counted
    }
    _ = try ScenarioTests.diagnose(try #require(ScenarioTests.names.first), "before", linter: Linter(rules: rules))
    #expect(ran.withLock { $0 } == Set(rules.map(\.id)))
  }

  /// What a trace confirms stands for thresholds only as long as the user sets none.
  @Test func aThresholdThatIsConfiguredIsNotWaived() throws {
    var options = AnalysisOptions()
    let rule = try #require(allSourceRules.first { $0.options.contains(where: \.isWaivedByTrace) })
    let key = try #require(rule.options.first(where: \.isWaivedByTrace)?.key)
    #expect(rule.waivingThresholds(options).rules[rule.id]?[key] == 0)
    options.rules[rule.id] = [key: 7]
    #expect(rule.waivingThresholds(options).rules[rule.id]?[key] == 7)
  }
}
