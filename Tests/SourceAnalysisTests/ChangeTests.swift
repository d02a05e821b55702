import SourceAnalysis
import Testing
import Vocabulary

/// Subjects and changes of findings: what they are called in reports, and which of them are one and the same.
@Suite struct ChangeTests {
  /// All that the rules find in all of their examples, with and without a trace.
  static let found: [Finding] = allSourceRules.flatMap { rule -> [Finding] in
    let texts = rule.triggering + rule.nonTriggering + (rule.traces?.triggering ?? [])
    return texts.flatMap { text -> [Finding] in
      let graph = SourceGraph(
        files: [("Test.swift", MarkedSource(text).text)], options: rule.waivingThresholds(AnalysisOptions()))
      return (rule.check(graph) + rule.suspicions(in: graph)).map { Finding($0, by: rule) }
    }
  }

  /// Baselines and comments of old versions know findings by these texts.
  @Test(arguments: [
    (Subject.property("count"), "count"), (.member("temperature", of: "monitor"), "monitor.temperature"),
    (.path(PropertyPath("monitor", ["link", "state"])), "monitor.link.state"), (.type("Outer.Inner"), "Outer.Inner"),
    (.argument("onTap", child: "Row"), "Row.onTap"), (.environmentKey("tick"), "tick"),
    (.environmentValue(key: "open"), "environment.open"), (.rows(.position), "ForEach.position"),
    (.rows(.element), "ForEach.self"), (.rows(.member("minutes")), "ForEach.minutes"), (.id(.fresh), "id"),
    (.id(.minted), "id.minted"), (.id(.holding(PropertyPath("recorder", ["lines"]))), "id.recorder.lines"),
    (.branches(of: "Row"), "branches.Row"), (.erasedView, "AnyView"), (.body(.whole), "body"),
    (.body(.reading(PropertyPath("level"))), "part.level"), (.body(.without(PropertyPath("level"))), "body.level"),
    (.cycle([PropertyPath("a"), PropertyPath("b", ["c"])]), "a>b.c"), (.binding("model.name"), "binding.model.name"),
    (.work("sorted"), "sorted"), (.object("DateFormatter", helper: nil), "DateFormatter"),
    (.object("DateFormatter", helper: "text"), "text.DateFormatter"), (.call("onAppear"), "onAppear"),
    (.capture("size", modifier: "visualEffect"), "visualEffect.size"), (.fields(of: "filter"), "filter.fields"),
    (.command(.noReason), "reason"), (.command(.unknown(rule: "x")), "unknown.x"),
    (.command(.unused(rule: "")), "unused."),
  ])
  func aSubjectHasTheTextOfItsFingerprint(_ subject: Subject, _ text: String) {
    #expect(subject.identity == text)
  }

  /// A member that is named like a word of ours is still a member.
  @Test func membersDoNotCollideWithTheWordsForSubjects() {
    #expect(Subject.rows(.member("position")).identity != Subject.rows(.position).identity)
    #expect(Subject.rows(.member("self")).identity != Subject.rows(.element).identity)
    #expect(Subject.id(.holding(PropertyPath("minted"))).identity != Subject.id(.minted).identity)
  }

  /// Rows with an id of a member called `position` are no rows that are known by where they stand.
  @Test func aMemberNamedPositionIsNoPosition() throws {
    let text = """
      struct Track: Identifiable { let id: Int; var position: Double }
      @Observable final class Player {
        var tracks: [Track] = []
        func tick() { for index in tracks.indices { tracks[index].position += 1 } }
      }
      struct List1: View {
        let player: Player
        var body: some View { ForEach(player.tracks, id: \\.position) { Text("\\($0.id)") } }
      }
      """
    let graph = SourceGraph(files: [("Test.swift", text)])
    let found = try #require(
      SourceRule.unstableIdentity.suspicions(in: graph).first { $0.subject == .rows(.member("position")) })
    #expect(found.change == .keepIdentity(.rows))
  }

  @Test func differentSubjectsHaveDifferentTexts() {
    for findings in Dictionary(grouping: Self.found, by: \.rule).values {
      for alike in Dictionary(grouping: findings, by: \.identity).values {
        #expect(Set(alike.map(\.subject)).count == 1, "\(alike[0].identity)")
      }
    }
  }

  /// A rule names the fix of its findings. An object that is only handed on has no values to pass in its place, one that is
  /// observed in another's stead is needed, a model that cannot track its members is parted, and where one part of a body reads a
  /// model, that part is taken out.
  @Test func changesHaveTheFixOfTheirRule() {
    let rules = Dictionary(uniqueKeysWithValues: allSourceRules.map { ($0.id, $0) })
    for finding in Self.found where finding.fix != rules[finding.rule]?.fix {
      switch (finding.rule, finding.change) {
      case (_, .handOnUnobserved), ("unused_dynamic_property", .narrowInput),
        ("observable_object_fan_out", .partModel), ("broad_model_dependency", .extract):
        break
      default: Issue.record("\(finding.rule) asks for \(finding.fix.rawValue)")
      }
    }
  }

  @Test func everyFixIsTheFixOfSomeChange() {
    #expect(Set(Self.found.map(\.fix)) == Set(allSourceRules.map(\.fix)))
    #expect(Set(allSourceRules.map(\.fix)) == Set(Fix.allCases))
  }

  private func keys(_ text: String, _ rule: SourceRule) -> [ChangeKey] {
    rule.check(SourceGraph(files: [("Test.swift", text)])).map(\.changeKey)
  }

  @Test func allObserversOfAModelAreOneMigration() {
    let models = ["Store", "Session"].map {
      "final class \($0): ObservableObject { @Published var a = 0; @Published var b = 0 }"
    }
    let views = [("A", "Store"), ("B", "Store"), ("C", "Session")].map { view, model in
      "struct \(view): View {\n  @EnvironmentObject var model: \(model)\n  var body: some View { Text(\"\\(model.a)\") }\n}"
    }
    let keys = keys((models + views).joined(separator: "\n"), .legacyEnvironmentObject)
    #expect(keys.count == 3)
    #expect(Set(keys).count == 2)
  }

  @Test func aChildThatKeepsItsObjectDoesSoForAllItsMakers() {
    let views = ["A", "B"].map { name in
      "struct \(name): View {\n  var body: some View { Player(model: Model()) }\n}"
    }
    let text = """
      final class Model: ObservableObject { @Published var name = "" }
      struct Player: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.name) }
      }
      """
    let keys = keys(([text] + views).joined(separator: "\n"), .observedObjectCreatedInline)
    #expect(keys.count == 2)
    #expect(Set(keys).count == 1)
  }

  @Test func stateOfTwoViewsIsMovedTwice() {
    let view = { (name: String) in
      "struct \(name): View {\n  @Environment(\\.openURL) private var openURL\n  @Environment(\\.scenePhase) private var phase\n  var body: some View { Text(\"\") }\n}"
    }
    let keys = keys(view("A") + "\n" + view("B"), .unusedDynamicProperty)
    #expect(Set(keys).count == keys.count)
    #expect(keys.count >= 2)
  }

  private func keys(_ files: [(path: String, text: String)], _ rule: SourceRule) -> [ChangeKey] {
    rule.check(SourceGraph(files: files)).map(\.changeKey)
  }

  /// Two targets may have a view of the same name; a change in the one is none in the other.
  @Test func viewsOfOneNameInTwoFoldersAreChangedApart() {
    let text = """
      struct Badge: View {
        @Environment(\\.scenePhase) private var phase
        var body: some View { Text("") }
      }
      """
    let keys = keys([("App/Badge.swift", text), ("Widget/Badge.swift", text)], .unusedDynamicProperty)
    #expect(keys.count == 2)
    #expect(Set(keys).count == 2)
  }

  @Test func modelsOfOneNameInTwoFoldersAreMigratedApart() {
    let files: [(path: String, text: String)] = ["App", "Widget"].flatMap { folder in
      [
        ("\(folder)/Store.swift", "final class Store: ObservableObject { @Published var a = 0; @Published var b = 0 }"),
        ("\(folder)/First.swift", Self.observer("\(folder)First")),
        ("\(folder)/Second.swift", Self.observer("\(folder)Second")),
      ]
    }
    let keys = keys(files, .legacyEnvironmentObject)
    #expect(keys.count == 4)
    #expect(Set(keys).count == 2)
  }

  private static func observer(_ name: String) -> String {
    "struct \(name): View {\n  @EnvironmentObject var model: Store\n  var body: some View { Text(\"\\(model.a)\") }\n}"
  }

  // MARK: - Titles

  /// A title is what a reader sees of a change first: it says in words which thing it is about.
  @Test func everyTitleSaysWhatIsToBeDoneWithWhat() {
    for finding in Self.found {
      let title = finding.title
      #expect(title.first?.isUppercase == true, "\(title)")
      #expect(!title.hasSuffix("."), "\(title)")
      #expect(!title.contains("''") && !title.contains("\n"), "\(title)")
      #expect(!title.contains(finding.fix.rawValue), "\(title)")
      let names = title.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter {
        $0.offset % 2 == 1
      }
      #expect(!names.isEmpty, "\(title)")
      #expect(title.count <= 100, "\(title)")
    }
  }

  /// What actions use is declared otherwise, and without it nothing would compile.
  @Test func whatActionsUseIsNotToldToBeRemoved() throws {
    let text = """
      final class Player: ObservableObject { @Published var time = 0.0; func play() {} }
      struct Row: View {
        @ObservedObject var player: Player
        var body: some View { Button("Play") { player.play() } }
      }
      """
    let found = SourceRule.unusedDynamicProperty.check(SourceGraph(files: [("App.swift", text)]))
    let draft = try #require(found.first)
    #expect(draft.title == "Stop 'Row' from depending on 'player', which it does not show")
    #expect(draft.steps.contains { $0.contains("let") })
  }

  /// Findings that one change resolves are shown under one title, and two changes of one view under two.
  @Test func differentChangesOfAViewHaveDifferentTitles() {
    for alike in Dictionary(grouping: Self.found, by: { $0.title + "\u{1F}" + $0.place.file }).values {
      #expect(Set(alike.map(\.fix)).count == 1, "\(alike[0].title)")
    }
  }

  @Test(arguments: [
    (Subject.CommandFlaw.noReason, "Say in the comment why it silences the linter"),
    (.unknown(rule: "x"), "Correct the rule 'x' in the comment for the linter"),
    (.unused(rule: "x"), "Remove 'x' from the comment for the linter"),
    (.unused(rule: ""), "Remove the comment for the linter"),
  ])
  func aCommentIsCorrectedByItsFlaw(_ flaw: Subject.CommandFlaw, _ title: String) throws {
    var draft = try #require(Self.found.first).draft
    draft.subject = .command(flaw)
    draft.change = .correctCommand
    #expect(draft.title == title)
  }

  /// What goes first where two save about the same is decided between two different changes.
  @Test func noChangeIsPreferredToItself() {
    for finding in Self.found { #expect(finding.change.sufficientShare(of: finding.change) == nil) }
  }
}
