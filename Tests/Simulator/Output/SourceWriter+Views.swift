extension SourceWriter {
  mutating func write(_ view: ViewType) {
    let short = view.name.split(separator: ".").last.map(String.init) ?? view.name
    let isNested = view.name.contains(".")
    let kind = view.isModifier ? "ViewModifier" : "View"
    let conformances = view.equality == nil ? kind : "\(kind), Equatable"
    let parameters = view.genericParameters
    let access = isNested ? "fileprivate " : ""
    block("\(access)struct \(short)\(parameters): \(conformances)") { writer in
      for (name, code) in view.statics.sorted(by: { $0.key < $1.key }) {
        writer.line("private static let \(name) = \(code)")
      }
      for property in view.properties where !property.isInput { writer.write(property) }
      for property in view.properties where property.isInput { writer.write(property) }
      for input in view.inputs {
        let attribute = input.type.hasSuffix("-> Content") ? "@ViewBuilder " : ""
        let initial = input.initial.map { " = \(writer.text($0))" } ?? ""
        writer.line("\(attribute)let \(input.name): \(input.type)\(initial)")
      }
      if !view.properties.isEmpty || !view.inputs.isEmpty { writer.line() }
      if let equality = view.equality {
        writer.write(equality: equality)
        writer.line()
      }
      for helper in view.helpers {
        writer.block("private var \(helper.name): \(helper.type)") { $0.line($0.text(helper.value)) }
        writer.line()
      }
      writer.block(view.isModifier ? "func body(content: Content) -> some View" : "var body: some View") { writer in
        if view.isInstrumented { writer.writeInstrumentation() }
        if view.isModifier { writer.line("content") } else { writer.writeRoot(view.body) }
      }
      for inner in writer.app.views where inner.name.hasPrefix(view.name + ".") {
        guard !inner.name.dropFirst(view.name.count + 1).contains(".") else { continue }
        writer.line()
        writer.write(inner)
      }
    }
  }

  private mutating func writeInstrumentation() {
    switch style.instrumentation {
    case .none: break
    case .printChanges: line("let _ = Self._printChanges()")
    case .logChanges: line("let _ = Self._logChanges()")
    case .guarded:
      lines("#if DEBUG", "let _ = Self._logChanges()", "#endif")
    }
  }

  private mutating func lines(_ all: String...) { for text in all { line(text) } }

  private mutating func write(_ property: ViewType.DynamicProperty) {
    let name = property.name
    switch property.wrapper {
    case .composed: line("@\(property.type) private var \(name)")
    case .stored: line("var \(name): \(property.type)")
    case .state(let initial): line("@State private var \(name)\(declaration(property.type, initial))")
    case .stateObject(let initial): line("@StateObject private var \(name)\(declaration(property.type, initial))")
    case .binding: line("@Binding var \(name): \(property.type)")
    case .observedObject: line("@ObservedObject var \(name): \(property.type)")
    case .environmentObject: line("@EnvironmentObject private var \(name): \(property.type)")
    case .environment(let key): line("@Environment(\\.\(key)) private var \(name)")
    case .environmentModel: line("@Environment(\(property.type).self) private var \(name)")
    case .appStorage(let key, let initial): line("@AppStorage(\"\(key)\") private var \(name) = \(text(initial))")
    }
  }

  /// A body of several nodes stands in a stack, as most do.
  private mutating func writeRoot(_ nodes: [Node]) {
    if nodes.count == 1 { return write(nodes[0]) }
    block("VStack(alignment: .leading)") { writer in for node in nodes { writer.write(node) } }
  }

  mutating func write(_ node: Node) {
    switch node {
    case .text(let expression): line("Text(\(shownText(expression)))")
    case .code(let text):
      for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    case .child(let child): write(child)
    case .container(let head, let content):
      block(head) { writer in for node in content { writer.write(node) } }
    case .forEach(let rows): write(rows)
    case .branch(let condition, let yes, let no):
      block("if \(text(condition))", no.isEmpty ? "}" : "} else {") { writer in for node in yes { writer.write(node) } }
      if !no.isEmpty {
        indented { writer in for node in no { writer.write(node) } }
        line("}")
      }
    case .button(let title, let handler):
      block("Button(\"\(title)\")") { $0.write(handler.statements) }
    case .control(let head, let target, _): line("\(head)$\(text(target)))")
    case .local(let name, let value, let content):
      line("let \(name) = \(text(value))")
      for node in content { write(node) }
    case .content(let name): line("\(name)()")
    case .reader(let head, let content):
      line("\(head) { _ in")
      indented { writer in for node in content { writer.write(node) } }
      line("}")
    case .modified(let inner, let modifiers):
      write(inner)
      indentModifiers(of: inner) { writer in for modifier in modifiers { writer.write(modifier) } }
    }
  }

  private mutating func indentModifiers(of node: Node, _ body: (inout SourceWriter) -> Void) {
    let isBlock =
      switch node {
      case .container, .forEach, .button, .branch, .reader: true
      default: false
      }
    if isBlock { body(&self) } else { indented(body) }
  }

  private func shownText(_ expression: Expression) -> String {
    switch expression {
    case .literal(.string), .interpolation, .conditional(_, .literal(.string), .literal(.string)): text(expression)
    default: type(expression) == "String" ? text(expression) : "\"\\(\(text(expression)))\""
    }
  }

  /// The type of a path where the app's declarations tell it at once.
  private func type(_ expression: Expression) -> String? {
    guard case .member(_, let member) = expression else {
      if case .name(let name) = expression {
        let types = Set(app.views.flatMap { view in view.inputs.filter { $0.name == name }.map(\.type) })
        return types.count == 1 ? types.first : nil
      }
      return nil
    }
    let types = Set(
      app.values.flatMap { $0.fields.filter { $0.name == member }.map(\.type) }
        + app.models.flatMap { $0.properties.filter { $0.name == member }.map(\.type) })
    return types.count == 1 ? types.first : nil
  }

  private mutating func write(_ child: Node.Child) {
    let type = app.view(child.view)
    // Inside of its owner a nested type goes by its last name.
    let name = child.view.split(separator: ".").last.map(String.init) ?? child.view
    let order = (type?.properties.filter(\.isInput).map(\.name) ?? []) + (type?.inputs.map(\.name) ?? [])
    let arguments = child.arguments.sorted {
      (order.firstIndex(of: $0.label) ?? 0) < (order.firstIndex(of: $1.label) ?? 0)
    }
    let oneLine = "\(name)(" + arguments.map { "\($0.label): \(text($0.value))" }.joined(separator: ", ") + ")"
    let suffix =
      switch child.id {
      case .structural: ""
      case .fresh: ".id(UUID())"
      case .value(let id): ".id(\(text(id)))"
      }
    if oneLine.count <= 90, !arguments.contains(where: { isLong($0.value) }) {
      line(oneLine)
    } else {
      line("\(name)(")
      indented { writer in
        for (index, argument) in arguments.enumerated() {
          writer.write(argument, tail: index + 1 < arguments.count ? "," : "")
        }
      }
      line(")")
    }
    if !suffix.isEmpty { indented { $0.line(suffix) } }
    if child.isEquatable { indented { $0.line(".equatable()") } }
  }

  private func isLong(_ expression: Expression) -> Bool {
    if case .closure(_, let statements) = expression {
      return statements.count > 1 || statements.contains(where: isBlock)
    }
    return false
  }

  private mutating func write(_ argument: Expression.Argument, tail: String) {
    guard case .closure(let parameter, let statements) = argument.value, isLong(argument.value) else {
      return line("\(argument.label): \(text(argument.value))\(tail)")
    }
    line("\(argument.label): {" + (parameter.map { " \($0) in" } ?? ""))
    indented { $0.write(statements) }
    line("}" + tail)
  }

  private mutating func write(_ rows: Node.Rows) {
    let collection = text(rows.collection)
    let (data, element): (String, String) =
      switch rows.id {
      case .id, .fresh: ("\(collection)", rows.element)
      case .value: ("\(collection), id: \\.self", rows.element)
      case .offset: ("Array(\(collection).enumerated()), id: \\.offset", "_, \(rows.element)")
      }
    if rows.container == "List" {
      line("List(\(data)) { \(element) in")
      indented { writer in for node in rows.rows { writer.write(node) } }
      return line("}")
    }
    if let container = rows.container {
      let parts = container.split(separator: ">").map { $0.trimmingPrefix(" ") }
      return writeNested(parts.map(String.init), data, element, rows.rows)
    }
    writeNested([], data, element, rows.rows)
  }

  /// `ScrollView > LazyVStack`: containers around the rows.
  private mutating func writeNested(_ containers: [String], _ data: String, _ element: String, _ rows: [Node]) {
    if let first = containers.first {
      let head = first.hasSuffix(" ") ? String(first.dropLast()) : first
      return block(head) { $0.writeNested(Array(containers.dropFirst()), data, element, rows) }
    }
    line("ForEach(\(data)) { \(element) in")
    indented { writer in for node in rows { writer.write(node) } }
    line("}")
  }

  private mutating func write(_ modifier: Node.Modifier) {
    switch modifier {
    case .code(let text): line(text)
    case .onTap(let handler): block(".onTapGesture") { $0.write(handler.statements) }
    case .onReceive(let publisher, let handler):
      line(".onReceive(\(publisher)) { \(handler.parameters.first?.name ?? "_") in")
      indented { $0.write(handler.statements) }
      line("}")
    case .onChange(let expression, let handler):
      let parameter = handler.parameters.first.map { " _, \($0.name) in" } ?? ""
      line(".onChange(of: \(text(expression))) {\(parameter)")
      indented { $0.write(handler.statements) }
      line("}")
    case .callback(let head, let handler):
      // The head may name its own parameters.
      let isWhole = head.hasSuffix(" in") || head.hasSuffix("{")
      line(isWhole ? head : "\(head) {" + (handler.parameters.first.map { " \($0.name) in" } ?? ""))
      indented { $0.write(handler.statements) }
      line("}")
    case .task(let handler): block(".task") { $0.write(handler.statements) }
    case .onAppear(let handler): block(".onAppear") { $0.write(handler.statements) }
    case .applies(let child):
      let arguments = child.arguments.map { "\($0.label): \(text($0.value))" }.joined(separator: ", ")
      line(".modifier(\(child.view)(\(arguments)))")
    case .environment(let key, let expression): line(".environment(\\.\(key), \(text(expression)))")
    case .environmentModel(let expression): line(".environment(\(text(expression)))")
    case .environmentObject(let expression): line(".environmentObject(\(text(expression)))")
    case .reads(let name, let expression): line(".\(name)(\(text(expression)))")
    }
  }
}
