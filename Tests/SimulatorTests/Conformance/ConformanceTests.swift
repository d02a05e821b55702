internal import Simulator
internal import SwiftParser
internal import SwiftSyntax
internal import Testing

/// The simulator prints what programs printed that were executed.
///
/// They were executed on an independent re-implementation of SwiftUI: strong evidence, not Apple's word.
@Suite struct ConformanceTests {
  static let groups: [(name: String, programs: [Program], executed: Int)] = [
    ("state", statePrograms, 17), ("reads", readPrograms, 11), ("inputs", inputPrograms, 39),
    ("equatable", equatablePrograms, 7), ("object", objectPrograms, 4), ("observable", observablePrograms, 18),
    ("environment", environmentPrograms, 15), ("identity", identityPrograms, 11), ("order", orderPrograms, 8),
    ("layout", layoutPrograms, 6), ("logs", logPrograms, 10),
  ]
  static let programs = groups.flatMap(\.programs)

  /// None of the 146 is left out, and none is there twice.
  @Test func everyProgramIsInTheTable() {
    for group in Self.groups { #expect(group.programs.count == group.executed, "\(group.name)") }
    #expect(Self.programs.count == 146)
    #expect(Set(Self.programs.map(\.title)).count == 146)
  }

  @Test(arguments: programs) func theSimulatorPrintsWhatWasExecuted(program: Program) {
    let printed = program.printed(Program.settings)
    for (step, lines) in zip(program.steps, printed) {
      #expect(lines.sorted() == step.lines.sorted(), "\(program.title), \(step.event.map { "\($0)" } ?? "launch")")
    }
  }

  /// These are written without counting on an order of siblings: what comes first passes on what comes later.
  @Test(arguments: orderPrograms) func parentsComeBeforeTheirChildren(program: Program) {
    #expect(program.printed(Program.settings) == program.steps.map(\.lines))
  }

  /// With a disputed rule turned round, the programs that rest on it print something else, and all others the same.
  @Test(arguments: OpenRule.allCases) func onlyTheProgramsThatSaySoRestOnADisputedRule(rule: OpenRule) {
    var options = Program.settings
    rule.set(false, in: &options)
    for program in Self.programs {
      #expect(
        program.agrees(program.printed(options)) != program.restsOn.contains(rule),
        "\(program.title): \(program.printed(options))")
    }
  }

  /// Setters of `@Observable` properties that today's toolchain makes do not announce what is equal.
  @Test(arguments: observablePrograms) func equalWritesAreSilentWithSettersOfToday(program: Program) {
    var options = Program.settings
    options.observableComparesFirst = true
    for (step, lines) in zip(program.steps, program.printed(options)) {
      #expect(lines.sorted() == (step.isEqualWrite ? [] : step.lines.sorted()), "\(program.title)")
    }
  }

  @Test(arguments: programs) func sourcesParse(program: Program) {
    for (path, text) in program.app.sources() {
      #expect(!Parser.parse(source: text).hasError, "\(program.title), \(path):\n\(text)")
    }
  }
}
