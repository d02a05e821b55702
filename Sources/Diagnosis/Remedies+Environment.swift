internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport

extension Remedies {
  /// - Parameter isOfValue: Whether the value changes, so that whoever shows it has to follow.
  func environmentReaders(key named: String, isOfValue: Bool = false) -> Remedy {
    readersOfKeys.value(for: ReadKey(name: named, isOfValue: isOfValue)) {
      findEnvironmentReaders(key: named, isOfValue: isOfValue)
    }
  }

  /// A key of the environment, and whether it is asked for because its value changes.
  struct ReadKey: Hashable {
    var name: String
    var isOfValue: Bool
  }

  private func findEnvironmentReaders(key named: String, isOfValue: Bool) -> Remedy {
    var remedy = Remedy()
    for (facts, property) in environment.readers(of: named) {
      let views = views(of: facts.type.id)
      let causes = causes(of: facts.type, PropertyPath(property.name))
      guard !causes.isEmpty, !(isOfValue && isRendered(property, by: facts)) else { continue }
      remedy.effects.append(.ignoring(views: views, causes: causes, remaining: 0))
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
    }
    return remedy
  }

  /// The views of the trace that read values of the environment.
  struct EnvironmentReaders: Sendable {
    /// By what its getter mentions, the first property of the environment that does: `LogEventKey` of an `EnvironmentKey` goes
    /// by the name of the property that reads it.
    private var keys: [String: String] = [:]
    private var readers: [String: [(facts: ViewFacts, property: Property)]] = [:]

    init(_ recorded: RecordedUpdates, _ index: SourceIndex) {
      for property in index.environmentTypes.flatMap({ index[$0].properties }) {
        for name in property.getter?.mentionedNames ?? [] where keys[name] == nil { keys[name] = property.name }
      }
      for facts in recorded.facts {
        for property in facts.type.storedProperties {
          if let key = property.environmentKey { readers[key, default: []].append((facts, property)) }
        }
      }
    }

    /// - Parameter name: Of a key as it is declared or written.
    func readers(of name: String) -> [(facts: ViewFacts, property: Property)] { readers[keys[name] ?? name] ?? [] }
  }

  /// A leaf that shows a value always has to follow it, however it comes by it.
  func isRendered(_ property: Property, by facts: ViewFacts) -> Bool {
    guard !facts.evaluation.children.contains(where: { $0.type != nil }) else { return false }
    return facts.evaluation.evaluationReads(of: property.name).contains { read in
      // A flag made of it shows it only where it passes a limit, and whole minutes when they are over.
      !read.isDerived && !graph.isQuantized(read.code, in: facts.type)
        && !read.code.ancestors.contains { code in
          [.ifStatement, .switchStatement, .ternary].contains(code.kind)
            || code.kind == .binary && Operators.comparisons.contains(code.name)
            || code.kind == .call && Methods.answers.contains(code.calledName)
        }
    }
  }

  /// The view that writes a volatile value into the environment, and the readers that do not show it.
  func environmentWriter(_ type: TypeInfo, key: String, _ finding: Finding) -> Remedy {
    var remedy = environmentReaders(key: key, isOfValue: true)
    guard finding.certainty == .certain, let index = recorded.factsIndex[type.id] else { return remedy }
    let facts = recorded.facts[index]
    let names = Set(
      facts.evaluation.reads(in: finding.code).filter(\.phase.isEvaluation).map(\.property))
    for name in names.sorted() {
      // Only where the view does not use it itself.
      let elsewhere = facts.evaluation.evaluationReads(of: name).contains { read in
        !finding.code.arguments.contains { $0.contains(read.code) }
      }
      guard !elsewhere else { continue }
      let causes = causes(of: type, PropertyPath(name))
      guard !causes.isEmpty else { continue }
      remedy.effects.append(.ignoring(views: views(of: type.id), causes: causes, remaining: 0))
      remedy.views.formUnion(views(of: type.id))
      remedy.causes.formUnion(causes)
    }
    return remedy
  }
}
