import SwiftUIModel
internal import Vocabulary

/// Writes in models that notify whatever is written: members that are published, and parts of what is observed.
enum ModelWrites {
  /// Those that a callback makes again and again.
  static func findings(_ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    if type.isObservableObject {
      return published(type) + coarsePipelines(type, graph) + coarseObservers(type, graph)
    }
    return type.isObservableClass ? inPlace(type, graph) : []
  }

  /// `publisher.assign(to: &$value)` without `removeDuplicates`: each value that arrives is published.
  static func pipelines(_ type: TypeInfo) -> [Draft] {
    guard type.isObservableObject else { return [] }
    let published = type.storedProperties.filter { property in
      property.storage == .member && property.typeText.map(TypeName.isCollection) != true
    }
    guard !published.isEmpty else { return [] }
    return type.allCode.flatMap { $0.descendants(.call) }.compactMap { call in
      guard Functions.assignsValues.contains(call.calledName), let target = call.argument("to"),
        !call.descendants.contains(where: { $0.kind == .member && Functions.dropsRepeats.contains($0.name) })
      else { return nil }
      let names = Set(([target] + Array(target.descendants)).map { $0.name.drop { $0 == "$" || $0 == "_" } })
      guard let property = published.first(where: { names.contains($0.name[...]) }) else { return nil }
      return Draft(
        "the pipeline assigns '\(property.name)' whatever it was, and each assignment of a @Published property updates all observers of "
          + "'\(type.name)'; add removeDuplicates()",
        at: call.nameStart, code: call, view: type, subject: .property(property.name),
        change: .writeOnlyOnChange(PropertyPath(property.name)), severity: .note,
        steps: ["put .removeDuplicates() before .assign"])
    }
  }

  /// The same of what takes few values, which a step before works out of many: `samples.map(Level.init).assign(to: &$level)`.
  private static func coarsePipelines(_ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    pipelines(type).filter { draft in
      guard case .path(let path) = draft.subject, let property = type.property(path.property),
        takesFewValues(property, of: type, graph)
      else { return false }
      return draft.code.callee?.descendants.contains { $0.kind == .member && Methods.maps.contains($0.name) } ?? false
    }
  }

  /// `private var strength = 0 { didSet { bars = min(4, strength / 25) } }`: a published value that takes few values, worked out anew
  /// for each of many.
  private static func coarseObservers(_ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    type.storedProperties.flatMap { source -> [Draft] in
      guard let observer = source.code.all(.accessor).first(where: { $0.name == "didSet" }) else { return [] }
      return observer.descendants(.assign).compactMap { code in
        let sides = Array(code.children)
        guard code.name == "=", sides.count == 2, let name = sides[0].ownMemberPath?.first,
          sides[0].ownMemberPath?.count == 1,
          name != source.name, let property = type.property(name), property.storage == .member,
          takesFewValues(property, of: type, graph), sides[1].mentionsOwnMember(source.name),
          sides[1].ownMemberPath == nil, !code.isGuarded(for: [name], upTo: nil)
        else { return nil }
        return Draft(
          "each value of '\(source.name)' assigns '\(name)', which takes few values, and each assignment of a @Published property updates "
            + "all observers of '\(type.name)'; write only when it differs",
          at: code.start, code: code, view: type, subject: .property(name),
          change: .writeOnlyOnChange(PropertyPath(name)), severity: .note,
          steps: ["compare with '\(name)' and assign only when different"])
      }
    }
  }

  /// A flag, a count of a few, a case of an enum: the next value is often the one before.
  private static func takesFewValues(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let text = TypeName.base(property.typeText ?? "")
    if KnownTypes.flags.contains(text) || KnownTypes.integers.contains(text) { return true }
    if text.isEmpty, let initial = property.initialValue {
      return initial.kind == .literal && !initial.name.contains(".")
    }
    return graph.index.type(of: property, in: type).map { $0.kind == .enum && $0.cases.allSatisfy(\.payload.isEmpty) }
      ?? false
  }

  /// Assignments in callbacks to what an `ObservableObject` publishes.
  private static func published(_ type: TypeInfo) -> [Draft] {
    let published = Dictionary(
      type.storedProperties.filter { $0.storage == .member }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    guard !published.isEmpty else { return [] }
    var findings: [Draft] = []
    for part in type.allCode {
      let ids = part.file.tree.ids(of: Set(published.keys))
      for code in part.descendants where code.kind == .assign && code.name == "=" {
        let parts = Array(code.children)
        guard parts.count == 2, ids.contains(parts[0].node.name), parts[0].kind == .identifier, let value = parts.last,
          !value.isConstant, !value.isFreshValue, let source = callback(around: code, in: type),
          !code.isGuarded(for: [parts[0].name], upTo: nil), !value.mentionsOwnMember(parts[0].name), !code.isAnimated
        else { continue }
        // A shadowing local or parameter of the same name.
        if parts[0].isShadowed(parts[0].name) { continue }
        if SourceGraph.alwaysDiffers(parts[0].name) { continue }
        guard let property = published[parts[0].name] else { continue }
        if property.typeText.map(TypeName.isCollection) == true { continue }
        // The next reading of a sensor is another one: it is to be written less often.
        if code.isReading, RepeatedPublishing.isOfMeasuredKind(property) { continue }
        findings.append(
          Draft(
            "\(source) assigns '\(parts[0].name)' without comparing, and each assignment of a @Published property updates all observers "
              + "of '\(type.name)'; write only when it differs",
            at: code.start, code: code, view: type, subject: .property(parts[0].name),
            change: .writeOnlyOnChange(PropertyPath(parts[0].name)), severity: .note,
            steps: ["compare with '\(parts[0].name)' and assign only when different"]))
      }
    }
    return findings
  }

  /// Assignments in callbacks to a part of what an `@Observable` stores, which notify whatever is written.
  private static func inPlace(_ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    let tracked = Set(type.storedProperties.filter(\.isTracked).map(\.name))
    return type.allCode.flatMap { $0.descendants(.assign) }.compactMap { code -> Draft? in
      guard code.name == "=", let target = code.firstChild, let value = Array(code.children).last,
        let root = inPlaceRoot(of: target), tracked.contains(root.name), !root.isShadowed(root.name),
        let property = type.property(root.name),
        graph.index.type(of: property, in: type)?.isReference != true, !value.isConstant, !value.isFreshValue,
        let source = callback(around: code, in: type), !code.isGuarded(for: [target.name], upTo: nil),
        !value.mentionsOwnMember(root.name), !SourceGraph.alwaysDiffers(target.name)
      else { return nil }
      return Draft(
        "\(source) changes a part of '\(root.name)' in place without comparing, and that notifies the readers of '\(root.name)' even "
          + "when it changes nothing; write only when it differs",
        at: code.start, code: code, view: type, subject: .property(root.name),
        change: .writeOnlyOnChange(PropertyPath(root.name)), severity: .note,
        steps: ["compare with the value there and assign only when different"])
    }
  }

  /// `link` of `link.isUp` and `self.link.isUp`, `rows` of `rows[0]`; `nil` where a property is assigned as a whole.
  private static func inPlaceRoot(of target: Code) -> Code? {
    var current = target
    while let base = current.kind == .subscriptCall
      ? current.callee : current.kind == .member ? current.firstChild : nil
    {
      if base.kind == .identifier { return base }
      current = base
    }
    return nil
  }

  /// The callback that an assignment runs in: a subscription, an observer, or a method that looks like one.
  private static func callback(around code: Code, in type: TypeInfo) -> String? {
    var innermost: Code?
    for ancestor in code.ancestors {
      if ancestor.kind == .type { break }
      if ancestor.kind == .call, let event = ancestor.calledEvent, event.repeatsValues || event == .subscription {
        if ancestor.descendants.contains(where: { $0.kind == .member && Functions.dropsRepeats.contains($0.name) }) {
          return nil
        }
        return "'\(ancestor.calledName)'"
      }
      if ancestor.kind == .forStatement, ancestor.flags.contains(.isSpecial) { return "'for await'" }
      if ancestor.kind == .assign, let target = ancestor.firstChild, ancestor != code,
        Conventions.callbackWords.contains(where: {
          target.name.lowercased().contains($0)
        })
      {
        return "'\(target.name)'"
      }
      if ancestor.kind == .argument,
        ["receiveValue", "onUpdate", "onProgress", "progress", "progressBlock", "progressHandler"].contains(
          ancestor.name)
      {
        return "'\(ancestor.name)'"
      }
      if ancestor.kind == .function, innermost == nil { innermost = ancestor }
    }
    guard let function = innermost else { return nil }
    let name = function.name.lowercased()
    let isObserver = ["didchange", "didupdate", "didreceive", "poll", "tick", "progress"].contains { name.contains($0) }
    let parameters = function.all(.parameter).map(\.detail)
    guard let value = Array(code.children).last else { return nil }
    // `locationManager(_:didUpdateHeading:)`, which works a name out of what it is handed: of many values few.
    let isOfDelegate = function.all(.parameter).contains { ModelRates.isCalledForEvents(label: $0.name) }
    let isWorkedOut =
      isOfDelegate && value.ownMemberPath == nil && dependsOn(parameters, value)
      && isText(code.firstChild?.name, of: type)
    guard
      isObserver && !value.mentionedNames.isDisjoint(with: parameters) || isPartwiseUpdate(function, value)
        || isWorkedOut
    else {
      return nil
    }
    return "'\(function.name)'"
  }

  /// Whether a value is made of one of some parameters, itself or through locals.
  private static func dependsOn(_ parameters: [String], _ value: Code) -> Bool {
    value.mentionedNames.contains { name in
      parameters.contains(name)
        || value.localDeclaration(of: name)?.initialValue.map { !$0.mentionedNames.isDisjoint(with: parameters) }
          == true
    }
  }

  private static func isText(_ name: String?, of type: TypeInfo) -> Bool {
    guard let property = name.flatMap({ type.property($0) }) else { return false }
    return KnownTypes.texts.contains(TypeName.base(property.typeText ?? "")) || property.initialValue?.kind == .string
  }

  /// A method that copies several members of one value into published properties: most of them did not change.
  private static func isPartwiseUpdate(_ function: Code, _ value: Code) -> Bool {
    guard Conventions.copyingWords.contains(where: { function.name.lowercased().contains($0) }),
      let source = value.memberPath?.first,
      value.kind == .member, function.all(.parameter).contains(where: { $0.detail == source })
    else { return false }
    return function.descendants.count { $0.kind == .assign && Array($0.children).last?.memberPath?.first == source }
      >= 3
  }
}

extension Code {
  /// Whether it stands in the closure that a microphone or a motion sensor is given.
  fileprivate var isReading: Bool {
    ancestors.contains { call in
      if case .callback? = call.repetition { call.kind == .call } else { false }
    }
  }
}
