import SwiftUIModel
internal import Vocabulary

/// Members of a value that change while the thing it stands for stays the same: no part of an identity.
struct VolatileMembers {
  let graph: SourceGraph
  /// Whether a member counts because somebody assigns it: a trace has to show that this goes on.
  var countsAssigned = true

  /// The stored members that `member` of the type is made of and that change, in the order of their names.
  func volatile(_ member: String, of type: TypeInfo) -> [String] {
    var names = graph.storedReads(of: member, in: type)
    // `var id: Self { self }` and `hashValue` are made of everything.
    if !type.isReference, let getter = type.property(member)?.getter, holdsWhole(getter) {
      names.formUnion(type.storedProperties.map(\.name))
    }
    return names.filter { name in type.property(name).map { isVolatile($0, of: type) } ?? false }.sorted()
  }

  func isVolatile(_ property: Property, of type: TypeInfo) -> Bool {
    guard property.isStored, !property.isStatic, !property.isLazy, !isIdentifying(property.name) else { return false }
    if countsAssigned, !property.isLet, isWritten(property.name, of: type) { return true }
    return isMeasured(property)
  }

  /// Whether somebody assigns the member after the value was made.
  private func isWritten(_ name: String, of type: TypeInfo) -> Bool {
    if graph.assigns(name, of: type) || isBound(name, of: type) { return true }
    let changing = type.functions.filter { $0.modifiers.contains("mutating") }
    guard !changing.isEmpty || type.isReference else { return false }
    let isSeen = type.allCode.contains { part in
      part.descendants.contains { code in
        [.identifier, .member].contains(code.kind) && code.name == name && code.isWritten
          && !code.ancestors.contains { $0.kind == .initializer }
      }
    }
    // Bodies of functions of plain values may not have been parsed.
    return isSeen || changing.contains { $0.body?.firstChild == nil } && graph.isWrittenInSkimmedCode([name])
  }

  /// `TextField("", text: $step.title)` in a view that takes a binding to the value.
  private func isBound(_ name: String, of type: TypeInfo) -> Bool {
    graph.evaluatedViews.contains { view, evaluation in
      evaluation.reads.contains { read in
        read.isProjection && read.path.first == name
          && view.property(read.property).flatMap { graph.index.type(of: $0, in: view) }?.id == type.id
      }
    }
  }

  /// A quantity, a flag, or the time of the last change: the next version of the same thing has another.
  private func isMeasured(_ property: Property) -> Bool {
    let type = TypeName.base(property.typeText ?? "")
    let name = property.name.lowercased()
    switch KnownTypes.table[type]?.meaning {
    case .real, .flag: return true
    case .instant: return Self.times.contains { name.contains($0) }
    case .integer, .text: return Conventions.quantityWords.contains { name.contains($0) }
    default: return false
    }
  }

  private static let times = [
    "updated", "modified", "seen", "refreshed", "changed", "edited", "synced", "now", "expir",
  ]

  private func isIdentifying(_ name: String) -> Bool {
    name == Protocols.identity || Conventions.identifiers.contains(name)
      || (Conventions.identifierEndings + ["Key"]).contains(where: name.hasSuffix)
  }

  private func holdsWhole(_ getter: Code) -> Bool {
    getter.descendants.contains { code in
      code.kind == .identifier && (code.name == "hashValue" || code.name == "self" && code.parent?.kind != .member)
    }
  }
}

/// Identity made of what changes, as far as types and names tell; a trace tells whether the views are made anew.
enum ChangingIdentity {
  private static let identifying = Modifiers.setsIdentity.union(Views.makesRows)

  /// - Parameter countsAssigned: Whether members count that are assigned, whatever they hold.
  static func findings(_ graph: SourceGraph, countsAssigned: Bool = true) -> [Draft] {
    let members = VolatileMembers(graph: graph, countsAssigned: countsAssigned)
    return computedIDs(graph, members)
      + graph.evaluatedViews.flatMap { type, evaluation in
        var seen: Set<Code> = []
        return evaluation.calls(namedAnyOf: identifying).compactMap { site -> Draft? in
          guard site.phase.isEvaluation else { return nil }
          if Views.makesRows.contains(site.name) {
            return seen.insert(site.code).inserted ? keyPath(site.code, type, members) : nil
          }
          guard Modifiers.setsIdentity.contains(site.name), seen.insert(site.code).inserted else { return nil }
          return rowID(site, type, members)
        }
      }
  }

  /// `var id: String { "\(plate)/\(minutesLeft)" }`.
  private static func computedIDs(_ graph: SourceGraph, _ members: VolatileMembers) -> [Draft] {
    graph.index.types.compactMap { type in
      guard let id = type.property(Protocols.identity), !id.isStored, let getter = id.getter, !graph.isView(type),
        !hasOwnID(getter)
      else { return nil }
      let changing = members.volatile(Protocols.identity, of: type) + counts(in: getter)
      guard !changing.isEmpty else { return nil }
      return Draft(
        "the id of '\(type.name)' holds \(SourceGraph.list(changing)), so a row whose value changes is thrown away and built "
          + "anew with its state; leave it out of the id",
        at: id.place, code: id.code, view: type, subject: .id(.holding(PropertyPath(changing[0]))),
        change: .keepIdentity(.rowsOfType), severity: .note,
        steps: ["make the id of what stays the same while \(SourceGraph.list(changing)) changes"])
    }
  }

  /// `"\(message.id)-\(message.content.count)"`: how much there is of what the thing holds.
  private static func counts(in getter: Code) -> [String] {
    let counted = getter.descendants.compactMap { code -> String? in
      guard code.kind == .member, code.name == Methods.count, let path = code.memberPath, path.count > 1,
        code.parent?.kind != .member
      else { return nil }
      return path.drop { $0 == "self" }.joined(separator: ".")
    }
    return Set(counted).sorted()
  }

  /// `if let serverID { return serverID }`: what the rest is made of only stands in where there is no id.
  private static func hasOwnID(_ getter: Code) -> Bool {
    getter.descendants.contains { code in
      code.kind == .ifStatement && code.first(.conditions)?.first(.optionalBinding) != nil
        && code.first(.block)?.descendants.contains { $0.kind == .returnStatement } == true
        || code.kind == .binary && code.name == "??"
    }
  }

  /// `ForEach(sessions, id: \.minutesLeft)`, and `\.self` of values that hold a quantity.
  private static func keyPath(_ call: Code, _ type: TypeInfo, _ members: VolatileMembers) -> Draft? {
    guard let id = call.argument(Labels.identity), id.kind == .keyPath, let data = call.arguments.first?.firstChild,
      data.kind != .closure, let element = ShownRows.elementType(of: data, type, members.graph)
    else { return nil }
    let changing = changing(id.name, of: element, members)
    guard let first = changing.first else { return nil }
    return Draft(
      "the id of a row holds \(SourceGraph.list(changing)) of '\(element.name)', so a row whose value changes is thrown away "
        + "and built anew with its state; use what stays the same",
      at: id.start, code: call, view: type, subject: .rows(.member(first)), change: .keepIdentity(.rows),
      severity: .note,
      steps: ["name a key path that stays the same, or make '\(element.name)' Identifiable"])
  }

  /// `.id(session.minutesLeft)`, `.id("\(session.plate) \(session.minutesLeft)")`, `.id(session)` in a row.
  private static func rowID(_ site: CallSite, _ type: TypeInfo, _ members: VolatileMembers) -> Draft? {
    guard let row = site.row, site.code.arguments.count == 1, let value = site.code.arguments[0].firstChild,
      let data = row.arguments.first?.firstChild, data.kind != .closure,
      let closure = site.code.ancestors.first(where: { $0.kind == .closure && $0.parent?.parent == row }),
      let element = ShownRows.elementType(of: data, type, members.graph)
    else { return nil }
    let parameter = closure.all(.parameter).last?.detail ?? "$0"
    var found: Set<String> = []
    for code in [value] + Array(value.descendants) where code.kind == .identifier && code.name == parameter {
      let member = code.parent.flatMap { $0.kind == .member && $0.firstChild == code ? $0.name : nil } ?? "self"
      found.formUnion(changing(member, of: element, members))
    }
    guard let first = found.min(), let base = site.code.callee?.firstChild else { return nil }
    return Draft(
      "the id of '\(base.chainRoot.calledName)' holds \(SourceGraph.list(found.sorted())), so each change of it throws the view "
        + "and its state away; leave it out of the id",
      at: value.start, code: site.code, view: type, subject: .id(.holding(PropertyPath(first))),
      change: .keepIdentity(.view), severity: .note,
      steps: ["remove .id, or use an id of what is shown without \(SourceGraph.list(found.sorted()))"])
  }

  private static func changing(_ path: String, of element: TypeInfo, _ members: VolatileMembers) -> [String] {
    guard element.kind == .struct else { return [] }
    let name = path.split(separator: ".").first.map(String.init) ?? path
    guard name == "self" || name == "hashValue" else { return members.volatile(name, of: element) }
    let stored = element.storedProperties
    guard stored.count > 1 else { return [] }
    return stored.filter { members.isVolatile($0, of: element) }.map(\.name).sorted()
  }
}
