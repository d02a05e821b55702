internal import ArgumentParser
internal import Platform

/// Writes a configuration to begin with.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented .whyredraw.yml.",
    discussion: "An existing file is left as it is, unless --force is given.")

  @Argument(help: ArgumentHelp("The file to write, '-' for standard output.", valueName: "file"))
  var file = ".whyredraw.yml"

  @Flag(name: .long, help: "Replace an existing file.")
  var force = false

  func run() throws {
    if file == "-" { return try writeReport(Self.text) }
    if !force, FileManager.default.fileExists(atPath: file) {
      tell("error: \(file): exists already; --force replaces it")
      throw ExitCode.cannotCreate
    }
    try OutputFile.check(file)
    try OutputFile.write(Self.text, to: file)
    tell("\(file): written; every key in it is explained, and all are optional")
  }

  /// Everything that is not a default stands behind '#', so that the file changes nothing until it is edited.
  static let text = """
    # yaml-language-server: $schema=https://raw.githubusercontent.com/whyredraw/whyredraw/main/Documentation/whyredraw.schema.json
    # Configuration of whyredraw, found from the working directory upwards. All keys are optional.

    # The contract file of 'whyredraw baseline' and 'whyredraw gate', relative to this file.
    baseline: Redraws.lock

    # What 'whyredraw gate' calls a regression.
    gate:
      # strict, default, relaxed, or advisory, with which nothing fails. The keys below go before it.
      # required is for a check that has to pass: it has the numbers of default, wants five runs of each build (with fewer it is
      # inconclusive), and fails new views, views that are gone, and what is made anew: added, removed and evaluations are errors.
      preset: default
      # What a view whose runs were all equal may gain.
      # slack: 0
      # Views whose runs vary: the least difference of medians in counts, percent, and robust standard deviations.
      # min_increase: 2
      # min_percent: 10
      # deviations: 4
      # With fewer runs on a side, the verdict says that small changes cannot be told from noise; 5 with required.
      # minimum_runs: 3
      # Lost records that are tolerated; beyond, the verdict is inconclusive.
      # loss_limit: 0
      # Views that the baseline does not know: off, warn, error. Where nothing is said they warn, and those that do more than any
      # view of the baseline, or lift the scenario's updates clearly, leave the verdict open.
      # added: warn
      # Views of the baseline that are in none of the runs, as when their logging was deleted: off, warn, error.
      # removed: warn
      # Which metrics are gated, and how. Others are recorded only.
      # 'evaluations: error' fails what is made anew instead of updated as well, which has no updates; for a required check.
      # metrics: {updates: error, initial: warn, recreated: warn, evaluations: error}
      # Scenarios that have to be there; without one of them the verdict is inconclusive.
      # scenarios: [scroll, search]

    # Limits that need no baseline. Of several that match a view, the most specific one counts. A view that prints
    # '@self' alone does not tell first appearances from updates: 'evaluations' limits both together.
    # budgets:
    #   - view: "*Row"
    #     scenario: "scroll*"
    #     updates: [error, {max: 2, message: "rows must not re-evaluate while scrolling"}]
    #   - view: "SettingsView"
    #     updates: [warn, {max: 10}]
    #   - view: "Header"
    #     stable: error   # no updates at all

    # The app's code, for every command that reads sources and is told of none; relative to this file.
    # sources: [App]
    # Paths that are not read; '**' stands for any folders.
    # excluded: ["**/Generated/*"]
    # The lowest iOS that the app runs on, where no project file says so: some advice needs iOS 17.
    # deployment_target: 17.0
    # Rules that are off, and rules that are on though they are off by default; 'whyredraw rules' lists all.
    # disabled: [rule_id]
    # opt_in: [rule_id]
    # How rules are reported: note, warning, error, off or on; or with options, as 'whyredraw rules ID' has them. What a rule
    # finds and holds for a note only, as of code that seldom runs, stays one: 'error' lifts its warnings.
    # rules: {rule_id: error}
    # Functions of yours whose closures run on an event and not while a body is evaluated, as those of onTapGesture do.
    # action_modifiers: [onCommit]

    """
}
