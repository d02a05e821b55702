internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What the updates of some views tell about others: which part of a value changed, and what a view that nobody logs did.
@Suite struct WitnessTests {
  private func diagnose(_ lines: [String], _ source: String) -> Diagnosis {
    DiagnosisTests.diagnose(lines, ["App.swift": source])
  }

  private func view(_ name: String, in diagnosis: Diagnosis) throws -> Diagnosis.View {
    try #require(diagnosis.views.first { $0.key.name == name }).value
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  // MARK: - Parts of a value

  private func dashboard(readout: String) -> String {
    """
    struct Status: Equatable { var speed = 0.0; var fuel = 1.0; var gear = 1 }
    @Observable final class Link {
      private(set) var status = Status()
      func receive(_ next: Status) { status = next }
    }
    struct Dashboard: View {
      let link: Link
      var body: some View {
        let status = link.status
        \(readout)
        FuelPanel(status: status)
      }
    }
    struct Readout: View {
      let speed: Double
      var body: some View { Text("\\(speed)") }
    }
    struct FuelPanel: View {
      let status: Status
      var body: some View { Gauge(value: status.fuel) }
    }
    """
  }

  private var driving: [String] {
    let children = ["Readout: @self changed.", "FuelPanel: @self changed."]
    return ["Dashboard: @self changed."] + children + times(40, ["Dashboard: \\Link.status changed."] + children)
  }

  /// The readout compares its speed and ran each time: that explains why the status differed, though not what else did.
  @Test func whatDifferedForOneChildExplainsWhyTheWholeDiffered() throws {
    let diagnosis = diagnose(driving, dashboard(readout: "Readout(speed: status.speed)"))
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "broad_model_dependency")
    #expect(first.finding.view == "FuelPanel")
    #expect(first.measured?.updates == 40)
    #expect(first.measured?.predicted == 0)
    #expect(first.measured?.range == 0...40)
    #expect(diagnosis.fixSet?.range == 80...120)
    #expect(first.severity == .note)
    // Nothing proves them to be avoidable; that the fix is expected to save them makes it likely.
    let panel = try view("FuelPanel", in: diagnosis)
    #expect(panel.avoidable == 0)
    #expect(panel.likelyAvoidable == 40)
  }

  /// A child that is given the fuel as well may have run for that.
  @Test func aChildThatIsGivenTheSamePartExplainsNothing() {
    let source = dashboard(readout: "Readout(speed: status.speed * status.fuel)")
    let found = diagnose(driving, source).findings.filter { $0.finding.rule == "broad_model_dependency" }
    #expect(found.isEmpty)
  }

  // MARK: - Rows

  private static let order = """
    struct Line: Identifiable { let id: Int; var title: String; var amount: Int }
    struct Order: View {
      @State private var lines: [Line] = []
      var body: some View {
        ForEach(lines) { line in
          LineRow(title: line.title, amount: amount(of: line.id))
        }
      }
      private func amount(of id: Int) -> Binding<Int> {
        Binding(
          get: { lines.first { $0.id == id }?.amount ?? 0 },
          set: { value in
            if let index = lines.firstIndex(where: { $0.id == id }) { lines[index].amount = value }
          })
      }
    }
    struct LineRow: View {
      let title: String
      @Binding var amount: Int
      var body: some View { Stepper(title, value: $amount).badge(amount) }
    }
    """

  /// That the data changed does not say that each element did.
  @Test func aRowThatIsGivenPartsOfItsElementIsOneOfMany() throws {
    let rows = [String](repeating: "LineRow: @self changed.", count: 12)
    let lines =
      ["Order: @self, @identity, _lines changed."]
      + [String](repeating: "LineRow: @self, @identity, _amount changed.", count: 12)
      + times(30, ["Order: _lines changed."] + rows)
    let diagnosis = diagnose(lines, Self.order)
    #expect(try view("LineRow", in: diagnosis).likelyAvoidable == 30 * 10)
    let first = try #require(diagnosis.findings.first)
    #expect(["closure_binding", "incomparable_argument"].contains(first.finding.rule))
    #expect(first.saved == 30 * 10)
  }

  /// Rows that were all evaluated twice in vain are no pattern yet, however many there are.
  @Test func whatEveryRowPaysTwiceStaysANote() throws {
    let rows = [String](repeating: "LineRow: @self changed.", count: 12)
    let lines =
      ["Order: @self, @identity, _lines changed."]
      + [String](repeating: "LineRow: @self, @identity, _amount changed.", count: 12)
      + times(2, ["Order: _lines changed."] + rows)
    let first = try #require(diagnose(lines, Self.order).findings.first)
    #expect(first.saved == 2 * 10)
    #expect(first.severity == .note)
  }

  // MARK: - Views that nobody logs

  private static let deck = """
    struct Deck: View {
      let cards: [Card]
      @State private var known: Set<Int> = []
      @State private var isHidden = false
      var body: some View {
        Meter(count: known.count)
        Toggle("Hide", isOn: $isHidden)
        ForEach(cards) { card in CardRow(card: card, isHidden: isHidden, isKnown: binding(card)) }
      }
      private func binding(_ card: Card) -> Binding<Bool> {
        Binding { known.contains(card.id) } set: { isOn in
          if isOn { known.insert(card.id) } else { known.remove(card.id) }
        }
      }
    }
    struct Card: Identifiable, Equatable { let id: Int; let front: String }
    struct Meter: View {
      let count: Int
      var body: some View { Text("\\(count)") }
    }
    struct CardRow: View {
      let card: Card
      let isHidden: Bool
      @Binding var isKnown: Bool
      var body: some View { Toggle(card.front, isOn: $isKnown).opacity(isHidden || isKnown ? 0.5 : 1) }
    }
    """

  /// The meter ran each time, so it is the set that changed, and hardly the switch besides.
  @Test func childrenTellWhichStateOfASilentParentChanged() throws {
    let rows = [String](repeating: "CardRow: @self changed.", count: 10)
    let lines =
      ["Meter: @self changed."] + [String](repeating: "CardRow: @self, @identity, _isKnown changed.", count: 10)
      + times(15, ["Meter: @self changed."] + rows)
    let diagnosis = diagnose(lines, Self.deck)
    #expect(try view("CardRow", in: diagnosis).likelyAvoidable == 15 * 8)
    #expect(try view("CardRow", in: diagnosis).avoidable == 0)
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.view == "Deck")
    #expect(first.saved == 15 * 8)
  }

  /// Each body is evaluated once at most in an update, so what comes with the first of its kind is new as well.
  @Test func rowsThatComeWithTheFirstOfThemAreNew() throws {
    let rows = [String](repeating: "Row: @self changed.", count: 9)
    let source = """
      struct Board: View {
        let items: [Item]
        @State private var tick = 0
        var body: some View {
          Clock(tick: tick)
          ForEach(items) { Row(item: $0, onTap: { tick += 1 }) }
        }
      }
      struct Clock: View { let tick: Int; var body: some View { Text("\\(tick)") } }
      struct Row: View {
        let item: Item
        let onTap: () -> Void
        var body: some View { Button(item.name, action: onTap) }
      }
      """
    let together = diagnose(times(4, ["Clock: @self changed."] + rows), source)
    let row = try #require(together.summary.views.first { $0.id.name == "Row" })
    #expect(row.initial == 9)
    #expect(row.updates == 27)
    // Nothing ends the first update here: all rows seem to be of it, and only the first is known to be new.
    let endless = diagnose(["Clock: @self changed."] + times(4, rows), source)
    #expect(try #require(endless.summary.views.first { $0.id.name == "Row" }).initial == 1)
  }
}
