/// A closure that was made, to be called later.
struct Closure {
  var parameter: String?
  var statements: [Statement]
  var scope: Scope
}

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
    case .toggle(let target): write(.bool(!value(target, scope).isTrue), to: target, scope)
    case .add(let target, let amount):
      write(value(.binary(target, "+", amount), scope), to: target, scope)
    case .append(let target, let element):
      write(.list(value(target, scope).elements + [value(element, scope)], storage: nextSerial()), to: target, scope)
    case .insertFirst(let target, let element):
      write(.list([value(element, scope)] + value(target, scope).elements, storage: nextSerial()), to: target, scope)
    case .removeFirst(let target):
      write(.list(Array(value(target, scope).elements.dropFirst()), storage: nextSerial()), to: target, scope)
    case .toggleMembership(let target, let element):
      var elements = value(target, scope).elements
      let element = value(element, scope)
      if let index = elements.firstIndex(of: element) { elements.remove(at: index) } else { elements.append(element) }
      write(.list(elements, storage: nextSerial()), to: target, scope)
    case .setField(let collection, let id, let field, let new):
      let wanted = value(id, scope)
      let new = value(new, scope)
      let elements = value(collection, scope).elements.map { element -> Value in
        guard case .record(let type, var fields) = element, element[field: "id"] == wanted else { return element }
        fields[field] = new
        return .record(type: type, fields: fields)
      }
      write(.list(elements, storage: nextSerial()), to: collection, scope)
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
    }
  }

  func send(_ method: String, to number: Int, _ arguments: [Value]) {
    guard let handler = app.models[objects[number].type].methods.first(where: { $0.name == method }) else { return }
    var scope = Scope(object: number)
    for (parameter, argument) in zip(handler.parameters, arguments) { scope.locals[parameter.name] = argument }
    run(handler.statements, scope)
  }

  private func write(_ value: Value, to target: Expression, _ scope: Scope) {
    guard let place = place(target, scope) else { return }
    var new = value
    if !place.fields.isEmpty { new = Self.replacing(place.fields[...], in: cells[place.cell].value, by: value) }
    write(new, toCell: place.cell)
  }

  private static func replacing(_ fields: ArraySlice<String>, in value: Value, by new: Value) -> Value {
    guard let field = fields.first else { return new }
    guard case .record(let type, var all) = value else { return value }
    all[field] = replacing(fields.dropFirst(), in: all[field] ?? .none, by: new)
    return .record(type: type, fields: all)
  }

  /// Stores a value and marks the views that the write concerns.
  func write(_ value: Value, toCell number: Int) {
    let cell = cells[number]
    let isEqual = cell.value.means(value)
    cells[number].value = value
    switch cell.owner {
    case .state:
      if isEqual, cell.isEquatable, options.equalStateWritesAreSilent { return }
      notifyReaders(of: number)
    case .model(let object, _, _, let isPublished):
      if isPublished {
        if isEqual, !options.publishedAlwaysNotifies { return }
        notifyObservers(of: object, origin: cell.origin)
      } else {
        if isEqual, cell.isEquatable, options.observableComparesFirst { return }
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

  private func notifyReaders(of cell: Int) {
    let origin = cells[cell].origin
    forEachInstance { instance in
      if let cause = instance.reads[cell] {
        mark(instance, cause, origin)
      } else if !options.unreadStateIsSilent, case .state(let owner, let name) = cells[cell].owner, owner === instance {
        mark(instance, property: name, origin)
      }
    }
  }

  private func notifyObservers(of object: Int, origin: String) {
    forEachInstance { instance in
      for property in app.views[instance.type].properties where observes(instance, property, object) {
        mark(instance, property: property.name, origin)
      }
    }
  }

  private func observes(_ instance: Instance, _ property: ViewType.DynamicProperty, _ object: Int) -> Bool {
    switch property.wrapper {
    case .stateObject: instance.ownObjects[property.name] == .object(object)
    case .observedObject: instance.inputs[property.name] == .object(object)
    case .environmentObject: instance.environment.models[property.type] == .object(object)
    default: false
    }
  }

  private func mark(_ instance: Instance, _ cause: ReadCause, _ origin: String) {
    if case .property(let name) = cause { return mark(instance, property: name, origin) }
    var pending = instance.pending ?? Pending()
    if !pending.keyPaths.contains(cause) { pending.keyPaths.append(cause) }
    if !pending.origins.contains(origin) { pending.origins.append(origin) }
    instance.pending = pending
    needsUpdate = true
  }

  func mark(_ instance: Instance, property: String, _ origin: String) {
    var pending = instance.pending ?? Pending()
    pending.properties.insert(property)
    if !pending.origins.contains(origin) { pending.origins.append(origin) }
    instance.pending = pending
    needsUpdate = true
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
