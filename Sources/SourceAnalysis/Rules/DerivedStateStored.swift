import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// State that only repeats other state.
  package static let derivedStateStored: SourceRule = .init(
    id: "derived_state_stored",
    summary: "state is kept in step with other state by hand instead of being computed from it",
    rationale: """
      A stored copy makes two updates of one change: first the source, then the copy, written by `onChange` or \
      `onReceive`; in between the view shows values that do not belong together. A computed property has neither \
      problem. A copy is right only as the cache of an expensive derivation.
      """,
    advice: [.unnecessaryState], severity: .note, fix: .computeDerivedValue,
    page: Page(
      inTrace: """
        The view is evaluated twice for each change: once by the source, once by the copy; or twice when it appears
        """,
      neverReported: """
        derivations that are expensive, for then the copy is a cache
        """,
      limits: """
        only plain expressions of other state are recognised, which are the same wherever the copy is written, and what `task` or `onAppear` works out at once of values that
        never change
        """),
    triggering: [
      """
      struct Dial: View {
        @Binding var value: Double
        @State private var ↓shown: Double
        init(value: Binding<Double>) {
          _value = value
          _shown = State(initialValue: value.wrappedValue)
        }
        var body: some View {
          Stepper("\\(shown)", value: $shown).onChange(of: shown) { value = shown }
        }
      }
      """,
      """
      enum Comfort { case cold, warm
        init(celsius: Double) { self = celsius < 18 ? .cold : .warm }
      }
      struct Thermostat: View {
        @State private var celsius = 20.0
        @State private var ↓comfort: Comfort = .warm
        var body: some View {
          Slider(value: $celsius)
          Text("\\(celsius) \\(comfort == .cold)")
            .task(id: celsius) { comfort = Comfort(celsius: celsius) }
        }
      }
      """,
      """
      struct Loan: View {
        @State private var amount = 1000.0
        @State private var interest = 3.5
        @State private var ↓monthly = 0.0
        var body: some View {
          VStack {
            Slider(value: $amount)
            Slider(value: $interest)
            Text("\\(monthly)")
          }
          .onAppear { recompute() }
          .onChange(of: amount) { recompute() }
          .onChange(of: interest) { recompute() }
        }
        private func recompute() {
          let rate = interest / 1200
          monthly = amount * rate / (1 - pow(1 + rate, -240))
        }
      }
      """,
      """
      struct Password: View {
        @State private var first = ""
        @State private var second = ""
        @State private var ↓isValid = false
        var body: some View {
          VStack {
            SecureField("Password", text: $first)
            SecureField("Again", text: $second)
            Button("Go") { send() }.disabled(!isValid)
          }
          .onChange(of: [first, second]) { _, values in isValid = values[0] == values[1] && values[0].count >= 8 }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var items: [Item] = []
        @State private var ↓itemCount: Int = 0
        var body: some View { Text("\\(itemCount) \\(items.count)") }
      }
      """,
      """
      struct Screen: View {
        @State private var text = ""
        @State private var ↓isEmpty = true
        var body: some View {
          TextField("Text", text: $text)
            .onChange(of: text) { isEmpty = text.isEmpty }
            .disabled(isEmpty)
        }
      }
      """,
      """
      struct Screen: View {
        @ObservedObject var store: SettingsStore
        @State private var ↓settings = Settings()
        var body: some View {
          Text(settings.name)
            .onReceive(store.$settings) { settings = $0 }
        }
      }
      """,
      """
      struct Article: View {
        let text: String
        @State private var ↓blocks: [Block] = []
        var body: some View { ForEach(blocks) { Text($0.text) }.task { blocks = Block.parse(text) } }
      }
      """,
      """
      struct Article: View {
        @State private var text: String
        @State private var ↓blocks: [Block] = []
        init(text: String) { _text = .init(wrappedValue: text) }
        var body: some View { ForEach(blocks) { Text($0.text) }.task { blocks = parsed(text: text) } }
        private func parsed(text: String) -> [Block] {
          var blocks: [Block] = []
          for line in text.split(separator: "\\n") { blocks.append(Block(line)) }
          return blocks
        }
      }
      """,
      """
      struct SignIn: View {
        @State private var name = ""
        @State private var word = ""
        @State private var ↓isValid = false
        var body: some View {
          Form {
            TextField("Name", text: $name)
            SecureField("Word", text: $word)
            Button("Go") {}.disabled(!isValid)
          }
          .onChange(of: name) { isValid = name.contains("@") && word.count > 7 }
          .onChange(of: word) { isValid = name.contains("@") && word.count > 7 }
        }
      }
      """,
      """
      struct Order: View {
        let price: Int
        @State private var count = 0
        @State private var ↓total = 0
        var body: some View { Stepper("\\(total)", value: $count).onReceive(Just(count)) { total = $0 * price } }
      }
      """,
      """
      struct Picker: View {
        let photos: [Int]
        @State private var picked: Set<Int> = []
        @State private var ↓count = 0
        var body: some View {
          ForEach(photos, id: \\.self) { photo in Text("\\(count)").onTapGesture { toggle(photo) } }
          Button("Clear") {
            picked.removeAll()
            count = picked.count
          }
        }
        private func toggle(_ photo: Int) {
          if picked.contains(photo) { picked.remove(photo) } else { picked.insert(photo) }
          count = picked.count
        }
      }
      """,
      """
      struct Tickets: View {
        let price: Int
        @State private var quantity = 0 {
          didSet { total = quantity * price }
        }
        @State private var ↓total = 0
        var body: some View { Button("\\(total)") { quantity += 1 } }
      }
      """,
      """
      struct Index: View {
        @State private var weight = 70.0
        @State private var height = 1.8
        @State private var ↓index = 0.0
        var body: some View {
          Slider(value: $weight)
          Slider(value: $height)
          Text("\\(index)").task(id: [weight, height]) {
            let square = height * height
            index = weight / max(square, 1)
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Amount: View {
        @Binding var value: Double
        @State private var text: String
        init(value: Binding<String>) { _text = State(initialValue: value.wrappedValue) }
        var body: some View {
          TextField(text, text: $text).onChange(of: text) { _, new in value = Double(new) ?? 0 }
        }
      }
      """,
      """
      struct Search: View {
        @State private var name = ""
        @State private var word = ""
        @State private var seen = 0
        @State private var last = 0
        var body: some View {
          TextField("Name", text: $name).onChange(of: word) { seen = max(name.count, 1) }
          TextField("Word", text: $word).onChange(of: name) { last = min(name.count, 9) }
            .onChange(of: word) { last = min(word.count, 9) }
          Text("\\(seen) \\(last)")
        }
      }
      """,
      """
      struct Picker: View {
        @State private var picked: Set<Int> = []
        @State private var count = 0
        var body: some View {
          Button("\\(count)") {
            picked.insert(1)
            count = picked.count
          }
          Button("Clear") { picked.removeAll() }
        }
      }
      """,
      """
      struct Steps: View {
        @State private var step = 0
        @State private var progress = 0.0
        var body: some View {
          ProgressView(value: progress)
          Button("\\(step)") {
            step += 1
            withAnimation { progress = Double(step) / 3 }
          }
        }
      }
      """,
      """
      struct Tickets: View {
        let price: Int
        @State private var discount = 0
        @State private var quantity = 0 {
          didSet { total = quantity * price - discount }
        }
        @State private var total = 0
        var body: some View {
          Stepper("\\(discount)", value: $discount)
          Button("\\(total)") { quantity += 1 }
        }
      }
      """,
      """
      struct Article: View {
        let text: String
        @State private var blocks: [Block] = []
        var body: some View { ForEach(blocks) { Text($0.text) }.task { blocks = await Block.parse(text) } }
      }
      """,
      """
      struct Screen: View {
        @State private var items: [Item] = []
        var itemCount: Int { items.count }
        var body: some View { Text("\\(itemCount)") }
      }
      """,
      """
      struct Screen: View {
        let items: [Item]
        @State private var sortedItems: [Item] = []
        var body: some View {
          List(sortedItems) { item in Text(item.name) }
            .onChange(of: items) { _, newItems in
              sortedItems = newItems.sorted { $0.name < $1.name }
            }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var text = ""
        @State private var draft = ""
        var body: some View {
          TextField("Text", text: $draft)
            .onChange(of: text) { draft = text }
        }
      }
      """,
      """
      struct Selector: View {
        @FocusedValue(\\.poster) private var focused
        @FocusState private var isFocused: Bool
        @State private var lastShown: Poster?
        var body: some View {
          Backdrop(poster: lastShown)
            .onChange(of: focused) { remember() }
        }
        private func remember() {
          guard isFocused, let focused else { return }
          lastShown = focused
        }
      }
      """,
      """
      @propertyWrapper struct Subject<Value> {
        private let subject: CurrentValueSubject<Value, Never>
        var wrappedValue: Value { get { subject.value } nonmutating set { subject.value = newValue } }
        var projectedValue: AnyPublisher<Value, Never> { subject.eraseToAnyPublisher() }
      }
      final class Installer: ObservableObject { @Subject var progress = 0.0 }
      struct Progress: View {
        @EnvironmentObject var installer: Installer
        @State private var progress = 0.0
        var body: some View {
          ProgressView(value: progress).onReceive(installer.$progress) { progress = $0 }
        }
      }
      """,
      """
      struct Player: View {
        @ObservedObject var manager: Manager
        @State private var isBuffering = false
        var body: some View {
          Text("")
            .onReceive(manager.$isBuffering) { isBuffering = $0 }
        }
      }
      """,
    ],
    check: { graph in
      let found = copies(graph) + started(graph) + writtenBack(graph)
      let places = Set(found.map(\.place))
      return found
        + graph.evaluatedViews.flatMap { type, evaluation in
          let known = type.storedProperties.filter { places.contains($0.place) }
          return StateInStep(graph: graph, type: type, evaluation: evaluation).findings(except: Set(known.map(\.name)))
        }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Screen: View {
          let recipe: Recipe
          @State private var servings = 4
          @State private var ↓scaled: [Ingredient] = []
          var body: some View {
            List(scaled) { Text($0.name) }
              .onChange(of: servings) { scaled = recipe.ingredients.map { $0.scaled(by: servings) } }
            Stepper("\\(servings)", value: $servings)
          }
        }
        """
      ],
      suspects: { graph in copies(graph, isSuspecting: true) }))

  /// - Parameter isSuspecting: Whether values count that calls work out.
  private static func copies(_ graph: SourceGraph, isSuspecting: Bool = false) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      var copies = type.storedProperties.compactMap { property -> (property: Property, sources: Set<String>)? in
        guard property.storage == .state, isSuspecting || !isStaged(property, evaluation) else { return nil }
        return sources(of: property, in: type, evaluation, graph, isSuspecting: isSuspecting).map { (property, $0) }
      }
      // What is made of itself in the end is no copy but a loop.
      let feeds = feeds(type, evaluation)
      copies.removeAll { copy in
        feeds[copy.property.name, default: []].contains {
          isReachable(copy.property.name, from: $0, targets: { feeds[$0, default: []] })
        }
      }
      func callers(_ property: Property) -> Set<Code> {
        Set(evaluation.writes(of: property.name).compactMap(\.phase.caller))
      }
      return copies.map { property, sources in
        let source = SourceGraph.list(sources.sorted())
        // As long as one of them is stored, the code that keeps them in step costs its update.
        let others = copies.map(\.property).filter { other in
          other.name != property.name && !callers(property).isDisjoint(with: callers(other))
        }
        return Draft(
          "'\(property.name)' only repeats \(source), which costs a second update per change; make it a computed property",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .derive(PropertyPath(property.name), along: others.map(\.name)),
          steps: [
            "replace '\(property.name)' by a computed property of \(source)",
            others.isEmpty
              ? "remove the code that keeps it in step"
              : "do the same with \(SourceGraph.list(others.map { "'\($0.name)'" })), and remove the code that keeps them in step",
          ],
          related: others.map {
            .init(
              .sibling, view: type.qualifiedName, place: $0.place,
              message: "'\($0.name)' is kept in step by the same code")
          })
      }
    }
  }

  /// What is worked out of fixed values as soon as the view has appeared, and never again.
  private static func started(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      type.storedProperties.compactMap { property in
        let writes = evaluation.writes(of: property.name)
        guard property.storage == .state, !isStaged(property, evaluation),
          writes.allSatisfy({ write in
            startsWithView(write) && write.value.map { isFixed($0, in: type, graph) } == true
          }), let sources = sources(of: property, in: type, evaluation, graph, isSuspecting: true)
        else { return nil }
        let source = SourceGraph.list(sources.sorted())
        return Draft(
          "'\(property.name)' is made of \(source) once the view has appeared, so each '\(type.name)' that appears is evaluated twice; "
            + "make it in the initialiser",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .derive(PropertyPath(property.name), along: []), severity: .note,
          steps: ["assign a let '\(property.name)' in the initialiser", "remove the code that assigns it later"])
      }
    }
  }

  /// `_level = State(initialValue: value.wrappedValue)` with `.onChange(of: level) { value = level }`: a copy of a binding that each
  /// change writes back.
  private static func writtenBack(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      type.storedProperties.compactMap { property in
        guard property.storage == .state, let binding = seed(of: property, in: type),
          type.property(binding)?.storage == .binding,
          let write = evaluation.writes.first(where: { write in
            write.property == binding && write.path.isEmpty && write.operation == "=" && write.phase.event == .change
              && isCopied(property, by: write)
          })
        else { return nil }
        return Draft(
          "'\(property.name)' is a copy of the binding '\(binding)', and each change of it is written back, which costs a second update; "
            + "read and write '\(binding)' itself",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .derive(PropertyPath(property.name), along: []), severity: .note,
          steps: ["use '\(binding)' in place of '\(property.name)'", "remove the code that copies one into the other"],
          related: [
            .init(.writer, view: type.qualifiedName, place: write.code.start, message: "it is written back here")
          ])
      }
    }
  }

  /// Whether a handler of changes of the property hands on what that is, and nothing made of it.
  private static func isCopied(_ property: Property, by write: Write) -> Bool {
    guard let caller = write.phase.caller, caller.argument("of")?.ownMemberPath == [property.name],
      let value = write.value
    else { return false }
    if value.ownMemberPath == [property.name] { return true }
    guard value.kind == .identifier, let closure = caller.arguments.last?.firstChild, closure.kind == .closure else {
      return false
    }
    // The old value is handed first where there are two.
    return closure.all(.parameter).last?.detail ?? "$0" == value.name
  }

  /// `value` of `_level = State(initialValue: value.wrappedValue)` in an initialiser.
  private static func seed(of property: Property, in type: TypeInfo) -> String? {
    let assignments = type.initializers.lazy.compactMap(\.body).flatMap { $0.descendants(.assign) }
    return assignments.compactMap { assignment -> String? in
      guard assignment.firstChild?.ownMemberPath == ["_" + property.name],
        let path = assignment.assignedValue.flatMap(keptValue)?.memberPath, path.count == 2, path[1] == "wrappedValue"
      else { return nil }
      return path[0]
    }.first
  }

  /// Written in an animation, or later than what it repeats: then the difference between the two is what is shown.
  private static func isStaged(_ property: Property, _ evaluation: Evaluation) -> Bool {
    evaluation.writes(of: property.name).contains { write in
      write.code.ancestors.contains { call in
        call.kind == .call
          && (Functions.animatesClosure.contains(call.calledName) || call.calledEvent == .later
            || call.calledEvent == .timer)
      }
    }
  }

  /// What handlers of changes make of what: the state written last, by the names of what it is made of.
  private static func feeds(_ type: TypeInfo, _ evaluation: Evaluation) -> [String: [String]] {
    var feeds: [String: [String]] = [:]
    for write in evaluation.writes where write.phase.event == .change {
      guard let value = write.value, let caller = write.phase.caller else { continue }
      var names = ownNames(in: value)
      if let watched = caller.argument("of") { names.formUnion(ownNames(in: watched)) }
      for property in type.properties where names.contains(property.name) {
        if let getter = property.getter { names.formUnion(ownNames(in: getter)) }
      }
      feeds[write.property, default: []] += names.sorted()
    }
    return feeds
  }

  /// Names that may mean members of the view: `$0.total` does not.
  private static func ownNames(in code: Code) -> Set<String> {
    ([code] + Array(code.descendants)).reduce(into: []) { names, part in
      if part.kind == .identifier { names.insert(part.name) }
    }
  }

  private static func sources(
    of property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, isSuspecting: Bool
  ) -> Set<String>? {
    let writes = evaluation.writes(of: property.name)
    let usages = graph.mentions(of: property.name, in: type).filter { !(isSuspecting && isStart($0)) }
    if writes.isEmpty, !usages.contains(where: \.isWritten) { return countedCollection(property, in: type, usages) }
    guard !writes.isEmpty, !usages.contains(where: { $0.name == "$" + property.name }),
      usages.filter(\.isWritten).count <= Set(writes.map(\.code)).count
    else { return nil }
    var sources: Set<String> = []
    for write in writes {
      // One side of a condition may say that there is nothing: `if let range { marks = … } else { marks = [] }`.
      let decision = isSuspecting ? write.code.decision(writing: property.name) : write.code
      if decision != write.code, write.value?.isConstant == true, write.phase.event?.keepsInStep == true { continue }
      guard write.operation == "=", write.path.isEmpty, let value = write.value, let caller = write.phase.caller,
        write.phase.event?.keepsInStep == true || isSuspecting && (isTaskOfValue(caller) || startsWithView(write)),
        DerivedValue.isPure(value, in: type)
          || isSuspecting
            && (startsWithView(write) && isFixed(value, in: type, graph) || runsInitially(caller)
              || DerivedValue.isWorkedOut(value, near: type, graph)
              || DerivedValue.isPlainMapping(value, in: type, graph)),
        !value.isConstant,
        isUnconditional(write, from: decision)
      else { return nil }
      var found = read(by: value, caller: caller, type: type, except: property.name, graph)
      if isSuspecting { found.formUnion(readByLocals(of: write, caller, type, except: property.name, graph)) }
      guard !found.isEmpty else { return nil }
      // A clock asks an object that tells nobody when it changes: a computed property would never be evaluated again.
      if write.phase.event == .publisher, found.allSatisfy({ isSilent($0, in: type, graph) }) { return nil }
      sources.formUnion(found)
    }
    guard !sources.isEmpty else { return nil }
    // What no evaluation shows costs no second update: `unused_dynamic_property` says so.
    guard !evaluation.evaluationReads(of: property.name).isEmpty else { return nil }
    // `onAppear` alone takes a snapshot on purpose; something has to keep it in step.
    guard
      writes.contains(where: { write in
        write.phase.event == .change || write.phase.event == .publisher
          || isSuspecting && write.phase.caller.map(isTaskOfValue) == true
          || isSuspecting && startsWithView(write)
            && write.value.map { isFixed($0, in: type, graph) } == true
      })
    else { return nil }
    return sources
  }

  /// `.task { blocks = parse(text) }`: each appearance of the view is evaluated twice.
  private static func startsWithView(_ write: Write) -> Bool {
    write.phase.event == .task || write.phase.event == .appear
  }

  /// `.onChange(of: range, initial: true) { … }`: what it writes is made from the start, and again with each change.
  private static func runsInitially(_ caller: Code) -> Bool {
    caller.argument(Labels.initial).map { $0.kind == .literal && $0.name == "true" } ?? false
  }

  /// Whether a value is worked out at once from what never changes as long as the view lives.
  private static func isFixed(_ value: Code, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard !([value] + Array(value.descendants)).contains(where: { $0.kind == .await || $0.kind == .closure }) else {
      return false
    }
    let names = ownNames(in: value)
    let stored = type.storedProperties.filter { names.contains($0.name) }
    return !stored.isEmpty
      && stored.allSatisfy { property in
        if property.wrapper == nil { return property.isLet }
        guard property.storage == .state else { return false }
        return !graph.mentions(of: property.name, in: type).contains { usage in
          usage.name == "$" + property.name || usage.isWritten && !isStart(usage)
        }
      }
  }

  /// Whether SwiftUI does not learn of changes of what the property holds.
  private static func isSilent(_ name: String, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let property = type.property(name), !property.isDynamic else { return false }
    guard let model = graph.index.type(of: property, in: type) else { return true }
    return model.isReference && !model.isObservableClass
  }

  /// `itemCount` next to `items`: a count that nothing writes.
  private static func countedCollection(_ property: Property, in type: TypeInfo, _ usages: [Code]) -> Set<String>? {
    guard property.name.hasSuffix("Count"), !usages.contains(where: { $0.name.hasPrefix("$") }) else { return nil }
    let stem = property.name.dropLast(5)
    let names: Set<String> = [stem + "s", stem + Conventions.listEnding, String(stem)]
    return type.storedProperties.first { names.contains($0.name) && TypeName.isCollection($0.typeText ?? "") }.map {
      ["\($0.name).count"]
    }
  }

  /// Whether each run of the handler makes the assignment: behind an `if` or a `guard` it remembers the last value that
  /// satisfied the condition, which no computed property can.
  ///
  /// - Parameter start: What has to run each time instead of the assignment: a condition each side of which assigns.
  static func isUnconditional(_ write: Write, from start: Code? = nil) -> Bool {
    guard let caller = write.phase.caller else { return false }
    let start = start ?? write.code
    if caller.contains(write.code) { return runsAlways(start, in: caller, of: write) }
    // In a helper: it has to be called by the handler itself, and always.
    guard let helper = write.code.ancestors.first(where: { [.function, .accessor].contains($0.kind) }),
      runsAlways(start, in: helper, of: write), let name = write.via.last
    else { return false }
    let calls = caller.descendants.filter {
      ($0.kind == .identifier || $0.kind == .member) && $0.name == name
    }
    return !calls.isEmpty && calls.allSatisfy { runsAlways($0, in: caller, of: write) }
  }

  private static func runsAlways(_ code: Code, in limit: Code, of write: Write) -> Bool {
    var inner = code
    for ancestor in code.ancestors {
      if ancestor == limit { return true }
      switch ancestor.kind {
      case .ifStatement, .switchStatement, .guardStatement, .ternary, .await, .forStatement, .whileStatement:
        return false
      case .call:
        // Later; or with an animation, and the copy is kept for that.
        if ancestor.calledEvent == .later || Functions.animatesClosure.contains(ancestor.calledName) {
          return false
        }
      case .block:
        let leavesBefore = ancestor.children.contains { sibling in
          sibling.index < inner.index
            && (sibling.kind == .guardStatement
              || sibling.kind == .ifStatement && sibling.descendants.contains { $0.kind == .returnStatement })
        }
        if leavesBefore, !write.code.isGuarded(for: [write.property], upTo: limit) { return false }
      default: break
      }
      inner = ancestor
    }
    return true
  }

  private static func read(
    by value: Code, caller: Code, type: TypeInfo, except name: String, _ graph: SourceGraph
  ) -> Set<String> {
    let stored = Set(type.storedProperties.map(\.name)).subtracting([name])
    var found = value.mentionedNames.intersection(stored)
    // The parameter of `onChange(of: x) { new in … }` is `x`; of `onReceive(store.$x)` it is `store.x`.
    let parameters = Set(caller.descendants.filter { $0.kind == .parameter }.map(\.detail)).union(["$0", "$1"])
    if !value.mentionedNames.isDisjoint(with: parameters) {
      if let subject = caller.argument("of"), let first = subject.memberPath?.first(where: { $0 != "self" }),
        stored.contains(first)
      {
        found.insert(first)
      } else if caller.calledEvent == .publisher, let publisher = caller.arguments.first?.firstChild,
        let path = publisherPath(publisher), path.count >= 2, let first = path.first(where: { $0 != "self" }),
        stored.contains(first), type.property(first)?.isObservedObject == true,
        path.last?.hasPrefix("$") == true || path.last?.hasSuffix("Publisher") == true,
        isAnnounced(path[path.count - 1], byObjectIn: first, of: type, graph)
      {
        found.insert(first)
      }
    }
    return found
  }

  /// Whether the view that holds the object is evaluated when what a publisher of it gives changes. A wrapper of the app's own may
  /// have a publisher and announce nothing, and then the copy is all that evaluates the view.
  private static func isAnnounced(
    _ publisher: String, byObjectIn property: String, of type: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    guard publisher.hasPrefix("$"), let model = type.property(property).flatMap({ graph.model(of: $0, in: type) }),
      let member = model.property(String(publisher.dropFirst()))
    else { return true }
    return ModelRates.announced(by: model).contains(member)
  }

  /// `store.$value` of `store.$value.receive(on: queue)`.
  private static func publisherPath(_ publisher: Code) -> [String]? {
    var current = publisher
    while current.kind == .call, let base = current.callee?.firstChild { current = base }
    return current.memberPath
  }

  /// `_scaled = State(initialValue: …)` in an initialiser: the value before anything changed.
  private static func isStart(_ usage: Code) -> Bool {
    usage.isWritten && usage.ancestors.contains { $0.kind == .initializer }
  }

  /// `.task(id: servings) { … }` is a handler of changes.
  private static func isTaskOfValue(_ caller: Code) -> Bool {
    caller.calledEvent == .task && caller.argument(Labels.identity) != nil
  }

  /// What the locals are made of that stand before the assignment in its block: `let factor = servings / 4`.
  private static func readByLocals(
    of write: Write, _ caller: Code, _ type: TypeInfo, except name: String, _ graph: SourceGraph
  ) -> Set<String> {
    guard let block = write.code.parent, block.kind == .block, let value = write.value else { return [] }
    var found: Set<String> = []
    for local in block.children where local.kind == .variable && local.index < write.code.index {
      guard value.mentionedNames.contains(local.name), let made = local.initialValue else { continue }
      found.formUnion(read(by: made, caller: caller, type: type, except: name, graph))
    }
    return found
  }
}
