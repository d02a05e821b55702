import SourceAnalysis
import Testing
import Vocabulary

/// Configuration, comment commands and fingerprints.
@Suite struct LinterTests {
  private static let view = "struct Badge: View {\n  var title: String\n  var body: some View { Text(title) }\n}\n"

  private func run(_ text: String, _ change: (inout LintConfiguration) -> Void = { _ in }) -> [LintFinding] {
    var configuration = LintConfiguration()
    configuration.optIn = ["mutable_input"]
    change(&configuration)
    return Linter(configuration: configuration).run(
      SourceGraph(files: [("A.swift", text)], options: configuration.analysis))
  }

  private func rules(_ text: String) -> [String] { run(text).map(\.finding.rule) }

  /// What a package says of its targets is read from its manifest.
  @Test func manifestsTellTargetAndIsolation() {
    let manifest = """
      import PackageDescription
      let package = Package(
        name: "Kit", platforms: [.macOS(.v14), .iOS("16.4")],
        targets: [.target(name: "Models", swiftSettings: [.defaultIsolation(MainActor.self)]), .target(name: "Views")])
      """
    let model = "@Observable final class Model { var name = \"\" }\n"
    let view =
      "struct Screen: View {\n  let model: Model\n  @EnvironmentObject var store: Store\n"
      + "  var body: some View { Text(model.name + store.title) }\n}\n"
    func found(_ path: String, _ manifest: String) -> Set<String> {
      let files = [("Kit/Package.swift", manifest), (path, model + view)]
      var configuration = LintConfiguration()
      configuration.only = ["legacy_environment_object", "observable_not_main_actor"]
      return Set(Linter(configuration: configuration).run(SourceGraph(files: files)).map(\.finding.rule))
    }
    let modern = manifest.replacing("16.4", with: "17.0")
    #expect(found("Kit/Sources/Models/A.swift", manifest).isEmpty)
    #expect(found("Kit/Sources/Views/A.swift", manifest) == ["observable_not_main_actor"])
    #expect(found("Kit/Sources/Models/A.swift", modern) == ["legacy_environment_object"])
    #expect(found("App/A.swift", manifest) == ["legacy_environment_object", "observable_not_main_actor"])
  }

  @Test func commandsSilence() {
    #expect(rules(Self.view) == ["mutable_input"])
    #expect(
      rules(
        Self.view.replacing(
          "  var title", with: "  // whyredraw:disable:next mutable_input - set by a test\n  var title")
      ).isEmpty)
    #expect(
      rules(Self.view.replacing("title: String", with: "title: String  // whyredraw:disable:this mutable_input - why"))
        .isEmpty)
    #expect(rules("// whyredraw:disable mutable_input - why\n" + Self.view).isEmpty)
    #expect(rules("// whyredraw:disable - why\n" + Self.view).isEmpty)
    #expect(
      rules("// whyredraw:disable mutable_input - why\n// whyredraw:enable mutable_input\n" + Self.view).contains(
        "mutable_input"))
  }

  @Test func commandsThatDoNothingAreReported() {
    #expect(
      rules("// whyredraw:disable:next update_loop - why\n" + Self.view) == ["unused_disable_command", "mutable_input"])
    let unknown = run("// whyredraw:disable no_such_rule - why\n")
    #expect(unknown.map(\.finding.message) == ["'no_such_rule' is no rule; 'whyredraw rules' lists them"])
    let silent = run("// whyredraw:disable mutable_input\n" + Self.view)
    #expect(silent.map(\.finding.message) == ["this command gives no reason; write it after ' - '"])
  }

  @Test func settingsDecide() {
    #expect(run(Self.view) { $0.settings["mutable_input"] = .off }.isEmpty)
    #expect(run(Self.view) { $0.settings["mutable_input"] = .severity(.error) }.map(\.severity) == [.error])
    #expect(run(Self.view) { $0.only = ["update_loop"] }.isEmpty)
  }

  @Test func ownActionModifiersAreActions() {
    let text =
      "struct Row: View {\n  @ObservedObject var model: Model\n  var body: some View { Text(\"\").whenTapped { model.go() } }\n}"
    #expect(run(text).contains { $0.finding.rule == "unused_dynamic_property" } == false)
    #expect(
      run(text) { $0.analysis.actions = ActionNames(additionalFunctions: ["whenTapped"]) }.contains {
        $0.finding.rule == "unused_dynamic_property"
      })
  }

  @Test func fingerprintsSurviveMovedLines() {
    let moved = "import SwiftUI\n\n\n" + Self.view
    #expect(run(Self.view).map(\.fingerprint) == run(moved).map(\.fingerprint))
    #expect(run(Self.view).map(\.fingerprint) != run(Self.view.replacing("title", with: "name")).map(\.fingerprint))
  }

  /// Two pieces of advice about one declaration contradict each other; where a trace decides, both stay.
  @Test func ofRivalsTheBestIsKept() {
    let text = """
      final class Store: ObservableObject { @Published var a = 0; @Published var b = 0; @Published var c = 0; @Published var d = 0 }
      struct Row: View {
        @EnvironmentObject var store: Store
        var body: some View { Text("\\(store.a)") }
      }
      """
    let graph = SourceGraph(files: [("A.swift", text)])
    var configuration = LintConfiguration()
    configuration.optIn = ["legacy_environment_object"]
    let linter = Linter(configuration: configuration)
    let all = linter.run(graph).filter { $0.finding.view == "Row" }
    let settled = linter.run(graph, isSettlingRivals: true).filter { $0.finding.view == "Row" }
    #expect(Set(all.map(\.finding.place)).count == 1 && all.count == 2)
    #expect(settled.map(\.finding.rule) == ["broad_model_dependency"])
  }

  @Test func whatOnlyPreviewsRunIsLeftAlone() {
    let view =
      "struct Row: View {\n  @Environment(\\.colorScheme) private var scheme\n  var body: some View { Text(\"\") }\n}\n"
    #expect(rules(view) == ["unused_dynamic_property"])
    #expect(rules("private " + view + "#Preview { Row() }\n").isEmpty)
    #expect(rules(view + "#Preview { Row() }\n") == ["unused_dynamic_property"])
    #expect(rules(view.replacing("Row", with: "RowTester")).isEmpty)
  }

  @Test func resultsDoNotDependOnTheOrderOfFiles() {
    let texts = allSourceRules.enumerated().map { ("F\($0).swift", $1.triggering[0].replacing("↓", with: "")) }
    let one = Linter().run(SourceGraph(files: texts)).map(\.fingerprint)
    let other = Linter().run(SourceGraph(files: texts.reversed())).map(\.fingerprint)
    #expect(one == other)
  }

  /// Whether what is left to suspicions is looked for or not changes nothing of the rest: patches are asked for by the fingerprints of a
  /// report on a trace. A comment that silences some of it is of use all the same.
  @Test func whatADiagnosisWeighsHasTheFingerprintsOfLint() {
    let examples = allSourceRules.flatMap { rule in
      (rule.triggering + (rule.traces?.triggering ?? [])).map { text in
        (rule: rule.id, text: text.replacing("↓", with: ""))
      }
    }
    let alone = examples.map { [("A.swift", $0.text)] }
    let together = [examples.enumerated().map { ("F\($0).swift", $1.text) }]
    let silenced = examples.map { [("A.swift", "// whyredraw:disable \($0.rule) - known\n" + $0.text)] }
    var left = 0
    for files in alone + together + silenced {
      let graph = SourceGraph(files: files)
      let all = Linter().run(graph)
      let weighed = all.filter { !$0.finding.draft.isOfSourcesAlone }
      #expect(Linter().findings(besideTraceIn: graph).map(\.fingerprint) == weighed.map(\.fingerprint))
      left += all.count - weighed.count
    }
    #expect(left > 0)
  }
}
