import SwiftUIModel
internal import Vocabulary

/// State and objects that an initialiser makes of what it is given, in a place where the parent goes on to give another value: the view
/// keeps what it made of the first.
struct StaleSeeds {
  let graph: SourceGraph

  /// Where an initialiser assigns what is kept.
  private struct Seed {
    var property: Property
    var assignment: Code
    var parameters: [Parameter]
  }

  func findings() -> [Draft] {
    graph.evaluatedViews.flatMap { type, _ -> [Draft] in
      guard graph.isView(type), type.kind == .struct, !type.code.isInPreview else { return [] }
      return type.initializers.flatMap { seeds(in: $0, of: type) }.compactMap { finding($0, type) }
    }
  }

  private func finding(_ seed: Seed, _ type: TypeInfo) -> Draft? {
    guard !isFollowed(seed, type) else { return nil }
    for (id, child) in graph.parents[type.id] ?? [] where staysInPlace(child) {
      guard let evaluation = graph.evaluation(of: id) else { continue }
      let parent = graph.index[id]
      let changing = graph.changingProperties(of: parent, evaluation).filter {
        [.state, .binding, .defaults].contains($0.property.storage)
      }
      for parameter in seed.parameters {
        guard
          let argument = child.arguments.first(where: { $0.label == (parameter.label == "_" ? "" : parameter.label) }),
          argument.value.ownMemberPath?.first?.hasPrefix("$") != true
        else { continue }
        let made = evaluation.dependencies(of: argument.value)
        guard let cause = changing.first(where: { made.contains($0.property.name) })?.property.name else { continue }
        return Draft(
          "'\(type.name)' keeps the '\(seed.property.name)' that it made of the first '\(parameter.name)', while '\(parent.name)' gives it "
            + "another one in the same place when '\(cause)' changes; give it an .id(…) of that, or take later values over in onChange",
          at: seed.assignment.start, code: seed.assignment, view: type, subject: .property(seed.property.name),
          change: .followParent(PropertyPath(seed.property.name)), severity: .note, certainty: .possible,
          steps: [
            "where '\(parent.name)' makes '\(type.name)', add .id of what '\(parameter.name)' is",
            "or keep '\(parameter.name)' as a let, and assign '\(seed.property.name)' in onChange of it",
          ],
          related: [
            .init(
              .maker, view: parent.qualifiedName, place: argument.value.start, message: "another value is given here")
          ])
      }
    }
    return nil
  }

  /// What an initialiser keeps of its parameters, itself or through locals.
  private func seeds(in initializer: Function, of type: TypeInfo) -> [Seed] {
    guard let body = initializer.body else { return [] }
    return body.descendants.filter { $0.kind == .assign && $0.name == "=" }.compactMap { assignment in
      let sides = Array(assignment.children)
      guard sides.count == 2, var path = sides[0].memberPath else { return nil }
      if path.first == "self" { path.removeFirst() }
      guard path.count == 1, let name = path.first,
        let property = type.property(name.hasPrefix("_") ? String(name.dropFirst()) : name),
        property.wrapper?.storage.keepsFirst == true, !property.name.tellsInitial
      else { return nil }
      let used = mentioned(by: sides[1])
      let parameters = initializer.parameters.filter {
        used.contains($0.name) && !TypeName.mentionsBinding($0.typeText) && !TypeName.isFunction($0.typeText)
          && ![$0.name, $0.label].contains(where: \.tellsInitial)
      }
      return parameters.isEmpty ? nil : Seed(property: property, assignment: assignment, parameters: parameters)
    }
  }

  private func mentioned(by value: Code, depth: Int = 0) -> Set<String> {
    var names: Set<String> = []
    for code in [value] + Array(value.descendants) where code.kind == .identifier {
      if depth < Self.longestChain, let local = code.localDeclaration(of: code.name)?.initialValue {
        names.formUnion(mentioned(by: local, depth: depth + 1))
      } else {
        names.insert(code.name)
      }
    }
    return names
  }

  private static let longestChain = 3

  /// Whether the view is the same one from evaluation to evaluation: no row, nothing that is presented anew, and without an id.
  private func staysInPlace(_ child: Child) -> Bool {
    child.row == nil && child.phase.isEvaluation && !child.code.isInPreview && !child.code.isInPresentation
      && !child.code.isShownByPresentation
      && !child.code.ancestors.contains { ancestor in
        ancestor.kind == .call && Modifiers.setsIdentity.contains(ancestor.calledName)
          && ancestor.callee?.contains(child.code) == true
      }
  }

  /// Whether the view takes over later values itself, in `onChange` or `task(id:)`, of the property or of the object in it.
  private func isFollowed(_ seed: Seed, _ type: TypeInfo) -> Bool {
    type.allCode.flatMap(\.descendants).contains { call in
      call.kind == .call && call.calledEvent?.followsValue == true
        && call.arguments.contains { argument in
          argument.firstChild.map { value in
            value.kind != .closure && !value.mentionedNames.isDisjoint(with: seed.parameters.map(\.name))
          } ?? false
        }
    }
      || graph.mentions(of: seed.property.name, in: type).contains { usage in
        usage.isWritten && usage.ancestors.contains { $0.kind == .call && $0.calledEvent?.followsValue == true }
      }
  }
}

extension String {
  /// `initialValue`, `defaultSymbol`: whether only the first is meant.
  fileprivate var tellsInitial: Bool { ["initial", "default"].contains(where: lowercased().contains) }
}
