package import SwiftUIModel

/// When a piece of code runs: while a body is evaluated, or later as an action.
package struct Phase: Sendable, Hashable {
  /// The call that the action closure is handed to; `nil` on evaluation.
  package var trigger: Code?
  /// `onReceive`, `Button`, `set`; empty on evaluation.
  package var triggerName: String
  /// What calls the action in the end, where the sources hand it on: the `onPreferenceChange` of `.readSize { … }`, the timer
  /// of a view that is given an `onDismiss`.
  private var handedTo: Code?

  package init(trigger: Code?, triggerName: String, handedTo: Code? = nil) {
    self.trigger = trigger
    self.triggerName = triggerName
    self.handedTo = handedTo
  }

  /// The name of what calls the action in the end.
  package var origin: String { handedTo?.calledName ?? triggerName }

  /// The call that the action ends in.
  var originCall: Code? { handedTo ?? trigger }

  package static let evaluation = Phase(trigger: nil, triggerName: "")

  package var isEvaluation: Bool { triggerName.isEmpty }

  /// What makes the action run; `nil` on evaluation, and of calls that no table names.
  package var event: Event? { Self.event(named: triggerName, of: trigger) }

  /// The same of what calls the action in the end.
  var originEvent: Event? { Self.event(named: origin, of: originCall) }

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
package struct Evaluation: Sendable {
  package var view: TypeID
  /// The blocks that evaluation starts with: `body`, `body(content:)`, `makeBody(configuration:)`, `updateUIView`.
  package var entries: [Code] = []
  package var reads: [Read] = []
  package var writes: [Write] = []
  package var children: [Child] = []
  package private(set) var calls: [CallSite] = []
  /// Places in `calls` by name, since each of many rules asks for a few names of thousands.
  private var placesOfCalls: [String: [Int]] = [:]
  /// Bodies of helpers of the same type that were inlined, by name, each once.
  package var helpers: [(name: String, block: Code, phase: Phase)] = []
  /// Closures met on evaluation that run later: handlers, gestures, tasks.
  package var actionClosures: [Code] = []
  /// Set when the walk was cut off because the view is unreasonably large.
  package var isIncomplete = false

  init(view: TypeID) { self.view = view }

  /// Reads that stand in a piece of code, or are it.
  package func reads(in code: Code) -> [Read] {
    // By their places, since most stand elsewhere, and to hold a read is to hold all that it is made of.
    var result: [Read] = []
    for place in reads.indices where code.contains(reads[place].code) { result.append(reads[place]) }
    return result
  }

  mutating func add(_ call: CallSite) {
    placesOfCalls[call.name, default: []].append(calls.count)
    calls.append(call)
  }

  /// Calls of what has a name, in the order of the walk: `environment`, `ForEach`.
  package func calls(namedAnyOf names: Set<String>) -> [CallSite] {
    var places: [Int] = []
    if names.count < placesOfCalls.count {
      for name in names { places += placesOfCalls[name] ?? [] }
    } else {
      for (name, found) in placesOfCalls where names.contains(name) { places += found }
    }
    return places.sorted().map { calls[$0] }
  }

  /// Properties whose values reach `code` while the body is evaluated.
  package func dependencies(of code: Code, includingProjections: Bool = false) -> Set<String> {
    var result: Set<String> = []
    for read in reads(in: code) where read.phase.isEvaluation {
      if read.isProjection && !includingProjections { continue }
      result.insert(read.property)
    }
    return result
  }

  /// Properties that `code` mentions in any way: on evaluation, in actions, as a binding, or to write them.
  package func mentions(in code: Code) -> Set<String> {
    var result: Set<String> = []
    for read in reads(in: code) { result.insert(read.property) }
    for write in writes where code.contains(write.code) { result.insert(write.property) }
    return result
  }

  /// Whether `code` mentions the property in any way.
  func mentions(_ property: String, in code: Code) -> Bool {
    reads.indices.contains { code.contains(reads[$0].code) && reads[$0].property == property }
      || writes.indices.contains { code.contains(writes[$0].code) && writes[$0].property == property }
  }

  /// Reads of the property while the body is evaluated; bindings handed on are left out.
  package func evaluationReads(of property: String) -> [Read] {
    var result: [Read] = []
    for place in reads.indices where reads[place].property == property {
      let read = reads[place]
      if read.phase.isEvaluation, !read.isProjection { result.append(read) }
    }
    return result
  }

  /// Lines of the entries and of the helpers that evaluation reaches.
  package var lineCount: Int { evaluatedBlocks.reduce(0) { $0 + $1.lineCount } }

  /// The entries and the helpers that evaluation reaches.
  var evaluatedBlocks: [Code] { entries + helpers.filter(\.phase.isEvaluation).map(\.block) }

  /// Lines that evaluation runs: those of action closures, which only stand in the body, are left out.
  package var evaluatedLineCount: Int {
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
