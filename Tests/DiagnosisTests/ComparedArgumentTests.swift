internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What the diagnosis makes of how arguments compare: functions by what they captured, which nobody has settled, and bindings
/// made of closures, which are new each time.
@Suite struct ComparedArgumentTests {
  private func screen(_ children: String) -> String {
    """
    struct Screen: View {
      let store: Store
      @State private var count = 0
      @State private var isOpen = false
      var body: some View {
        Stepper("\\(count)", value: $count)
        Toggle("Open", isOn: $isOpen)
        \(children)
      }
    }
    struct Card: View {
      let onTap: () -> Void
      var body: some View { VStack { Text("a"); Button("Tap", action: onTap) } }
    }
    struct Panel: View {
      let onTap: () -> Void
      var body: some View { HStack { Text("b"); Button("Tap", action: onTap) } }
    }
    final class Store { func refresh() {} }
    """
  }

  private func lines(_ evaluated: String..., times: Int = 20) -> [String] {
    ["Screen: @self, @identity, _count, _isOpen changed."] + evaluated
      + (0..<times).flatMap { _ in ["Screen: _count changed."] + evaluated }
  }

  /// A view that stores an object it makes itself is another value each time that it is made.
  @Test(arguments: [
    ("private let monitor = NWPathMonitor()", true), ("let probe = Probe()", true), ("let gap = Gap(size: 2)", false),
  ])
  func anObjectThatComesWithTheViewIsNamed(stored: String, isNamed: Bool) throws {
    let source = """
      struct Screen: View {
        @State private var count = 0
        let title: String
        var body: some View { Stepper("\\(count)", value: $count); Card(title: title) }
      }
      struct Card: View {
        let title: String
        \(stored)
        var body: some View { VStack { Text(title); Text("b"); Image(systemName: "c") } }
      }
      final class Probe {}
      struct Gap { var size = 1 }
      """
    let diagnosis = DiagnosisTests.diagnose(lines("Card: @self changed."), ["Screen.swift": source])
    let named = diagnosis.findings.first { $0.finding.rule == "incomparable_argument" && $0.finding.view == "Card" }
    #expect((named != nil) == isNamed)
    if isNamed { #expect(named?.saved == 20) }
  }

  /// The model calls these closures equal, and the recording shows an evaluation each time.
  @Test(arguments: ["{ print(1) }", "{ [store] in store.refresh() }", "store.refresh"])
  func theTraceOutranksTheModel(closure: String) throws {
    let diagnosis = DiagnosisTests.diagnose(
      lines("Card: @self changed."), ["Screen.swift": screen("Card(onTap: \(closure))")])
    let card = try #require(diagnosis.views.first { $0.key.name == "Card" }?.value)
    #expect((card.avoidable, card.likelyAvoidable) == (0, 20))
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "incomparable_argument")
    #expect(first.grade == .likely)
    #expect(first.saved == 20)
    #expect(first.message.contains("'onTap'"), "\(first.message)")
  }

  /// What is said about functions is likely, however clear the recording is.
  @Test func functionsAreNeverProven() throws {
    let diagnosis = DiagnosisTests.diagnose(
      lines("Card: @self changed."), ["Screen.swift": screen("Card(onTap: { isOpen = true })")])
    let found = try #require(diagnosis.findings.first { $0.finding.rule == "incomparable_argument" })
    #expect(found.saved == 20)
    #expect(found.grade == .likely)
  }

  /// Two children lose by the same state, and are mended together.
  @Test func closuresOfABodyAreOneChange() throws {
    let diagnosis = DiagnosisTests.diagnose(
      lines("Card: @self changed.", "Panel: @self changed."),
      ["Screen.swift": screen("Card(onTap: { isOpen = true })\nPanel(onTap: { isOpen = false })")])
    let found = diagnosis.findings.filter { $0.finding.rule == "incomparable_argument" }
    #expect(found.map(\.saved) == [40, 40])
    #expect(Set(found.map(\.finding.changeKey)).count == 1)
    #expect(diagnosis.fixSet?.changes.count == 1)
  }

  /// A new binding is named like a change of the value; the value itself still evaluates who shows it.
  @Test func bindingsMadeOfClosuresAreTakenBackTogether() throws {
    let source = """
      struct Form: View {
        @State private var street = ""
        @State private var city = ""
        @State private var note = ""
        var body: some View {
          TextField("Note", text: $note)
          Text(note)
          AddressSection(
            street: Binding(get: { street }, set: { street = $0 }), city: Binding(get: { city }, set: { city = $0 }))
        }
      }
      struct AddressSection: View {
        @Binding var street: String
        @Binding var city: String
        var body: some View { Text(street); Text(city) }
      }
      """
    let section = "AddressSection: @self, _street, _city changed."
    let diagnosis = DiagnosisTests.diagnose(
      [
        "Form: @self, @identity, _street, _city, _note changed.",
        "AddressSection: @self, @identity, _street, _city changed.",
      ]
        + (0..<5).flatMap { _ in ["Form: _street changed.", section] }
        + (0..<30).flatMap { _ in ["Form: _note changed.", section] },
      ["Form.swift": source])
    let first = try #require(diagnosis.findings.first)
    #expect(["closure_binding", "incomparable_argument"].contains(first.finding.rule))
    // Thirty times what the closures read had not changed, as the sources prove; and what they alone read evaluates the section, and
    // the form no longer.
    #expect(first.savedByView == ["AddressSection": 30, "Form": 5])
    #expect(first.grade == .proven)
    #expect(diagnosis.views.first { $0.key.name == "AddressSection" }?.value.avoidable == 30)
  }

  private func deck(_ button: String) -> Diagnosis {
    let source = """
      struct Deck: View {
        @State private var page = 0
        var body: some View { Text("\\(page)"); PageButton(page: $page) }
      }
      struct PageButton: View {
        @Binding var page: Int
        var body: some View { \(button) }
      }
      """
    return DiagnosisTests.diagnose(
      ["Deck: @self, @identity, _page changed.", "PageButton: @self, @identity changed."]
        + (0..<20).flatMap { _ in ["Deck: _page changed.", "PageButton: @self, _page changed."] },
      ["Deck.swift": source])
  }

  /// The owner reads the state, so each change of it makes another binding.
  @Test func aBindingThatIsOnlyWrittenGivesWayToAnAction() throws {
    let found = try #require(deck("Button(\"Next\") { page += 1 }").findings.first { $0.finding.view == "PageButton" })
    #expect(found.saved == 20)
    #expect(found.grade == .likely)
    #expect(found.message.contains("only writes it"), "\(found.message)")
  }

  /// What the body reads, what a control of the framework shows, and what is handed on may well be needed.
  @Test(arguments: ["Text(\"\\(page)\")", "Stepper(\"Page\", value: $page)", "Other(page: $page)"])
  func aBindingThatIsUsedIsLeftAlone(button: String) {
    #expect(
      !deck(button).findings.contains {
        $0.finding.view == "PageButton" && $0.finding.rule == "unused_dynamic_property"
      })
  }
}
