import SwiftUIModel

/// About how many times per second code runs while what starts it goes on: by the period of a clock, by how often that is written
/// which a publisher publishes, by what a user does.
///
/// It tells which member most changes of a model are changes of, and measures nothing: how long a clock runs nobody knows. What is not known is
/// taken for what such code mostly does.
package struct Frequencies {
  /// Runs per second of what a user does.
  package static let ofActions = 0.2
  /// Of a clock whose period is not known, and of other streams.
  package static let ofStreams = 2.0
  /// Of a gesture, a scroll or keys while they go on.
  static let ofHands = 4.0
  /// What runs with each frame does so for a while only; what is loaded once an hour is written as well.
  private static let range = 0.02...10.0
  /// Of the turns of a stream, those in which a condition holds that nobody knows.
  private static let shareOfCondition = 0.3
  /// Publishers and callers are followed this far.
  private static let longestChain = 4

  private struct Member: Hashable {
    var owner: TypeID
    var name: String
  }

  package let graph: SourceGraph
  private var members: [Member: Double] = [:]
  private var methods: [Code: Double] = [:]
  /// What arrives of what calls subscribe to, of those that somebody asked for by what they are given.
  private var subscriptions: [Subscribing: Double] = [:]

  private struct Subscribing: Hashable {
    var call: Code
    var owner: TypeID
  }

  package init(_ graph: SourceGraph) { self.graph = graph }

  /// Who mentions what of a type.
  package func usages(of type: TypeInfo) -> Usages { graph.usages(of: type) }

  /// Runs per second of code in a type; 0 for what an initialiser does itself.
  package mutating func perSecond(_ code: Code, in owner: TypeInfo) -> Double { perSecond(code, in: owner, depth: 0) }

  /// Runs per second of what a clock or a publisher makes a view write; `nil` for all else that it writes.
  package mutating func perSecond(_ write: Write, in view: TypeInfo) -> Double? {
    guard let call = write.phase.finalCaller, [.timer, .publisher].contains(call.calledEvent) else { return nil }
    return runs(of: call, in: view, 0)
  }

  private mutating func perSecond(_ code: Code, in owner: TypeInfo, depth: Int) -> Double {
    var inner = code
    for ancestor in code.ancestors {
      let runs: Double?
      switch ancestor.kind {
      case .call where inner.kind == .argument: runs = self.runs(of: ancestor, in: owner, depth)
      case .forStatement where inner.kind == .block: runs = elements(of: ancestor, in: owner, depth)
      case .whileStatement where inner.kind == .block:
        runs = ancestor.repetition == nil || code.endsLoop(ancestor) ? nil : Self.turns(of: ancestor)
      case .function:
        // `urlSession(_:downloadTask:didWriteData:…)`: the event stands in a label.
        let called = calls(of: ancestor, in: owner, depth)
        runs = ModelRates.isCalledForEvents(ancestor) ? max(called, Self.ofStreams) : called
      case .closure: runs = graph.repeatedMethods.repetition(of: ancestor).map(Self.turns)
      case .initializer: return 0
      case .type: return Self.ofActions
      default: runs = nil
      }
      if let runs {
        // Under a condition it runs as often as what a user does at least.
        return code.isConditional(in: inner)
          ? max(min(runs, Self.ofActions), runs * Self.shareOfCondition) : runs
      }
      inner = ancestor
    }
    return Self.ofActions
  }

  /// Runs of the closures that a call is given; `nil` for those that run with the code around, then or later.
  private mutating func runs(of call: Code, in owner: TypeInfo, _ depth: Int) -> Double? {
    if Functions.assignsValues.contains(call.calledName) { return published(by: call, in: owner, depth) }
    switch call.calledEvent {
    case .timer: return Self.turns(of: call)
    case .publisher: return published(by: call, in: owner, depth)
    case .notification, .user: return Self.ofActions
    default:
      let rate = Calls.rates[call.calledName]
      return rate == .perEvent || rate == .stream ? Self.ofStreams : nil
    }
  }

  /// Turns of what runs code again and again.
  private static func turns(_ repetition: RepeatedMethods.Repetition) -> Double {
    if let period = repetition.period, period > 0 { return bounded(1 / period) }
    return repetition.source == .slowClock ? range.lowerBound : ofStreams
  }

  /// Turns of a timer or a loop that waits.
  private static func turns(of clock: Code) -> Double {
    turns(.init(source: clock.isSlowClock ? .slowClock : .clock, period: clock.clockPeriod ?? clock.period))
  }

  private static func bounded(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  /// Elements of an asynchronous sequence: `for await level in meter.$level.values { … }`.
  private mutating func elements(of loop: Code, in owner: TypeInfo, _ depth: Int) -> Double? {
    guard loop.flags.contains(.isSpecial) else { return nil }
    let parts = loop.children.filter { $0.kind != .block }
    return published(by: parts, in: owner, depth) ?? (loop.repetition == nil ? Self.ofActions : Self.ofStreams)
  }

  /// What arrives of what a call subscribes to.
  private mutating func published(by call: Code, in owner: TypeInfo, _ depth: Int) -> Double {
    // Further down a chain it may be less, where that is cut off.
    guard depth == 0 else { return findPublished(by: call, in: owner, depth) }
    let asked = Subscribing(call: call, owner: owner.id)
    if let known = subscriptions[asked] { return known }
    let found = findPublished(by: call, in: owner, depth)
    subscriptions[asked] = found
    return found
  }

  private mutating func findPublished(by call: Code, in owner: TypeInfo, _ depth: Int) -> Double {
    let closures = Set(call.arguments.filter { $0.firstChild?.kind == .closure })
    let parts = [call.callee].compactMap(\.self) + call.arguments.filter { !closures.contains($0) }
    if call.clockPeriod != nil { return Self.turns(of: call) }
    let runs = published(by: parts, in: owner, depth) ?? (call.repetition == nil ? Self.ofStreams / 2 : Self.ofStreams)
    let spacing = parts.flatMap { Array($0.descendants) }.compactMap(\.spacing).max()
    return spacing.map { $0 > 0 ? min(runs, 1 / $0) : runs } ?? runs
  }

  /// The sum over the publishers that code names; `nil` where it names none that is known.
  private mutating func published(by parts: [Code], in owner: TypeInfo, _ depth: Int) -> Double? {
    var sum: Double?
    for part in parts {
      for code in [part] + Array(part.descendants)
      where Self.mayPublish(code)
        && !code.ancestors.prefix(while: { $0 != part }).contains(where: { $0.kind == .closure })
      {
        guard let runs = value(of: code, in: owner, depth) else { continue }
        sum = (sum ?? 0) + runs
      }
    }
    return sum.map(Self.bounded)
  }

  /// Whether `value(of:)` may know it; of most code the kind says that it does not.
  private static func mayPublish(_ code: Code) -> Bool {
    switch code.kind {
    case .call: true
    case .member, .identifier: code.name.hasPrefix("$") || code.name == Protocols.changePublisher
    default: false
    }
  }

  /// `service.$level`, `model.objectWillChange`, `Timer.publish(every: 1, …)`, `NotificationCenter.default.publisher(for: …)`.
  private mutating func value(of code: Code, in owner: TypeInfo, _ depth: Int) -> Double? {
    if code.kind == .call {
      if Functions.publishers.contains(code.calledName), code.calledEvent == .subscription { return Self.ofActions }
      return code.calledName == Intervals.publisher && code.period != nil ? Self.turns(of: code) : nil
    }
    guard Self.mayPublish(code), var path = code.memberPath?.drop(while: { $0 == "self" }), let last = path.popLast(),
      depth < Self.longestChain
    else { return nil }
    // What is assigned to, and not what sends: `assign(to: &$level)`.
    if code.ancestors.prefix(3).contains(where: { $0.kind == .argument && $0.name == "to" }) { return nil }
    var holder = owner
    if let first = path.first, first.startsUppercase {
      guard let id = graph.index.resolve(first, near: code.file.path) else { return nil }
      holder = graph.index[id]
      // `shared` is of the type that has it.
      path = path.dropFirst(2)
    }
    for name in path {
      guard let property = holder.property(name), let next = graph.index.type(of: property, in: holder) else {
        return nil
      }
      holder = next
    }
    if last.hasPrefix("$") { return perSecond(ofMember: String(last.dropFirst()), of: holder, depth: depth + 1) }
    if holder.id == owner.id, path.isEmpty { return nil }
    let announced = graph.announcedMembers(of: holder).map(\.name).sorted()
    return Self.bounded(Self.together(announced.map { perSecond(ofMember: $0, of: holder, depth: depth + 1) }))
  }

  /// What goes on by itself adds up; however many buttons there are, a user presses one after the other.
  private static func together(_ all: [Double]) -> Double {
    all.filter { $0 > ofActions }.reduce(all.contains { $0 > 0 && $0 <= ofActions } ? ofActions : 0, +)
  }

  /// Writes per second of a stored member, by its own type and by whoever else holds it.
  private mutating func perSecond(ofMember name: String, of type: TypeInfo, depth: Int) -> Double {
    let member = Member(owner: type.id, name: name)
    if let known = members[member] { return known }
    // Who asks while it is being worked out adds nothing to it.
    members[member] = 0
    var all: [Double] = []
    for code in graph.mentions(of: name, in: type) where code.isWritten {
      all.append(perSecond(code, in: type, depth: depth))
    }
    for write in graph.writesOfOthers(to: type.id) where write.member == name {
      all.append(perSecond(write.code, in: graph.index[write.owner], depth: depth))
    }
    let sum = Self.together(all)
    members[member] = sum
    return sum
  }

  /// Runs of a method: as often as who calls it most in its own type, or what a clock elsewhere makes of it.
  private mutating func calls(of method: Code, in owner: TypeInfo, _ depth: Int) -> Double {
    if let known = methods[method] { return known }
    methods[method] = 0
    let name = method.name
    var most = 0.0
    if let repetition = graph.repeatedMethods.repetition(of: method) {
      most = Self.turns(repetition)
    } else if let repetition = graph.repeatedMethods.anyRepetition(of: method) {
      let turns = Self.turns(repetition)
      most = max(min(turns, Self.ofActions), turns * Self.shareOfCondition)
    } else if ModelRates.isNamedAfterEvents(name) {
      most = Self.ofStreams
    }
    if depth < Self.longestChain {
      for call in graph.mentions(of: name, in: owner)
      where !call.ancestors.contains(where: { $0.kind == .function && $0.name == name }) {
        most = max(most, perSecond(call, in: owner, depth: depth + 1))
      }
    }
    let runs = most > 0 ? most : Self.ofActions
    methods[method] = runs
    return runs
  }
}
