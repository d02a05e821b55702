import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An expensive object created for each evaluation.
  package static let objectCreatedInBody: SourceRule = .init(
    id: "object_created_in_body",
    summary: "a formatter, coder or model is created each time a body is evaluated",
    rationale: """
      Formatters, coders and regular expressions cost far more to create than to use, and an object that is new in each \
      evaluation has lost its state and its identity. Keep it in a `static let`, in state, or in the model. In helpers \
      outside of views the same creation is a note, where a body names the helper or what calls it.
      """,
    advice: [.objectsInBody], severity: .warning, fix: .hoistObject,
    page: Page(
      inTrace: """
        Long evaluations, each with the same work
        """,
      neverReported: """
        what is made in actions, once, as a fallback, in presented content, or behind an autoclosure; \
        helpers that nothing evaluated reaches
        """,
      limits: """
        calls are followed where a name can mean one declaration only
        """),
    triggering: [
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
      final class Attributes: ObservableObject {}
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
    ],
    nonTriggering: [
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
    ],
    check: { graph in
      var seen: Set<Code> = []
      var findings: [Draft] = []
      for (type, evaluation) in graph.evaluatedViews where !isForPreviews(type, graph) {
        for call in evaluation.calls where call.phase.isEvaluation && !call.code.isInPreview && !isFallback(call.code) {
          guard let made = ExpensiveObjects.created(by: call.code, graph, in: type), seen.insert(call.code).inserted
          else { continue }
          let via = call.via.isEmpty ? "" : " through '\(call.via.joined(separator: "' and '"))'"
          findings.append(
            Draft(
              "each evaluation of '\(type.name)' creates a '\(made)'\(via); keep it in a static let or in the model",
              at: call.code.start, code: call.code, view: type, subject: .object(made, helper: nil),
              change: .hoist(object: made),
              steps: ["move the '\(made)' into a private static let", "use that in the body"]))
        }
      }
      findings += ObjectsOfViewValues.findings(graph, &seen)
      return findings + helpers(graph, &seen)
    })

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
        guard let made = ExpensiveObjects.frameworkType(code), !seen.contains(code), !code.isInPreview, isPerCall(code),
          !isFallback(code)
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
        guard owner.map({ isHelperOwner($0, graph) }) ?? true || followed.value.contains(where: { $0.contains(code) })
        else { continue }
        findings.append(
          Draft(
            "each use of '\(member.name)' creates a '\(made)'"
              + "\(called.contains(member.name) ? ", also from the bodies that call it" : ""); keep it in a static let",
            at: code.start, code: code,
            view: owner.flatMap { graph.index.resolve($0.name, near: file.path) }.map { graph.index[$0] },
            subject: .object(made, helper: member.name), change: .hoist(object: made), severity: .note,
            steps: ["move the '\(made)' into a private static let"])
        )
      }
    }
    return findings
  }

  /// `Date.timeText()`: what turns a date or a number into text does it for something that shows it, whoever that is.
  private static func isText(_ member: Code, of owner: Code?, _ made: String) -> Bool {
    guard made.hasSuffix(KnownTypes.formatterSuffix), let owner, owner.detail == "extension",
      KnownTypes.shown.contains(TypeName.base(owner.name)), owner.all(.inherits).isEmpty,
      !(owner.modifierNames + member.modifierNames).contains(where: { ["private", "fileprivate"].contains($0) }),
      !Conventions.textMembers.contains(member.name),
      ["log", "file", "server", "api", "iso", "http", "json"].allSatisfy({ !member.name.lowercased().contains($0) })
    else { return false }
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
  private static func isPerCall(_ code: Code) -> Bool {
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .variable where ancestor.parent.map({ [.type, .file, .ifConfigClause].contains($0.kind) }) == true:
        return !ancestor.all(.accessor).isEmpty && ancestor.initialValue == nil
      case .function:
        let isAsync = ancestor.first(.block)?.descendants.contains { $0.kind == .await } ?? false
        return !isAsync && ancestor.first(.returnType) != nil && !ancestor.name.hasPrefix("make")
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
  /// Members and functions that bodies name, of whatever type, and those that these name in turn.
  fileprivate func namesReached(from direct: WordSet) -> WordSet {
    var names = direct
    var pending = direct.hashes
    func reach(_ name: UInt64) {
      if names.contains(name) { return }
      names.insert(name)
      pending.append(name)
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
    while let name = pending.popLast() {
      for body in bodies.removeValue(forKey: name) ?? [] {
        for code in body.descendants where code.kind == .identifier || code.kind == .member {
          reach(Fingerprint.hash(code.name))
        }
      }
      for word in (skimmed.removeValue(forKey: name) ?? []).joined() { reach(word) }
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
    }
    return Words.set(names)
  }
}

/// Types that are expensive to create.
enum ExpensiveObjects {
  static func frameworkType(_ call: Code) -> String? {
    guard call.kind == .call, let path = call.callee?.memberPath else { return nil }
    let name = path.last == "init" ? path.dropLast().last ?? "" : path.last ?? ""
    if KnownTypes.costly.contains(name) { return name }
    return KnownTypes.costlyByIdentifier.contains(name) && call.argument("identifier") != nil ? name : nil
  }

  /// What the call creates, if it is expensive or an object of the app's own.
  static func created(by call: Code, _ graph: SourceGraph, in view: TypeInfo) -> String? {
    if let name = frameworkType(call) { return name }
    if let name = madeForChild(call, graph, in: view) { return name }
    guard let path = call.callee?.memberPath, path.last?.startsUppercase == true, !call.isOwned,
      let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id)
    else { return nil }
    let made = graph.index[id]
    return made.kind == .class && (made.isObservableClass || made.isObservableObject) ? made.name : nil
  }
}

extension ExpensiveObjects {
  /// `Row(model: .init(item))`: the object that a child observes or owns, made in the body of who builds the child.
  ///
  /// What the child takes as an autoclosure or a function is made when the child asks for it.
  static func madeForChild(_ call: Code, _ graph: SourceGraph, in view: TypeInfo) -> String? {
    let isImplicit = call.callee?.kind == .member && call.callee?.name == "init" && call.callee?.firstChild == nil
    let made = call.callee?.memberPath?.last ?? ""
    guard
      isImplicit
        || made.hasSuffix(Conventions.viewModelEnding) && graph.index.resolve(made, near: call.file.path) == nil,
      let argument = call.parent, argument.kind == .argument, let construction = argument.parent,
      construction.kind == .call, !call.isInPresentation,
      let path = construction.callee?.memberPath, path.last?.startsUppercase == true,
      !Wrappers.keepers.contains(construction.calledName)
    else { return nil }
    guard let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id) else {
      return isImplicit || !UnknownViews.looksLikeView(construction.calledName) ? nil : made
    }
    let child = graph.index[id]
    guard let name = ArgumentMapping.property(for: argument, of: construction, in: child),
      let property = child.property(name), let storage = property.storage,
      storage == .object || storage == .observed && isImplicit
    else { return nil }
    let isDeferred = child.initializers.contains { initializer in
      initializer.parameters.contains { $0.label == argument.name && $0.typeText.contains("@autoclosure") }
    }
    return isDeferred ? nil : TypeName.base(property.typeText ?? property.name)
  }
}

/// Objects that the stored properties of views start with: a view is a value, which its parent makes anew each time.
enum ObjectsOfViewValues {
  static func findings(_ graph: SourceGraph, _ seen: inout Set<Code>) -> [Draft] {
    var findings: [Draft] = []
    for (type, _) in graph.evaluatedViews where graph.isView(type) && type.kind == .struct {
      for property in type.storedProperties where property.wrapper == nil && !property.isLazy {
        guard let value = property.initialValue, let (call, made) = created(by: value), !call.isInPreview,
          seen.insert(call).inserted
        else { continue }
        findings.append(
          Draft(
            "each '\(type.name)' that a parent makes creates a '\(made)' for '\(property.name)', also where nothing of it changed; "
              + "make '\(property.name)' static",
            at: call.start, code: call, view: type, subject: .object(made, helper: property.name),
            change: .hoist(object: made), severity: graph.isBuiltBelowRow(type) ? nil : .note,
            steps: ["declare '\(property.name)' as private static let"]))
      }
    }
    return findings
  }

  /// `DateFormatter()`, or what a closure makes that is called at once.
  private static func created(by value: Code) -> (call: Code, made: String)? {
    if let made = ExpensiveObjects.frameworkType(value) { return (value, made) }
    guard value.kind == .call, let closure = value.callee, closure.kind == .closure else { return nil }
    for code in closure.descendants {
      if let made = ExpensiveObjects.frameworkType(code) { return (code, made) }
    }
    return nil
  }
}

extension Code {
  /// Handed to storage that keeps the first object: `State(initialValue:)`, `.environment(Model())`.
  var isOwned: Bool {
    guard let argument = parent, argument.kind == .argument, let call = argument.parent else { return false }
    return Wrappers.keepers.contains(call.calledName) || Modifiers.keepsObject.contains(call.calledName)
  }
}
