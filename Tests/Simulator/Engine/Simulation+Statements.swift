extension Simulation {
  func run(_ statements: [Statement], _ scope: Scope) {
    for statement in statements { run(statement, scope) }
  }

  private func run(_ statement: Statement, _ scope: Scope) {
    switch statement {
    case .assign(let target, let value, let isGuarded):
      let value = self.value(value, scope)
      if isGuarded, self.value(target, scope).means(value) { return }
      write(value, to: target, scope)
    case .toggle(let target): write(.bool(!value(target, scope).isTrue), to: target, scope, inPlace: true)
    case .add(let target, let amount):
      write(value(.binary(target, "+", amount), scope), to: target, scope, inPlace: true)
    case .append(let target, let element):
      write(elements: value(target, scope).elements + [value(element, scope)], to: target, scope)
    case .insertFirst(let target, let element):
      write(elements: [value(element, scope)] + value(target, scope).elements, to: target, scope)
    case .removeFirst(let target):
      let elements = value(target, scope).elements
      if !elements.isEmpty { write(elements: Array(elements.dropFirst()), to: target, scope) }
    case .toggleMembership(let target, let element):
      var elements = value(target, scope).elements
      let element = value(element, scope)
      if let index = elements.firstIndex(of: element) { elements.remove(at: index) } else { elements.append(element) }
      write(elements: elements, to: target, scope)
    case .setField(let collection, let id, let field, let new):
      let wanted = value(id, scope)
      let new = value(new, scope)
      // Nobody writes to an element that is not there.
      guard value(collection, scope).elements.contains(where: { $0[field: "id"] == wanted }) else { return }
      let elements = value(collection, scope).elements.map { element -> Value in
        guard case .record(let type, var fields) = element, element[field: "id"] == wanted else { return element }
        fields[field] = new
        return .record(type: type, fields: fields)
      }
      write(elements: elements, to: collection, scope)
    case .callInput(let name, let arguments):
      guard case .fresh(_, let serial)? = scope.instance?.inputs[name], let closure = closures[serial] else { return }
      var inner = closure.scope
      if let parameter = closure.parameter, let argument = arguments.first {
        inner.locals[parameter] = value(argument, scope)
      }
      run(closure.statements, inner)
    case .call(let base, let method, let arguments):
      guard case .object(let number) = value(base, scope) else { return }
      send(method, to: number, arguments.map { value($0, scope) })
    case .when(let condition, let statements):
      if value(condition, scope).isTrue { run(statements, scope) }
    case .animated(let statements):
      // What was written before and what is written after are transactions of their own.
      if needsUpdate { settle() }
      run(statements, scope)
      if needsUpdate { settle() }
    case .announce(let target):
      guard case .object(let number) = value(target, scope) else { return }
      notifyObservers(of: number, origin: app.models[objects[number].type].name)
    }
  }

  func send(_ method: String, to number: Int, _ arguments: [Value]) {
    guard let handler = app.models[objects[number].type].methods.first(where: { $0.name == method }) else { return }
    var scope = Scope(object: number)
    for (parameter, argument) in zip(handler.parameters, arguments) { scope.locals[parameter.name] = argument }
    run(handler.statements, scope)
  }

  /// Stores what a change of an array in its place made of it.
  private func write(elements: [Value], to target: Expression, _ scope: Scope) {
    write(.list(elements, storage: nextSerial()), to: target, scope, inPlace: true)
  }

  private func write(_ value: Value, to target: Expression, _ scope: Scope, inPlace: Bool = false) {
    guard let place = place(target, scope) else { return }
    var new = value
    if !place.fields.isEmpty { new = Self.replacing(place.fields[...], in: cells[place.cell].value, by: value) }
    write(new, toCell: place.cell, inPlace: inPlace || !place.fields.isEmpty)
  }

  private static func replacing(_ fields: ArraySlice<String>, in value: Value, by new: Value) -> Value {
    guard let field = fields.first else { return new }
    if case .list(var elements, _) = value, let index = Int(field), elements.indices.contains(index) {
      elements[index] = replacing(fields.dropFirst(), in: elements[index], by: new)
      return .list(elements, storage: 0)
    }
    guard case .record(let type, var all) = value else { return value }
    all[field] = replacing(fields.dropFirst(), in: all[field] ?? .none, by: new)
    return .record(type: type, fields: all)
  }

  /// Stores a value and marks the views that the write concerns.
  private func write(_ value: Value, toCell number: Int, inPlace: Bool) {
    let cell = cells[number]
    let isEqual = cell.value.means(value)
    cells[number].value = value
    if !isEqual { cells[number].version += 1 }
    switch cell.owner {
    case .silent: break
    case .state:
      if options.equalStateWritesAreSilent, stateIsEqual(cell.value, value, type: cell.type) { return }
      notifyReaders(of: number)
    case .model(let object, _, _, let isPublished):
      if isPublished {
        if isEqual, !options.publishedAlwaysNotifies { return }
        notifyObservers(of: object, origin: cell.origin)
      } else {
        let compares = options.observableComparesFirst && !(inPlace && options.inPlaceWritesAlwaysNotify)
        if compares, setterFindsEqual(cell.value, value, type: cell.type) { return }
        notifyReaders(of: number)
      }
    case .defaults(let key):
      if isEqual { return }
      forEachInstance { instance in
        for property in app.views[instance.type].properties {
          guard case .appStorage(key, _) = property.wrapper else { continue }
          let isRead = instance.reads[number] != nil
          if isRead || options.unreadAppStorageNotifies { mark(instance, property: property.name, cell.origin) }
        }
      }
    }
  }

  func forEachInstance(_ body: (Instance) -> Void) {
    guard let root else { return }
    var stack = [root]
    while let instance = stack.popLast() {
      body(instance)
      stack.append(contentsOf: instance.children.reversed().map(\.instance))
    }
  }
}
