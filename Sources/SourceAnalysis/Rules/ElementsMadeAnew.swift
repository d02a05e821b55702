import SwiftUIModel

/// Rows whose elements are replaced by new ones for the same data: `rows = items.map { RowModel($0) }`, `ForEach(model.rows)`.
///
/// Each row is given another object, or a value that never equals the one before, so all of them are evaluated, also where nothing that they
/// show changed; and what objects had found out is lost. How often the collection is filled the sources do not say: a trace does.
struct ElementsMadeAnew {
  /// What is made.
  enum Element {
    case objects
    /// Values that are not Equatable and hold a container of what is not.
    case values
  }

  private let graph: SourceGraph
  private let wanted: Element

  /// A collection is followed through at most this many locals, calls and views to where its elements are made.
  private static let reach = 4
  /// Of the views that make another, so many are asked where they have the elements from.
  private static let mostMakers = 8

  init(_ graph: SourceGraph, _ wanted: Element) {
    self.graph = graph
    self.wanted = wanted
  }

  func findings() -> [Draft] {
    var seen: Set<Code> = []
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      evaluation.children.flatMap { child -> [Draft] in
        guard child.phase.isEvaluation, let rows = child.row, let id = child.type, !child.code.isInPreview else {
          return []
        }
        return child.arguments.compactMap { argument in
          guard let name = argument.property,
            let made = construction(argument.value, name, rows, graph.index[id], type),
            seen.insert(made.code).inserted
          else { return nil }
          return draft(made, name: name, child: graph.index[id], maker: type)
        }
      }
    }
  }

  /// Where an element is made, and who does it.
  private struct Construction {
    var code: Code
    var object: String
    /// The member that holds the elements.
    var collection: String
    var owner: TypeInfo
    /// Of values, what they hold that is not Equatable.
    var unequal: (element: TypeInfo, container: String)?
  }

  private func draft(_ made: Construction, name: String, child: TypeInfo, maker: TypeInfo) -> Draft {
    if let unequal = made.unequal { return draft(ofValues: made, unequal, name: name, child: child, maker: maker) }
    return Draft(
      "'\(made.collection)' of '\(made.owner.name)' is filled with new objects of '\(made.object)' for the same elements, so each "
        + "'\(child.name)' is given another one, whether it shows anything else or not; keep the object of an element that stays",
      at: made.code.start, code: made.code, view: child, subject: .property(name),
      change: .passComparable(.element(PropertyPath(name), of: made.collection)),
      steps: [
        "look in '\(made.collection)' for the object of the same element, update that, and make one only for what is new"
      ],
      related: [
        .init(.maker, view: maker.qualifiedName, place: maker.code.nameStart, message: "the rows are made here")
      ])
  }

  private func draft(
    ofValues made: Construction, _ unequal: (element: TypeInfo, container: String), name: String, child: TypeInfo,
    maker: TypeInfo
  ) -> Draft {
    Draft(
      "'\(made.collection)' of '\(made.owner.name)' is filled with new values of '\(made.object)', which hold a container of "
        + "'\(unequal.container)' and are not Equatable, so none equals the one before and each '\(child.name)' is evaluated with every "
        + "change of any; make '\(made.object)' Equatable, and '\(child.name)' by it",
      at: child.code.nameStart, code: child.code, view: child, subject: .property(name),
      change: .compareElements(DeclaredType(unequal.element), of: made.collection),
      steps: [
        "declare '\(made.object)' Equatable, and what it holds",
        "declare '\(child.name)' Equatable by what it shows, or leave '\(made.collection)' as it is but for what changed",
      ],
      related: [
        .init(.maker, view: maker.qualifiedName, place: maker.code.nameStart, message: "the rows are made here"),
        .init(
          .writer, view: made.owner.qualifiedName, place: made.code.start, message: "the values are made anew here"),
      ])
  }

  /// Where the object or the value is made that a row is given as its element.
  private func construction(
    _ value: Code, _ name: String, _ rows: Code, _ child: TypeInfo, _ type: TypeInfo
  ) -> Construction? {
    guard isElement(value, of: rows), let property = child.property(name), property.isPlainInput || wanted == .objects,
      let object = graph.index.type(of: property, in: child), object.isReference == (wanted == .objects),
      let data = rows.arguments.first?.firstChild, let path = data.memberPath
    else { return nil }
    if wanted == .objects { return construction(object, at: path, in: type, depth: 0) }
    guard object.kind == .struct, !graph.isEquatable(child),
      case .never(let container)? = graph.index.comparison(of: property, in: child)
    else { return nil }
    var made = construction(object, at: path, in: type, depth: 0)
    made?.unequal = (object, container)
    return made
  }

  /// Where the elements of a collection are made.
  private func construction(_ object: TypeInfo, at names: [String], in type: TypeInfo, depth: Int) -> Construction? {
    var path = names.drop { $0 == "self" }
    guard let member = path.popLast(), depth < Self.reach else { return nil }
    var owner = type
    for part in path {
      guard let held = owner.property(String(part.drop { $0 == "$" })), let next = graph.index.type(of: held, in: owner)
      else { return nil }
      owner = next
    }
    guard let collection = owner.property(member) else { return nil }
    // What a view is given is made where that comes from.
    if wanted == .values, graph.isView(owner), collection.isPlainInput {
      return (graph.parents[owner.id] ?? []).prefix(Self.mostMakers).lazy.compactMap { maker, child in
        child.arguments.first { $0.property == member }?.value.memberPath.flatMap {
          construction(object, at: $0, in: graph.index[maker], depth: depth + 1)
        }
      }.first
    }
    let objects = [object] + subclasses(of: object)
    guard collection.isStored else {
      return collection.getter.flatMap { made(objects, in: $0, of: owner, depth: 0) }
        .map { Construction(code: $0.code, object: $0.name, collection: member, owner: owner) }
    }
    for writer in [owner] + subclasses(of: owner) {
      for function in writer.functions {
        guard let body = function.body, let found = refill(of: member, with: objects, in: body, of: writer) else {
          continue
        }
        return Construction(code: found.code, object: found.name, collection: member, owner: writer)
      }
    }
    return nil
  }

  /// The parameter of the rows' closure, as it is.
  private func isElement(_ value: Code, of rows: Code) -> Bool {
    guard value.kind == .identifier,
      let closure = value.ancestors.first(where: { $0.kind == .closure && $0.parent?.parent == rows })
    else { return false }
    let names = closure.all(.parameter).map(\.detail)
    return (names.isEmpty ? ["$0"] : names).contains(value.name)
  }

  /// Where a function assigns a collection of objects that it makes, without a look at those that are there.
  private func refill(of member: String, with objects: [TypeInfo], in body: Code, of owner: TypeInfo)
    -> (code: Code, name: String)?
  {
    let uses = body.descendants.filter { use in
      use.kind == .identifier && use.name == member && !use.isShadowed(member)
    }
    guard
      let assignment = uses.lazy.compactMap(\.accessChain.parent).first(where: { $0.kind == .assign && $0.name == "=" }
      ),
      uses.allSatisfy({ $0.isWritten && $0.accessChain.parent?.kind == .assign }),
      let value = Array(assignment.children).last
    else { return nil }
    return made(objects, in: value, of: owner, depth: 0)
  }

  /// Where code makes one of these objects for each element, itself or in what it names.
  private func made(_ objects: [TypeInfo], in code: Code, of owner: TypeInfo, depth: Int) -> (code: Code, name: String)?
  {
    guard depth < Self.reach else { return nil }
    for part in [code] + Array(code.descendants) {
      if let name = constructed(part, objects, in: owner), isForEachElement(part, upTo: code) { return (part, name) }
      guard part.kind == .identifier else { continue }
      if let value = ShownRows.local(part.name, at: part), !value.contains(part) {
        if let found = made(objects, in: value, of: owner, depth: depth + 1) { return found }
        // What starts empty is filled afterwards: `rows.append(RowModel(item))`.
        guard value.kind == .array, let block = value.ancestors.first(where: { $0.kind == .block }) else { continue }
        let filled = block.descendants.lazy.filter { call in
          call.kind == .call && Methods.adds.contains(call.calledName) && call.callee?.firstChild?.name == part.name
        }.compactMap { call in
          call.arguments.lazy.compactMap(\.firstChild).compactMap { argument in
            constructed(argument, objects, in: owner).map { (argument, $0) }
          }.first
        }.first
        if let filled { return filled }
      } else if part.parent?.kind == .call, part.parent?.callee == part {
        let functions = owner.functions.filter { $0.name == part.name }
        if functions.count == 1, let body = functions[0].body,
          let found = made(objects, in: body, of: owner, depth: depth + 1)
        {
          return found
        }
      }
    }
    return nil
  }

  /// `RowModel(item)`, `RowModel.init` that is passed to `map`.
  private func constructed(_ code: Code, _ objects: [TypeInfo], in owner: TypeInfo) -> String? {
    let path: [String]?
    switch code.kind {
    case .call: path = code.callee?.memberPath
    case .member where code.name == "init" && code.parent?.kind == .argument: path = code.firstChild?.memberPath
    default: return nil
    }
    guard let path, path.last?.startsUppercase == true,
      let id = graph.index.resolve(path.joined(separator: "."), near: code.file.path, inside: owner.id)
    else { return nil }
    return objects.first { $0.id == id }?.name
  }

  /// Whether what is made is made in a closure or a loop, or handed to one: one object is no collection.
  private func isForEachElement(_ code: Code, upTo limit: Code) -> Bool {
    code.kind == .member
      || code.ancestors.prefix(while: { $0 != limit.parent }).contains { around in
        around.kind == .forStatement
          || around.kind == .closure
            && around.parent?.parent.map { Methods.makesCollections.contains($0.calledName) } == true
      }
  }

  private func subclasses(of type: TypeInfo) -> [TypeInfo] {
    graph.index.types.filter { $0.superclass == type.id }
  }
}
