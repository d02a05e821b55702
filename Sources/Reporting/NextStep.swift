internal import TraceAnalysis
internal import Vocabulary

/// What whoever has read a report does next: the best change and where, or how to learn one.
struct NextStep {
  /// A line for a shell, and what it is for.
  struct Command {
    var purpose: String
    var line: String
  }

  /// Where the sources are kept as they were recorded.
  private static let keptSources = "/tmp/before"

  var title: String
  var location: ReportedFinding.Location?
  /// `saves 760 of 840 updates`; `nil` where nothing is to be changed.
  var saving: String?
  var commands: [Command]

  /// - Returns: `nil` where nothing is left to do.
  init?(_ report: RedrawReport) {
    let inputs = report.givenInputs.map(ShellWord.quoted)
    // Standard input is gone once it was read.
    let isRepeatable = !inputs.isEmpty && !report.givenInputs.contains { $0 == "-" || $0.hasSuffix("=-") }
    commands = []
    let change = report.bestChanges.first?.change
    let best = change?.lead
    // Where filters leave no view, sources have nothing to add.
    if report.sources == nil, best?.location == nil, report.listedViews.contains(where: { $0.updates > 0 }) {
      let words = ["whyredraw"] + (isRepeatable ? inputs : ["INPUT"]) + ["--sources App/"]
      commands.append(Command(purpose: "for the line to change", line: words.joined(separator: " ")))
    }
    guard let change, let best else {
      if let share = LargestShare(report) {
        title = share.advice.prefix(1).uppercased() + share.advice.dropFirst()
        location = share.location
        if isRepeatable {
          let sources = (report.sources?.paths ?? []).map { "--sources " + ShellWord.quoted($0) }
          let words =
            ["whyredraw"] + inputs + sources + ["--view", ShellWord.quoted(share.view.name), "--verbose"]
          commands.append(Command(purpose: "all that is known of it", line: words.joined(separator: " ")))
        }
        return
      }
      if commands.isEmpty { return nil }
      title = "Name the app's sources, to learn which updates could be avoided and what to change"
      return
    }
    title = best.title
    location = best.location
    saving = Wording.worth(of: change, in: report)
    let sources = (report.sources?.paths ?? []).map { "--sources " + ShellWord.quoted($0) }
    // The patch of the first change of the list is what the command prints, with the same views.
    if best.patch != nil, isRepeatable {
      let views = report.givenViews.map(ShellWord.quoted)
      let words = ["whyredraw"] + inputs + sources + views + ["--top 1 --format diff | git apply"]
      commands.append(Command(purpose: "patch", line: words.joined(separator: " ")))
    }
    let before = isRepeatable ? inputs : ["BEFORE"]
    let paths = (report.sources?.paths ?? []).map(ShellWord.quoted)
    // What was predicted is known by the sources that were recorded: they are kept aside before they are changed.
    var sides: [String] = []
    if !paths.isEmpty {
      let words = ["mkdir -p", Self.keptSources, "&& cp -R"] + paths + [Self.keptSources]
      commands.append(Command(purpose: "before you change it", line: words.joined(separator: " ")))
      sides = ["--sources-before " + Self.keptSources] + paths.map { "--sources-after " + $0 }
    }
    commands.append(
      Command(
        purpose: "then record again",
        line: (["whyredraw compare"] + before + ["--to AFTER"] + sides).joined(separator: " ")))
  }
}

/// Words of command lines that people copy.
package enum ShellWord {
  /// As a shell takes it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
