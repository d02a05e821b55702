extension Change {
  /// Rows that ask a collection of a shared model get a model of their own element instead.
  package struct RowModels: Hashable, Sendable {
    package var list: String
    package var row: String
    /// The shared model, and the property by which rows have it.
    package var model: String
    package var property: String
    /// The method that looks the element up, and the one that changes it.
    package var query: String
    package var command: String
    /// The row's input.
    package var element: String
    package var flag: String
    package var itemModel: String

    package init(
      list: String, row: String, model: String, property: String, query: String, command: String, element: String,
      flag: String, itemModel: String
    ) {
      self.list = list
      self.row = row
      self.model = model
      self.property = property
      self.query = query
      self.command = command
      self.element = element
      self.flag = flag
      self.itemModel = itemModel
    }
  }
}

extension SimulatedApp {
  mutating func giveRowsModels(_ rows: Change.RowModels) {
    var collection: Expression?
    let elementType = view(rows.row)?.inputs.first { $0.name == rows.element }?.type ?? ""
    change(rows.list) { type in
      type.properties.removeAll { $0.type == rows.model }
      type.rewrite(
        Rewriting(
          modifier: { modifier in
            if case .environmentModel(.name(rows.property)) = modifier { nil } else { modifier }
          },
          node: { node in
            guard case .forEach(var all) = node, all.element == rows.element else { return [node] }
            collection = all.collection
            all.collection = "items"
            all.element = "item"
            all.rows = Rewriting.replacing([rows.element: "item"])(all.rows)
            return [.forEach(all)]
          }))
      type.properties.append(
        .init(
          "items", "[\(rows.itemModel)]",
          .state(
            .map(
              collection ?? .literal(.none),
              .make(rows.itemModel, [.init("id", .member("$0", "id")), .init(rows.element, "$0")])))))
    }
    guard let collection else { return }
    let first: Value =
      if case .constant(_, let value) = collection { value.elements.first ?? .none } else { .none }
    models.removeAll { $0.name == rows.model }
    models.append(
      ModelType(
        rows.itemModel,
        properties: [
          .init("id", "Int", 0), .init(rows.element, elementType, .literal(first)), .init(rows.flag, "Bool", false),
        ]))
    changeUses(of: rows.row, in: rows.list) { child, _ in child.arguments = [.init("item", "item")] }
    change(rows.row) { type in
      type.inputs = type.inputs.filter { $0.name != rows.element } + [.init("item", rows.itemModel)]
      type.properties.removeAll { $0.name == rows.property }
      type.rewrite(
        Rewriting(
          expression: { expression in
            switch expression {
            case .call(.name(rows.property), rows.query, _): .member("item", rows.flag)
            case .name(rows.element): .member("item", rows.element)
            default: expression
            }
          },
          statement: { statement in
            if case .call(.name(rows.property), rows.command, _) = statement {
              [.toggle(.member("item", rows.flag))]
            } else {
              [statement]
            }
          }))
    }
  }

  mutating func compute(_ state: String, _ viewName: String, _ value: Expression) {
    change(viewName) { type in
      let swiftType = type.property(state)?.type ?? "Int"
      type.properties.removeAll { $0.name == state }
      type.helpers.append(.init(state, swiftType, value))
      type.rewrite(
        Rewriting(modifier: { modifier in
          if case .onChange = modifier, modifier.writes(state) { nil } else { modifier }
        }))
    }
  }

  /// The value moves into an `@Observable` that readers get by its type: only those whose body shows it follow.
  mutating func moveOutOfEnvironment(_ key: String, _ state: String, _ writer: String, _ model: String) {
    guard let property = view(writer)?.property(state), case .state(let initial) = property.wrapper else { return }
    models.append(ModelType(model, properties: [.init(state, property.type, initial)]))
    environmentKeys.removeAll { $0.name == key }
    for index in views.indices {
      var names: [String: Expression] = [:]
      for place in views[index].properties.indices {
        let old = views[index].properties[place]
        let isReader = old.wrapper == .environment(key: key)
        guard isReader || views[index].name == writer && old.name == state else { continue }
        names[old.name] = .member("clock", state)
        views[index].properties[place] = .init(
          "clock", model, isReader ? .environmentModel : .state(.make(model, [])))
      }
      guard !names.isEmpty else { continue }
      views[index].rewrite(
        Rewriting(modifier: { modifier in
          if case .environment(key, _) = modifier { .environmentModel("clock") } else { modifier }
        }))
      views[index].rewrite(.replacing(names))
    }
  }

  /// The state becomes whether the threshold is passed, and is written when that changes.
  mutating func writeThreshold(_ state: String, _ viewName: String, _ handler: String, _ flag: String) {
    change(viewName) { type in
      var condition: Expression?
      type.rewrite(
        Rewriting(expression: { expression in
          guard case .binary(.name(state), _, _) = expression else { return expression }
          condition = expression
          return .name(flag)
        }))
      guard let condition, case .binary(_, let sign, let limit) = condition else { return }
      type.properties = type.properties.map { $0.name == state ? .init(flag, "Bool", .state(false)) : $0 }
      type.rewrite(
        Rewriting(statement: { statement in
          guard case .assign(.name(state), let value, _) = statement else { return [statement] }
          return [.assign(.name(flag), .binary(value, sign, limit), isGuarded: true)]
        }))
    }
  }

  mutating func removeHandler(_ handler: String, _ viewName: String) {
    change(viewName) { type in
      type.rewrite(Rewriting(modifier: { $0.handler?.name == handler ? nil : $0 }))
    }
  }

  /// A section of a body becomes a view with what it uses as its inputs.
  mutating func extract(_ section: Node, _ viewName: String, _ name: String) {
    guard let owner = view(viewName) else { return }
    var part = ViewType(name, file: owner.file ?? owner.name, body: [section])
    let used = part.usedNames
    var arguments: [(String, Expression)] = []
    for property in owner.properties where used.contains(property.name) {
      if models.contains(where: { $0.name == property.type }) {
        part.inputs.append(.init(property.name, property.type))
        arguments.append((property.name, .name(property.name)))
      } else {
        part.properties.append(.init(property.name, property.type, .binding))
        arguments.append((property.name, .projection(.name(property.name))))
      }
    }
    for input in owner.inputs where used.contains(input.name) {
      part.inputs.append(input)
      arguments.append((input.name, .name(input.name)))
    }
    let use = Node.child(name, arguments)
    change(viewName) { type in
      type.rewrite(Rewriting(node: { $0 == section ? [use] : [$0] }))
    }
    views.append(part)
  }
}
