internal import ArgumentParser

/// The command line; `whyredraw INPUT…` is `whyredraw analyze INPUT…`.
@main
struct WhyRedraw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whyredraw",
    abstract: "Tells why SwiftUI views redraw: which, how often, because of what.",
    discussion: """
      Reads what SwiftUI itself says: logs of Self._printChanges() and Self._logChanges() in any capture layout, and \
      exports of Instruments, plain or gzip. Formats are recognised by content. 'lint' needs no trace.

      EXIT CODES
        0   done
        1   gate: failed; else findings at or above --fail-on
        2   gate: inconclusive, the data cannot carry a verdict
        64  bad usage
        65  an input was read but is not usable
        66  an input does not exist or cannot be opened
        70  a bug of whyredraw
        73  an output file cannot be written
        78  the configuration file is wrong
      """,
    version: toolVersion,
    subcommands: [
      AnalyzeCommand.self, LintCommand.self, BaselineCommand.self, GateCommand.self, CompareCommand.self,
      CalibrateCommand.self, MergeCommand.self, InstrumentCommand.self, WatchCommand.self, RecordCommand.self,
      MarkCommand.self, InitCommand.self, ConvertCommand.self, DoctorCommand.self, RulesCommand.self,
      FormatsCommand.self,
    ],
    defaultSubcommand: AnalyzeCommand.self)

  static func main() {
    ignoreBrokenPipes()
    self.main(nil)
  }
}

/// The version in reports and for `--version`.
let toolVersion = "0.1.0"
