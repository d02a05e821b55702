internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// Arguments that differ although nothing that the child reads does.
extension Remedies {
  /// What it saves to pass something that compares.
  ///
  /// All arguments of a body that differ for the same reason are mended together: a child with two bindings made of closures
  /// gains nothing by one of them, and whoever turns one closure into an action has the others before his eyes.
  func passingComparable(_ finding: Finding, in type: TypeInfo?) -> Remedy {
    guard let type, let maker = recorded.factsIndex[type.id] else { return Remedy() }
    let given = arguments(madeBy: maker, type)
    guard
      let own = given.first(where: { $0.argument.value == finding.code || $0.argument.value.contains(finding.code) })
    else {
      let children = children(around: finding.code, in: type)
      return Remedy(effects: [.comparing(views: children, within: type.id)], views: children)
    }
    let alike = given.filter { $0.argument.value == own.argument.value || $0.argument.isAlike(own.argument) }
    var remedy = Remedy()
    for child in Set(alike.map { $0.child }).sorted() { remedy.views.formUnion(recorded.viewsOfFacts[child]) }
    remedy.effects = [.comparing(views: remedy.views, within: type.id)]
    for (child, argument) in alike where argument.comparison == .incomparable(.closureBinding) {
      // What the trace names as the child's own is the new binding that it was given.
      guard let name = argument.targetName else { continue }
      let causes = causes(of: recorded.facts[child].type, PropertyPath(name))
      remedy.effects.append(.keepingObjects(views: Set(recorded.viewsOfFacts[child]), causes: causes))
    }
    if finding.change == .projectBinding { remedy.effects += projecting(alike, of: type, maker) }
    remedy.alike = Set(alike.map { $0.argument.value }).count
    return remedy
  }

  /// What the bindings of a body read that are made of closures is read by whoever is given `$value` instead: where nothing else of
  /// the body reads it, the view is no longer evaluated for it, and one child is.
  private func projecting(
    _ bindings: [(child: Int, argument: Construction.Argument)], of type: TypeInfo, _ maker: Int
  ) -> [Effect] {
    let evaluation = recorded.facts[maker].evaluation
    var children: [String: Set<Int>] = [:]
    for (child, argument) in bindings {
      for read in evaluation.reads(in: argument.value) where !read.isProjection && !read.isDerived {
        children[read.property, default: []].formUnion(recorded.viewsOfFacts[child])
      }
    }
    return children.sorted { $0.key < $1.key }.compactMap { name, children in
      guard type.property(name)?.storage == .state,
        evaluation.evaluationReads(of: name).allSatisfy({ read in
          bindings.contains { $0.argument.value.contains(read.code) }
        })
      else { return nil }
      let causes = causes(of: type, PropertyPath(name))
      if causes.isEmpty { return nil }
      return .owning(views: Set(recorded.viewsOfFacts[maker]), causes: causes, owners: children)
    }
  }

  /// What a body gives the views that it makes.
  private func arguments(madeBy maker: Int, _ type: TypeInfo) -> [(child: Int, argument: Construction.Argument)] {
    recorded.facts.indices.flatMap { child in
      constructions[maker, child].filter { $0.parent == type.id }.flatMap { construction in
        construction.arguments.map { (child, $0) }
      }
    }
  }
}

extension Construction.Argument {
  /// Whether it differs for the same reason as another.
  fileprivate func isAlike(_ other: Construction.Argument) -> Bool {
    switch (comparison, other.comparison) {
    case (.incomparable(.closureBinding), .incomparable(.closureBinding)): true
    case (.function(let mine), .function(let others)): mine & others != 0
    default: false
    }
  }
}
