package import SourceAnalysis
import SwiftUIModel
package import TraceAnalysis
internal import TraceImport

/// One way in which a change reaches a view, as the sources show it.
package struct DependencyEdge: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// The body reads it on evaluation.
    case read
    /// SwiftUI evaluates the view for it, read or not.
    case observed
    /// It reaches an argument that the view is made with.
    case argument
    /// An argument that never compares equal.
    case incomparable
  }

  package var kind: Kind
  /// `Settings.theme`: a member of a model, or a property of a view.
  package var source: String
  /// The view that is evaluated for it.
  package var view: String
  package var place: SourcePlace

  /// `Settings.theme → ProfileRow`.
  package var text: String {
    kind == .incomparable ? "\(source) → \(view) (never compares equal)" : "\(source) → \(view)"
  }

  /// What makes two edges of two versions the same; lines move.
  fileprivate struct Key: Hashable {
    var kind: Kind
    var source: String
    var view: String
  }

  fileprivate var key: Key { Key(kind: kind, source: source, view: view) }
}

/// The dependency edges that one version of the sources has and another has not: the candidates to blame for a view that
/// redraws more.
package struct DependencyDifference: Sendable {
  /// Edges that are new, in source order.
  package let added: [DependencyEdge]
  /// Edges that are gone.
  package let removed: [DependencyEdge]

  package init(before: SourceGraph, after: SourceGraph) {
    let old = Self.edges(of: before)
    let new = Self.edges(of: after)
    let oldKeys = Set(old.map(\.key))
    let newKeys = Set(new.map(\.key))
    added = new.filter { !oldKeys.contains($0.key) }
    removed = old.filter { !newKeys.contains($0.key) }
  }

  /// The new edges that can explain why a view of the trace redraws more: into the view itself first, then into those
  /// whose evaluation leads to it, by the trace.
  package func blame(for view: String, in summary: RedrawSummary) -> [DependencyEdge] {
    let name = TypeName.withoutGenerics(view)
    var distance: [String: Int] = [name: 0]
    for summed in summary.views where summed.id.name == view {
      for trigger in summed.triggers { distance[TypeName.withoutGenerics(trigger.view)] = 1 }
      for root in summed.rootCauses {
        let root = TypeName.withoutGenerics(root.view)
        if distance[root] == nil { distance[root] = 2 }
      }
    }
    return added.filter { distance[$0.view] != nil }.sorted { left, right in
      let (near, far) = (distance[left.view] ?? 0, distance[right.view] ?? 0)
      if near != far { return near < far }
      return (left.place, left.source) < (right.place, right.source)
    }
  }

  /// Every edge of the sources, each once, in source order.
  static func edges(of graph: SourceGraph) -> [DependencyEdge] {
    var edges: [DependencyEdge.Key: DependencyEdge] = [:]
    let declared = DeclaredFacts(graph)
    func add(_ kind: DependencyEdge.Kind, _ source: String, _ view: String, _ place: SourcePlace) {
      let edge = DependencyEdge(kind: kind, source: source, view: view, place: place)
      if let known = edges[edge.key], known.place <= place { return }
      edges[edge.key] = edge
    }
    for (type, evaluation) in graph.evaluatedViews {
      for property in type.storedProperties where property.isDynamicStorage {
        guard property.isObservedObject || property.environmentKey != nil else { continue }
        let name = property.environmentKey.map { "\\." + $0 } ?? TypeName.base(property.typeText ?? property.name)
        add(.observed, name, type.qualifiedName, property.code.nameStart)
      }
      for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection && !read.isDerived {
        guard let property = type.property(read.property) else { continue }
        if let member = read.path.first, let model = graph.index.type(of: property, in: type), model.isReference {
          for stored in graph.storedReads(of: member, in: model).sorted() {
            add(.read, "\(model.qualifiedName).\(stored)", type.qualifiedName, read.code.start)
          }
        } else if property.isDynamicStorage, !property.isObservedObject {
          add(.read, "\(type.qualifiedName).\(property.name)", type.qualifiedName, read.code.start)
        }
      }
      let facts = ViewFacts(type: type, evaluation: evaluation, among: declared)
      for child in evaluation.children where child.phase.isEvaluation {
        guard let id = child.type, let made = graph.evaluation(of: id) else { continue }
        let childFacts = ViewFacts(type: graph.index[id], evaluation: made, among: declared)
        let construction = ConstructionReader(graph: graph).read(child, of: facts, as: childFacts)
        for argument in construction.arguments {
          if case .incomparable = argument.comparison {
            add(.incomparable, argument.name, childFacts.type.qualifiedName, argument.value.start)
          }
          for read in evaluation.reads
          where read.phase.isEvaluation && !read.isProjection && argument.value.kind != .closure
            && (argument.value == read.code || argument.value.contains(read.code))
          {
            let member = read.path.first.map { "." + $0 } ?? ""
            add(
              .argument, "\(type.qualifiedName).\(read.property)\(member)", childFacts.type.qualifiedName,
              argument.value.start)
          }
        }
      }
    }
    return edges.values.sorted {
      ($0.place, $0.kind.rawValue, $0.source, $0.view) < ($1.place, $1.kind.rawValue, $1.source, $1.view)
    }
  }
}
