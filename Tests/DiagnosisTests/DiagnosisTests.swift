internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What the diagnosis says of small apps written by hand, and how it behaves when its inputs get worse.
@Suite struct DiagnosisTests {
  static let recipes = """
    struct Recipe: Identifiable { let id: Int; var title: String; var description: String }
    struct RecipeListView: View {
        @State private var expandedRecipeID: Recipe.ID?
        let recipes: [Recipe]
        var body: some View {
            List(recipes) { recipe in
                RecipeRow(
                    recipe: recipe,
                    isExpanded: expandedRecipeID == recipe.id,
                    onToggle: { expandedRecipeID = recipe.id }
                )
            }
        }
    }
    struct RecipeRow: View {
        let recipe: Recipe
        let isExpanded: Bool
        let onToggle: () -> Void
        var body: some View {
            VStack {
                Text(recipe.title)
                if isExpanded { Text(recipe.description) }
            }
            .onTapGesture(perform: onToggle)
        }
    }
    """

  static func recipeLog(rows: Int, changes: Int) -> [String] {
    let all = [String](repeating: "RecipeRow: @self changed.", count: rows)
    var lines = ["RecipeListView: @self, @identity, _expandedRecipeID changed."] + all
    for _ in 0..<changes { lines += ["RecipeListView: _expandedRecipeID changed."] + all }
    return lines
  }

  static func diagnose(_ lines: [String], _ sources: [String: String]) -> Diagnosis {
    Diagnosis(
      profile(lines), sources: DiagnosedApp.graph(sources.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
      linter: Linter())
  }

  private func view(_ name: String, in diagnosis: Diagnosis) throws -> Diagnosis.View {
    try #require(diagnosis.views.first { $0.key.name == name }).value
  }

  @Test func stateOfOneRowIsMovedIntoTheRow() throws {
    let diagnosis = Self.diagnose(Self.recipeLog(rows: 20, changes: 40), ["Recipes.swift": Self.recipes])
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "state_scoped_too_high")
    #expect(first.finding.fix == .narrowStateScope)
    #expect(first.grade == .proven)
    #expect(first.finding.place.line == 3)
    let measured = try #require(first.measured)
    #expect(measured.updates == 840)
    #expect(measured.predicted == 40)
    #expect(first.chain.map(\.view) == ["RecipeListView", "RecipeRow"])
    #expect(first.chain.last?.place?.line == 7)
    // At most two rows change when one value is compared with the ids of all; the rest is proven. The fix leaves one of
    // the two, and the list reads what is moved away.
    let row = try view("RecipeRow", in: diagnosis)
    #expect(row.avoidable == 40 * 18)
    #expect(row.likelyAvoidable == 40)
    #expect(row.unknown == 40)
    #expect(row.floor == 20 + 40)
    let list = try view("RecipeListView", in: diagnosis)
    #expect(list.justified == 0 && list.likelyAvoidable == 40)
  }

  @Test func withoutItsSourceNothingIsSaidOfAView() {
    let sources = Self.recipes.components(before: "struct RecipeRow")
    let diagnosis = Self.diagnose(Self.recipeLog(rows: 20, changes: 40), ["Recipes.swift": sources])
    #expect(diagnosis.withoutSource == ["RecipeRow"])
    #expect(diagnosis.views.keys.map(\.name) == ["RecipeListView"])
    #expect(diagnosis.findings.allSatisfy { $0.grade != .proven })
  }

  @Test func withoutAnySourceThereAreNoFindings() {
    let diagnosis = Self.diagnose(Self.recipeLog(rows: 3, changes: 4), [:])
    #expect(diagnosis.findings.isEmpty)
    #expect(diagnosis.views.isEmpty)
    #expect(diagnosis.fixSet == nil)
  }

  @Test func sourcesThatTheTraceDoesNotShowStayStatic() {
    let diagnosis = Self.diagnose(["Other: @self changed.", "Other: _x changed."], ["Recipes.swift": Self.recipes])
    #expect(!diagnosis.findings.isEmpty)
    #expect(diagnosis.findings.allSatisfy { $0.grade == .static && $0.severity == .note && $0.measured == nil })
  }

  @Test func halfTheLogGivesNoMoreThanTheWhole() throws {
    let lines = Self.recipeLog(rows: 20, changes: 40)
    let whole = Self.diagnose(lines, ["Recipes.swift": Self.recipes])
    let half = Self.diagnose(Array(lines.prefix(lines.count / 2)), ["Recipes.swift": Self.recipes])
    #expect(half.findings.first?.finding.rule == whole.findings.first?.finding.rule)
    let (less, more) = (try #require(half.findings.first).saved, try #require(whole.findings.first).saved)
    #expect(less > 0 && less < more)
    // The log of the rows alone: who evaluates them is not in it, and nothing is proven.
    let rows = Self.diagnose(lines.filter { $0.hasPrefix("RecipeRow") }, ["Recipes.swift": Self.recipes])
    #expect(rows.findings.allSatisfy { $0.grade != .proven })
    #expect(try view("RecipeRow", in: rows).avoidable == 0)
  }

  @Test func whatNobodyLogsIsToBeInstrumented() throws {
    let lines = Self.recipeLog(rows: 20, changes: 40).filter { $0.hasPrefix("RecipeRow") }
    let row = try view("RecipeRow", in: Self.diagnose(lines, ["Recipes.swift": Self.recipes]))
    #expect(
      row.instrumentation?.view == "RecipeListView" && row.instrumentation?.place.line == 5)
  }

  @Test func whatStaysOpenHasCandidatesWithShares() throws {
    let source = """
      final class Player: ObservableObject {
        @Published var time = 0.0
        @Published var title = ""
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.time += 1 } }
        func next() { title = "b" }
      }
      struct Bar: View {
        @ObservedObject var player: Player
        var body: some View { Text("\\(player.time) \\(player.title)") }
      }
      """
    let diagnosis = Self.diagnose(
      ["Bar: @self, @identity, _player changed."] + .init(repeating: "Bar: _player changed.", count: 20),
      ["Bar.swift": source])
    let bar = try view("Bar", in: diagnosis)
    // The tap may have written what was there already.
    #expect(bar.avoidable == 0 && bar.unknown >= 18)
    // Written by a timer against written by a tap.
    #expect(bar.candidates.map(\.name) == ["player.time", "player.title"])
    #expect(abs(bar.candidates.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    #expect(bar.candidates.reduce(0) { $0 + $1.percent } == 100)
    #expect(bar.candidates[0].share > 0.8)
  }

  @Test(arguments: [[1.0], [0.5, 0.5], .init(repeating: 1.0 / 3, count: 3), .init(repeating: 1.0 / 7, count: 7)])
  func percentsOfCandidatesAddUp(_ shares: [Double]) {
    let percents = Diagnosis.wholePercents(shares)
    #expect(percents.reduce(0, +) == 100)
    for (percent, share) in zip(percents, shares) { #expect(abs(Double(percent) - share * 100) < 1) }
  }

  @Test func sameNamesAreToldApartByTheirProperties() throws {
    let one = "struct Row: View { @State private var isOpen = false; var body: some View { Text(\"\\(isOpen)\") } }"
    let other = "struct Row: View { @State private var count = 0; var body: some View { Text(\"\\(count)\") } }"
    let sources = ["A/Row.swift": one, "B/Row.swift": other]
    let known = Self.diagnose(["Row: @self, @identity, _count changed.", "Row: _count changed."], sources)
    #expect(try view("Row", in: known).place.file == "B/Row.swift")
    let open = Self.diagnose(["Row: @self, @identity changed.", "Row: @self changed."], sources)
    guard case .ambiguous(let types) = open.matching["Row"] else {
      Issue.record("not ambiguous: \(open.matching["Row"])")
      return
    }
    #expect(types.count == 2)
    #expect(open.views.isEmpty)
  }

  /// Of two views of one name it is the one that a view of the trace makes; what nobody can place is not credited to whoever takes a part
  /// of a body out.
  @Test(arguments: [true, false]) func sameNamesAreToldApartByWhoMakesThem(showsBoth: Bool) throws {
    func screen(_ name: String) -> String {
      let lines = (0..<20).map { "      Text(\"\($0)\")" }.joined(separator: "\n")
      return """
        final class \(name)Model: ObservableObject { @Published var names: [String] = []; func tick() { names = names + [] } }
        struct \(name): View {
          @StateObject private var model = \(name)Model()
          var body: some View {
            VStack {
        \(lines)
            }
            VStack { ForEach(model.names, id: \\.self) { name in Row(name: name, tap: { model.tick() }) } }
          }
        }
        private struct Row: View {
          let name: String
          let tap: () -> Void
          var body: some View { Button(name, action: tap) }
        }
        """
    }
    let sources = ["A/First.swift": screen("First"), "A/Second.swift": screen("Second")]
    let lines =
      ["First: @self, @identity, _model changed.", "Row: @self changed.", "Row: @self changed."]
      + (showsBoth ? ["Second: @self, @identity, _model changed."] : [])
      + (0..<100).flatMap { _ in ["First: _model changed.", "Row: @self changed.", "Row: @self changed."] }
    let diagnosis = Self.diagnose(lines, sources)
    if showsBoth {
      guard case .ambiguous = diagnosis.matching["Row"] else {
        Issue.record("not ambiguous: \(diagnosis.matching["Row"])")
        return
      }
    } else {
      #expect(try view("Row", in: diagnosis).place.file == "A/First.swift")
    }
    for finding in diagnosis.findings where finding.finding.rule == "monolithic_body" {
      #expect(finding.savedByView["Row", default: 0] == 0, "\(finding.message)")
    }
  }

  /// Files of another app, and files whose contents were swapped: nothing that is not there is named.
  @Test func swappedFilesNameNothingThatIsNotThere() {
    let (list, row) = (Self.recipes.components(before: "struct RecipeRow"), Self.recipes)
    let rowOnly = String(row.dropFirst(list.count))
    let lines = Self.recipeLog(rows: 20, changes: 40)
    let right = Self.diagnose(lines, ["List.swift": list, "Row.swift": rowOnly])
    let swapped = Self.diagnose(lines, ["List.swift": rowOnly, "Row.swift": list])
    // Types are found by name, whatever their file is called; places follow the contents.
    #expect(right.findings.first?.finding.place.file == "List.swift")
    #expect(swapped.findings.first?.finding.place.file == "Row.swift")
    for (diagnosis, sources) in [
      (right, ["List.swift": list, "Row.swift": rowOnly]),
      (swapped, ["List.swift": rowOnly, "Row.swift": list]),
    ] {
      for finding in diagnosis.findings {
        let count = (sources[finding.finding.place.file] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
          .count
        #expect(finding.finding.place.line <= count)
        for step in finding.chain { #expect(["RecipeListView", "RecipeRow"].contains(step.view ?? "")) }
      }
    }
    let foreign = Self.diagnose(lines, ["Other.swift": "struct Other: View { var body: some View { Text(\"\") } }"])
    #expect(foreign.withoutSource == ["RecipeListView", "RecipeRow"])
    #expect(foreign.findings.allSatisfy { $0.grade == .static })
  }

  @Test func anUnreadDependencyIsProven() throws {
    let source = """
      struct Badge: View {
        @Environment(\\.scenePhase) private var phase
        let count: Int
        var body: some View { Text("\\(count)") }
      }
      """
    let diagnosis = Self.diagnose(
      ["Badge: @self, @identity, _phase changed."] + .init(repeating: "Badge: _phase changed.", count: 9),
      ["Badge.swift": source])
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "unused_dynamic_property")
    #expect(first.grade == .proven)
    #expect(first.measured?.updates == 9)
    #expect(first.measured?.predicted == 0)
    #expect(try view("Badge", in: diagnosis).avoidable == 9)
  }

  @Test func whatTheBodyReadsIsJustified() throws {
    let source = """
      struct Counter: View {
        @State private var count = 0
        var body: some View { Button("\\(count)") { count += 1 } }
      }
      """
    let diagnosis = Self.diagnose(
      ["Counter: @self, @identity, _count changed."] + .init(repeating: "Counter: _count changed.", count: 9),
      ["Counter.swift": source])
    let counter = try view("Counter", in: diagnosis)
    #expect(counter.justified == 9)
    #expect(counter.floor == 10)
    #expect(diagnosis.findings.allSatisfy { $0.severity == .note && $0.saved == 0 })
  }

  @Test func fixesThatOverlapAreNotAddedTwice() throws {
    let diagnosis = Self.diagnose(Self.recipeLog(rows: 20, changes: 40), ["Recipes.swift": Self.recipes])
    let set = try #require(diagnosis.fixSet)
    #expect(set.fingerprints.count == 1)
    #expect(set.updatesBefore == 840)
    #expect(set.updatesAfter == 40)
  }

  @Test func aNewEdgeIsToBlame() throws {
    let before = """
      @Observable final class Settings { var theme = "a"; var size = 1 }
      struct ProfileRow: View { let settings: Settings; var body: some View { Text("\\(settings.size)") } }
      """
    let after = before.replacing("settings.size)", with: "settings.size) \\(settings.theme)")
    let difference = DependencyDifference(
      before: DiagnosedApp.graph([("Row.swift", before)]), after: DiagnosedApp.graph([("Row.swift", after)]))
    #expect(difference.added.map(\.text) == ["Settings.theme → ProfileRow"])
    #expect(difference.removed.isEmpty)
    let summary = RedrawSummary(
      profile(["ProfileRow: @self, @identity changed.", "ProfileRow: \\Settings.theme changed."]))
    let blamed = difference.blame(for: "ProfileRow", in: summary)
    #expect(blamed.map(\.place.line) == [2])
    #expect(difference.blame(for: "Other", in: summary).isEmpty)
  }
}

extension String {
  /// What stands before the first appearance of a text.
  func components(before text: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound])
  }
}
