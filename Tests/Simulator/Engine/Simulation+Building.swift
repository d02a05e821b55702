/// Where in a body the builder is.
struct BuildContext {
  var key = ""
  var position = ""
  var overrides: [(key: String, value: Value, write: Int)] = []
  var models: [(type: String, value: Value)] = []
  var isOffScreen = false

  func inside(_ key: String, at position: String? = nil) -> BuildContext {
    var inner = self
    inner.key += "/" + key
    inner.position += "/" + (position ?? key)
    return inner
  }
}

extension Simulation {
  /// Evaluates a body: notes what it reads, and the children, handlers and texts it makes.
  func build(_ nodes: [Node], _ scope: Scope, _ context: BuildContext, _ instance: Instance, _ recorder: Recorder) {
    for (index, node) in nodes.enumerated() {
      build(node, scope, context.inside("\(index)"), instance, recorder)
    }
  }

  private func build(
    _ node: Node, _ scope: Scope, _ context: BuildContext, _ instance: Instance, _ recorder: Recorder
  ) {
    switch node {
    case .text(let expression):
      let text = value(expression, scope)
      recorder.output.append(text)
      recorder.texts.append(text)
    case .code: break
    case .child(let child): build(child, scope, context, recorder)
    case .container(_, let content): build(content, scope, context, instance, recorder)
    case .branch(let condition, let yes, let no):
      let isYes = value(condition, scope).isTrue
      recorder.output.append(.bool(isYes))
      build(isYes ? yes : no, scope, context.inside(isYes ? "yes" : "no", at: "branch"), instance, recorder)
    case .button(_, let handler): add(handler, scope, context, recorder)
    case .control(_, let target, let handler):
      show(target, scope, recorder)
      add(handler, scope, context, recorder)
    case .modified(let inner, let modifiers):
      var context = context
      for (index, modifier) in modifiers.enumerated() {
        apply(modifier, scope, &context, "\(index)", recorder)
      }
      build(inner, scope, context, instance, recorder)
    case .forEach(let rows): build(rows, scope, context, instance, recorder)
    case .local(let name, let expression, let content):
      var inner = scope
      inner.locals[name] = value(expression, scope)
      build(content, inner, context, instance, recorder)
    case .content(let name):
      guard case .fresh(_, let serial)? = scope.instance?.inputs[name], let closure = closures[serial] else { return }
      build(closure.content, closure.scope, context, instance, recorder)
    case .reader(_, let content):
      insideContainer(recorder) { build(content, scope, context, instance, recorder) }
    }
  }

  /// A control shows what its binding stands for: no read of the body, but an evaluation that gives it another value is
  /// not in vain.
  private func show(_ target: Expression, _ scope: Scope, _ recorder: Recorder) {
    let shown = unobserved { value(target, scope) }
    recorder.output.append(shown)
    if let path = target.path { recorder.paths[path] = shown }
  }

  /// Runs a closure as the container that it was given to does.
  private func insideContainer(_ recorder: Recorder, _ body: () -> Void) {
    let before = recorder.isInContainer
    recorder.isInContainer = true
    body()
    recorder.isInContainer = before
  }

  private func build(_ child: Node.Child, _ scope: Scope, _ context: BuildContext, _ recorder: Recorder) {
    guard let type = typeIndex[child.view] else { return }
    var inputs: [String: Value] = [:]
    for argument in child.arguments { inputs[argument.label] = value(argument.value, scope) }
    inputs = completed(inputs, of: type)
    var key = context.key
    switch child.id {
    case .structural: break
    case .fresh: key += "#\(nextSerial())"
    case .value(let id):
      let id = value(id, scope).meaning
      recorder.output.append(id)
      key += "#\(id)"
    }
    recorder.output.append(.int(type))
    for argument in child.arguments { recorder.output.append(inputs[argument.label] ?? .none) }
    recorder.slots.append(
      Slot(
        key: key, position: context.position, type: type, inputs: inputs, overrides: context.overrides,
        models: context.models, isEquatable: child.isEquatable, isOffScreen: context.isOffScreen))
  }

  private func build(
    _ rows: Node.Rows, _ scope: Scope, _ context: BuildContext, _ instance: Instance, _ recorder: Recorder
  ) {
    let elements = value(rows.collection, scope).elements
    var shown = elements.count
    if rows.isLazy {
      let place = context.position
      if instance.rowsOnScreen[place] == nil { instance.rowsOnScreen[place] = options.rowsOnScreen }
      shown = instance.rowsOnScreen[place] ?? shown
    }
    for (index, element) in elements.enumerated() {
      var inner = scope
      inner.locals[rows.element] = element
      let id =
        switch rows.id {
        case .id: "\(identifier(of: element))"
        case .value: "\(element.meaning)"
        case .offset: "\(index)"
        case .fresh: "\(nextSerial())"
        }
      var place = context.inside(id, at: "\(index)")
      if index >= shown { place.isOffScreen = true }
      insideContainer(recorder) { build(rows.rows, inner, place, instance, recorder) }
    }
  }

  private func identifier(of element: Value) -> Value {
    if case .object(let number) = element { return objects[number].cells["id"].map { cells[$0].value } ?? element }
    if case .record = element { return element[field: "id"].meaning }
    return element.meaning
  }

  private func apply(
    _ modifier: Node.Modifier, _ scope: Scope, _ context: inout BuildContext, _ index: String, _ recorder: Recorder
  ) {
    switch modifier {
    case .code: break
    case .onTap(let handler), .onReceive(_, let handler), .callback(_, let handler), .task(let handler):
      add(handler, scope, context, recorder)
    case .onAppear(let handler):
      recorder.appearing.append((context.key + "." + index, BoundHandler(handler: handler, scope: scope)))
    case .applies(let child): build(child, scope, context.inside("modifier" + index), recorder)
    case .onChange(let expression, let handler):
      let value = value(expression, scope)
      recorder.observed.append((value, context.key + "." + index, BoundHandler(handler: handler, scope: scope)))
    case .environment(let key, let expression):
      let value = value(expression, scope)
      recorder.output.append(value)
      context.overrides.append((key, value, nextSerial()))
    case .environmentModel(let expression), .environmentObject(let expression):
      let value = value(expression, scope)
      if case .object(let number) = value { context.models.append((app.models[objects[number].type].name, value)) }
    case .reads(_, let expression): recorder.output.append(value(expression, scope))
    }
  }

  private func add(_ handler: Handler, _ scope: Scope, _ context: BuildContext, _ recorder: Recorder) {
    guard !context.isOffScreen else { return }
    recorder.handlers[handler.name, default: []].append(BoundHandler(handler: handler, scope: scope))
  }
}
