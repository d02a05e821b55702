import SwiftUIModel

/// Whether a function that a view makes in each evaluation equals the one of the evaluation before.
///
/// That functions can be equal at all is one of the rules that nobody has settled: what rests on it is likely, never proven.
package struct FunctionComparison: Sendable, Hashable {
  /// Why two of them differ.
  package enum Difference: Sendable, Hashable {
    /// It keeps the view, which is another value after each change of this state.
    case view(state: [String])
    /// It keeps the values of these, or what is made from them.
    case values(of: [String])
    /// In a generic type nothing that is captured compares equal.
    case generic
  }

  package var captures: ClosureCaptures
  /// `nil` where nothing that it captures is seen to differ.
  package var difference: Difference?
  /// The input of the view that is handed on as it is.
  package var handsOn: String?

  /// What it captures, for people.
  package var capturedNames: [String] { captures.values.union(captures.members).sorted() }
}

extension SourceGraph {
  /// How a function compares that the body of a view makes.
  ///
  /// - Parameter function: A closure, a method that is handed on, or a function that the view was given.
  package func comparison(ofFunction function: Code, in view: TypeInfo) -> FunctionComparison {
    if let name = function.memberPath?.first(where: { $0 != "self" }), function.binder(of: name) == nil,
      let property = view.property(name), property.isStored, TypeName.isFunction(property.typeText ?? "")
    {
      return FunctionComparison(captures: ClosureCaptures(), handsOn: name)
    }
    let captures = ClosureCaptures(of: function, in: view)
    var comparison = FunctionComparison(captures: captures)
    guard !captures.isEmpty else { return comparison }
    let state = stateInValue(of: view)
    if view.isGeneric {
      comparison.difference = .generic
    } else if captures.keepsSelf, !state.isEmpty {
      comparison.difference = .view(state: state)
    } else {
      let kept = captures.valuesOfMembers.union(originsOfLocals(in: function, captures, view)).intersection(state)
      if !kept.isEmpty { comparison.difference = .values(of: kept.sorted()) }
    }
    return comparison
  }

  /// The properties whose change makes the view another value, so that a closure that keeps it is another one: state,
  /// values of the environment and observed objects.
  ///
  /// Not an object that the view owns, and no `@Observable`: they change, and the view holds the same reference.
  package func stateInValue(of view: TypeInfo) -> [String] {
    guard let evaluation = evaluation(of: view.id) else { return [] }
    return view.storedProperties.filter { property in
      switch property.storage {
      case .state, .gesture, .focus, .defaults, .scene:
        guard !evaluation.evaluationReads(of: property.name).isEmpty else { return false }
        // An object in `@State` is another value only when it is replaced.
        let isObject = index.type(of: property, in: view)?.isReference == true
        return !isObject || evaluation.writes(of: property.name).contains { $0.path.isEmpty }
      case .binding: return !evaluation.evaluationReads(of: property.name).isEmpty
      case .observed, .environmentObject: return true
      case .environment: return property.environmentKey != nil
      case .object, .bindable, .query, .focusedView, .constant, .member, .foreign, nil: return false
      }
    }.map(\.name)
  }

  /// The properties that locals are made from which a closure captures. Elements of rows are left out: they differ for the
  /// rows that changed.
  private func originsOfLocals(in function: Code, _ captures: ClosureCaptures, _ view: TypeInfo) -> Set<String> {
    guard let evaluation = evaluation(of: view.id) else { return [] }
    var origins: Set<String> = []
    for read in evaluation.reads(in: function) where read.isDerived && captures.values.contains(read.code.name) {
      if read.code.binder(of: read.code.name)?.kind != .closure { origins.insert(read.property) }
    }
    return origins
  }
}
