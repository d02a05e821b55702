import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// State that starts from a value its parent passes.
  package static let stateFromParameter: SourceRule = .init(
    id: "state_from_parameter",
    summary: "a value passed by the parent is kept in @State, which ignores later changes of it",
    rationale: """
      `@State` and `@StateObject` take their initial value once. When the parent passes a new value the view goes on \
      showing the first one. Take the value as `let`, or as `@Binding` when the view changes it; observe an object with \
      `@ObservedObject` or, of an `@Observable` class, with `let` and `@Bindable`. Keep `@State private` only for an \
      explicit initial value, and for objects that the view creates from parts.
      """,
    advice: [.passedValuesAsState], severity: .warning, fix: .passAsLetOrBinding,
    page: Page(
      inTrace: """
        Nothing: the view keeps an old value and is not evaluated for the new one
        """,
      neverReported: """
        state that is reset in `onChange` or `task(id:)`, that says it is an initial value, and optionals; in a whole app \
        what every parent passes as a constant, or for a sheet or destination that is made anew each time
        """,
      limits: """
        that the first value is meant to stay can be said by its name alone; of an object that is always the \
        same one nothing is lost
        """),
    triggering: [
      """
      final class Feed: ObservableObject { @Published var posts: [String] = [] }
      final class Directory: ObservableObject { @Published var feeds: [Feed] = [] }
      struct Timeline: View {
        @StateObject var ↓feed: Feed
        var body: some View { List(feed.posts, id: \\.self) { Text($0) } }
      }
      struct Channels: View {
        @ObservedObject var directory: Directory
        @State private var index = 0
        var body: some View {
          Stepper("Channel", value: $index)
          Timeline(feed: directory.feeds[index])
        }
      }
      """,
      """
      final class Quote: ObservableObject {
        let symbol: String
        init(symbol: String) { self.symbol = symbol }
      }
      struct QuoteScreen: View {
        @StateObject private var quote: Quote
        init(symbol: String) { ↓_quote = StateObject(wrappedValue: Quote(symbol: symbol)) }
        var body: some View { Text(quote.symbol) }
      }
      struct Watchlist: View {
        let symbols: [String]
        @State private var index = 0
        var body: some View {
          VStack {
            QuoteScreen(symbol: symbols[index])
            Stepper("Symbol \\(index)", value: $index)
          }
        }
      }
      """,
      """
      struct ChildView: View {
        @State var ↓item: Item // Shows initial value forever!
        var body: some View { Text(item.name) }
      }
      """,
      """
      struct ChildView: View {
        @State private var item: Item
        init(item: Item) {
          ↓_item = State(initialValue: item)
        }
        var body: some View { Text(item.name) }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Quote: ObservableObject {
        let symbol: String
        init(symbol: String) { self.symbol = symbol }
      }
      struct QuoteScreen: View {
        @StateObject private var quote: Quote
        init(symbol: String) { _quote = StateObject(wrappedValue: Quote(symbol: symbol)) }
        var body: some View { Text(quote.symbol) }
      }
      struct Watchlist: View {
        let symbols: [String]
        @State private var index = 0
        var body: some View {
          VStack {
            QuoteScreen(symbol: symbols[index]).id(index)
            Stepper("Symbol \\(index)", value: $index)
          }
        }
      }
      """,
      """
      struct Offers: View {
        @StateObject var provider: Provider
        var body: some View { Text(provider.title) }
      }
      struct Page: View {
        @StateObject private var provider = Provider()
        var body: some View { Offers(provider: provider) }
      }
      """,
      """
      struct Group: View {
        @State private var isOpen: Bool
        init(isOpen: Bool = false) { _isOpen = State(initialValue: isOpen) }
        var body: some View { Button(isOpen ? "Less" : "More") { isOpen.toggle() } }
      }
      """,
      """
      struct ChildView: View {
        let item: Item // Or @Binding if child needs to modify
        var body: some View { Text(item.name) }
      }
      """,
      """
      struct Editor: View {
        @State private var text: String
        init(initialText: String) { _text = State(initialValue: initialText) }
        var body: some View { TextField("Text", text: $text) }
      }
      """,
      """
      struct Editor: View {
        @State private var model: Model
        init(item: Item) { _model = State(initialValue: Model(item: item)) }
        var body: some View { Text(model.title) }
      }
      """,
    ],
    check: { graph in
      let found = graph.index.types.flatMap { type -> [Draft] in
        guard graph.evaluations[type.id] != nil, !type.code.isInPreview else { return [] }
        return type.storedProperties.compactMap { property -> Draft? in
          guard let wrapper = property.wrapper, wrapper.storage.keepsFirst else { return nil }
          if property.initialValue == nil, !property.isPrivate, type.initializers.isEmpty {
            // An optional starts as nil and is no required input.
            if property.typeText?.hasSuffix("?") == true { return nil }
            if property.wrapperCode?.arguments.isEmpty == false { return nil }
            if isMadeForIt(property, in: type, graph) { return nil }
            let advice = Advice(for: property, of: type, graph)
            return Draft(
              "@\(wrapper) '\(property.name)' takes the first value the parent passes and ignores every later one; "
                + advice.text,
              at: property.place, code: property.code, view: type, subject: .property(property.name),
              change: .followParent(PropertyPath(property.name)),
              severity: advice.isWish || isObject(property, in: type, graph) ? .note : nil, steps: [advice.step])
          }
          guard !isReset(property, in: type, graph) else { return nil }
          return fromInitializer(property, wrapper, in: type, graph)
        }
      }
      // Of a property for which that is said already, it is no other matter.
      let known = Dictionary(grouping: found, by: \.view).mapValues { Set($0.map(\.subject)) }
      return found + StaleSeeds(graph: graph).findings().filter { known[$0.view]?.contains($0.subject) != true }
    })

  /// Whether the object that the view is to keep is not one that a parent has: to keep the first is what is meant.
  private static func isMadeForIt(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard property.storage == .object else { return false }
    let given = (graph.parents[type.id] ?? []).flatMap { parent, child in
      child.arguments.filter { $0.property == property.name }.map { (parent: graph.index[parent], value: $0.value) }
    }
    return !given.contains { parent, value in
      // `directory.feeds[index]`
      let held = value.kind == .subscriptCall ? value.callee : value
      guard let path = held?.memberPath?.drop(while: { $0 == "self" }), let name = path.first, !value.isShadowed(name),
        let source = parent.property(name)
      else { return false }
      // What the parent itself keeps as a state object never is another one.
      return path.count > 1 || source.storage != .object
    }
  }

  /// Who passes an object mostly passes the same one again; that another one would be ignored is less of a mistake.
  private static func isObject(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    property.storage == .object || graph.index.type(of: property, in: type)?.isReference == true
  }

  private static func fromInitializer(
    _ property: Property, _ wrapper: Wrapper, in type: TypeInfo, _ graph: SourceGraph
  ) -> Draft? {
    for initializer in type.initializers {
      guard let body = initializer.body else { continue }
      for assignment in body.descendants where assignment.kind == .assign && assignment.name == "=" {
        let parts = Array(assignment.children)
        guard parts.count == 2, let path = parts[0].memberPath, let value = keptValue(parts[1]) else { continue }
        let target = path.last ?? ""
        guard target == "_" + property.name || target == property.name && path.first == "self" else { continue }
        guard value.kind == .identifier,
          let parameter = initializer.parameters.first(where: { $0.name == value.name }),
          !TypeName.mentionsBinding(parameter.typeText),
          ![parameter.name, parameter.label, property.name].contains(where: {
            $0.lowercased().contains("initial") || $0.lowercased().contains("default")
          })
        else { continue }
        if isMadeForIt(property, in: type, graph) { continue }
        let advice = Advice(for: property, of: type, graph)
        // A value with a default that the view goes on to change is a plain initial value.
        if advice.isWish, parameter.code.first(.value) != nil { continue }
        return Draft(
          "@\(wrapper) '\(property.name)' keeps the first '\(value.name)' passed to init and ignores every later one; "
            + advice.text,
          at: assignment.start, code: assignment, view: type, subject: .property(property.name),
          change: .followParent(PropertyPath(property.name)),
          severity: .note, steps: [advice.step])
      }
    }
    return nil
  }

  /// The value inside of `State(initialValue:)`, `.init(wrappedValue:)` or a plain assignment.
  static func keptValue(_ value: Code) -> Code? {
    guard value.kind == .call else { return value }
    let name = value.calledName
    guard Wrappers.keepers.contains(name) || name == "init" else { return nil }
    return value.argument("initialValue") ?? value.argument("wrappedValue")
  }

  /// Whether the view takes over later values itself, in `onChange` or `task(id:)`.
  private static func isReset(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.mentions(of: property.name, in: type).contains { usage in
      usage.isWritten
        && usage.ancestors.contains { $0.kind == .call && $0.calledEvent?.followsValue == true }
    }
  }
}

/// What to do instead, by what the value is and by what the view does with it.
private struct Advice {
  var text: String
  var step: String
  /// The view changes the value itself: it may well be meant as an initial one.
  var isWish = false

  init(for property: Property, of type: TypeInfo, _ graph: SourceGraph) {
    let name = property.name
    let model = graph.index.type(of: property, in: type)
    let usages = graph.mentions(of: name, in: type)
    let isProjected = usages.contains { $0.name == "$" + name }
    let isWritten = usages.contains { $0.isWritten && !$0.ancestors.contains { $0.kind == .initializer } }
    let given = (graph.parents[type.id] ?? []).flatMap { $0.child.arguments.filter { $0.property == name } }
    // Another object in its place, not a change of the one that was passed.
    let isReplaced = usages.contains { usage in
      usage.accessChain == usage && (usage.isWritten || usage.name == "$" + name)
        && !usage.ancestors.contains { $0.kind == .initializer }
    }
    let isObject = model?.isReference == true || property.storage == .object
    // What a generic view is given, only its callers can make.
    if isObject, !type.isGeneric,
      given.contains(where: { $0.value.kind == .call && $0.value.calledName.startsUppercase })
    {
      text = "callers create it in their bodies, so take its parts as let and create it in '\(type.name)'"
      step = "pass what '\(name)' is made of, and create it in init of '\(type.name)'"
    } else if property.storage == .object || isObject && model?.isObservableObject == true && !isReplaced {
      // In @State nothing of it is observed.
      text = "observe an object of the parent with @ObservedObject"
      step = "declare '\(name)' as @ObservedObject"
    } else if isObject, !isReplaced {
      text = isProjected || isWritten ? "declare it @Bindable" : "a let is enough for an object that the parent owns"
      step = "declare '\(name)' as \(isProjected || isWritten ? "@Bindable var" : "let")"
    } else if isObject ? isReplaced : isWritten || isProjected {
      text =
        "if the parent needs the changes use @Binding, if not make it private and say in its name that the value is only the "
        + "initial one"
      step =
        "declare '\(name)' as @Binding, or name the parameter 'initial\(name.prefix(1).uppercased() + name.dropFirst())'"
      isWish = true
    } else if model == nil, !TypeName.isPlain(property.typeText ?? ""), usages.contains(where: \.isCalledOn) {
      // A method of a type of another module, which may change the value.
      text = "use let, or @Binding if '\(type.name)' changes it"
      step = "declare '\(name)' as let, or as @Binding where it is written"
    } else {
      text = "'\(type.name)' never changes it, so a let is enough"
      step = "declare '\(name)' as let"
    }
  }
}

extension Code {
  /// `image.resize()` of `image`.
  fileprivate var isCalledOn: Bool {
    let chain = accessChain
    return chain != self && chain.parent?.kind == .call && chain.parent?.callee == chain
  }
}

extension TypeName {
  /// Values of the standard library that are no objects.
  fileprivate static func isPlain(_ text: String) -> Bool {
    elements(text).allSatisfy(KnownTypes.plain.contains)
  }
}
