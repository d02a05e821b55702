internal import ArgumentParser
internal import Platform

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
        125 gate --bisect: inconclusive, the commit is skipped
      """,
    version: toolVersion,
    subcommands: [
      AnalyzeCommand.self, LintCommand.self, BaselineCommand.self, GateCommand.self, CompareCommand.self,
      CalibrateCommand.self, MergeCommand.self, InstrumentCommand.self, WatchCommand.self, RecordCommand.self,
      MarkCommand.self, InitCommand.self, ConvertCommand.self, DoctorCommand.self, RulesCommand.self,
      FormatsCommand.self, MCPCommand.self,
    ],
    defaultSubcommand: AnalyzeCommand.self)

  static func main() {
    ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parsed(arguments)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// The command with its arguments.
  ///
  /// The parser makes the options of each command on the way anew, several times, which takes longer than reading a small
  /// log. So the command that is meant is asked first; what it refuses may be a flag of all commands, and goes the whole way,
  /// which also knows best what to say about it. So does the help.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if named == nil, let refusal = refusalOfCommand(in: arguments) { throw ValidationError(refusal) }
    let meant = named ?? AnalyzeCommand.self
    if arguments.first != "help",
      let command = try? meant.parseAsRoot(Array(arguments.dropFirst(named == nil ? 0 : 1))), type(of: command) == meant
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Says that there is no such command as was written; `nil` where there is, or where the word may be meant as it is.
  private static func refusalOfCommand(in arguments: [String]) -> String? {
    guard let first = arguments.first else { return nil }
    if first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) {
      return "there is no command '\(word)'" + Offer.known(names, nearest: word)
    }
    if let here = Self.elsewhere[first], !FileManager.default.fileExists(atPath: first) {
      return "there is no command '\(first)'; \(here)"
    }
    return mistypedCommand(first).map { "there is no command '\(first)'" + nearest(first, in: [$0]) }
  }

  /// Commands that other tools have, with what there is for it here.
  private static let elsewhere = [
    "explain": "'whyredraw rules ID' explains a rule, and 'whyredraw gate RUNS --explain VIEW' a verdict",
    "diff": "'whyredraw compare BEFORE AFTER' compares runs, and '--format diff' prints patches",
    "check": "'whyredraw gate RUNS' holds runs against a baseline, and 'whyredraw lint PATH' checks sources",
  ]

  private static var names: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  /// The command that was meant by a first word that is neither a command nor a file; `nil` where it may be meant as it is.
  private static func mistypedCommand(_ word: String) -> String? {
    guard word.count > 2, word.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let commands = names + ["help"]
    guard !commands.contains(word), !FileManager.default.fileExists(atPath: word) else { return nil }
    let closest = commands.map { ($0, EditDistance.between(word.lowercased(), $0)) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
    return closest.flatMap { $0.1 <= max(1, word.count / 3) ? $0.0 : nil }
  }

  /// Says what was wrong in the form that all errors have, and ends with its code.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    // Help and versions are no errors; where there is only a code, all has been said.
    if code == .success || error is ExitCode { exit(withError: error) }
    tell("error: " + onOneLine(message(for: error)))
    // What only a command itself finds wrong has said all; the parser's complaints come with the usage.
    if error is ValidationError { Platform.exit(code.rawValue) }
    let usage = fullMessage(for: error, columns: nil).split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("Usage:") }
    if !usage.isEmpty { try? write(usage.joined(separator: "\n") + "\n", to: 2) }
    Platform.exit(code.rawValue)
  }

  /// A message of several lines as one; items of a list are separated by commas.
  private static func onOneLine(_ message: String) -> String {
    var text = ""
    var isList = false
    for line in message.split(whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " }
      let isItem = words.hasPrefix("- ")
      text += text.isEmpty ? "" : isItem ? (isList ? ", " : " ") : "; "
      text += isItem ? words.dropFirst(2) : words
      isList = isItem
    }
    return text
  }
}

/// The version in reports and for `--version`.
let toolVersion = "0.1.0"
