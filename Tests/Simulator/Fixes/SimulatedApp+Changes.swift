extension SimulatedApp {
  mutating func apply(_ change: Change) {
    switch change {
    case .moveStateIntoRows(let state, let owner, let row, let flag, let action):
      moveIntoRows(state, owner, row, flag, action)
    case .moveState(let state, let owner, let child, let input): moveState(state, owner, child, input)
    case .passMembers(let members, let property, let view): passMembers(members, property, view)
    case .migrateToObservable(let model): migrate(model)
    case .compareBeforeWriting(let handler): compareBeforeWriting(handler)
    case .stabiliseIdentity(let view): stabiliseIdentity(view)
    case .makeEquatable(let view, let ignored):
      self.change(view) { $0.equality = $0.given.filter { !ignored.contains($0) } }
    case .makeValueEquatable(let name):
      for index in values.indices where values[index].name == name { values[index].isEquatable = true }
    case .removeProperty(let property, let view):
      self.change(view) { type in type.properties.removeAll { $0.name == property } }
      changeUses(of: view) { child, _ in child.arguments.removeAll { $0.label == property } }
    case .useKeyPathBinding(let child, let argument, let parent):
      changeUses(of: child, in: parent) { use, _ in
        for index in use.arguments.indices where use.arguments[index].label == argument {
          if case .closureBinding(let target) = use.arguments[index].value {
            use.arguments[index].value = .projection(target)
          }
        }
      }
    case .makeComparable(let child, let argument, let parent): makeComparable(child, argument, parent)
    case .giveRowsModels(let rows): giveRowsModels(rows)
    case .compute(let state, let view, let value): compute(state, view, value)
    case .moveOutOfEnvironment(let key, let state, let writer, let model):
      moveOutOfEnvironment(key, state, writer, model)
    case .writeThreshold(let state, let view, let handler, let flag): writeThreshold(state, view, handler, flag)
    case .removeHandler(let handler, let view): removeHandler(handler, view)
    case .extract(let section, let view, let name): extract(section, view, name)
    case .all(let changes): for change in changes { apply(change) }
    }
  }

  private mutating func moveIntoRows(_ state: String, _ owner: String, _ row: String, _ flag: String, _ action: String)
  {
    change(owner) { $0.properties.removeAll { $0.name == state } }
    changeUses(of: row, in: owner) { child, _ in
      child.arguments.removeAll { $0.label == flag || $0.label == action }
    }
    change(row) { type in
      type.inputs.removeAll { $0.name == flag || $0.name == action }
      type.properties.append(.init(flag, "Bool", .state(false)))
      type.rewrite(
        Rewriting(statement: { statement in
          if case .callInput(action, _) = statement { [.toggle(.name(flag))] } else { [statement] }
        }))
    }
  }

  private mutating func moveState(_ state: String, _ owner: String, _ child: String, _ input: String) {
    guard let property = view(owner)?.property(state) else { return }
    var moved: [Node.Modifier] = []
    change(owner) { type in
      type.properties.removeAll { $0.name == state }
      type.rewrite(
        Rewriting(modifier: { modifier in
          guard modifier.writes(state) else { return modifier }
          moved.append(modifier)
          return nil
        }))
    }
    changeUses(of: child, in: owner) { use, _ in use.arguments.removeAll { $0.label == input } }
    let renaming = Rewriting.replacing([state: .name(input)])
    change(child) { type in
      type.inputs.removeAll { $0.name == input }
      type.properties.removeAll { $0.name == input }
      type.properties.append(.init(input, property.type, property.wrapper))
      let body = type.body.count == 1 ? type.body[0] : .container("VStack", type.body)
      let all = moved.flatMap { modifier in renaming(.modified(.code(""), [modifier])) }.flatMap { node in
        if case .modified(_, let modifiers) = node { modifiers } else { [] as [Node.Modifier] }
      }
      if !all.isEmpty {
        if case .modified(let inner, let before) = body {
          type.body = [.modified(inner, before + all)]
        } else {
          type.body = [.modified(body, all)]
        }
      }
    }
  }

  private mutating func passMembers(_ members: [String], _ name: String, _ viewName: String) {
    guard let type = view(viewName) else { return }
    let input = type.inputs.first { $0.name == name }
    let property = type.property(name)
    let typeName = input?.type ?? property?.type ?? ""
    let types = Dictionary(
      (values.first { $0.name == typeName }?.fields.map { ($0.name, $0.type) } ?? [])
        + (model(typeName)?.properties.map { ($0.name, $0.type) } ?? [])
        + (model(typeName)?.computed.map { ($0.name, $0.type) } ?? [])
    ) { first, _ in first }
    change(viewName) { type in
      type.inputs.removeAll { $0.name == name }
      type.properties.removeAll { $0.name == name }
      for member in members { type.inputs.append(.init(member, types[member] ?? "Int")) }
      type.rewrite(
        Rewriting(expression: { expression in
          guard case .member(.name(name), let member) = expression, members.contains(member) else { return expression }
          return .name(member)
        }))
    }
    changeUses(of: viewName) { use, owner in
      let given = use.arguments.first { $0.label == name }?.value
      let model =
        owner.properties.first { $0.type == typeName }?.name ?? owner.inputs.first { $0.type == typeName }?.name
      use.arguments.removeAll { $0.label == name }
      guard let base = given ?? model.map(Expression.name) else { return }
      for member in members { use.arguments.append(.init(member, .member(base, member))) }
    }
  }

  private mutating func migrate(_ name: String) {
    changeModel(name) { $0.kind = .observable }
    for index in views.indices {
      var inputs: [ViewType.Input] = []
      views[index].properties = views[index].properties.compactMap { property in
        guard property.type == name else { return property }
        var property = property
        switch property.wrapper {
        case .stateObject(let initial): property.wrapper = .state(initial)
        case .environmentObject: property.wrapper = .environmentModel
        case .observedObject:
          inputs.append(.init(property.name, name))
          return nil
        default: break
        }
        return property
      }
      views[index].inputs = inputs + views[index].inputs
      let models = Set(views[index].properties.filter { $0.type == name }.map(\.name) + inputs.map(\.name))
      views[index].rewrite(
        Rewriting(modifier: { modifier in
          guard case .environmentObject(let expression) = modifier, case .name(let given) = expression,
            models.contains(given)
          else { return modifier }
          return .environmentModel(expression)
        }))
    }
  }

  private mutating func compareBeforeWriting(_ name: String) {
    let guarding = Rewriting(statement: { statement in
      if case .assign(let target, let value, _) = statement {
        [.assign(target, value, isGuarded: true)]
      } else {
        [statement]
      }
    })
    for index in models.indices {
      for place in models[index].methods.indices where models[index].methods[place].name == name {
        models[index].methods[place] = guarding(models[index].methods[place])
      }
    }
    for index in views.indices {
      views[index].rewrite(
        Rewriting(
          modifier: { modifier in
            guard modifier.handler?.name == name else { return modifier }
            if case .modified(_, let changed)? = guarding(.modified(.code(""), [modifier])).first {
              return changed.first
            }
            return modifier
          },
          node: { node in
            guard case .button(let title, let handler) = node, handler.name == name else { return [node] }
            return [.button(title, guarding(handler))]
          }))
    }
  }

  private mutating func stabiliseIdentity(_ name: String) {
    var elementTypes: Set<String> = []
    change(name) { type in
      type.rewrite(
        Rewriting(node: { node in
          switch node {
          case .child(var child):
            child.id = .structural
            return [.child(child)]
          case .forEach(var rows):
            if rows.id == .fresh { elementTypes.insert(rows.element) }
            rows.id = .id
            return [.forEach(rows)]
          default: return [node]
          }
        }))
    }
    guard !elementTypes.isEmpty else { return }
    for index in values.indices where values[index].computedID != nil {
      guard elementTypes.contains(values[index].name.lowercasedFirst) else { continue }
      values[index].computedID = nil
    }
  }

  /// A fresh object is made once; a closure is left out of what the child compares.
  ///
  /// A binding in the place of the closure would not do: it carries its value, so an owner that reads the state evaluates a
  /// child that only writes it.
  private mutating func makeComparable(_ child: String, _ argument: String, _ parent: String) {
    var given: Expression.Argument?
    changeUses(of: child, in: parent) { use, _ in given = use.arguments.first { $0.label == argument } ?? given }
    switch given?.value {
    case .fresh(let code):
      let name = argument
      change(parent) { $0.statics[name] = code }
      changeUses(of: child, in: parent) { use, _ in
        for index in use.arguments.indices where use.arguments[index].label == argument {
          use.arguments[index].value = .constant("Self.\(name)", .fresh(kind: code, serial: -1))
        }
      }
    case .closure: change(child) { $0.equality = ($0.equality ?? $0.given).filter { $0 != argument } }
    default: break
    }
  }
}

extension ViewType {
  /// What whoever makes the view gives it.
  fileprivate var given: [String] { inputs.map(\.name) + properties.filter(\.isInput).map(\.name) }
}

extension Node.Modifier {
  var handler: Handler? {
    switch self {
    case .onTap(let handler), .onReceive(_, let handler), .onChange(_, let handler), .callback(_, let handler),
      .task(let handler):
      handler
    default: nil
    }
  }

  func writes(_ state: String) -> Bool {
    handler.map { handler in
      handler.statements.contains { statement in
        switch statement {
        case .assign(.name(state), _, _), .toggle(.name(state)), .add(.name(state), _): true
        default: false
        }
      }
    } ?? false
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
