import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An `==` that SwiftUI does not call.
  package static let equatableNeverAsked: SourceRule = .init(
    id: "equatable_never_asked",
    summary: "the == of an Equatable view of plain memory is never called without .equatable()",
    rationale: """
      SwiftUI compares what is plain memory, numbers, flags and structs of these, bit by bit, and does not ask its `==`. \
      That holds for values that views are given and for views themselves: an `Equatable` view that holds nothing else is \
      compared by all of its bits, and an input that its `==` leaves out evaluates it all the same. Behind \
      `.equatable()` the `==` is asked. A view with a string, an object, a closure or state of its own is asked without it. \
      Shown by executed programs, and what people who work on SwiftUI have said; the rule is silent where `==` compares \
      every field, for then it says what the bits say.
      """,
    advice: [.equatableViews, .plainValueViews], severity: .note, fix: .addEquatableModifier,
    page: Page(
      inTrace: "`@self` for a view whose `==` would have called it equal",
      neverReported: """
        an `==` that compares every stored property, or calls a helper or a combined key; views behind `.equatable()`
        """,
      limits: "what is plain memory is told from the declared types; a type of another module counts as none"),
    triggering: [
      """
      struct Gauge1: View, ↓Equatable {
        let level: Int
        let time: Double
        static func == (left: Self, right: Self) -> Bool { left.level == right.level }
        var body: some View { Text("\\(level)") }
      }
      struct Screen: View {
        let time: Double
        var body: some View { Gauge1(level: 1, time: time) }
      }
      """,
      """
      struct Stamp: ↓Equatable {
        var id: Int
        var age: Double
        static func == (left: Stamp, right: Stamp) -> Bool { left.id == right.id }
      }
      struct Row: View {
        let stamp: Stamp
        var body: some View { Text("\\(stamp.id)") }
      }
      struct Screen: View {
        let age: Double
        var body: some View { Row(stamp: Stamp(id: 1, age: age)) }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Gauge1: View, Equatable {
        let level: Int
        let time: Double
        static func == (left: Self, right: Self) -> Bool { left.level == right.level }
        var body: some View { Text("\\(level)") }
      }
      struct Screen: View {
        let time: Double
        var body: some View { Gauge1(level: 1, time: time).equatable() }
      }
      """,
      """
      struct Gauge1: View, Equatable {
        let level: Int
        let time: Double
        static func == (left: Self, right: Self) -> Bool { left.level == right.level && left.time == right.time }
        var body: some View { Text("\\(level)") }
      }
      struct Screen: View {
        let time: Double
        var body: some View { Gauge1(level: 1, time: time) }
      }
      """,
      """
      struct Gauge1: View, Equatable {
        let title: String
        let time: Double
        static func == (left: Self, right: Self) -> Bool { left.title == right.title }
        var body: some View { Text(title) }
      }
      struct Screen: View {
        let time: Double
        var body: some View { Gauge1(title: "a", time: time) }
      }
      """,
      """
      struct Stamp: Equatable {
        var id: Int
        var age: Double
        static func == (left: Stamp, right: Stamp) -> Bool { left.id == right.id }
      }
      struct Row: View {
        let title: String
        let stamp: Stamp
        var body: some View { Text(title) }
      }
      struct Screen: View {
        var body: some View { Text("") }
      }
      """,
    ],
    check: { graph in
      graph.index.types.flatMap { type -> [Draft] in
        guard let equality = EqualityNeverAsked.looseEquality(of: type, graph) else { return [] }
        return graph.isView(type) ? view(type, equality, graph) : value(type, equality, graph)
      }
    })

  private static func view(_ type: TypeInfo, _ equality: LooseEquality, _ graph: SourceGraph) -> [Draft] {
    let calls = EqualityNeverAsked.constructions(of: type, graph)
    let plain = calls.filter { !EqualityNeverAsked.asks($0.code) }
    guard !plain.isEmpty else { return [] }
    return [
      Draft(
        "the == of '\(type.name)' leaves out \(SourceGraph.list(equality.leftOut)) and is never asked: the view is plain memory, which "
          + "SwiftUI compares bit by bit; put .equatable() behind '\(type.name)(…)'",
        at: equality.place, code: type.code, view: type, subject: .type(type.qualifiedName),
        change: .askEquality(of: nil), steps: ["write '\(type.name)(…).equatable()' where it is made"],
        related: plain.map {
          .init(.maker, view: $0.maker.qualifiedName, place: $0.code.start, message: "made without .equatable()")
        })
    ]
  }

  /// A value that views are given; one finding for each type of values.
  private static func value(_ type: TypeInfo, _ equality: LooseEquality, _ graph: SourceGraph) -> [Draft] {
    let takers = graph.evaluatedViews.compactMap { view, _ -> (view: TypeInfo, property: Property)? in
      guard graph.isView(view), !EquatableTypes.isEquatable(view, in: graph.index),
        let property = view.storedProperties.first(where: {
          $0.isPlainInput && graph.index.type(of: $0, in: view)?.id == type.id
            && !TypeName.isCollection($0.typeText ?? "")
        }),
        graph.parents[view.id]?.contains(where: { $0.child.phase.isEvaluation }) == true
      else { return nil }
      return (view, property)
    }
    guard let first = takers.first else { return [] }
    return [
      Draft(
        "the == of '\(type.name)' leaves out \(SourceGraph.list(equality.leftOut)) and is not asked when '\(first.view.name)' is "
          + "compared: the value is plain memory, which SwiftUI compares bit by bit; make '\(first.view.name)' Equatable and put "
          + ".equatable() behind it, or pass what == compares",
        at: equality.place, code: type.code, view: first.view, subject: .type(type.qualifiedName),
        change: .askEquality(of: DeclaredType(type)),
        steps: [
          "make '\(first.view.name)' Equatable by '\(first.property.name)' and its other inputs",
          "write '\(first.view.name)(…).equatable()' where it is made",
        ],
        related: takers.map {
          .init(.reader, view: $0.view.qualifiedName, place: $0.property.place, message: "given one")
        })
    ]
  }
}

/// An `==` that calls values equal whose bits differ.
struct LooseEquality {
  /// Where the type says that it is Equatable, or the `==`.
  var place: SourcePlace
  var leftOut: [String]
}

/// Whether SwiftUI asks the `==` of a type.
enum EqualityNeverAsked {
  /// Of a type of plain memory the `==` that leaves out stored properties; `nil` for all others.
  static func looseEquality(of type: TypeInfo, _ graph: SourceGraph) -> LooseEquality? {
    guard type.kind == .struct,
      let equality = type.functions.first(where: { $0.name == "==" && $0.isStatic && $0.parameters.count == 2 }),
      let body = equality.body, graph.index.conforms(type, toAnyOf: Protocols.equatable),
      graph.index.isPlainMemory(type)
    else { return nil }
    // A helper or a combined key compares what is not seen here.
    let callsHelper = body.descendants.contains {
      $0.kind == .call && $0.calledName.first?.isLowercase == true && $0.callee?.kind == .identifier
    }
    let compared = body.mentionedNames
    let isShared = compared.contains { type.property($0)?.isStored == false }
    let leftOut = type.storedProperties.map(\.name).filter { !compared.contains($0) }
    guard !callsHelper, !isShared, !leftOut.isEmpty else { return nil }
    let declared = type.allCode.flatMap { $0.all(.inherits) }.first {
      Protocols.equatable.contains(TypeName.base($0.name))
    }
    return LooseEquality(place: declared?.start ?? equality.code.start, leftOut: leftOut)
  }

  /// Whether a view is compared bit by bit wherever it is made.
  static func isSkipped(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard graph.index.isPlainMemory(type) else { return false }
    let calls = constructions(of: type, graph)
    return !calls.isEmpty && !calls.contains { asks($0.code) }
  }

  static func constructions(of type: TypeInfo, _ graph: SourceGraph) -> [(maker: TypeInfo, code: Code)] {
    var seen: Set<Code> = []
    return (graph.parents[type.id] ?? []).compactMap { maker, child in
      guard child.phase.isEvaluation, !child.code.isInPreview, seen.insert(child.code).inserted else { return nil }
      return (graph.index[maker], child.code)
    }
  }

  /// `Badge(…).equatable()` and `EquatableView(content: Badge(…))`.
  static func asks(_ construction: Code) -> Bool {
    if let modifier = construction.parent, modifier.kind == .member, modifier.firstChild == construction {
      return Modifiers.asksEquality.contains(modifier.name)
    }
    guard construction.parent?.kind == .argument, let call = construction.parent?.parent, call.kind == .call else {
      return false
    }
    return Views.asksEquality.contains(call.calledName)
  }
}
