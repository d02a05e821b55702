import Foundation
import Testing

/// Runs the built executable: exit codes, standard output, standard error, files.
@Suite struct LintCommandTests {
  private static let view = "struct Badge: View {\n  var title: String\n  var body: some View { Text(title) }\n}\n"

  @Test func findingsGoToStandardOutput() throws {
    let folder = try Folder.strict(["App/Badge.swift": Self.view])
    let run = try folder.run(["lint", "App", "--no-cache", "--format", "xcode"])
    #expect(run.code == 0)
    #expect(
      run.output.hasSuffix(
        "App/Badge.swift:2:7: warning: nothing changes 'title' of 'Badge'; declare it as let [mutable_input]\n"))
    #expect(run.output.hasPrefix("/"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["terminal", "xcode", "json", "markdown", "sarif", "github", "gitlab", "checkstyle", "junit"])
  func everyFormatRenders(_ format: String) throws {
    let folder = try Folder.strict(["A.swift": Self.view, "Empty.swift": ""])
    let run = try folder.run(["lint", ".", "--no-cache", "--format", format])
    #expect(run.code == 0)
    #expect(run.output.contains("mutable_input"))
    #expect(run.output.hasSuffix("\n"))
    #expect(try folder.run(["lint", ".", "--no-cache", "--format", format]).output == run.output)
    if ["json", "sarif", "gitlab"].contains(format) {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
    }
  }

  /// What people read holds what is worth their time; programs get everything.
  @Test func notesAreCountedAndShownOnRequest() throws {
    let folder = try Folder([
      "A.swift":
        Self.ticking("Scheme")
        + "struct Badge: View {\n  @EnvironmentObject private var scheme: Scheme\n  @State private var isOpen = false\n"
        + "  var body: some View { Text(\"\") }\n}\n"
    ])
    let lint = ["lint", ".", "--no-cache"]
    let plain = try folder.run(lint).output
    #expect(plain.contains("'scheme'") && !plain.contains("'isOpen'"))
    #expect(plain.hasSuffix("1 warning in 1 file; 1 note more with '--all'\n"))
    let all = try folder.run(lint + ["--all"]).output
    #expect(all.contains("'scheme'") && all.contains("'isOpen'") && all.hasSuffix("1 warning, 1 note in 1 file\n"))
    #expect(try folder.run(lint + ["--rule", "unused_dynamic_property"]).output.contains("'isOpen'"))
    for format in ["xcode", "github", "markdown"] {
      #expect(try !folder.run(lint + ["--format", format]).output.contains("'isOpen'"))
    }
    for format in ["json", "sarif", "csv", "gitlab", "checkstyle", "junit"] {
      #expect(try folder.run(lint + ["--format", format]).output.contains("isOpen"))
    }
  }

  /// A project that supports a system without observation is not told to use it.
  @Test func theProjectTellsTheDeploymentTarget() throws {
    let view =
      "struct Row: View {\n  @EnvironmentObject var store: Store\n  var body: some View { Text(store.name) }\n}\n"
    let project = "buildSettings = {\n  IPHONEOS_DEPLOYMENT_TARGET = 16.4;\n};\n"
    let lint = ["--no-cache", "--rule", "legacy_environment_object", "--format", "xcode"]
    func found(_ files: [String: String], _ path: String = ".") throws -> Int {
      let folder = try Folder(files.merging(["App/Views/Row.swift": view]) { $1 })
      return try folder.run(["lint", path] + lint).output.split(separator: "\n").count
    }
    #expect(try found([:]) == 1)
    let old = ["App.xcodeproj/project.pbxproj": project]
    #expect(try found(old) == 0)
    #expect(try found(old, "App/Views") == 0)
    #expect(try found(["App.xcodeproj/project.pbxproj": project.replacing("16.4", with: "17.0")]) == 1)
    #expect(try found(["Config/Shared.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 15.0\n"]) == 0)
    #expect(try found(["project.yml": "options:\n  deploymentTarget:\n    iOS: \"16.0\"\n"]) == 0)
    #expect(
      try found(["Project.swift": "let project = Project(deploymentTargets: .iOS(\"16.0\"))\n"]) == 0)
    #expect(try found(["Other/App.xcodeproj/project.pbxproj": project]) == 1)
    // The configuration speaks where no project does, as the file of 'init' says.
    let configured = [".whyredraw.yml": "deployment_target: 17.0\n"]
    #expect(try found(configured.merging(old) { $1 }) == 0)
    #expect(try found([".whyredraw.yml": "deployment_target: 16.0\n"]) == 0)
    for (files, said) in [
      (configured.merging(old) { $1 }, "deployment target: iOS 16, as the project files say"),
      (configured, "deployment target: iOS 17, as the configuration says"), ([:], "deployment target: not known"),
    ] {
      let folder = try Folder(files.merging(["App/Row.swift": view, "App/Names.swift": "let names = [1]\n"]) { $1 })
      let verbose = try folder.run(["lint", "App", "--no-cache", "-v"]).errors
      #expect(verbose.contains(said), "\(verbose)")
      #expect(verbose.contains("skipped App/Names.swift: it holds nothing that views"), "\(verbose)")
    }
  }

  @Test func jsonKeepsTheContract() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    let run = try folder.run(["lint", "A.swift", "--no-cache", "--format", "json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["schemaVersion", "tool", "inputs", "totals", "views", "rootCauses", "findings"])
    let finding = try #require((object["findings"] as? [[String: Any]])?.first)
    #expect(
      Set(finding.keys) == [
        "rule", "fix", "severity", "view", "location", "endLocation", "message", "grade", "measured", "steps",
        "related", "patch",
        "patchRefusal", "patchTier", "fingerprint",
      ])
    #expect(finding["grade"] as? String == "static")
    #expect(finding["measured"] is NSNull)
    #expect((finding["patch"] as? String)?.contains("+  let title: String") == true)
  }

  @Test func exitCodesTell() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    #expect(try folder.run(["lint", "A.swift", "--no-cache", "--fail-on", "warning"]).code == 1)
    #expect(try folder.run(["lint", "A.swift", "--no-cache", "--fail-on", "error"]).code == 0)
    let missing = try folder.run(["lint", "A.swift", "nowhere", "--no-cache"])
    #expect(missing.code == 66)
    #expect(missing.output.contains("mutable_input"))
    #expect(missing.errors.contains("nowhere: no such file or folder"))
    #expect(try folder.run(["lint", "--no-such-option"]).code == 64)
    #expect(try folder.run(["lint", "A.swift", "--no-cache", "--output", "no/such/folder/x.json"]).code == 73)
    #expect(try folder.run(["rules", "mutable_imput"]).errors.contains("did you mean 'mutable_input'?"))
  }

  @Test func unreadableNestingIsAnErrorThatNamesTheLine() throws {
    let folder = try Folder.strict([
      "Deep.swift": "let a = " + String(repeating: "(", count: 100_000), "A.swift": Self.view,
    ])
    let run = try folder.run(["lint", ".", "--no-cache"])
    #expect(run.code == 65)
    #expect(run.errors.contains("Deep.swift:1: nested deeper than"))
    #expect(run.output.contains("mutable_input"))
  }

  @Test(arguments: [
    ("rulez: {}", 1, "unknown key 'rulez'; did you mean 'rules'?"),
    ("rules:\n  mutable_inputs: off", 2, "unknown rule 'mutable_inputs'; did you mean 'mutable_input'?"),
    (
      "rules:\n  mutable_input:\n    severitty: note", 3,
      "'mutable_input' has no option 'severitty'; did you mean 'severity'?"
    ),
    ("excluded: 3", 1, "expected a list"),
    ("rules: {mutable_input: fatal}", 1, "'fatal' is no severity; there are note, warning, error, and off and on"),
    ("deployment_target: new", 1, "'deployment_target' is a version of iOS, such as 17.0"),
  ]) func wrongConfigurationNamesItsLine(_ text: String, _ line: Int, _ message: String) throws {
    let folder = try Folder([".whyredraw.yml": text, "A.swift": Self.view])
    let run = try folder.run(["lint", "A.swift", "--no-cache"])
    #expect(run.code == 78)
    #expect(run.errors.contains(".whyredraw.yml:\(line): \(message)"))
  }

  @Test(arguments: [
    (
      "disabled: [mutable_input]\nrules: {mutable_input: error}\n",
      "2: 'mutable_input' is switched on here and off in line 1"
    ),
    (
      "opt_in: [mutable_input]\ndisabled: [mutable_input]\n", "2: 'mutable_input' is switched off here and on in line 1"
    ),
  ]) func whatContradictsItselfIsSaid(_ text: String, _ message: String) throws {
    let folder = try Folder([".whyredraw.yml": text, "A.swift": Self.view])
    let run = try folder.run(["lint", "A.swift", "--no-cache"])
    #expect(
      run.code == 0 && run.errors.contains("warning: ") && run.errors.contains(message + "; keep one"), "\(run.errors)")
  }

  @Test func configurationApplies() throws {
    let folder = try Folder([
      ".whyredraw.yml": "rules:\n  mutable_input: error\nexcluded:\n  - Generated\n  - '**/*.gen.swift'\n",
      "A.swift": Self.view,
      "Generated/B.swift": Self.view, "Sub/C.gen.swift": Self.view,
    ])
    let run = try folder.run(["lint", ".", "--no-cache", "--format", "xcode"])
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.output.contains("A.swift:2:7: error:"))
  }

  @Test func knownFindingsAreLeftOut() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    #expect(try folder.run(["lint", ".", "--no-cache", "--write-finding-baseline", "known.txt"]).code == 0)
    try folder.write(
      "A.swift",
      "import SwiftUI\n\n" + Self.view
        + "struct Tag: View {\n  var name: String\n  var body: some View { Text(name) }\n}\n")
    let run = try folder.run([
      "lint", ".", "--no-cache", "--finding-baseline", "known.txt", "--format", "xcode", "--fail-on", "note",
    ])
    #expect(run.code == 1)
    #expect(run.output.contains("'name' of 'Tag'"))
    #expect(!run.output.contains("'title' of 'Badge'"))
    #expect(try folder.run(["lint", ".", "--no-cache", "--finding-baseline", "nowhere.txt"]).code == 66)
  }

  /// A rule that is made stricter keeps what it holds for notes itself; one of notes alone is meant as it is.
  @Test func aStricterRuleKeepsItsNotes() throws {
    let view =
      "struct Badge: View {\n  @EnvironmentObject private var scheme: Scheme\n  @State private var isOpen = false\n"
      + "  var title: String\n  var body: some View { Text(title) }\n}\n"
    let folder = try Folder([
      "A.swift": view, "Scheme.swift": Self.ticking("Scheme"),
      ".whyredraw.yml": "rules: {unused_dynamic_property: error}\n",
    ])
    let output = try folder.run(["lint", ".", "--no-cache", "--all"]).output
    #expect(output.contains("error: ") && output.contains("'scheme'"), "\(output)")
    #expect(output.split(separator: "\n").contains { $0.contains("note: ") && $0.contains("'isOpen'") }, "\(output)")
  }

  /// What is left out of the list is left out of the edits.
  @Test func fixesKeepToWhatIsAskedFor() throws {
    func view(_ name: String) -> String {
      "struct \(name): View {\n  @EnvironmentObject private var store: Store\n  var body: some View { Text(\"\") }\n}\n"
    }
    let folder = try Folder(["First.swift": view("First"), "Second.swift": view("Second")])
    let fix = ["lint", ".", "--no-cache", "--fix", "--suggested"]
    let known = ["--finding-baseline", "known.json"]
    _ = try folder.run(["lint", ".", "--no-cache", "--write-finding-baseline", "known.json"])
    _ = try folder.run(fix + known)
    #expect(try folder.read("First.swift") == view("First"))
    _ = try folder.run(fix + ["--view", "First"])
    #expect(try !folder.read("First.swift").contains("store"))
    #expect(try folder.read("Second.swift") == view("Second"))
    _ = try folder.run(fix)
    #expect(try !folder.read("Second.swift").contains("store"))
  }

  /// Of a file that was not read, and of rules that were not asked for, nobody knows whether a known finding is gone.
  @Test func whatWasNotReadIsNotGone() throws {
    let folder = try Folder.strict(["One/A.swift": Self.view, "Two/A.swift": Self.view.replacing("Row", with: "Cell")])
    let known = ["--finding-baseline", "known.txt"]
    let written = try folder.run(["lint", ".", "--no-cache", "--write-finding-baseline", "known.txt"]).errors
    #expect(written.contains("known.txt: 2 known findings\n"), "\(written)")
    let part = try folder.run(["lint", "One", "--no-cache"] + known).errors
    #expect(part.contains("1 known finding left out\n") && !part.contains("gone"), "\(part)")
    let overwritten = try folder.run(["lint", "One", "--no-cache", "--write-finding-baseline", "known.txt"]).errors
    #expect(
      overwritten.contains("warning: known.txt: held 1 finding of files that were not read now"), "\(overwritten)")
    // What one rule found says nothing about all of them, and the other way round.
    _ = try folder.run(["lint", ".", "--no-cache", "--rule", "mutable_input", "--write-finding-baseline", "rule.txt"])
    for path in ["One/A.swift", "Two/A.swift"] { try folder.write(path, "import SwiftUI\n") }
    let rule = ["--finding-baseline", "rule.txt"]
    #expect(try !folder.run(["lint", ".", "--no-cache"] + rule).errors.contains("gone"))
    let same = try folder.run(["lint", ".", "--no-cache", "--rule", "mutable_input"] + rule).errors
    #expect(same.contains("2 of the file are gone"), "\(same)")
  }

  /// What becomes of known findings is said: how many are left out, and how many of the file are gone.
  @Test func theFileOfKnownFindingsIsTalkedAbout() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    #expect(
      try folder.run(["lint", ".", "--no-cache", "--write-finding-baseline", "known.txt"]).errors
        .contains("known.txt: 1 known finding\n"))
    let same = try folder.run(["lint", ".", "--no-cache", "--finding-baseline", "known.txt"])
    #expect(same.errors.contains("known.txt: 1 known finding left out\n"), "\(same.errors)")
    try folder.write("A.swift", "import SwiftUI\n")
    let gone = try folder.run(["lint", ".", "--no-cache", "--finding-baseline", "known.txt"])
    #expect(gone.errors.contains("0 known findings left out; 1 of the file are gone"), "\(gone.errors)")
    let missing = try folder.run(["lint", ".", "--no-cache", "--finding-baseline", "nowhere.txt"])
    #expect(missing.errors.contains("nowhere.txt: cannot be opened; 'whyredraw lint … --write-finding-baseline"))
    let narrow = ["lint", ".", "--no-cache", "--rule", "mutable_input", "--write-finding-baseline", "known.txt"]
    #expect(try folder.run(narrow).errors.contains("warning: known.txt: holds the findings of '--rule' alone"))
  }

  /// `--fix` says what became of the findings that `lint` prints.
  @Test func fixingSaysWhatIsLeft() throws {
    let folder = try Folder([
      "A.swift":
        Self.unused("Badge"), "Store.swift": Self.ticking("Store"),
    ])
    let fixed = try folder.run(["lint", ".", "--no-cache", "--fix"])
    let left = try folder.run(["lint", "."]).output
    #expect(left.contains("warning: "), "\(left)")
    #expect(fixed.errors.contains(" that 'lint' prints "), "\(fixed.errors)")
    #expect(fixed.errors.contains("'--format json' says why"), "\(fixed.errors)")
  }

  /// An object that changes again and again.
  private static func ticking(_ name: String) -> String {
    "final class \(name): ObservableObject {\n  @Published var hue = 0.0\n  func tick() { hue += 1 }\n}\n"
  }

  private static func unused(_ name: String) -> String {
    "struct \(name): View {\n  @EnvironmentObject private var store: Store\n  var body: some View { Text(\"\") }\n}\n"
  }

  /// The exit code is that of what is left, the numbers are those of `lint` itself, and a report is one of what is left.
  @Test func fixingIsCountedByWhatLintFinds() throws {
    let folder = try Folder([
      "First.swift": Self.unused("First"), "Second.swift": Self.unused("Second"), "Store.swift": Self.ticking("Store"),
      "Left.swift": "struct Left: View {\n  var body: some View { Text(\"\").id(UUID()) }\n}\n",
    ])
    func found() throws -> Int {
      let text = try folder.run(["lint", ".", "--no-cache", "--format", "json"]).output
      let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return (report?["findings"] as? [Any])?.count ?? 0
    }
    let before = try found()
    let fix = ["lint", ".", "--no-cache", "--fix", "--suggested"]
    #expect(try folder.run(["lint", ".", "--no-cache", "--fail-on", "warning"]).code == 1)
    let dry = try folder.run(fix + ["--dry-run", "--fail-on", "warning"])
    #expect(dry.code == 1 && dry.errors.contains("would fix 2 of \(before) findings in 2 files\n"), "\(dry.errors)")
    #expect(try folder.run(fix + ["--dry-run", "--format", "json"]).code == 64)
    // The worst alone, and then what is left.
    let one = try folder.run(fix + ["--top", "1", "--fail-on", "warning"])
    #expect(one.code == 1, "\(one.errors)")
    #expect(try found() == before - 1)
    let rest = try folder.run(fix + ["--format", "json", "-o", "left.sarif"])
    let left = try found()
    #expect(rest.errors.contains("; \(left) "), "\(rest.errors)")
    #expect(rest.output.components(separatedBy: "\"rule\": ").count - 1 == left, "\(rest.output)")
    #expect(try folder.read("left.sarif").contains("\"version\": \"2.1.0\""))
    let again = try folder.run(fix + ["--fail-on", "note"])
    #expect(again.code == (left > 0 ? 1 : 0) && again.errors.contains("fixed 0 of "), "\(again.errors)")
  }

  /// However the path was written, the patches apply where the command ran.
  @Test func patchesOfADryRunApply() throws {
    let folder = try Folder(["App/First.swift": Self.unused("First")])
    for path in [".", "App", folder.url.path, folder.url.path + "/App/First.swift"] {
      let dry = try folder.run(["lint", path, "--no-cache", "--fix", "--suggested", "--dry-run"])
      #expect(dry.output.hasPrefix("--- a/App/First.swift\n+++ b/App/First.swift\n"), "\(path): \(dry.output)")
    }
  }

  @Test func patchesAreFixesOfCodeScanning() throws {
    let folder = try Folder(["First.swift": Self.unused("First")])
    let text = try folder.run(["lint", ".", "--no-cache", "--format", "sarif"]).output
    #expect(text.contains("\"fixes\"") && text.contains("\"insertedContent\"") || text.contains("\"deletedRegion\""))
  }

  /// What is meant for the linter and is none of its commands silences nothing, and says so.
  @Test(arguments: ["disable:nxt", "disable:file", "disabel:next", "enable:next"])
  func aCommandThatIsNoneIsNamed(_ verb: String) throws {
    let folder = try Folder.strict(["A.swift": "// whyredraw:\(verb) mutable_input - a\n" + Self.view])
    let run = try folder.run(["lint", ".", "--no-cache", "--all"])
    #expect(run.output.contains("'\(verb)' is no command and silences nothing"), "\(run.output)")
    #expect(run.output.contains("mutable_input"))
    try folder.write(".whyredraw.yml", "disabled: [unused_disable_command]\n")
    let off = try folder.run(["lint", ".", "--no-cache", "--all"])
    #expect(off.code == 0 && !off.output.contains("is no command"), "\(off.errors)")
    try folder.write("A.swift", "// Ask whyredraw: disable it - or not.\n// See https://x.org/whyredraw:42\n")
    #expect(try folder.run(["lint", ".", "--no-cache", "--all"]).output.contains("no findings"))
  }

  @Test func fixesAreAppliedOnRequestOnly() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    let dry = try folder.run(["lint", ".", "--no-cache", "--fix", "--dry-run"])
    #expect(dry.output.contains("-  var title: String\n+  let title: String\n"))
    #expect(try folder.read("A.swift") == Self.view)
    #expect(try folder.run(["lint", ".", "--no-cache", "--fix"]).code == 0)
    #expect(try folder.read("A.swift") == Self.view.replacing("var title", with: "let title"))
    #expect(try folder.run(["lint", ".", "--dry-run"]).code == 64)
  }

  @Test func conflictsAreLeftAlone() throws {
    let text = Self.view + "/*\n<<<<<<< HEAD\n*/\n"
    let folder = try Folder.strict(["A.swift": text])
    let run = try folder.run(["lint", ".", "--no-cache", "--fix"])
    #expect(run.code == 73)
    #expect(run.errors.contains("holds merge conflicts"))
    #expect(try folder.read("A.swift") == text)
  }

  @Test func theCacheChangesNothing() throws {
    let folder = try Folder.strict([
      "A.swift": Self.view, "B.swift": "// whyredraw:disable - nothing here\nlet a = 1\n",
    ])
    let cold = try folder.run(["lint", ".", "--cache-path", "cache", "--format", "json"])
    let warm = try folder.run(["lint", ".", "--cache-path", "cache", "--format", "json", "--verbose"])
    #expect(warm.output == cold.output)
    #expect(warm.errors.contains("2 from the cache"))
  }

  /// Skipped files change no finding: a view in one file, its model, rows, extensions and users in others.
  @Test func skippingChangesNoFinding() throws {
    let folder = try Folder([
      "View.swift":
        "import SwiftUI\n@Observable final class Store { var status: Status = .init(); var item: Item? }\nstruct Screen: View {\n  var title: String\n  @State var isOpen = false\n  let store: Store\n  var body: some View { Text(title).opacity(isOpen ? 1 : 0); Text(store.status.name) }\n}\n",
      "Status.swift": "struct Status { var name = \"\"; var kind: Kind = .a; var other = 0; var more = 1 }\n",
      "Kind.swift": "enum Kind { case a, b(Detail) }\n", "Detail.swift": "struct Detail { let run: () -> Void }\n",
      "Item.swift": "struct Item {}\n", "Item+Equatable.swift": "extension Item: Equatable {}\n",
      "Maker.swift": "func make() { var s = Screen(title: \"\", isOpen: true, store: x); s.title = \"b\" }\n",
      "Other.swift": "struct Unrelated { var title = \"\" }\nfunc change(_ u: inout Unrelated) { u.title = \"\" }\n",
    ])
    let skipping = try folder.run(["lint", ".", "--no-cache", "--format", "xcode"])
    let everything = try folder.run(["lint", ".", "--no-cache", "--format", "xcode", "--read-everything"])
    #expect(skipping.output == everything.output)
    #expect(!skipping.output.contains("mutable_input"))
    #expect(try folder.run(["lint", ".", "--no-cache", "--verbose"]).errors.contains("2 skipped"))
  }

  @Test func severalOutputsAreWrittenAtOnce() throws {
    let folder = try Folder.strict(["A.swift": Self.view])
    let run = try folder.run(["lint", ".", "--no-cache", "--output", "sarif=a.sarif", "--output", "json=a.json"])
    #expect(run.output.isEmpty)
    #expect(try folder.read("a.sarif").contains("\"version\": \"2.1.0\""))
    #expect(try folder.read("a.json").contains("\"schemaVersion\": 1"))
  }

  @Test func hostileNamesAreEscaped() throws {
    let folder = try Folder.strict(["A|<b>&\"'.swift": Self.view.replacing("Badge", with: "`Bad|ge`")])
    #expect(try folder.run(["lint", ".", "--no-cache", "--format", "markdown"]).output.contains("A\\|<b>&\"'.swift"))
    let checkstyle = try folder.run(["lint", ".", "--no-cache", "--format", "checkstyle"]).output
    #expect(checkstyle.contains("A|&lt;b&gt;&amp;&quot;&apos;.swift"))
    #expect(try folder.run(["lint", ".", "--no-cache", "--format", "github"]).output.hasPrefix("::warning file="))
  }

  @Test func aNameCannotSpeakToTheBuildServer() throws {
    let folder = try Folder.strict([
      "a\n::error title=x::y.swift": Self.view,
      "Deep\n::error::z.swift": "let a = " + String(repeating: "(", count: 100_000),
    ])
    for command in [
      ["lint", ".", "--no-cache"], ["lint", ".", "--no-cache", "--format", "xcode"],
      ["lint", "no\n::error::such", "--no-cache"],
      ["instrument", "."], ["instrument", ".", "--check"], ["no\n::error::such.log"],
      ["gate", "no\n::error::such.log"],
    ] {
      let run = try folder.run(command)
      for line in (run.output + "\n" + run.errors).split(separator: "\n") {
        #expect(!line.hasPrefix("::"), "\(command)")
      }
    }
  }
}

/// A temporary folder with files, and the executable run in it.
final class Folder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("whyredraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  /// With a rule on that any small view breaks, as a warning.
  static func strict(_ files: [String: String]) throws -> Folder {
    try Folder(files.merging([".whyredraw.yml": "rules:\n  mutable_input: warning\n"]) { own, _ in own })
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = url
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: complaint, as: UTF8.self)
    )
  }

  /// The executable lies beside the test bundle.
  private static var executable: URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = bundle.appendingPathComponent("whyredraw")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.appendingPathComponent(".build/release/whyredraw")
  }
}
