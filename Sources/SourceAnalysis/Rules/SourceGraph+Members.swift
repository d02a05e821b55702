import SwiftUIModel

/// Members of types: where they are mentioned, which of them change, and what they hold.
extension SourceGraph {
  /// Every mention of a member of the type in its own code.
  package func mentions(of name: String, in type: TypeInfo) -> [Code] {
    usages(of: type)[name]
  }

  /// What of the type is mentioned where in its own code.
  package func usages(of type: TypeInfo) -> Usages {
    usages[type.id] ?? otherUsages.value(for: type.id) { Usages(of: type) }
  }

  static func list(_ names: some Collection<String>, by word: String = "and") -> String {
    let quoted = names.map { "'\($0)'" }
    switch quoted.count {
    case 0: return "nothing"
    case 1: return quoted[0]
    case 2...4: return quoted.dropLast().joined(separator: ", ") + " \(word) " + (quoted.last ?? "")
    default: return quoted.prefix(3).joined(separator: ", ") + " and \(quoted.count - 3) more"
    }
  }

  /// The model type behind a property: `@Environment(Model.self)`, `@ObservedObject var x: Model`, `let model: Model`.
  func model(of property: Property, in type: TypeInfo) -> TypeInfo? {
    let declared = index.type(of: property, in: type) ?? globalType(of: property)
    guard let model = declared, model.isObservableClass || model.isObservableObject else {
      return nil
    }
    return model
  }

  /// `@ObservedObject var downloads = sharedDownloads`: the type of a variable of a file.
  private func globalType(of property: Property) -> TypeInfo? {
    guard property.typeText == nil, let value = property.initialValue, value.kind == .identifier,
      let text = globals.value[value.name]
    else { return nil }
    return index.resolve(text, near: property.code.file.path).map { index[$0] }
  }

  /// Whether an observed object never tells that it changed: its class publishes no member, and announces nothing itself.
  func neverPublishes(_ property: Property, in type: TypeInfo) -> Bool {
    guard property.isObservedObject, let model = index.type(of: property, in: type), model.kind == .class,
      model.isObservableObject
    else { return false }
    return publishesNothing(model)
  }

  /// Whether nothing of an `ObservableObject` is announced: it only carries what it was made of.
  func publishesNothing(_ model: TypeInfo) -> Bool { model.isObservableObject && publishesNothing(model, depth: 0) }

  private func publishesNothing(_ model: TypeInfo, depth: Int) -> Bool {
    guard depth < 4, model.storedProperties.allSatisfy({ $0.wrapper == nil }),
      mentions(of: Protocols.changePublisher, in: model).isEmpty
    else { return false }
    // What a superclass publishes is its subclasses' as well; it stands first.
    guard let first = model.code.all(.inherits).first.map({ TypeName.base($0.name) }) else { return false }
    if let parent = model.superclass { return publishesNothing(index[parent], depth: depth + 1) }
    return Protocols.table.contains(first)
      || index.resolve(first, near: model.code.file.path, inside: model.id).map { index[$0].kind == .protocol } == true
  }

  /// Properties of the view that change while it is on screen, as far as the sources show writes or observation.
  func changingProperties(of type: TypeInfo, _ evaluation: Evaluation) -> [(property: Property, weight: Int)] {
    answers.changingProperties.value(for: type.id) { findChangingProperties(of: type, evaluation) }
  }

  private func findChangingProperties(of type: TypeInfo, _ evaluation: Evaluation)
    -> [(property: Property, weight: Int)]
  {
    var found: [(property: Property, weight: Int)] = []
    for property in type.storedProperties where property.wrapper != nil {
      guard !evaluation.evaluationReads(of: property.name).isEmpty else { continue }
      let writes = evaluation.writes(of: property.name)
      switch property.storage {
      case .state, .defaults, .scene, .focus, .gesture:
        let projected = evaluation.reads(of: property.name).contains { $0.isProjection }
        if index.type(of: property, in: type)?.isReference == true, !writes.contains(where: { $0.path.isEmpty }) {
          continue
        }
        let hot = writes.contains { SourceGraph.isFrequent($0, of: property) }
        let weight = writes.count + (projected ? 2 : 0) + (hot ? 10 : 0)
        if weight > 0 { found.append((property, weight)) }
      case .observed, .object, .environmentObject: found.append((property, 3))
      case .binding: found.append((property, 1))
      default: break
      }
    }
    return found.sorted { ($1.weight, $0.property.name) < ($0.weight, $1.property.name) }
  }
}
