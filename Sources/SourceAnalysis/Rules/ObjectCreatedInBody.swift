import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An expensive object created for each evaluation.
  package static let objectCreatedInBody: SourceRule = .init(
    id: "object_created_in_body",
    summary: "a formatter, coder or model is created each time a body is evaluated",
    rationale: """
      Formatters, coders and regular expressions cost far more to create than to use, and an object that is new in each \
      evaluation has lost its state and its identity. Keep what is set up with constants in a `static let`, one for each way where there are \
      a few, what depends on \
      other values in the model, and a model in the view that owns it. In helpers outside of views the same creation is a \
      note, where a body names the helper or what calls it and one object could serve all calls.
      """,
    advice: [.objectsInBody], severity: .warning, fix: .hoistObject,
    page: Page(
      inTrace: """
        Long evaluations, each with the same work
        """,
      neverReported: """
        what is made in actions, once, as a fallback, in presented content, or behind an autoclosure, which the memberwise \
        initialiser takes for a `@StateObject`; what is put away for the next time; helpers that nothing evaluated reaches
        """,
      limits: """
        calls are followed where a name can mean one declaration only
        """),
    triggering: [
      """
      struct Editor: UIViewRepresentable {
        let text: String
        private let view = ↓UITextView()
        func makeUIView(context: Context) -> UITextView { view }
        func updateUIView(_ view: UITextView, context: Context) { view.text = text }
      }
      """,
      """
      struct Sheet: View {
        let order: Order
        var body: some View { OrderScene(model: ↓OrderSceneViewModel(order: order)) }
      }
      """,
      """
      struct Elapsed: View {
        let seconds: TimeInterval
        @State private var scale = 1.0
        var body: some View {
          VStack {
            label(seconds)
            Slider(value: $scale)
            Text("\\(scale)")
          }
        }
        private func label(_ seconds: TimeInterval) -> some View { Text(Self.makeFormatter().string(from: seconds) ?? "") }
        private static func makeFormatter() -> DateComponentsFormatter {
          let formatter = ↓DateComponentsFormatter()
          formatter.allowedUnits = [.hour, .minute]
          return formatter
        }
      }
      """,
      """
      struct Screen: View {
      let date: Date
      var body: some View {
      let formatter = ↓DateFormatter()
      formatter.dateStyle = .long
      return Text(formatter.string(from: date))
      }
      }
      """,
      """
      struct Screen: View {
        let date: Date
        var text: String { format(date) }
        var body: some View { Text(text) }
        func format(_ date: Date) -> String { ↓DateFormatter().string(from: date) }
      }
      """,
      """
      extension Date {
        func elapsed() -> String { ↓RelativeDateTimeFormatter().localizedString(for: self, relativeTo: .now) }
      }
      """,
      """
      extension Date {
        private func text(_ format: String) -> String {
          let formatter = ↓DateFormatter()
          formatter.dateFormat = format
          return formatter.string(from: self)
        }
        func timeText() -> String { text("HH:mm") }
        func dayText() -> String { text("dd.MM.yyyy") }
      }
      """,
      """
      struct Script {
        let updated: Date
        var updatedText: String {
          let formatter = ↓DateFormatter()
          if Calendar.current.isDateInToday(updated) {
            formatter.timeStyle = .short
          } else {
            formatter.dateStyle = .medium
          }
          return formatter.string(from: updated)
        }
      }
      """,
      """
      extension Date {
        func elapsed() -> String { ↓RelativeDateTimeFormatter().localizedString(for: self, relativeTo: .now) }
      }
      struct Entry {
        let date: Date
        var age: String { date.elapsed() }
      }
      struct Screen: View {
        let entry: Entry
        var body: some View { Text(entry.age) }
      }
      """,
      """
      final class Attributes: ObservableObject { @Published var name = "" }
      struct Screen: View {
        let names: [String]
        var body: some View { ForEach(names, id: \\.self) { name in Avatar(attributes: ↓Attributes()) } }
      }
      """,
      """
      extension Date {
        func elapsed() -> String { ↓RelativeDateTimeFormatter().localizedString(for: self, relativeTo: .now) }
      }
      struct Screen: View {
        let date: Date
        var body: some View { Text(date, style: .time) }
      }
      """,
      """
      struct Clock: View {
        let date: Date
        private let formatter: DateFormatter = {
          let formatter = ↓DateFormatter()
          formatter.timeStyle = .short
          return formatter
        }()
        var body: some View { Text(formatter.string(from: date)) }
      }
      """,
      """
      struct Feed: View {
        let posts: [Post]
        var body: some View { List(posts) { PostRow(model: ↓.init(post: $0)) } }
      }
      struct PostRow: View {
        @StateObject private var model: PostModel
        init(model: PostModel) { _model = StateObject(wrappedValue: model) }
        var body: some View { Text(model.title) }
      }
      """,
      """
      @Observable final class PageModel {
        func label(for spin: Spin) -> String {
          let formatter = ↓DateFormatter()
          formatter.dateFormat = "h:mm"
          return formatter.string(from: spin.date)
        }
      }
      """,
      """
      enum Formatters {
        static var day: DateFormatter {
          let formatter = ↓DateFormatter()
          formatter.dateStyle = .full
          return formatter
        }
      }
      struct Forecast: View {
        let days: [Date]
        var body: some View { List(days, id: \\.self) { Text($0, formatter: Formatters.day) } }
      }
      """,
      """
      final class AboutModel: ObservableObject {
        @Published var isShown = false
      }
      final class MenuModel: ObservableObject {
        @Published var title = ""
        var about: AboutModel { ↓AboutModel() }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Limits: ObservableObject {
        var values: [Int]
        init(values: [Int]) { self.values = values }
      }
      struct Card: View {
        @ObservedObject var session: Session
        let limits: [Int]
        var body: some View { Text(session.title); Chart(limits: .init(values: limits)) }
      }
      struct Chart: View {
        @ObservedObject var limits: Limits
        var body: some View { Text("\\(limits.values.count)") }
      }
      """,
      """
      final class Thresholds: ObservableObject {
        let values: [Int]
        init(values: [Int]) { self.values = values }
      }
      struct Card: View {
        let values: [Int]
        var body: some View { Header(thresholds: Thresholds(values: values)) }
      }
      """,
      """
      final class Measurements: ObservableObject { @Published var latest = 0 }
      struct Card: View {
        let id: Int
        var body: some View { Details(measurements: Measurements()) }
      }
      struct Details: View {
        @StateObject var measurements: Measurements
        var body: some View { Text("\\(measurements.latest)") }
      }
      """,
      """
      struct AddressField: View {
        @StateObject private var model: AddressModel
        init(model: AddressModel.Initial) { _model = StateObject(wrappedValue: AddressModel(model)) }
        var body: some View { Text(model.text) }
      }
      struct Transfer: View {
        let address: String
        var body: some View { AddressField(model: .init(address)) }
      }
      """,
      """
      private extension Date {
        func elapsed() -> String { RelativeDateTimeFormatter().localizedString(for: self, relativeTo: .now) }
      }
      struct Screen: View {
        let date: Date
        var body: some View { Text(date, style: .time) }
      }
      """,
      """
      final class Model: ObservableObject { init(id: Int) {} }
      struct Screen: View {
        let id: Int
        var models: [Int: Model] = [:]
        var body: some View {
          Page(model: Model(id: id))
          Other(model: models[id, default: Model(id: id)])
        }
      }
      struct Page: View {
        @StateObject var model: Model
        var body: some View { Text("") }
      }
      """,
      """
      struct Screen: View {
        let date: Date
        var body: some View { Text(formatter(for: "yyyy").string(from: date)) }
        func formatter(for format: String) -> DateFormatter {
          if let kept = Self.formatters[format] { return kept }
          let formatter = DateFormatter()
          formatter.dateFormat = format
          Self.formatters[format] = formatter
          return formatter
        }
      }
      """,
      """
      extension Date {
        func text(in zone: TimeZone) -> String {
          let formatter = DateFormatter()
          formatter.timeZone = zone
          return formatter.string(from: self)
        }
      }
      struct Screen: View {
        let date: Date
        let zone: TimeZone
        var body: some View { Text(date.text(in: zone)) }
      }
      """,
      """
      struct Feed: View {
        let posts: [Post]
        var body: some View { List(posts) { PostRow(model: .init(post: $0)) } }
      }
      struct PostRow: View {
        @StateObject private var model: PostModel
        init(model: @autoclosure @escaping () -> PostModel) { _model = StateObject(wrappedValue: model()) }
        var body: some View { Text(model.title) }
      }
      """,
      """
      struct Clock: View {
        private static let formatter = DateFormatter()
        @State private var decoder = JSONDecoder()
        let date: Date
        var body: some View { Text(Self.formatter.string(from: date)).task { load(with: decoder) } }
      }
      """,
      """
      extension Array: RawRepresentable {
        var rawValue: String { String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self) }
      }
      struct Screen: View {
        let kind: Kind
        var body: some View { Text(kind.rawValue) }
      }
      """,
      """
      @Observable final class Player {}
      struct Screen: View {
        let player: Player?
        var body: some View { Controls(player: player ?? Player()) }
      }
      """,
      """
      struct Screen: View {
        let date: Date
        @Binding var text: String
        var body: some View { Field(text: $text.map(getter: { $0 }, setter: { _ in format(date) })) }
        func format(_ date: Date) -> String { DateFormatter().string(from: date) }
      }
      """,
      """
      private struct Mock: View {
        var body: some View { Text(DateFormatter().string(from: .now)) }
      }
      struct Mock_Previews: PreviewProvider { static var previews: some View { Mock() } }
      """,
      """
      struct Screen: View {
      let date: Date
      private static let dateFormatter: DateFormatter = {
      let f = DateFormatter()
      f.dateStyle = .long
      return f
      }()

      var body: some View {
      Text(Self.dateFormatter.string(from: date))
      }
      }
      """,
      "struct Screen: View {\n  var body: some View { Button(\"Export\") { save(JSONEncoder()) } }\n}",
      "struct Screen: View {\n  @State private var text = \"\"\n  var body: some View { Text(text).task { text = DateFormatter().string(from: .now) } }\n}",
      """
      final class AboutModel: ObservableObject {
        @Published var isShown = false
      }
      final class MenuModel: ObservableObject {
        @Published var title = ""
        lazy var about: AboutModel = AboutModel()
      }
      """,
    ],
    check: { graph in
      var seen: Set<Code> = []
      var findings: [Draft] = []
      for (type, evaluation) in graph.evaluatedViews where !isForPreviews(type, graph) {
        for call in evaluation.calls where call.phase.isEvaluation {
          guard let creation = ExpensiveObjects.creation(by: call.code, graph, in: type), !call.code.isInPreview,
            !isFallback(call.code), !ObjectSetUp.isKept(call.code),
            !graph.isDeferred(call.code, in: type), seen.insert(call.code).inserted
          else { continue }
          let via = call.via.isEmpty ? "" : " through '\(call.via.joined(separator: "' and '"))'"
          let advice = advice(creation, call.code)
          findings.append(
            Draft(
              "each evaluation of '\(type.name)' creates a '\(creation.name)'\(via)\(advice.text)",
              at: call.code.start, code: call.code, view: type, subject: .object(creation.name, helper: nil),
              change: .hoist(object: creation.name),
              severity: advice.isCertain && isMadeEachTime(call.code) && !isFallback(call, in: evaluation)
                && isMadeOften(call, type, evaluation, graph) ? nil : .note,
              steps: advice.steps))
        }
      }
      findings += ObjectsOfViewValues.findings(graph, &seen)
      return findings + helpers(graph, &seen) + modelsOfModels(graph)
    })

  /// `var about: AboutViewModel { AboutViewModel(site: site) }` of a model: each use makes another object, which remembers nothing of
  /// the one before.
  private static func modelsOfModels(_ graph: SourceGraph) -> [Draft] {
    let used = OnDemand { graph.namesUsedOnEvaluation }
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.kind == .class, model.isObservableObject || model.isObservableClass else { return [] }
      return model.properties.compactMap { property in
        guard !property.isStored, !property.isStatic, let getter = property.getter, Array(getter.children).count == 1,
          let made = UnstableValues.result(of: getter), made.kind == .call, let name = made.callee?.memberPath?.last,
          isModel(name, near: made, in: model, graph),
          // Without views among the sources who asks for it is not known.
          graph.evaluations.isEmpty || used.value.contains(property.name)
        else { return nil }
        return Draft(
          "each use of '\(property.name)' makes a new '\(name)', which keeps nothing of the one before; keep it in a lazy var",
          at: made.start, code: made, view: model, subject: .object(name, helper: property.name),
          change: .hoist(object: name), severity: .note,
          steps: ["declare '\(property.name)' as a lazy var, or make the object in the initialiser"])
      }
    }
  }

  /// A class that views observe, or that is called a view model where it is declared elsewhere.
  private static func isModel(_ name: String, near code: Code, in owner: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let id = graph.index.resolve(name, near: code.file.path, inside: owner.id) else {
      return name.hasSuffix(Conventions.viewModelEnding)
    }
    let type = graph.index[id]
    return type.kind == .class && (type.isObservableObject || type.isObservableClass) && !graph.publishesNothing(type)
  }

  /// Where the object can be kept, and whether that is sure to help.
  private static func advice(_ creation: ExpensiveObjects.Creation, _ call: Code)
    -> (text: String, steps: [String], isCertain: Bool)
  {
    switch creation.use {
    case .framework:
      let inputs = ObjectSetUp.inputs(of: call)
      if inputs.isEmpty, !ObjectSetUp.isOneOfAFew(call) {
        // A generic type has no static stored properties.
        let isGeneric = call.ancestors.contains { $0.kind == .type && $0.flags.contains(.isSpecial) }
        let place = isGeneric ? "private let of the file" : "private static let"
        return (
          isGeneric
            ? "; keep it in a constant of the file or in the model" : "; keep it in a static let or in the model",
          ["move the '\(creation.name)' into a \(place)", "use that in the body"], true
        )
      }
      if ObjectSetUp.isOneOfAFew(call) {
        return (
          ", which it sets up in one of a few ways; keep one for each of them in a static let",
          [
            "make a '\(creation.name)' for each of the ways in a private static let",
            "choose between these in the body",
          ],
          false
        )
      }
      let list = SourceGraph.list(inputs)
      return (
        ", which it sets up with \(list); keep one in the model, set up where that changes",
        ["make the '\(creation.name)' in the model, where \(list) is known", "use that in the body"], false
      )
    case .firstOnly(let child):
      return (
        ", while '\(child)' keeps only the first; take it as an autoclosure in the initialiser of '\(child)'",
        [
          "declare the parameter of '\(child)' as @autoclosure @escaping and call it inside of StateObject(wrappedValue:)"
        ],
        true
      )
    case .observed(let child):
      return ("; let '\(child)' own it", ["create it in '\(child)' as @StateObject, from the values it needs"], true)
    case .other:
      return (
        "; keep it in state, or take it from who owns it",
        ["keep the '\(creation.name)' where it outlives the body, and use that"], false
      )
    }
  }

  /// The right side of `??`, `&&` or `||`, which is evaluated only where the left side does not do.
  private static func isFallback(_ code: Code) -> Bool {
    var inner = code
    for ancestor in code.ancestors {
      if [.block, .closure].contains(ancestor.kind) { return false }
      if ancestor.kind == .binary, ["??", "&&", "||"].contains(ancestor.name), ancestor.firstChild != inner {
        return true
      }
      inner = ancestor
    }
    return false
  }

  /// The same of the helpers on the way to it: `isShown || !limits.isEmpty` asks for `limits` only where nothing is shown.
  private static func isFallback(_ call: CallSite, in evaluation: Evaluation) -> Bool {
    call.via.indices.contains { step in
      let blocks =
        step == 0 ? evaluation.entries : evaluation.helpers.filter { $0.name == call.via[step - 1] }.map(\.block)
      let uses = blocks.flatMap { $0.descendants.filter { $0.kind == .identifier && $0.name == call.via[step] } }
      return !uses.isEmpty && uses.allSatisfy(isFallback)
    }
  }

  /// Whether each evaluation makes it, not only one in which a condition holds; Foundation keeps calendars itself.
  private static func isMadeEachTime(_ call: Code) -> Bool {
    if KnownTypes.costlyByIdentifier.contains(call.calledName) { return false }
    for ancestor in call.ancestors {
      switch ancestor.kind {
      case .ifStatement, .guardStatement:
        if ancestor.first(.conditions)?.contains(call) != true { return false }
      case .caseClause, .catchClause, .ternary: return false
      case .function, .accessor, .type: return true
      default: break
      }
    }
    return true
  }

  /// Whether it is made again and again: for each row, or while somebody types or drags, in a place that is on screen.
  private static func isMadeOften(_ call: CallSite, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> Bool
  {
    guard !KnownTypes.cheaplyMade.contains(ExpensiveObjects.frameworkType(call.code) ?? ""),
      !call.isPresented(in: evaluation)
    else { return false }
    if call.row != nil || graph.isBuiltBelowRow(type) { return true }
    if !evaluation.calls(namedAnyOf: Views.ticks).isEmpty || !changing(in: type, evaluation, graph).isEmpty {
      return true
    }
    // A child that is given what is typed.
    return (graph.parents[type.id] ?? []).contains { parent, child in
      guard let above = graph.evaluation(of: parent) else { return false }
      let changing = changing(in: graph.index[parent], above, graph)
      return !changing.isEmpty
        && child.arguments.contains { !above.dependencies(of: $0.value).isDisjoint(with: changing) }
    }
  }

  /// The properties that change while somebody types, drags or scrolls, or for the events of a stream.
  private static func changing(in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> Set<String> {
    Set(
      type.storedProperties.filter { property in
        SourceGraph.changesOften(property, in: evaluation) || graph.isEditedBelow(property, evaluation)
          || evaluation.writes(of: property.name).contains { ModelRates.isInStream($0.code) }
      }.map(\.name))
  }

  /// A private view that nothing but previews builds.
  private static func isForPreviews(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    if type.code.isInPreview || type.name.hasPrefix("Mock") { return true }
    guard !type.code.modifierNames.filter({ ["private", "fileprivate"].contains($0) }).isEmpty,
      graph.parents[type.id] == nil
    else { return false }
    let uses = type.code.file.root.descendants.filter {
      $0.kind == .identifier && $0.name == type.name && !type.code.contains($0)
    }
    return !uses.isEmpty && uses.allSatisfy(\.isInPreview)
  }

  /// Computed properties and methods of values: dates and strings are formatted where bodies ask for it.
  private static func helpers(_ graph: SourceGraph, _ seen: inout Set<Code>) -> [Draft] {
    var findings: [Draft] = []
    let direct = graph.namesUsedOnEvaluation
    let reached = graph.namesReached(from: direct)
    let followed = OnDemand { CalledWork(graph).reachedBlocks() }
    let declared = graph.declaredNames
    for file in graph.index.files where !file.path.contains("Tests/") {
      let ids = file.tree.ids(of: KnownTypes.costly)
      guard !ids.isEmpty else { continue }
      for code in file.root.descendants
      where code.kind == .call && code.callee.map({ ids.contains($0.node.name) }) == true {
        guard let made = ExpensiveObjects.frameworkType(code), !seen.contains(code), !code.isInPreview,
          isPerCall(code, isFollowed: followed),
          !isFallback(code), !ObjectSetUp.isKept(code),
          ObjectSetUp.inputs(of: code).isEmpty || ObjectSetUp.isOneOfAFew(code)
        else { continue }
        seen.insert(code)
        guard
          let member = code.ancestors.first(where: {
            [.function, .variable].contains($0.kind)
              && $0.parent.map { [.type, .file, .ifConfigClause].contains($0.kind) } == true
          })
        else { continue }
        let owner = code.ancestors.first { $0.kind == .type }
        // Formatters are for what is shown; a decoder or an expression between a body and it would mostly run for other work.
        let called = made.hasSuffix(KnownTypes.formatterSuffix) ? reached : direct
        // Without views among the sources who calls it is not known.
        guard
          graph.evaluations.isEmpty
            ? made.hasSuffix(KnownTypes.formatterSuffix)
            : isText(member, of: owner, made)
              || called.contains(member.name) && !isPlumbing(member, of: owner, called, graph)
                // Another member of the name may be the one that bodies mean.
                && (declared[member.name, default: 0] <= 1 || followed.value.contains { $0.contains(code) })
        else { continue }
        // Objects of classes and actors are made for work that runs once; values are helpers of views.
        guard
          owner.map({ isHelperOwner($0, graph) || isTextOfModel(member, of: $0, made, graph) }) ?? true
            || followed.value.contains(where: { $0.contains(code) })
        else { continue }
        let isReached = followed.value.contains { $0.contains(code) }
        let isOneOfAFew = ObjectSetUp.isOneOfAFew(code)
        var draft = Draft(
          "\(isBehindReturn(code, in: member) ? "each use of '\(member.name)' that comes so far" : "each use of '\(member.name)'") creates a '\(made)'"
            + "\(isReached ? ", also from the bodies that call it" : "")"
            + "\(isOneOfAFew ? ", which it sets up in one of a few ways; keep one for each of them in a " : "; keep it in a ")"
            + "\(owner == nil ? "constant of the file" : "static let")",
          at: code.start, code: code,
          view: owner.flatMap { graph.index.resolve($0.name, near: file.path) }.map { graph.index[$0] },
          subject: .object(made, helper: member.name), change: .hoist(object: made), severity: .note,
          steps: [
            "move \(isOneOfAFew ? "a '\(made)' for each of the ways" : "the '\(made)'") into a private "
              + "\(owner == nil ? "let of the file" : "static let"), "
              + "isolated to an actor where the Swift 6 mode asks for it"
          ])
        // What no body is seen to ask for is asked for by other work.
        if isReached { draft.driver = .other }
        findings.append(draft)
      }
    }
    return findings
  }

  /// Whether the member may be done before it comes to some code: behind a `guard`, or an `if` that returns.
  private static func isBehindReturn(_ code: Code, in member: Code) -> Bool {
    guard let block = member.first(.block) ?? member.first(.accessor) else { return false }
    return block.descendants.contains {
      $0.kind == .returnStatement && $0.index < code.index && !$0.contains(code)
        && !$0.ancestors.prefix { $0 != block }.contains { $0.kind == .closure }
    }
  }

  /// `Date.timeText()`: what turns a date or a number into text does it for something that shows it, whoever that is.
  private static func isText(_ member: Code, of owner: Code?, _ made: String) -> Bool {
    guard made.hasSuffix(KnownTypes.formatterSuffix), let owner, owner.detail == "extension",
      KnownTypes.shown.contains(TypeName.base(owner.name)), owner.all(.inherits).isEmpty,
      !(owner.modifierNames + member.modifierNames).contains(where: { ["private", "fileprivate"].contains($0) }),
      !Conventions.textMembers.contains(member.name),
      ["log", "file", "server", "api", "iso", "http", "json"].allSatisfy({ !member.name.lowercased().contains($0) })
    else { return false }
    return givesText(member)
  }

  /// `func airtimeLabel(for spin: Spin) -> String` of `BroadcastPageModel`, without the views that show it: what else would a model
  /// of views make texts for.
  private static func isTextOfModel(_ member: Code, of owner: Code, _ made: String, _ graph: SourceGraph) -> Bool {
    graph.evaluations.isEmpty && owner.detail == "class" && owner.name.hasSuffix(Conventions.modelOfViewEnding)
      && made.hasSuffix(KnownTypes.formatterSuffix) && givesText(member)
  }

  private static func givesText(_ member: Code) -> Bool {
    let result = member.kind == .function ? member.first(.returnType)?.name : member.typeText
    return ([KnownTypes.ofStringLiterals, KnownTypes.ofStringLiterals + "?"] as [String?]).contains(result)
  }

  /// Requirements of protocols that run when values are stored or coded, and styles of formatting that no body names.
  private static func isPlumbing(_ member: Code, of owner: Code?, _ called: WordSet, _ graph: SourceGraph) -> Bool {
    if Conventions.codingMembers.contains(member.name) { return true }
    guard let owner, owner.all(.inherits).contains(where: { $0.name.hasSuffix("FormatStyle") }) else { return false }
    let names = graph.index.types.flatMap { type in
      type.properties.filter { $0.isStatic && TypeName.base($0.typeText ?? "") == owner.name }.map(\.name)
    }
    return !names.contains(where: called.contains) && !called.contains(owner.name)
  }

  private static func isHelperOwner(_ owner: Code, _ graph: SourceGraph) -> Bool {
    // `JSONDecoder.standard` is made for whoever decodes, and a log is no view.
    if KnownTypes.costly.contains(owner.name) || owner.name.hasSuffix("Logger") { return false }
    if owner.detail == "extension" {
      guard let id = graph.index.resolve(TypeName.base(owner.name), near: owner.file.path) else { return true }
      return graph.evaluations[id] == nil && [.struct, .enum, .extension].contains(graph.index[id].kind)
    }
    return ["struct", "enum"].contains(owner.detail)
      && graph.index.resolve(owner.name, near: owner.file.path).map { graph.evaluations[$0] == nil } ?? true
  }

  /// Not in a stored property's initial value, and not in code that runs later or once.
  ///
  /// - Parameter followed: What bodies run; `makeFormatter()` mostly is for who keeps what it makes.
  private static func isPerCall(_ code: Code, isFollowed followed: OnDemand<Set<Code>>) -> Bool {
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .variable where ancestor.parent.map({ [.type, .file, .ifConfigClause].contains($0.kind) }) == true:
        return !ancestor.all(.accessor).isEmpty && ancestor.initialValue == nil
      case .function:
        let isAsync = ancestor.first(.block)?.descendants.contains { $0.kind == .await } ?? false
        return !isAsync && ancestor.first(.returnType) != nil
          && (!ancestor.name.hasPrefix("make") || followed.value.contains { $0.contains(code) })
      case .initializer, .deinitializer, .type, .assign: return false
      case .closure:
        if ancestor.parent?.kind == .call { return false }  // `{ … }()`
        // Handed to something that may keep it: it runs when that says so.
        if let call = ancestor.parent?.parent, ancestor.parent?.kind == .argument,
          !Methods.callsAtOnce.contains(call.calledName)
        {
          return false
        }
      default: break
      }
    }
    return false
  }
}

extension SourceGraph {
  /// Names are followed this often: behind that, hardly any name means what the body meant.
  private static var longestChainOfNames: Int { 2 }

  /// Members and functions that bodies name, of whatever type, and those that these name in turn.
  fileprivate func namesReached(from direct: WordSet) -> WordSet {
    var names = direct
    var reached: [UInt64] = []
    func reach(_ name: UInt64) {
      if names.contains(name) { return }
      names.insert(name)
      reached.append(name)
    }
    var bodies: [UInt64: [Code]] = [:]
    for type in index.types where evaluations[type.id] == nil {
      for property in type.properties {
        property.getter.map { bodies[Fingerprint.hash(property.name), default: []].append($0) }
      }
      for function in type.functions {
        function.body.map { bodies[Fingerprint.hash(function.name), default: []].append($0) }
      }
    }
    for function in index.files.lazy.flatMap({ $0.root.all(.function) }) {
      function.first(.block).map { bodies[Fingerprint.hash(function.name), default: []].append($0) }
    }
    var skimmed = skimmedBodies
    var pending = direct.hashes
    for _ in 0..<Self.longestChainOfNames {
      for name in pending {
        for body in bodies.removeValue(forKey: name) ?? [] {
          for code in body.descendants where code.kind == .identifier || code.kind == .member {
            reach(Fingerprint.hash(code.name))
          }
        }
        for word in (skimmed.removeValue(forKey: name) ?? []).joined() { reach(word) }
      }
      pending = reached
      reached = []
    }
    return names
  }

  /// How many members and functions of each name there are.
  fileprivate var declaredNames: [String: Int] {
    var counts: [String: Int] = [:]
    for type in index.types {
      for function in type.functions { counts[function.name, default: 0] += 1 }
      for property in type.properties where !property.isStored { counts[property.name, default: 0] += 1 }
    }
    for function in index.files.lazy.flatMap({ $0.root.all(.function) }) { counts[function.name, default: 0] += 1 }
    return counts
  }

  /// Members and functions that bodies name, of whatever type.
  fileprivate var namesUsedOnEvaluation: WordSet {
    var names: Set<String> = []
    for evaluation in evaluations.values {
      for read in evaluation.reads where read.phase.isEvaluation { names.formUnion(read.path) }
      for call in evaluation.calls where call.phase.isEvaluation { names.insert(call.name) }
      // `Formatters.day`
      for member in evaluation.evaluatedBlocks.lazy.flatMap({ $0.descendants(.member) })
      where member.firstChild?.kind == .identifier && member.firstChild?.name.startsUppercase == true {
        names.insert(member.name)
      }
    }
    return Words.set(names)
  }
}
