import Foundation
import SourceAnalysis
import SourceEditing
import Testing

@Suite struct PatchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var number: Int
    var text: String
    var testDescription: String { "\(rule) #\(number)" }
  }

  static let examples = allSourceRules.flatMap { rule in
    rule.triggering.enumerated().map { Case(rule: rule.id, number: $0 + 1, text: $1.replacing("↓", with: "")) }
  }

  /// Whatever patch an example gets, its rule no longer finds the same thing there, with either kind of line end: of several
  /// places with one subject, one less is left.
  @Test(arguments: examples) func patchedExamplesAreSilent(_ example: Case) throws {
    for text in [example.text, example.text.replacing("\n", with: "\r\n")] {
      let found = try outcomes(example.rule, text)
      for (finding, outcome) in found where !outcome.edits.isEmpty {
        let bytes = try #require(Edit.apply(outcome.edits, to: Array(text.utf8)))
        let patched = String(decoding: bytes, as: UTF8.self)
        let left = try outcomes(example.rule, patched).filter {
          $0.finding.subject == finding.subject && $0.finding.view == finding.view
        }
        let places = found.count { $0.finding.subject == finding.subject && $0.finding.view == finding.view }
        #expect(left.count < places, "still found after the patch:\n\(patched)")
        #expect(outcome.diff?.isEmpty == false)
        #expect(!outcome.checked.isEmpty)
      }
    }
  }

  /// These fixes have an edit for their first example.
  @Test(arguments: [
    "non_private_state", "mutable_input", "debug_logging_unguarded", "wrapper_not_observation_ignored",
    "observable_not_main_actor", "state_from_parameter", "eager_container", "object_created_in_body",
    "observable_not_in_state",
    "observed_object_created_inline", "eager_state_object", "unused_dynamic_property", "redundant_state_write",
    "hot_path_state_write", "unstructured_task", "missing_equatable_view", "equatable_ignores_input",
    "equatable_never_asked",
    "non_equatable_observable_property", "state_scoped_too_high", "monolithic_body",
  ]) func somePatchIsMade(_ id: String) throws {
    let made = try Self.examples.filter { $0.rule == id }.flatMap { try outcomes(id, $0.text) }
    #expect(made.contains { $0.outcome.diff != nil }, "\(made.map { $0.outcome.refusal ?? "no plan" })")
  }

  @Test func aHoistedFormatterKeepsItsSetUp() throws {
    let text = """
      struct Screen: View {
        let date: Date
        var body: some View {
          let formatter = DateFormatter()
          formatter.dateStyle = .long
          return Text(formatter.string(from: date))
        }
      }

      """
    #expect(
      try patched("object_created_in_body", text) == """
        struct Screen: View {
          private static let dateFormatter: DateFormatter = {
            let formatter = DateFormatter()
            formatter.dateStyle = .long
            return formatter
          }()

          let date: Date
          var body: some View {
            return Text(Self.dateFormatter.string(from: date))
          }
        }

        """)
  }

  /// Whoever applies all patches of a view gets what compiles: each formatter has a name of its own.
  @Test func severalFormattersOfAViewGetSeveralNames() throws {
    let text = """
      struct Day: View {
        let date: Date
        var body: some View { VStack { Text(short); Text(long) } }
        private var short: String {
          let formatter = DateFormatter()
          formatter.dateFormat = "d"
          return formatter.string(from: date)
        }
        private var long: String {
          let formatter = DateFormatter()
          formatter.dateFormat = "EEEE"
          let other = DateFormatter()
          other.dateFormat = "d"
          return formatter.string(from: date) + other.string(from: date)
        }
      }
      struct Days: View {
        let dates: [Date]
        var body: some View { List(dates, id: \\.self) { Day(date: $0) } }
      }

      """
    let diffs = try outcomes("object_created_in_body", text).compactMap(\.outcome.diff)
    let names = diffs.flatMap { diff in
      diff.split(separator: "\n").filter { $0.hasPrefix("+") && $0.contains("static let") }.compactMap {
        $0.split(separator: " ").first { $0.hasSuffix(":") }
      }
    }
    #expect(names == ["shortDateFormatter:", "longDateFormatter:", "longDateFormatter2:"])
  }

  @Test func parametersWithoutANameGetOneWhereTheyAreCompared() throws {
    let text = """
      struct Row: View, Equatable {
        let title: String
        @State private var isOpen = false
        static func == (_: Self, _: Self) -> Bool { true }
        var body: some View { Text(title) }
      }

      struct Screen: View {
        @State private var title = ""
        var body: some View { Row(title: title).equatable() }
      }

      """
    #expect(
      try patched("equatable_ignores_input", text).contains(
        "static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }"))
  }

  @Test func aFormatterSetUpFromAnInputStays() throws {
    let text = """
      struct Screen: View {
        let date: Date
        let style: DateFormatter.Style
        var body: some View {
          let formatter = DateFormatter()
          formatter.dateStyle = style
          return Text(formatter.string(from: date))
        }
      }

      """
    let outcome = try #require(try outcomes("object_created_in_body", text).first?.outcome)
    #expect(outcome.diff == nil)
    #expect(outcome.refusal == "'formatter' is set up with values that change")
  }

  /// Two windows that show it would take it from each other.
  @Test func aViewIsNotShared() throws {
    let text = """
      struct Page: UIViewRepresentable {
        let address: URL
        private let view = WKWebView()
        func makeUIView(context: Context) -> WKWebView { view }
        func updateUIView(_ view: WKWebView, context: Context) { view.load(URLRequest(url: address)) }
      }
      """
    let outcome = try #require(try outcomes("object_created_in_body", text).first?.outcome)
    #expect(outcome.diff == nil)
    #expect(outcome.refusal == "a 'WKWebView' is in one place at a time, so all that show it cannot share one")
  }

  @Test func aSectionMovesWithItsInputs() throws {
    let text = """
      struct Order: View {
        let title: String
        @State private var count = 0
        var body: some View {
          VStack {
            Button("\\(count)") { count += 1 }
            VStack {
              Text("Header")
              Text(title)
              Image("a")
              Divider()
            }
            Text("\\(count)")
          }
        }
      }

      """
    #expect(
      try patched("monolithic_body", text) == """
        struct Order: View {
          let title: String
          @State private var count = 0
          var body: some View {
            VStack {
              Button("\\(count)") { count += 1 }
              OrderHeaderSection(title: title)
              Text("\\(count)")
            }
          }
        }

        private struct OrderHeaderSection: View {
          let title: String

          var body: some View {
            VStack {
              Text("Header")
              Text(title)
              Image("a")
              Divider()
            }
          }
        }

        """)
  }

  @Test func stateThatAnotherFileUsesStaysVisible() throws {
    let screen = "struct Screen: View {\n  @State var isShown = false\n  var body: some View { Text(\"\") }\n}\n"
    let other = "extension Screen {\n  func show() { isShown = true }\n}\n"
    let found = try outcomes("non_private_state", screen, others: [("Other.swift", other)])
    #expect(found.isEmpty)
  }

  /// Offsets of one file mean nothing in another.
  @Test func aTypeOfAnotherFileIsNoTrap() throws {
    let padding = String(repeating: "// padding\n", count: 400)
    let screen = padding + "struct Screen: View {\n  let date: Date\n  var body: some View { Text(text) }\n}\n"
    let other = "extension Screen {\n  var text: String { DateFormatter().string(from: date) }\n}\n"
    for id in allSourceRules.map(\.id) {
      _ = try outcomes(id, other, others: [("Screen.swift", screen)])
      _ = try outcomes(id, screen, others: [("Other.swift", other)])
    }
    let found = try outcomes("object_created_in_body", other, others: [("Screen.swift", screen)])
    #expect(found.first?.outcome.refusal?.contains("declared in another file") == true)
  }

  @Test func anExtensionInAnotherFileOfANestedTypeKeepsStateVisible() throws {
    // The extension's file comes before that of the declaration.
    let extending = "extension Player.Controls { func stop() { isOn = false } }\n"
    let declaring =
      "extension Player {\n  struct Controls: View {\n    @State var isOn = false\n    var body: some View { Text(isOn ? \"a\" : \"b\") }\n  }\n}\n"
    let others = [("Declaring.swift", declaring), ("Player.swift", "struct Player {}\n")]
    #expect(try outcomes("non_private_state", extending, others: others).isEmpty)
    #expect(try outcomes("non_private_state", "", others: others).count == 1)
  }

  @Test func comparingAPublicViewIsPublic() throws {
    let text = """
      struct Message: Sendable { var text: String }
      struct Chat: View {
        @State private var draft = ""
        let texts: [String]
        var body: some View {
          Messages(messages: texts.map { Message(text: $0) })
          TextField("Draft", text: $draft)
          Text(draft)
        }
      }
      public struct Messages: View {
        let messages: [Message]
        public var body: some View {
          List(messages.sorted { $0.text < $1.text }, id: \\.text) { message in
            Text(message.text)
          }
        }
      }

      """
    let patched = try patched("missing_equatable_view", text)
    #expect(patched.contains("public nonisolated static func == (lhs: Self, rhs: Self)"))
    #expect(patched.contains("struct Message: Sendable, Equatable {"))
  }

  @Test func whatAnInitialiserAssignsIsNotDeclaredAnew() throws {
    let text = """
      final class Model: ObservableObject { @Published var name = "" }
      struct Screen: View {
        @ObservedObject var model: Model
        init() { _model = ObservedObject(wrappedValue: Model()) }
        var body: some View { Text(model.name) }
      }

      """
    let outcome = try #require(try outcomes("observed_object_created_inline", text).first?.outcome)
    #expect(outcome.diff == nil)
    #expect(outcome.refusal?.contains("an initialiser assigns 'model'") == true, "\(outcome.refusal ?? "")")
  }

  @Test func whatIsTriedOrAwaitedIsNotTakenApart() throws {
    func outcome(_ value: String) throws -> Patches.Outcome {
      let text = """
        final class Player: ObservableObject {
          @Published var isLive = false
          func updateStatus(of stream: Stream) { isLive = \(value) }
        }

        """
      return try #require(try outcomes("redundant_state_write", text).first?.outcome)
    }
    #expect(try outcome("stream.isConnected").diff != nil)
    #expect(try outcome("try! stream.isConnected()").refusal == "the value is tried or awaited")
  }

  @Test func anExtensionOfStringHidesNoString() throws {
    let text = """
      extension String { var isBlank: Bool { isEmpty } }
      final class Player: ObservableObject {
        @Published var title: String?
        func didReceiveTitle(of stream: Stream) { title = stream.title }
      }

      """
    #expect(try patched("redundant_state_write", text).contains("if title != stream.title { title = stream.title }"))
  }

  /// What a class calls equal may be another object, with a state of its own.
  @Test(arguments: [("struct", true), ("final class", false)])
  func objectsAreNotLeftOutForBeingEqual(_ kind: String, _ isPatched: Bool) throws {
    let text = """
      \(kind) Poll: Equatable {
        let id: Int
        init(id: Int) { self.id = id }
        static func == (left: Poll, right: Poll) -> Bool { left.id == right.id }
      }
      final class Status: ObservableObject {
        @Published var poll: Poll?
        func didReceivePoll(of status: Status) { poll = status.latest }
      }

      """
    let outcome = try outcomes("redundant_state_write", text).first?.outcome
    #expect((outcome?.diff != nil) == isPatched, "\(outcome?.refusal ?? "")")
  }

  /// Without the type before it, a value that begins with a dot means nothing.
  @Test func whatIsComparedKeepsItsType() throws {
    let text = """
      enum Phase: Equatable { case loading(Double), done }
      final class Loader: ObservableObject {
        @Published var phase: Phase = .done
        func didReceiveProgress(of value: Double) { phase = .loading(value) }
      }

      """
    let patched = try patched("redundant_state_write", text)
    #expect(patched.contains("let newPhase: Phase = .loading(value); if phase != newPhase { phase = newPhase }"))
    let choice = try self.patched(
      "redundant_state_write", text.replacing(".loading(value) }", with: "value < 1 ? .loading(value) : .done }"))
    #expect(choice.contains("let newPhase: Phase = value < 1 ? .loading(value) : .done; if phase != newPhase"))
  }

  @Test(arguments: [
    ("struct Line { let date: Date; func text() -> String { ByteCountFormatter().string(fromByteCount: 1) } }", false),
    ("struct Line { let date: Date; func text() -> String { DateFormatter().string(from: date) } }", true),
    ("actor Line { nonisolated func text() -> String { ISO8601DateFormatter().string(from: .now) } }", false),
  ])
  func aStaticPropertyIsOneThatEveryModeTakes(_ line: String, isPatched: Bool) throws {
    let text = line + "\nstruct Screen: View {\n  let line: Line\n  var body: some View { Text(line.text()) }\n}\n"
    let outcomes = try outcomes("object_created_in_body", text)
    #expect(outcomes.allSatisfy { ($0.outcome.diff != nil) == isPatched })
    #expect(!isPatched || !outcomes.isEmpty)
  }

  /// A module may isolate all of its code to the main actor, where a static property is out of reach of what is not.
  @Test func whatIsNonisolatedGetsAPropertyThatIs() throws {
    let text = """
      struct Price {
        let value: Int
        nonisolated func text() -> String {
          let formatter = DateFormatter()
          formatter.dateFormat = "EEE" + "."
          return formatter.string(from: .now)
        }
      }
      struct Screen: View {
        let price: Price
        var body: some View { Text(price.text()) }
      }

      """
    let patched = try patched("object_created_in_body", text)
    #expect(patched.contains("nonisolated private static let dateFormatter: DateFormatter"))
    #expect(patched.contains("formatter.dateFormat = \"EEE\" + \".\""))
  }

  @Test func nothingIsHoistedIntoATypeThatMayBeGeneric() throws {
    let text = """
      extension Array {
        func listed() -> String { ListFormatter().string(from: self) ?? "" }
      }
      struct Screen: View {
        let names: [String]
        var body: some View { Text(names.listed()) }
      }

      """
    let outcome = try #require(try outcomes("object_created_in_body", text).first?.outcome)
    #expect(outcome.diff == nil)
    #expect(outcome.refusal?.contains("may be generic") == true)
  }

  @Test func overlappingEditsAreRefused() {
    let bytes = Array("abcdef".utf8)
    #expect(Edit.apply([Edit(0..<3, "x"), Edit(2..<4, "y")], to: bytes) == nil)
    #expect(Edit.apply([Edit(0..<9, "x")], to: bytes) == nil)
    #expect(
      Edit.apply([.insert("1", at: 3), .insert("2", at: 3)], to: bytes).map { String(decoding: $0, as: UTF8.self) }
        == "abc12def")
  }

  // MARK: - Running

  private func patched(_ rule: String, _ text: String) throws -> String {
    let outcome = try #require(try outcomes(rule, text).first?.outcome)
    let bytes = try #require(Edit.apply(outcome.edits, to: Array(text.utf8)))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func outcomes(
    _ id: String, _ text: String, others: [(String, String)] = []
  ) throws -> [(finding: Finding, outcome: Patches.Outcome)] {
    let rule = try #require(allSourceRules.first { $0.id == id })
    let texts = [("Test.swift", text)] + others
    let files = texts.map { path, text in
      SourceFile(path: path, tree: Parallel.onLargeStack { Array(text.utf8).withUnsafeBufferPointer(FactsReader.read) })
    }
    let graph = SourceGraph(index: SourceIndex(files: files))
    let patches = Patches(texts: Dictionary(uniqueKeysWithValues: texts.map { ($0, Data($1.utf8)) }), graph: graph)
    return Linter.findings(of: rule, in: graph).map { finding in
      var finding = finding
      finding.rule = id
      return (finding, patches.patch(for: finding))
    }
  }
}
