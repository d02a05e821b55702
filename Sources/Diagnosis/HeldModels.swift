internal import SourceAnalysis
internal import SwiftUIModel

/// The models that models hold, worked out once for all views: Observation tracks the members of each of them.
final class HeldModels: Sendable {
  private let graph: SourceGraph
  private let composites = OnDemandTable<TypeID, Composite?>()

  init(_ graph: SourceGraph) { self.graph = graph }

  /// A model that holds others.
  private struct Composite: Sendable {
    /// The models, by the stored properties that hold them.
    let parts: [String: TypeInfo]
    /// The code of its methods and getters, by name.
    let blocks: [String: [Code]]

    /// - Returns: `nil` for a model that holds no other.
    init?(_ model: TypeInfo, _ graph: SourceGraph) {
      parts = model.storedProperties.reduce(into: [:]) { parts, property in
        for name in TypeName.elements(property.typeText ?? "") {
          guard let id = graph.index.resolve(TypeName.base(name), near: model.code.file.path, inside: model.id),
            id != model.id, graph.index[id].isObservableClass
          else { continue }
          parts[property.name] = graph.index[id]
        }
      }
      if parts.isEmpty { return nil }
      var blocks: [String: [Code]] = [:]
      for function in model.functions {
        if let body = function.body { blocks[function.name, default: []].append(body) }
      }
      for name in Set(model.properties.map(\.name)) {
        if let getter = model.property(name)?.getter { blocks[name, default: []].append(getter) }
      }
      self.blocks = blocks
    }

    /// The names in the code of a member, and of the members of the same model that it reads.
    func mentioned(by member: String) -> Set<String> {
      var result: Set<String> = []
      var pending = [member]
      while let name = pending.popLast() {
        for block in blocks[name] ?? [] {
          for mentioned in block.mentionedNames where result.insert(mentioned).inserted { pending.append(mentioned) }
        }
      }
      return result
    }
  }

  private func composite(_ model: TypeInfo) -> Composite? {
    guard model.isObservableClass else { return nil }
    return composites.value(for: model.id) { Composite(model, graph) }
  }

  /// The stored members that a path reads, of a model and of those that it holds: `session.text` for `text`, which hands it on, and
  /// `app.session.text` for `session.text` where `session` is what its `app` holds. In order, since bits are given out in it.
  func storedMembers(of model: TypeInfo, path: [String]) -> [String] { storedMembers(of: model, path[...], depth: 0) }

  private func storedMembers(of model: TypeInfo, _ path: ArraySlice<String>, depth: Int) -> [String] {
    guard let first = path.first else { return [] }
    let stored = graph.storedReads(of: first, in: model).sorted()
    guard depth < Self.deepest, let composite = composite(model) else { return stored }
    return stored.flatMap { name -> [String] in
      guard let part = composite.parts[name] else { return [name] }
      let found = members(of: part, first == name ? nil : composite.mentioned(by: first), path.dropFirst(), depth + 1)
      return found.isEmpty ? [name] : Set(found).sorted().map { name + "." + $0 }
    }
  }

  /// - Parameters:
  ///   - mentioned: The names in the code that leads to the part; `nil` where the path names it.
  ///   - rest: What follows on the path.
  private func members(of part: TypeInfo, _ mentioned: Set<String>?, _ rest: ArraySlice<String>, _ depth: Int)
    -> [String]
  {
    if let next = rest.first, part.property(next) != nil { return storedMembers(of: part, rest, depth: depth) }
    return (mentioned ?? []).filter { part.property($0) != nil }.sorted().flatMap { name in
      storedMembers(of: part, [name] + rest, depth: depth)
    }
  }

  /// Where a model holds another one of the named type: the stored properties on the way, joined by dots.
  func places(of typeName: String, in model: TypeInfo) -> [String] { places(of: typeName, in: model, depth: 0) }

  private func places(of typeName: String, in model: TypeInfo, depth: Int) -> [String] {
    guard depth < Self.deepest, let parts = composite(model)?.parts else { return [] }
    return parts.sorted { $0.key < $1.key }.flatMap { name, part in
      (part.name == typeName ? [name] : [])
        + places(of: typeName, in: part, depth: depth + 1).map { name + "." + $0 }
    }
  }

  /// Models are followed through this many others.
  private static let deepest = 3

  /// Of the names on a path, those on which `storedMembers(of:path:)` depends: of the models on the way, and of the member.
  static let decidingNames = deepest + 1
}
