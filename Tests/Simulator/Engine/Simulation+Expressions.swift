extension Simulation {
  /// A value with the path it was read by; `nil` for what was computed.
  typealias Read = (value: Value, path: String?)

  func value(_ expression: Expression, _ scope: Scope) -> Value {
    let read = read(expression, scope)
    record(read)
    return read.value
  }

  /// Notes that a path was read to its end.
  private func record(_ read: Read) {
    guard let path = read.path, let recorder else { return }
    recorder.paths[path] = read.value
  }

  /// Reads without noting the path, so that only the whole path of `config.theme` counts as read.
  private func read(_ expression: Expression, _ scope: Scope) -> Read {
    switch expression {
    case .literal(let value), .constant(_, let value): return (value, nil)
    case .name(let name): return read(name: name, scope)
    case .member(let base, let member):
      let base = read(base, scope)
      if case .object(let number) = base.value { return read(member: member, of: number, arguments: []) }
      if case .binding(let projection) = base.value, member == "wrappedValue" { return read(projection) }
      if case .list(let elements, _) = base.value {
        switch member {
        case "first": return (elements.first ?? .none, base.path.map { "\($0).first" })
        case "isEmpty": return (.bool(elements.isEmpty), base.path.map { "\($0).isEmpty" })
        default: break
        }
      }
      return (base.value[field: member], base.path.map { "\($0).\(member)" })
    case .call(let base, let method, let arguments):
      let base = read(base, scope)
      let arguments = arguments.map { value($0, scope) }
      if case .object(let number) = base.value { return read(member: method, of: number, arguments: arguments) }
      record(base)
      return (.none, nil)
    case .count(let base):
      let base = read(base, scope)
      let count = base.value.elements.count
      return (.int(count), base.path.map { "\($0).count" })
    case .binary(let left, let sign, let right):
      return (apply(sign, value(left, scope), value(right, scope)), nil)
    case .not(let operand): return (.bool(!value(operand, scope).isTrue), nil)
    case .conditional(let test, let yes, let no):
      return (value(test, scope).isTrue ? value(yes, scope) : value(no, scope), nil)
    case .make(let type, let arguments):
      var fields: [String: Value] = [:]
      for argument in arguments { fields[argument.label] = value(argument.value, scope) }
      if app.models.contains(where: { $0.name == type }) { return (.object(makeModel(type, fields)), nil) }
      return (.record(type: type, fields: fields), nil)
    case .filter(let base, let condition):
      let elements = value(base, scope).elements.filter { element in
        var inner = scope
        inner.locals["$0"] = element
        return value(condition, inner).isTrue
      }
      return (.list(elements, storage: nextSerial()), nil)
    case .map(let base, let transform):
      let elements = value(base, scope).elements.map { element in
        var inner = scope
        inner.locals["$0"] = element
        return value(transform, inner)
      }
      return (.list(elements, storage: nextSerial()), nil)
    case .first(let base, let condition):
      let found = value(base, scope).elements.first { element in
        var inner = scope
        inner.locals["$0"] = element
        return value(condition, inner).isTrue
      }
      return (found ?? .none, nil)
    case .optional(let base, let member): return read(.member(base, member), scope)
    case .contains(let base, let element):
      let wanted = value(element, scope)
      return (.bool(value(base, scope).elements.contains { $0.means(wanted) }), nil)
    case .interpolation(let pieces):
      return (.string(pieces.map { "\(value($0, scope).meaning)" }.joined()), nil)
    case .projection(let target):
      guard let place = place(target, scope) else { return (.none, nil) }
      return (.binding(projection(of: place)), nil)
    case .closureBinding(let target):
      guard let place = place(target, scope) else { return (.none, nil) }
      return (.binding(.init(target: .cell(place.cell, fields: place.fields), serial: nextSerial())), nil)
    case .constantBinding(let content): return (.binding(.init(target: .constant(value(content, scope)))), nil)
    case .closure, .function, .builder, .method: return (makeClosure(expression, scope), nil)
    case .array(let elements): return (.list(elements.map { value($0, scope) }, storage: nextSerial()), nil)
    case .dictionary(let entries):
      let pairs = entries.map { Value.record(type: "", fields: [$0.label: value($0.value, scope)]) }
      return (.list(pairs, storage: nextSerial()), nil)
    case .indices(let base):
      return (.list(value(base, scope).elements.indices.map(Value.int), storage: nextSerial()), nil)
    case .element(let base, let index):
      let base = read(base, scope)
      guard case .int(let index) = value(index, scope), base.value.elements.indices.contains(index) else {
        return (.none, nil)
      }
      return (base.value.elements[index], base.path.map { "\($0)[\(index)]" })
    case .fresh(let kind): return (.fresh(kind: kind, serial: nextSerial()), nil)
    }
  }

  private func read(name: String, _ scope: Scope) -> Read {
    if let local = scope.locals[name] { return (local, nil) }
    if let object = scope.object {
      return name == "self" ? (.object(object), nil) : read(member: name, of: object, arguments: [])
    }
    if let instance = scope.instance {
      if let property = app.views[instance.type].property(name) { return read(property, of: instance) }
      if let input = instance.inputs[name] { return (input, path(name, of: instance)) }
      if let helper = app.views[instance.type].helpers.first(where: { $0.name == name }) {
        return (value(helper.value, Scope(instance: instance)), nil)
      }
    }
    return (globalCells[name].map { cells[$0].value } ?? .none, nil)
  }

  /// A closure that a view runs for another reads that one's properties, which may have the names of its own.
  private func path(_ name: String, of instance: Instance) -> String {
    guard let recorder, recorder.reader !== instance else { return name }
    return "@\(instance.number).\(name)"
  }

  /// The value that a binding stands for, read where the binding was made.
  private func read(_ projection: Value.Projection) -> Read {
    switch projection.target {
    case .constant(let value): return (value, nil)
    case .cell(let cell, let fields):
      if case .state(let owner, let name) = cells[cell].owner { noteStateRead(cell, of: owner, name) }
      return (fields.reduce(cells[cell].value) { $0[field: $1] }, nil)
    }
  }

  private func projection(of place: Place) -> Value.Projection {
    var projection = Value.Projection(target: .cell(place.cell, fields: place.fields))
    if case .model(_, let type, let property, let isPublished) = cells[place.cell].owner {
      if isPublished {
        projection.version = cells[place.cell].version
      } else if options.projectingAnObservableReadsIt {
        noteModelRead(place.cell, .keyPath(type: type, property: property))
        projection.version = cells[place.cell].version
      }
    }
    return projection
  }

  /// SwiftUI tracks no less than a property: reading a field of it is reading all of it.
  private func tracked(_ value: Value, _ path: String) -> Read {
    record((value, path))
    return (value, nil)
  }

  private func read(_ property: ViewType.DynamicProperty, of instance: Instance) -> Read {
    let name = property.name
    switch property.wrapper {
    case .state, .appStorage:
      guard let cell = instance.ownCells[name] else { return (.none, nil) }
      noteStateRead(cell, of: instance, name)
      return tracked(cells[cell].value, path(name, of: instance))
    case .binding: return readBinding(name, of: instance)
    case .stateObject: return (instance.ownObjects[name] ?? .none, path(name, of: instance))
    case .observedObject: return (instance.inputs[name] ?? .none, path(name, of: instance))
    case .environmentObject, .environmentModel:
      return (instance.environment.models[property.type] ?? .none, path(name, of: instance))
    case .environment("self"):
      let entries = instance.environment.entries.mapValues(\.value)
      return (.record(type: "EnvironmentValues", fields: entries), path(name, of: instance))
    case .environment(let key): return tracked(environmentValue(key, instance.environment), path(name, of: instance))
    case .composed, .stored: return (.none, nil)
    }
  }

  private func readBinding(_ name: String, of instance: Instance) -> Read {
    guard case .binding(let projection)? = instance.inputs[name] else { return (.none, nil) }
    switch projection.target {
    case .constant(let value): return tracked(value, path(name, of: instance))
    case .cell(let cell, let fields):
      if let recorder, recorder.reader !== instance {
        recorder.readsForOwners.append(OwnedRead(owner: instance, cell: cell, property: name))
      } else {
        noteBinding(name, cell: cell, isMadeOfClosures: projection.serial != nil)
      }
      return tracked(fields.reduce(cells[cell].value) { $0[field: $1] }, path(name, of: instance))
    }
  }

  /// A binding made of closures reads its state as the owner does; others notify the view that reads them.
  private func noteBinding(_ name: String, cell: Int, isMadeOfClosures: Bool) {
    guard let recorder else { return }
    switch cells[cell].owner {
    case .state(let owner, let state):
      if isMadeOfClosures { owner.reads[cell] = .property(state) } else { recorder.reads[cell] = .property(name) }
    case .model(_, let type, let property, false):
      recorder.reads[cell] =
        isMadeOfClosures ? .keyPath(type: type, property: property) : .property(name)
    case .model, .defaults, .silent: break
    }
  }

  private func read(member: String, of number: Int, arguments: [Value]) -> Read {
    guard objects.indices.contains(number) else { return (.none, nil) }
    let object = objects[number]
    if let cell = object.cells[member] {
      if case .model(_, let type, let property, false) = cells[cell].owner {
        noteModelRead(cell, .keyPath(type: type, property: property))
      }
      return tracked(cells[cell].value, "#\(number).\(member)")
    }
    guard let computed = app.models[object.type].computed.first(where: { $0.name == member }) else {
      return (.none, nil)
    }
    var scope = Scope(object: number)
    for (parameter, argument) in zip(computed.parameters, arguments) { scope.locals[parameter.name] = argument }
    return (value(computed.value, scope), nil)
  }

  private func apply(_ sign: String, _ left: Value, _ right: Value) -> Value {
    switch sign {
    case "==": return .bool(left.means(right))
    case "!=": return .bool(!left.means(right))
    case "&&": return .bool(left.isTrue && right.isTrue)
    case "||": return .bool(left.isTrue || right.isTrue)
    case "??": return left == .none ? right : left
    default: break
    }
    if sign == "+", case .string(let first) = left, case .string(let second) = right { return .string(first + second) }
    if case .int(let first) = left, case .int(let second) = right {
      switch sign {
      case "+": return .int(first &+ second)
      case "-": return .int(first &- second)
      case "*": return .int(first &* second)
      case "%": return .int(second == 0 ? 0 : first % second)
      case "/": return .int(second == 0 ? 0 : first / second)
      default: break
      }
    }
    guard let first = left.number, let second = right.number else { return .none }
    switch sign {
    case "+": return .double(first + second)
    case "-": return .double(first - second)
    case "*": return .double(first * second)
    case "/": return .double(second == 0 ? 0 : first / second)
    case "<": return .bool(first < second)
    case ">": return .bool(first > second)
    case "<=": return .bool(first <= second)
    case ">=": return .bool(first >= second)
    default: return .none
    }
  }

  /// Where a value is stored, and the fields inside of it.
  struct Place {
    var cell: Int
    var fields: [String] = []
  }

  func place(_ expression: Expression, _ scope: Scope) -> Place? {
    switch expression {
    case .name(let name):
      if case .binding(let projection)? = scope.locals[name] { return place(projection) }
      if let object = scope.object { return objects[object].cells[name].map { Place(cell: $0) } }
      guard let instance = scope.instance, let property = app.views[instance.type].property(name) else {
        return globalCells[name].map { Place(cell: $0) }
      }
      if case .binding = property.wrapper {
        guard case .binding(let projection)? = instance.inputs[name] else { return nil }
        return place(projection)
      }
      return instance.ownCells[name].map { Place(cell: $0) }
    case .member(.name(let name), "wrappedValue"): return place(.name(name), scope)
    case .element(let base, let index):
      guard var place = place(base, scope), case .int(let index) = unobserved({ value(index, scope) }) else {
        return nil
      }
      place.fields.append("\(index)")
      return place
    case .member(let base, let member):
      if case .object(let number) = unobserved({ value(base, scope) }) {
        return objects[number].cells[member].map { Place(cell: $0) }
      }
      guard var place = place(base, scope) else { return nil }
      place.fields.append(member)
      return place
    default: return nil
    }
  }

  private func place(_ projection: Value.Projection) -> Place? {
    guard case .cell(let cell, let fields) = projection.target else { return nil }
    return Place(cell: cell, fields: fields)
  }

  /// Evaluates what is no read of the body: handlers, projections.
  func unobserved<Result>(_ body: () -> Result) -> Result {
    let before = recorder
    recorder = nil
    defer { recorder = before }
    return body()
  }
}
