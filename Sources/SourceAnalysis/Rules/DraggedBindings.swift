import SwiftUIModel

/// Controls that write at every step of a drag what a view further up holds: `SliderRow(value: $settings.volume)` with
/// `Slider(value: $value)` in the row. A trace tells how much is evaluated along.
enum DraggedBindings {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard !evaluation.isIncomplete else { return [] }
      return type.storedProperties.compactMap { property in
        guard property.storage == .binding,
          let drag = evaluation.reads.first(where: { read in
            guard read.property == property.name, read.isProjection, read.path.isEmpty,
              case .dragging? = SourceGraph.editing(read)
            else { return false }
            return true
          }), case .dragging(let control)? = SourceGraph.editing(drag)
        else { return nil }
        let owners = graph.owners(ofBinding: property.name, of: type.id)
        let names = Set(owners.map { graph.index[$0.view].name }).sorted()
        guard !names.isEmpty else { return nil }
        let use =
          owners.contains(where: \.isWatched)
          ? "watched, so that what it is watched for happens at each step too" : "shown nowhere else"
        return Draft(
          "'\(control)' of '\(type.name)' writes '\(property.name)' at every step while it is dragged, and each step evaluates "
            + "\(SourceGraph.list(names)), where the value is kept and \(use); keep it in state of '\(type.name)' "
            + "meanwhile, and write the binding when the drag ends",
          at: drag.code.start, code: drag.code, view: type, subject: .property(property.name),
          change: .writeOnThreshold(PropertyPath(property.name)),
          steps: [
            "bind the \(control) to state of '\(type.name)' that starts with '\(property.name)' and follows it",
            "assign '\(property.name)' in onEditingChanged when editing ends, or debounced where others show it meanwhile",
          ],
          related: owners.map {
            .init(
              .maker, view: graph.index[$0.view].qualifiedName, place: $0.code.start,
              message: "'\($0.path.text)' is handed down here")
          })
      }
    }
  }
}

extension SourceGraph {
  /// Who keeps what a view has a binding to.
  package struct BindingOwner: Sendable {
    package var view: TypeID
    /// The state of that view, or what it binds of a model.
    package var path: PropertyPath
    /// The argument that hands it down.
    package var code: Code
    /// Whether something happens there whenever the value changes.
    package var isWatched: Bool
  }

  /// The views further up that hold the value of a binding, through those that hand the binding on, and show it nowhere but in the
  /// child: who shows it elsewhere follows it as it moves, and who only watches it does more at each step than show it.
  package func owners(ofBinding name: String, of view: TypeID) -> [BindingOwner] {
    var result: [BindingOwner] = []
    var pending = [(view: view, name: name)]
    var seen: Set<[String]> = []
    while let next = pending.popLast() {
      for (parent, child) in parents[next.view] ?? [] {
        guard let argument = child.arguments.first(where: { $0.property == next.name }),
          let path = bound(by: argument.value, in: parent), let property = index[parent].property(path.property),
          seen.insert([index[parent].qualifiedName, path.text, next.name]).inserted
        else { continue }
        if property.storage == .binding {
          pending.append((parent, property.name))
        } else {
          let reads = reads(of: path, besides: child, by: parent)
          guard reads.allSatisfy(\.isWatch) else { continue }
          result.append(
            BindingOwner(view: parent, path: path, code: argument.value, isWatched: !reads.isEmpty))
        }
      }
    }
    return result
  }

  private func reads(of path: PropertyPath, besides child: Child, by view: TypeID) -> [Read] {
    let reads = evaluation(of: view)?.evaluationReads(of: path.property) ?? []
    return reads.filter { read in
      !read.isProjection && !child.code.contains(read.code)
        && zip(read.path, path.members).allSatisfy { $0 == $1 }
    }
  }

  /// What a projection, or a binding made of closures, writes.
  private func bound(by value: Code, in view: TypeID) -> PropertyPath? {
    if let path = value.memberPath?.drop(while: { $0 == "self" }), let first = path.first, first.hasPrefix("$") {
      return PropertyPath(String(first.dropFirst()), Array(path.dropFirst()))
    }
    guard value.kind == .call, Wrappers.bindings.contains(value.calledName) else { return nil }
    return evaluation(of: view)?.writes.first { value.contains($0.code) }.map { PropertyPath($0.property, $0.path) }
  }
}
