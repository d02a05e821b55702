package import SwiftUIModel

/// When a piece of code runs: while a body is evaluated, or later as an action.
package struct Phase: Sendable, Hashable {
  /// The call that the action closure is handed to; `nil` on evaluation.
  package var caller: Code?
  /// `onReceive`, `Button`, `set`; empty on evaluation.
  package var callerName: String
  /// What calls the action in the end, where the sources hand it on: the `onPreferenceChange` of `.readSize { … }`, the timer
  /// of a view that is given an `onDismiss`.
  private var handedTo: Code?

  package init(caller: Code?, callerName: String, handedTo: Code? = nil) {
    self.caller = caller
    self.callerName = callerName
    self.handedTo = handedTo
  }

  /// The name of what calls the action in the end.
  package var finalCallerName: String { handedTo?.calledName ?? callerName }

  /// The call that the action ends in.
  var finalCaller: Code? { handedTo ?? caller }

  package static let evaluation = Phase(caller: nil, callerName: "")

  package var isEvaluation: Bool { callerName.isEmpty }

  /// What makes the action run; `nil` on evaluation, and of calls that no table names.
  package var event: Event? { Self.event(named: callerName, of: caller) }

  /// The same of what calls the action in the end.
  var finalEvent: Event? { Self.event(named: finalCallerName, of: finalCaller) }

  /// The call itself knows more than its name: a timer that fires once is none.
  private static func event(named name: String, of call: Code?) -> Event? {
    call?.calledName == name ? call?.calledEvent : Calls.events[name]
  }
}

/// One read of a property of a view, or the use of something derived from it.
package struct Read: Sendable {
  package var property: String
  /// Members read of it: `["user", "name"]` of `session.user.name`.
  package var path: [String]
  /// The first of these.
  package var member: String? { path.first }
  package var code: Code
  package var phase: Phase
  /// `$name`: handing on a binding, which is no read.
  package var isProjection: Bool
  /// A local, a closure parameter or a helper whose value comes from the property.
  package var isDerived: Bool
  /// Helpers between the body and the read, outermost first.
  package var via: [String]
  /// Inside of the rows of a `ForEach` or `List`.
  package var isInRow: Bool
}

/// An assignment to a property of a view, or to a member of one.
package struct Write: Sendable {
  package var property: String
  package var path: [String]
  /// The assignment, the mutating call or the `&` expression.
  package var code: Code
  /// `=`, `+=`, `&`, or the name of a mutating method.
  package var operation: String
  package var value: Code?
  package var phase: Phase
  package var via: [String]
  /// What makes it happen again and again where an object of the app calls the closure around it, or sends through a subject.
  var told: Recurrence.Source?
}

/// A view that a body builds.
package struct Child: Sendable {
  package var name: String
  /// `nil` for views of other modules.
  package var type: TypeID?
  package var code: Code
  package var phase: Phase
  package var via: [String]
  /// The innermost `ForEach` or `List` whose rows hold it.
  package var row: Code?

  package struct Argument: Sendable {
    /// The label at the call; empty where there is none.
    package var label: String
    package var value: Code
    package var isTrailing: Bool
    /// The stored property of the child it ends in, where that is known.
    package var property: String?
  }
  package var arguments: [Argument]
}

/// Any call on the way of an evaluation or of its actions.
package struct CallSite: Sendable {
  package var code: Code
  package var name: String
  package var phase: Phase
  package var via: [String]
  package var row: Code?
}

/// Everything one evaluation of a view's body reaches, through helpers and across extensions.
///
/// A class only so that the many rules that look at it share one; it never changes.
package final class Evaluation: Sendable {
  package let view: TypeID
  /// The blocks that evaluation starts with: `body`, `body(content:)`, `makeBody(configuration:)`, `updateUIView`.
  package let entries: [Code]
  package let reads: [Read]
  package let writes: [Write]
  /// Models that all share and that the body or its actions reach by the names of their classes, such as `Downloads.shared`, as the
  /// reads of them name them.
  package let sharedModels: [Property]
  /// Where these are among themselves, by what they are asked for: rules ask for few of them, again and again.
  private let placesOfReads: PlacesOfUses
  private let placesOfWrites: PlacesOfUses
  package let children: [Child]
  package let calls: [CallSite]
  /// Places in `calls` by name, since each of many rules asks for a few names of thousands.
  private let placesOfCalls: PlacesByName
  /// Bodies of helpers of the same type that were inlined, by name, each once.
  package let helpers: [(name: String, block: Code, phase: Phase)]
  /// Closures met on evaluation that run later: handlers, gestures, tasks.
  package let actionClosures: [Code]
  /// Set when the walk was cut off because the view is unreasonably large.
  package let isIncomplete: Bool
  /// The entries and the helpers that evaluation reaches.
  let evaluatedBlocks: [Code]
  /// Lines of the entries and of the helpers that evaluation reaches.
  package let lineCount: Int
  private let knownEvaluatedLineCount = KeptValue<Int>()
  /// Of helpers, whether they are used and only in what is presented; see `presents(_:via:)`.
  let presentedHelpers = OnDemandTable<String, Bool>()

  init(_ record: EvaluationRecord) {
    view = record.view
    entries = record.entries
    reads = record.reads
    writes = record.writes
    sharedModels = record.sharedModels
    placesOfReads = record.placesOfReads
    placesOfWrites = record.placesOfWrites
    children = record.children
    calls = record.calls
    placesOfCalls = record.placesOfCalls
    helpers = record.helpers
    actionClosures = record.actionClosures
    isIncomplete = record.isIncomplete
    evaluatedBlocks = record.entries + record.helpers.filter(\.phase.isEvaluation).map(\.block)
    lineCount = evaluatedBlocks.reduce(0) { $0 + $1.lineCount }
  }

  /// Reads that stand in a piece of code, or are it.
  package func reads(in code: Code) -> [Read] { placesOfReads.places(in: code).map { reads[Int($0)] } }

  /// Reads of one property, in the order of the walk.
  package func reads(of property: String) -> Uses<Read> { Uses(reads, at: placesOfReads.places(of: property)) }

  /// Whether one of the reads of a property is meant. Other modules ask here: they would look at each by way of a witness.
  package func hasRead(of property: String, where isMeant: (Read) -> Bool) -> Bool {
    placesOfReads.places(of: property).contains { isMeant(reads[Int($0)]) }
  }

  /// Whether members of a property are read of it, and not only of what is made of it.
  package func readsMembers(of property: String) -> Bool {
    placesOfReads.places(of: property).contains { isOfMember(Int($0)) }
  }

  /// The same of reads that stand in some code, beside a part of it.
  package func readsMember(of property: String, in code: Code, beside part: Code) -> Bool {
    placesOfReads.places(of: property).contains { place in
      isOfMember(Int(place)) && code.contains(reads[Int(place)].code) && !part.contains(reads[Int(place)].code)
    }
  }

  /// Looks where the read is kept: a copy of it counts all that it refers to.
  private func isOfMember(_ place: Int) -> Bool { !reads[place].isDerived && !reads[place].path.isEmpty }

  /// Writes of one property, in the order of the walk.
  package func writes(of property: String) -> Uses<Write> { Uses(writes, at: placesOfWrites.places(of: property)) }

  /// Calls of what has a name, in the order of the walk: `environment`, `ForEach`.
  package func calls(namedAnyOf names: Set<String>) -> [CallSite] {
    var places: [Int32] = []
    if names.count < placesOfCalls.names.count {
      for name in names { places += placesOfCalls[name] }
    } else {
      for name in placesOfCalls.names where names.contains(name) { places += placesOfCalls[name] }
    }
    return places.sorted().map { calls[Int($0)] }
  }

  /// Properties whose values reach `code` while the body is evaluated.
  package func dependencies(of code: Code, includingProjections: Bool = false) -> Set<String> {
    var result: Set<String> = []
    for place in placesOfReads.places(in: code) where reads[Int(place)].phase.isEvaluation {
      if reads[Int(place)].isProjection && !includingProjections { continue }
      result.insert(reads[Int(place)].property)
    }
    return result
  }

  /// Properties that `code` mentions in any way: on evaluation, in actions, as a binding, or to write them.
  package func mentions(in code: Code) -> Set<String> {
    var result: Set<String> = []
    for place in placesOfReads.places(in: code) { result.insert(reads[Int(place)].property) }
    for place in placesOfWrites.places(in: code) { result.insert(writes[Int(place)].property) }
    return result
  }

  /// Whether `code` mentions the property in any way.
  func mentions(_ property: String, in code: Code) -> Bool {
    placesOfReads.places(of: property).contains { code.contains(reads[Int($0)].code) }
      || placesOfWrites.places(of: property).contains { code.contains(writes[Int($0)].code) }
  }

  /// Reads of the property while the body is evaluated; bindings handed on are left out.
  package func evaluationReads(of property: String) -> [Read] {
    reads(of: property).filter { $0.phase.isEvaluation && !$0.isProjection }
  }

  /// Whether evaluation reads the property for nothing but to be started by its changes: `let _ = refresh`.
  package func isReadForNothing(_ property: String) -> Bool {
    let reads = evaluationReads(of: property).filter { !$0.isDerived }
    return !reads.isEmpty && reads.allSatisfy(\.code.isDiscarded)
  }

  /// Lines that evaluation runs: those of action closures, which only stand in the body, are left out.
  package var evaluatedLineCount: Int { knownEvaluatedLineCount.value(findEvaluatedLineCount) }

  private func findEvaluatedLineCount() -> Int {
    let blocks = evaluatedBlocks
    var counted: Set<Code> = []
    let deferred = actionClosures.reduce(0) { lines, closure in
      let isNested = closure.ancestors.contains { counted.contains($0) }
      guard !isNested, blocks.contains(where: { $0.contains(closure) }), counted.insert(closure).inserted else {
        return lines
      }
      // The line on which the closure begins belongs to the call.
      return lines + closure.lineCount - 1
    }
    return max(1, lineCount - deferred)
  }

  /// Whether the code stands in a closure that runs later.
  func isDeferred(_ code: Code) -> Bool { actionClosures.contains { $0.contains(code) } }
}

/// The reads or writes of an evaluation that somebody asked for, without a copy of them.
package struct Uses<Use>: RandomAccessCollection {
  @usableFromInline let all: [Use]
  @usableFromInline let places: ArraySlice<Int32>

  fileprivate init(_ all: [Use], at places: ArraySlice<Int32>) {
    self.all = all
    self.places = places
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { places.count }

  @inlinable package subscript(index: Int) -> Use { all[Int(places[places.startIndex + index])] }
}

extension Evaluation {
  /// Whether a body reads a property for nothing but to be told of its changes: `onChange(of: time)`, `task(id: query)`.
  package func isOnlyWatched(_ property: String) -> Bool {
    let reads = evaluationReads(of: property).filter { !$0.isDerived }
    return !reads.isEmpty && reads.allSatisfy(\.isWatch)
  }
}

extension Read {
  /// Whether it is there so that something happens when the value changes, and shows nothing of it: `onChange(of: time) { … }`.
  var isWatch: Bool {
    // What is made of the value, such as a helper's result, is watched in its place: nobody shows here that nothing else uses it.
    guard via.isEmpty, let argument = code.accessChain.parent, argument.kind == .argument,
      let call = argument.parent, call.kind == .call
    else { return false }
    switch call.calledEvent {
    case .change: return argument.name == "of"
    case .task: return argument.name == Labels.identity
    default: return false
    }
  }
}
