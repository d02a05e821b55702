import SwiftUIModel

/// Calls, their arguments, and closures: which run on evaluation and which later.
extension EvaluationWalker {
  mutating func visitCall(_ code: Code) {
    guard let callee = code.callee else { return visitChildren(of: code) }
    let name = code.calledName
    result.add(CallSite(code: code, name: name, phase: phase, via: via, row: rows.last))

    if let function = functionOfSelf(callee) {
      let local = local(callee.name)
      let parameters = visitArguments(of: code, into: function)
      if local?.function == nil { inline(name, function.block, at: code, parameters: parameters) }
      return
    }
    var childType: TypeID?
    // `_Row` is a type as well.
    if let path = callee.memberPath, let last = path.last, last.first(where: { $0 != "_" })?.isUppercase == true {
      let typeName = path.filter { $0 != SwiftUIModel.module }.joined(separator: ".")
      childType = index.resolve(typeName, near: code.file.path, inside: view.id)
      addChild(code, name: typeName, type: childType)
    } else if callee.kind == .member, let base = callee.firstChild {
      if Methods.mutates.contains(name), base.memberPath != nil || base.kind == .subscriptCall {
        write(to: base, at: code, operation: name, value: nil)
      }
      visit(base)
    } else if callee.kind == .identifier {
      if let local = local(name) {
        if let block = local.function { inline(name, block, at: code, parameters: [:]) }
        use(local, path: [], at: callee, isProjection: false)
      } else {
        visit(callee)
      }
    } else {
      visit(callee)
    }
    visitCallArguments(code, function: name, childType: childType)
  }

  func functionOfSelf(_ callee: Code) -> (block: Code, parameters: [Parameter])? {
    var name = callee.name
    if callee.kind == .member {
      guard callee.firstChild?.isSelf == true else { return nil }
    } else if callee.kind == .identifier {
      if !callee.isOfSelf, local(name) != nil { return nil }
    } else {
      return nil
    }
    if name.hasPrefix("$") { name.removeFirst() }
    guard let candidates = functions[name], let call = callee.parent else { return nil }
    let labels = call.arguments.filter { !$0.flags.contains(.isTrailing) }.map { $0.name.isEmpty ? "_" : $0.name }
    let match = candidates.first { function in
      let names = function.parameters.map(\.label)
      return labels.allSatisfy { names.contains($0) }
    }
    guard let function = match ?? candidates.first, let body = function.body else { return nil }
    return (body, function.parameters)
  }

  mutating func visitArguments(
    of call: Code, into function: (block: Code, parameters: [Parameter])
  ) -> [String: Local] {
    var parameters: [String: Local] = [:]
    for parameter in function.parameters { parameters[parameter.name] = Local() }
    for (position, argument) in call.arguments.enumerated() {
      guard let value = argument.firstChild else { continue }
      let parameter = Self.parameter(for: argument, at: position, of: function.parameters)
      if value.kind == .closure, let parameter {
        let isAction = TypeName.returnsVoid(parameter.typeText) && !parameter.attributes.contains(.viewBuilder)
        let outer = phase
        if isAction, phase.isEvaluation {
          result.actionClosures.append(value)
          phase = Phase(caller: call, callerName: call.calledName)
        }
        visitClosure(value, parameters: [:])
        phase = outer
      } else {
        let found = dependencies(of: value)
        if let parameter { parameters[parameter.name] = Local(dependencies: found, alias: alias(of: value)) }
      }
    }
    return parameters
  }

  /// The parameter that an argument is for: a trailing closure is for a function, whichever parameters before that were left out.
  private static func parameter(for argument: Code, at position: Int, of parameters: [Parameter]) -> Parameter? {
    if let labelled = parameters.first(where: { $0.label == argument.name }) { return labelled }
    let rest = parameters.dropFirst(position)
    if argument.flags.contains(.isTrailing) {
      return rest.first { TypeName.isFunction($0.typeText) }
        ?? parameters.last { TypeName.isFunction($0.typeText) } ?? rest.first
    }
    return rest.first
  }

  mutating func addChild(_ code: Code, name: String, type: TypeID?) {
    var arguments: [Child.Argument] = []
    for argument in code.arguments {
      guard let value = argument.firstChild else { continue }
      arguments.append(
        Child.Argument(
          label: argument.name, value: value, isTrailing: argument.flags.contains(.isTrailing),
          property: type.flatMap { ArgumentMapping.property(for: argument, of: code, in: index[$0]) }))
    }
    result.children.append(
      Child(name: name, type: type, code: code, phase: phase, via: via, row: rows.last, arguments: arguments))
  }

  /// `ForEach(movies, content: Poster.init)`: an initialiser that is handed over makes each row.
  private mutating func addRow(madeBy value: Code, of call: Code) {
    guard var path = value.memberPath, path.count > 1, path.removeLast() == "init", path.last?.startsUppercase == true,
      let id = index.resolve(path.joined(separator: "."), near: value.file.path, inside: view.id)
    else { return }
    result.children.append(
      Child(name: path.joined(separator: "."), type: id, code: value, phase: phase, via: via, row: call, arguments: []))
  }

  mutating func visitCallArguments(_ call: Code, function: String, childType: TypeID?) {
    let isRowContainer = Views.makesRows.contains(function) && phase.isEvaluation
    var data: Set<String> = []
    for argument in call.arguments {
      guard let value = argument.firstChild else { continue }
      guard value.kind == .closure else {
        if let found = visitChosenClosures(value, argument, of: call, function: function, childType: childType) {
          data.formUnion(found)
          continue
        }
        let outer = phase
        if phase.isEvaluation, isHandedMethod(value, argument, of: call, function: function) {
          phase = Phase(
            caller: call, callerName: function,
            handedTo: HandedOnActions(index: index).finalCaller(of: argument, in: call, childType: childType))
        }
        let found = dependencies(of: value)
        phase = outer
        if isRowContainer { addRow(madeBy: value, of: call) }
        if argument.name.isEmpty || data.isEmpty { data.formUnion(found) }
        if isRowContainer { data.formUnion(projections(in: value)) }
        continue
      }
      let isAction =
        isActionClosure(argument, of: call, function: function, childType: childType) || value.isAsynchronous
      let outer = phase
      if isAction, phase.isEvaluation {
        result.actionClosures.append(value)
        let name = function.isEmpty ? (argument.name.isEmpty ? "closure" : argument.name) : function
        phase = Phase(
          caller: call, callerName: Wrappers.bindings.contains(function) ? Labels.bindingSetter : name,
          handedTo: HandedOnActions(index: index).finalCaller(of: argument, in: call, childType: childType))
      } else if isAction, call.calledEvent == .timer, call.repetition != nil {
        // A clock that an action starts goes on after it.
        phase = Phase(caller: call, callerName: function)
      }
      let holdsRows =
        isRowContainer && !isAction
        && (!Views.takesPlainContent.contains(function) || call.arguments.count > 1 || hasParameter(value))
      if holdsRows { rows.append(call) }
      // Parameters of a data-driven closure carry the data: the element of a row, the value of `map`.
      let isElement = isRowContainer || Methods.handsElements.contains(function)
      var found = isElement ? data : []
      if isElement, let base = call.callee?.firstChild, call.callee?.kind == .member {
        found.formUnion(result.reads.filter { base.contains($0.code) && $0.phase == outer }.map(\.property))
      }
      visitClosure(value, parameters: ["": Local(dependencies: found)])
      if holdsRows { rows.removeLast() }
      phase = outer
    }
  }

  /// `onToggle: isSearching ? nil : { toggle() }`: the condition is evaluated, the closures run later.
  ///
  /// - Returns: What the condition is made of; `nil` where there is no such closure, or it is no action.
  private mutating func visitChosenClosures(
    _ value: Code, _ argument: Code, of call: Code, function: String, childType: TypeID?
  ) -> Set<String>? {
    guard value.kind == .ternary, phase.isEvaluation, value.children.contains(where: { $0.kind == .closure }),
      isActionClosure(argument, of: call, function: function, childType: childType)
    else { return nil }
    let outer = phase
    var found: Set<String> = []
    for part in value.children {
      guard part.kind == .closure else {
        found.formUnion(dependencies(of: part))
        continue
      }
      result.actionClosures.append(part)
      phase = Phase(
        caller: call, callerName: function.isEmpty ? argument.name : function,
        handedTo: HandedOnActions(index: index).finalCaller(of: argument, in: call, childType: childType))
      visitClosure(part, parameters: [:])
      phase = outer
    }
    return found
  }

  /// `Button("Reload", action: model.reload)`, `.task(model.load)`: a method of an object, to be called later.
  ///
  /// Where the class is not in the sources the label has to say so.
  func isHandedMethod(_ value: Code, _ argument: Code, of call: Code, function: String) -> Bool {
    guard var path = value.memberPath else { return false }
    if path.first == "self" { path.removeFirst() }
    guard path.count == 2, !function.isEmpty, let property = properties[path[0]], property.isStored,
      local(path[0]) == nil, property.typeText.map(TypeName.isFunction) != true
    else { return false }
    let isNamed = Labels.actions.contains(argument.name)
    guard let model = index.type(of: property, in: view) else { return isNamed && property.isObservedObject }
    return model.functions.contains { $0.name == path[1] && !$0.isStatic }
      && (isNamed || argument.name.isEmpty && Calls.closures[function] == .actions)
  }

  func projections(in code: Code) -> Set<String> {
    Set(result.reads.filter { $0.isProjection && code.contains($0.code) }.map(\.property))
  }

  func hasParameter(_ closure: Code) -> Bool { closure.first(.parameter) != nil }

  func isActionClosure(_ argument: Code, of call: Code, function: String, childType: TypeID?) -> Bool {
    if let childType {
      let type = index[childType]
      if let name = ArgumentMapping.property(for: argument, of: call, in: type),
        let property = type.property(name), let text = property.typeText, TypeName.isFunction(text)
      {
        return TypeName.returnsVoid(text) && !property.attributes.contains(.viewBuilder)
          || HandedOnActions(index: index).isRunLater(name, in: type, actions)
      }
      for initializer in type.initializers {
        if let parameter = initializer.parameters.first(where: { $0.label == argument.name }),
          TypeName.isFunction(parameter.typeText)
        {
          return TypeName.returnsVoid(parameter.typeText) && !parameter.attributes.contains(.viewBuilder)
        }
      }
    }
    if let parameter = HandedOnActions(index: index).parameter(for: argument, of: function),
      TypeName.returnsVoid(parameter.typeText), !parameter.attributes.contains(.viewBuilder)
    {
      return true
    }
    return actions.isAction(
      function: function, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
  }

  mutating func visitClosure(_ code: Code, parameters: [String: Local]) {
    inScope { walker in
      for child in code.children {
        switch child.kind {
        case .capture:
          if let value = child.firstChild {
            let found = walker.dependencies(of: value)
            walker.define(child.name, Local(dependencies: found))
          } else if child.name != "self" {
            walker.visitIdentifier(child, name: child.name)
          }
        case .parameter: walker.define(child.detail, parameters[""] ?? Local())
        default: break
        }
      }
      if let block = code.first(.block) {
        if let anonymous = parameters[""], !anonymous.dependencies.isEmpty { walker.define("$0", anonymous) }
        walker.visitChildren(of: block)
      }
    }
  }
}

extension Code {
  /// Whether a closure waits for something itself: no body can run it, only a task.
  fileprivate var isAsynchronous: Bool {
    children.contains { part in
      switch part.kind {
      case .closure, .function, .type: false
      case .await: true
      default: part.isAsynchronous
      }
    }
  }
}
