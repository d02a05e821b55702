import SourceAnalysis
import Testing

/// What counts as read while a body is evaluated, and what does not.
@Suite struct EvaluationTests {
  private func evaluation(_ text: String, of name: String = "Screen", others: [String] = []) throws -> Evaluation {
    let files = [("A.swift", text)] + others.enumerated().map { ("B\($0).swift", $1) }
    let graph = SourceGraph(files: files)
    let type = try #require(graph.index.types.first { $0.qualifiedName == name })
    return try #require(graph.evaluation(of: type.id))
  }

  private func read(_ body: String, members: String = "") throws -> Set<String> {
    let text =
      "struct Screen: View {\n  @State private var a = 0\n  @State private var b = 0\n\(members)\n  var body: some View {\n\(body)\n  }\n}"
    let evaluation = try evaluation(text)
    return Set(evaluation.reads.filter { $0.phase.isEvaluation && !$0.isProjection }.map(\.property))
  }

  @Test func actionsAreNoReads() throws {
    #expect(try read("Button(\"\\(a)\") { b += 1 }") == ["a"])
    #expect(try read("Button(action: { b = 1 }) { Text(\"\\(a)\") }") == ["a"])
    #expect(try read("Text(\"\").onTapGesture { print(b) }.task { print(b) }.onChange(of: a) { print(b) }") == ["a"])
    #expect(try read("Text(\"\").onSomethingOfOurs { print(b) }").isEmpty)
    #expect(try read("Text(\"\").gesture(DragGesture().onChanged { _ in b = 1 })").isEmpty)
  }

  @Test func bindingsAreProjections() throws {
    #expect(try read("Toggle(\"\", isOn: $a)").isEmpty)
  }

  @Test func unknownClosuresAreEvaluated() throws {
    #expect(try read("Card { Text(\"\\(a)\") }") == ["a"])
  }

  @Test func helpersCount() throws {
    #expect(
      try read(
        "header",
        members: "  var header: some View { title(a) }\n  func title(_ n: Int) -> some View { Text(\"\\(b)\") }") == [
          "a", "b",
        ])
    #expect(try read("Button(\"\", action: save)", members: "  func save() { print(a) }").isEmpty)
  }

  /// Whatever it is chosen by: who chooses is evaluated, and what is chosen runs later.
  @Test func aMethodThatIsChosenRunsLater() throws {
    let members = "  func save() { print(a) }"
    #expect(try read("Card(onSave: b > 0 ? save : nil)", members: members) == ["b"])
    #expect(try read("Card(onSave: b > 0 ? nil : self.save)", members: members) == ["b"])
    #expect(
      try read("Card(title: b > 0 ? title() : nil)", members: "  func title() -> String { \"\\(a)\" }") == ["a", "b"])
  }

  /// No body waits.
  @Test func aClosureThatWaitsRunsLater() throws {
    #expect(try read("Card { try await store.load(a) }").isEmpty)
    #expect(try read("Card { Text(\"\\(a)\").task { await load(b) } }") == ["a"])
  }

  /// `typealias Completion = (URL) -> Void` is an action as what it stands for is.
  @Test func aNamedFunctionIsOne() throws {
    let picker = """
      struct Picker: UIViewControllerRepresentable {
        typealias Completion = (URL) -> Void
        var types: [String]
        var completed: Completion
      }
      """
    #expect(
      try read("Picker(types: []) { url in print(a) }\n  }\n}\n\(picker)\nextension Screen {\n  func none() {").isEmpty)
  }

  /// A clock that an action starts goes on after it.
  @Test func aClockOfAnActionIsAClock() throws {
    let text = """
      struct Screen: View {
        @State private var elapsed = 0.0
        @State private var isShown = false
        var body: some View { Text("\\(elapsed)").onAppear { isShown = true; follow() } }
        func follow() {
          player.addPeriodicTimeObserver(forInterval: quarter, queue: .main) { _ in update() }
        }
        func update() { elapsed = player.seconds }
      }
      """
    let evaluation = try evaluation(text)
    #expect(evaluation.writes(of: "elapsed").map(SourceGraph.isHot) == [true])
    #expect(evaluation.writes(of: "isShown").map(SourceGraph.isHot) == [false])
  }

  @Test func shadowedNamesAreNotTheProperty() throws {
    #expect(try read("let a = 1\n    return Text(\"\\(a)\")").isEmpty)
    #expect(try read("ForEach(0..<3) { a in Text(\"\\(a)\") }").isEmpty)
    #expect(try read("if let a = b as Int? { Text(\"\\(a)\") }") == ["b"])
  }

  @Test func extensionsInOtherFilesCount() throws {
    let text = "struct Screen: View {\n  @State private var a = 0\n  var body: some View { header }\n}"
    let evaluation = try evaluation(
      text, others: ["extension Screen {\n  var header: some View { Text(\"\\(self.a)\") }\n}"])
    #expect(evaluation.evaluationReads(of: "a").contains { $0.via == ["header"] })
  }

  @Test func conditionalCompilationCountsOnEverySide() throws {
    #expect(try read("#if os(iOS)\n    Text(\"\\(a)\")\n    #else\n    Text(\"\\(b)\")\n    #endif") == ["a", "b"])
  }

  @Test func argumentsReachTheirProperties() throws {
    let text = """
      struct Screen: View {
        @State private var a = 0
        var body: some View { Row(value: a) { Text("") } }
      }
      struct Row<Content: View>: View {
        let shown: Int
        let content: Content
        init(value: Int, @ViewBuilder content: () -> Content) { shown = value; self.content = content() }
        var body: some View { content }
      }
      """
    let child = try #require(try evaluation(text).children.first { $0.name == "Row" })
    #expect(child.arguments.map(\.property) == ["shown", "content"])
  }

  @Test func sameNamedTypesStayApart() throws {
    let graph = SourceGraph(files: [
      ("A.swift", "enum First { struct Row: View { let a: Int\n var body: some View { Text(\"\\(a)\") } } }"),
      ("B.swift", "enum Second { struct Row: View { let b: Int\n var body: some View { Text(\"\\(b)\") } } }"),
    ])
    #expect(graph.views.map { graph.index[$0].qualifiedName } == ["First.Row", "Second.Row"])
  }

  /// What is found by property or by place is what a look at all of it finds.
  @Test func usesAreFoundByPropertyAndPlace() {
    for example in allSourceRules.flatMap(\.triggering) {
      let graph = SourceGraph(files: [("A.swift", MarkedSource(example).text)])
      for (type, evaluation) in graph.evaluatedViews {
        for property in type.storedProperties.map(\.name) + ["none"] {
          let reads = evaluation.reads.filter { $0.property == property }
          #expect(evaluation.reads(of: property).map(\.code) == reads.map(\.code))
          let writes = evaluation.writes.filter { $0.property == property }
          #expect(evaluation.writes(of: property).map(\.code) == writes.map(\.code))
          let calls = evaluation.calls.filter { $0.name == property || $0.name == "Text" }
          #expect(evaluation.calls(namedAnyOf: [property, "Text"]).map(\.code) == calls.map(\.code))
        }
        for entry in evaluation.entries {
          for code in [entry] + Array(entry.descendants) {
            let reads = evaluation.reads.filter { code.contains($0.code) }
            let writes = evaluation.writes.filter { code.contains($0.code) }
            #expect(evaluation.reads(in: code).map(\.code) == reads.map(\.code))
            #expect(evaluation.mentions(in: code) == Set(reads.map(\.property) + writes.map(\.property)))
          }
        }
      }
    }
  }

  @Test func recursionEnds() throws {
    #expect(try read("first", members: "  var first: some View { second }\n  var second: some View { first }").isEmpty)
  }

  /// A body waits for nothing: a closure that does runs later, whoever is given it.
  @Test func aClosureThatWaitsIsNoRead() throws {
    let waiting = "Model3D { content in let scene = try? await load(a); content.add(scene) }; Text(\"\\(b)\")"
    #expect(try read(waiting) == ["b"])
    #expect(try read("Model3D { content in content.add(a) }; Text(\"\\(b)\")") == ["a", "b"])
    // Another closure in it waits, not itself.
    #expect(try read("Model3D { content in content.add(a).task { await load() } }; Text(\"\\(b)\")") == ["a", "b"])
  }
}
