extension SourceWriter {
  mutating func write(_ statements: [Statement]) { for statement in statements { write(statement) } }

  func isBlock(_ statement: Statement) -> Bool {
    switch statement {
    case .assign(_, _, true), .when, .animated, .toggleMembership, .setField: true
    default: false
    }
  }

  private mutating func write(_ statement: Statement) {
    switch statement {
    case .assign(let target, let value, true):
      block("if \(text(target)) != \(text(value))") { $0.line("\($0.text(target)) = \($0.text(value))") }
    case .toggleMembership(let target, let element):
      block("if let index = \(text(target)).firstIndex(of: \(text(element)))", "} else {") {
        $0.line("\($0.text(target)).remove(at: index)")
      }
      indented { $0.line("\($0.text(target)).append(\($0.text(element)))") }
      line("}")
    case .setField(let collection, let id, let field, let value):
      block("if let index = \(text(collection)).firstIndex(where: { $0.id == \(text(id)) })") {
        $0.line("\($0.text(collection))[index].\(field) = \($0.text(value))")
      }
    case .when(let condition, let statements): block("if \(text(condition))") { $0.write(statements) }
    case .animated(let statements): block("withAnimation") { $0.write(statements) }
    default: line(text(statement))
    }
  }

  /// A statement of one line.
  private func text(_ statement: Statement) -> String {
    switch statement {
    case .assign(let target, let value, _): "\(text(target)) = \(text(value))"
    case .toggle(let target): "\(text(target)).toggle()"
    case .add(let target, let amount): "\(text(target)) += \(text(amount))"
    case .append(let target, let element): "\(text(target)).append(\(text(element)))"
    case .insertFirst(let target, let element): "\(text(target)).insert(\(text(element)), at: 0)"
    case .removeFirst(let target): "\(text(target)).removeFirst()"
    case .callInput(let name, let arguments): "\(name)(\(list(arguments)))"
    case .call(let base, let method, let arguments): "\(text(base)).\(method)(\(list(arguments)))"
    case .announce(let target): "\(text(target)).objectWillChange.send()"
    case .toggleMembership, .setField, .when, .animated: ""
    }
  }

  private func list(_ arguments: [Expression]) -> String { arguments.map(text).joined(separator: ", ") }

  func text(_ expression: Expression) -> String {
    switch expression {
    case .literal(let value): return text(value)
    case .constant(let name, _): return name
    case .name(let name): return name
    case .member(let base, let member): return "\(text(base)).\(member)"
    case .call(let base, let method, let arguments): return "\(text(base)).\(method)(\(list(arguments)))"
    case .binary(let left, let sign, let right): return "\(operand(left)) \(sign) \(operand(right))"
    case .not(let operand): return "!\(self.operand(operand))"
    case .conditional(let test, let yes, let no): return "\(operand(test)) ? \(operand(yes)) : \(operand(no))"
    case .make(let type, let arguments):
      return "\(type)(" + arguments.map { "\($0.label): \(text($0.value))" }.joined(separator: ", ") + ")"
    case .filter(let base, let condition): return "\(text(base)).filter { \(text(condition)) }"
    case .map(let base, let transform): return "\(text(base)).map { \(text(transform)) }"
    case .first(let base, let condition): return "\(text(base)).first { \(text(condition)) }"
    case .optional(let base, let member): return "\(text(base))?.\(member)"
    case .contains(let base, let element): return "\(text(base)).contains(\(text(element)))"
    case .count(let base): return "\(text(base)).count"
    case .interpolation(let pieces):
      return "\""
        + pieces.map { piece in
          if case .literal(.string(let text)) = piece { return text }
          return "\\(\(text(piece)))"
        }.joined() + "\""
    case .projection(let target): return "$" + text(target)
    case .closureBinding(let target): return "Binding(get: { \(text(target)) }, set: { \(text(target)) = $0 })"
    case .closure(let parameter, let statements):
      let body = statements.map { text($0) }.joined(separator: "; ")
      return "{ " + (parameter.map { "\($0) in " } ?? "") + body + " }"
    case .function(let captures, let result):
      let list = captures.isEmpty ? "" : "[" + captures.joined(separator: ", ") + "] in "
      return "{ \(list)\(text(result)) }"
    case .builder(let content): return "{ " + SourceWriter.line(of: content, app: app, style: style) + " }"
    case .method(let base, let name): return "\(text(base)).\(name)"
    case .constantBinding(let value): return ".constant(\(text(value)))"
    case .array(let elements): return "[\(list(elements))]"
    case .dictionary(let entries):
      return "[" + entries.map { "\"\($0.label)\": \(text($0.value))" }.joined(separator: ", ") + "]"
    case .indices(let base): return "\(text(base)).indices"
    case .element(let base, let index): return "\(text(base))[\(text(index))]"
    case .fresh(let code): return code
    }
  }

  /// Views in the braces of a builder on one line.
  private static func line(of nodes: [Node], app: SimulatedApp, style: SourceStyle) -> String {
    var writer = SourceWriter(app: app, style: style)
    for node in nodes { writer.write(node) }
    return writer.written.map { String($0.trimmingPrefix(while: \.isWhitespace)) }.joined(separator: "; ")
  }

  private func operand(_ expression: Expression) -> String {
    switch expression {
    case .binary, .conditional: "(\(text(expression)))"
    default: text(expression)
    }
  }

  func text(_ value: Value) -> String {
    switch value {
    case .none: return "nil"
    case .bool(let bool): return "\(bool)"
    case .int(let number): return "\(number)"
    case .double(let number): return "\(number)"
    case .string(let text): return "\"\(text)\""
    case .list(let elements, _): return "[" + elements.map { text($0) }.joined(separator: ", ") + "]"
    case .record(let type, let fields):
      guard let declared = app.values.first(where: { $0.name == type }) else { return "\(type)()" }
      if !declared.cases.isEmpty, case .string(let name)? = fields["case"] { return ".\(name)" }
      return "\(type)("
        + declared.fields.filter { declared.computedID == nil || $0.name != "id" }.map {
          "\($0.name): \(text(fields[$0.name] ?? .none))"
        }.joined(separator: ", ") + ")"
    case .object, .fresh, .binding: return "nil"
    }
  }
}
