internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport

/// The distinct updates of a profile with triggers and declarations resolved: what the diagnosis walks over.
struct RecordedUpdates {
  /// A distinct message of a run.
  struct Message {
    /// Index into `names`.
    var view: Int
    /// Index into `facts`; `nil` when the view has no source, or more than one.
    var facts: Int?
    var hasSelf: Bool
    var hasIdentity: Bool
    /// The causes that are neither `@self` nor `@identity`, with what each says has changed.
    var own: [(cause: Cause, change: ChangedProperties)]
    /// Not in the trace: a view that nobody logs, by what its children show. One of its causes it was, and which is not known.
    var isAssumed = false
    /// Of an assumed one, how likely it was which of its causes.
    var chances: [Double] = []
  }

  /// What the walks over all elements ask of a message, apart from its causes: few and plain numbers, since they are copied for each of
  /// many elements.
  struct Traits {
    private struct Flags: OptionSet {
      let rawValue: UInt8

      static let hasSelf = Flags(rawValue: 1 << 0)
      static let hasIdentity = Flags(rawValue: 1 << 1)
      static let hasOwn = Flags(rawValue: 1 << 2)
      static let isAssumed = Flags(rawValue: 1 << 3)
      static let isInPresentation = Flags(rawValue: 1 << 4)
    }

    /// What its own causes say has changed.
    let change: ChangedProperties
    private let shortView: Int32
    private let shortFacts: Int32
    private var flags: Flags = []

    init(_ message: Message, isInPresentation: Bool) {
      change = message.own.reduce(into: ChangedProperties()) { $0.formUnion($1.change) }
      shortView = Int32(message.view)
      shortFacts = message.facts.map { Int32($0) } ?? -1
      if message.hasSelf { flags.insert(.hasSelf) }
      if message.hasIdentity { flags.insert(.hasIdentity) }
      if !message.own.isEmpty { flags.insert(.hasOwn) }
      if message.isAssumed { flags.insert(.isAssumed) }
      if isInPresentation { flags.insert(.isInPresentation) }
    }

    var view: Int { Int(shortView) }
    var facts: Int? { shortFacts < 0 ? nil : Int(shortFacts) }
    var hasSelf: Bool { flags.contains(.hasSelf) }
    var hasIdentity: Bool { flags.contains(.hasIdentity) }
    /// Whether it has causes of its own.
    var hasOwn: Bool { flags.contains(.hasOwn) }
    var isAssumed: Bool { flags.contains(.isAssumed) }
    /// Of a view without storage that is made only where something is presented.
    var isInPresentation: Bool { flags.contains(.isInPresentation) }
  }

  /// The views of the trace.
  private(set) var names: [String] = []
  private(set) var facts: [ViewFacts] = []
  /// Index into `facts` by declaration.
  private(set) var factsIndex: [TypeID: Int] = [:]
  /// Per view of the trace its facts.
  private(set) var factsOfView: [Int?] = []
  private(set) var messages: [Message] = []
  /// Of each message.
  private(set) var traits: [Traits] = []
  private(set) var updates = Updates()
  /// The number of elements of the longest update.
  private(set) var longestUpdate = 0
  /// By facts, whether the view has no storage of its own, so that the trace does not tell its first appearances.
  private(set) var isStateless: [Bool] = []
  /// Facts of views without storage that are made only where something is presented.
  private var presented: Set<Int> = []
  /// Numbers of the scenarios by their names; `nil` is for updates outside of all.
  private(set) var scenarioIndex: [String?: Int] = [:]
  /// The messages of each view.
  private(set) var messagesOfView: [[Int]] = []
  /// Where each message stands, in the order of the updates.
  private var spansOfMessage: [[Span]] = []
  /// The update that each view takes part in first; `nil` where no message of it stands anywhere.
  private var firstUpdateOfView: [Int?] = []
  /// How often each message updated its view, first appearances left out.
  private(set) var updatesByMessage: [Int] = []
  /// The indices of the names that are the same declaration.
  private(set) var viewsOfFacts: [[Int]] = []

  let declared: DeclaredFacts
  /// What the sources write of structs.
  var structWrites: StructWrites { declared.structWrites }

  /// A part of an update: where messages stand in it, and all that happens because of them.
  struct Span {
    /// Index of the update.
    private let shortUpdate: Int32
    private var shortFirst: Int32
    private var shortLast: Int32

    fileprivate init(update: Int, first: Int, last: Int) {
      shortUpdate = Int32(update)
      shortFirst = Int32(first)
      shortLast = Int32(last)
    }

    /// Of no update, where one will be.
    fileprivate static let none = Span(update: -1, first: 0, last: 0)

    fileprivate var isNone: Bool { shortUpdate < 0 }
    var update: Int { Int(shortUpdate) }
    /// From the first place of one of the messages to the last of what they made happen.
    var places: ClosedRange<Int> { Int(shortFirst)...Int(shortLast) }

    fileprivate mutating func formUnion(_ other: Span) {
      shortFirst = min(shortFirst, other.shortFirst)
      shortLast = max(shortLast, other.shortLast)
    }
  }

  /// - Parameters:
  ///   - resolver: One that learned from the profile.
  ///   - evaluations: What it found for all elements of all updates, in the order of the profile.
  init(
    _ profile: TraceProfile, resolver: UpdateResolver, evaluations: [UpdateResolver.Evaluation], matching: ViewMatching,
    graph: SourceGraph, prepared: PreparedFacts
  ) {
    var resolved = evaluations[...]
    declared = prepared.declared
    names = resolver.names
    for (index, name) in names.enumerated() {
      guard let id = matching.declaration(of: name), let evaluation = graph.evaluation(of: id) else {
        factsOfView.append(nil)
        continue
      }
      if let known = factsIndex[id] {
        factsOfView.append(known)
        viewsOfFacts[known].append(index)
      } else {
        factsIndex[id] = facts.count
        factsOfView.append(facts.count)
        viewsOfFacts.append([index])
        facts.append(
          prepared.facts[id]
            ?? ViewFacts(type: graph.index[id], evaluation: evaluation, among: declared))
      }
    }
    isStateless = facts.map { !$0.type.storedProperties.contains(where: \.isDynamicStorage) }
    presented = Set(
      facts.indices.filter { index in
        let makers = graph.parents[facts[index].type.id] ?? []
        return !makers.isEmpty && makers.allSatisfy(\.1.code.isInPresentation) && isStateless[index]
      })
    messagesOfView = .init(repeating: [], count: names.count)
    var unlogged = UnloggedMakers(matching: matching, graph: graph)
    var lastBelow: [Int] = []
    updates.reserve(elements: evaluations.count)
    for (run, meaning) in zip(profile.runs, resolver.meanings) {
      let base = messages.count
      for index in run.messages.indices {
        let view = meaning.viewIndex[index]
        let facts = factsOfView[view]
        let own = meaning.causes[index].filter { $0 != .viewValue && $0 != .identity }.map { cause in
          guard let facts else { return (cause: cause, change: ChangedProperties(isOpen: true)) }
          let cause = self.facts[facts].resolved(cause)
          return (cause: cause, change: self.facts[facts].change(for: cause))
        }
        messagesOfView[view].append(messages.count)
        append(
          Message(
            view: view, facts: facts, hasSelf: meaning.hasSelf[index], hasIdentity: meaning.hasIdentity[index], own: own
          ))
      }
      for part in run.parts {
        let name = [run.scenario, part.scenario].compactMap { $0 }.joined(separator: ": ")
        let scenario = index(ofScenario: name.isEmpty ? nil : name)
        for update in part.updates {
          let traced = zip(update.elements, resolved).map { element, found in
            Element(
              message: base + element.message, repetitions: element.repetitions, trigger: found.trigger,
              root: found.root, isInitial: found.isInitial)
          }
          var elements = unlogged.completed(traced, &self)
          resolved = resolved.dropFirst(update.elements.count)
          noteAppearances(&elements)
          noteSpans(elements, &lastBelow)
          for element in elements where !element.isInitial {
            updatesByMessage[element.message] += element.repetitions * update.count
          }
          longestUpdate = max(longestUpdate, elements.count)
          updates.append(elements, scenario: scenario, count: update.count)
        }
      }
    }
    firstUpdateOfView = messagesOfView.map { messages in
      messages.compactMap { spansOfMessage[$0].first?.update }.min()
    }
  }

  /// Marks content that is shown anew as likely as not, or made by such: pages that are pushed, sheets.
  private func noteAppearances(_ elements: inout [Element]) {
    // Most apps present nothing that this is about.
    if presented.isEmpty { return }
    for place in elements.indices {
      let message = traits[elements[place].message]
      guard message.hasSelf, !message.hasOwn, let trigger = elements[place].trigger else { continue }
      if message.isInPresentation || elements[trigger].mayAppear { elements[place].setMayAppear() }
    }
  }

  /// Notes where the messages of the next update stand in it.
  ///
  /// - Parameter lastBelow: Handed on so that nothing is allocated for each update.
  private mutating func noteSpans(_ elements: [Element], _ lastBelow: inout [Int]) {
    lastBelow.removeAll(keepingCapacity: true)
    lastBelow.append(contentsOf: elements.indices)
    for place in elements.indices.reversed() {
      if let trigger = elements[place].trigger { lastBelow[trigger] = max(lastBelow[trigger], lastBelow[place]) }
    }
    for (place, element) in elements.enumerated() {
      let span = Span(update: updates.count, first: place, last: lastBelow[place])
      let number = spansOfMessage[element.message].count
      if number > 0, spansOfMessage[element.message][number - 1].update == updates.count {
        spansOfMessage[element.message][number - 1].formUnion(span)
      } else {
        spansOfMessage[element.message].append(span)
      }
    }
  }

  private mutating func append(_ message: Message) {
    spansOfMessage.append([])
    updatesByMessage.append(0)
    traits.append(Traits(message, isInPresentation: message.facts.map(presented.contains) ?? false))
    messages.append(message)
  }

  private mutating func index(ofScenario name: String?) -> Int {
    if let known = scenarioIndex[name] { return known }
    scenarioIndex[name] = scenarioIndex.count
    return scenarioIndex.count - 1
  }

  /// Adds a view that the trace does not show, and the one message by which it takes part in updates.
  ///
  /// - Parameter causes: What may have evaluated it, with how often each does against the others.
  fileprivate mutating func addUnlogged(
    _ id: TypeID, _ evaluation: Evaluation, _ causes: [(cause: Cause, weight: Double)], _ graph: SourceGraph
  ) -> Int {
    var facts = ViewFacts(type: graph.index[id], evaluation: evaluation, among: declared)
    let own = causes.map { (cause: $0.cause, change: facts.change(for: $0.cause)) }
    let all = causes.reduce(0) { $0 + $1.weight }
    factsIndex[id] = self.facts.count
    factsOfView.append(self.facts.count)
    viewsOfFacts.append([names.count])
    messagesOfView.append([messages.count])
    append(
      Message(
        view: names.count, facts: self.facts.count, hasSelf: false, hasIdentity: false, own: own, isAssumed: true,
        chances: causes.map { $0.weight / all }))
    self.facts.append(facts)
    isStateless.append(!facts.type.storedProperties.contains(where: \.isDynamicStorage))
    names.append(facts.type.qualifiedName)
    return messages.count - 1
  }

  /// Whether an element may well be a first appearance: a view without storage says '@self' then as it does later, so among
  /// the first evaluations of a view those that nobody triggered, and what these made, prove nothing.
  func mayBeFirst(_ element: Element, in update: Int) -> Bool {
    if element.mayAppear { return true }
    let message = traits[element.message]
    guard message.hasSelf, !message.hasOwn, updates[update].count == 1 else { return false }
    return firstUpdateOfView[message.view].map { $0 >= update } ?? true
  }

  /// The updates that a view takes part in, in order.
  func updates(of view: Int) -> [Int] { updates(ofMessages: messagesOfView[view]) }

  /// The updates that any of the messages takes part in, in order.
  func updates(ofMessages messages: [Int]) -> [Int] { spans(ofMessages: messages).map(\.update) }

  /// Where any of the messages stand, once for each update, in order.
  func spans(ofMessages messages: [Int]) -> [Span] {
    if messages.count == 1 { return spansOfMessage[messages[0]] }
    let number = messages.reduce(0) { $0 + spansOfMessage[$1].count }
    // Where there are many to sort, a mark for each update is less.
    if number * 8 > updates.count { return markedSpans(of: messages) }
    var spans: [Span] = []
    for span in messages.flatMap({ spansOfMessage[$0] }).sorted(by: { $0.update < $1.update }) {
      if let last = spans.indices.last, spans[last].update == span.update {
        spans[last].formUnion(span)
      } else {
        spans.append(span)
      }
    }
    return spans
  }

  private func markedSpans(of messages: [Int]) -> [Span] {
    var marks = [UInt64](repeating: 0, count: updates.count / UInt64.bitWidth + 1)
    for message in messages {
      for span in spansOfMessage[message] {
        marks[span.update / UInt64.bitWidth] |= 1 << (span.update % UInt64.bitWidth)
      }
    }
    // By word, how many marks are before it.
    var ranks = [Int](repeating: 0, count: marks.count)
    for place in marks.indices.dropFirst() { ranks[place] = ranks[place - 1] + marks[place - 1].nonzeroBitCount }
    let count = ranks[marks.count - 1] + marks[marks.count - 1].nonzeroBitCount
    var spans: [Span] = .init(repeating: .none, count: count)
    for message in messages {
      for span in spansOfMessage[message] {
        let word = span.update / UInt64.bitWidth
        let before = marks[word] & ((1 << (span.update % UInt64.bitWidth)) - 1)
        let rank = ranks[word] + before.nonzeroBitCount
        if spans[rank].isNone { spans[rank] = span } else { spans[rank].formUnion(span) }
      }
    }
    return spans
  }
}

/// What is known of the views of a trace from the sources alone, so that it can be worked out while the trace is summed up.
struct PreparedFacts: Sendable {
  let declared: DeclaredFacts
  let memberShares: MemberShares
  private(set) var facts: [TypeID: ViewFacts] = [:]

  init(of views: Set<TypeID>, in graph: SourceGraph) {
    declared = DeclaredFacts(graph)
    memberShares = MemberShares(graph)
    for id in views {
      guard let evaluation = graph.evaluation(of: id) else { continue }
      facts[id] = ViewFacts(type: graph.index[id], evaluation: evaluation, among: declared)
    }
  }
}

/// Views that nobody logs and that alone make others: evaluated when these are, since nothing else explains it.
///
/// Only such that have state of their own are assumed; what follows from it is likely at most.
private struct UnloggedMakers {
  let matching: ViewMatching
  let graph: SourceGraph
  /// By the facts of the child, as far as somebody asked: the message of its maker, `nil` for none.
  private var makers: [Int??] = []
  private var messages: [TypeID: Int] = [:]

  init(matching: ViewMatching, graph: SourceGraph) {
    self.matching = matching
    self.graph = graph
  }

  /// The elements with the makers that must have been evaluated before them, in front.
  mutating func completed(_ elements: [RecordedUpdates.Element], _ recorded: inout RecordedUpdates)
    -> [RecordedUpdates.Element]
  {
    var added: [Int] = []
    var triggers: [Int: Int] = [:]
    for (place, element) in elements.enumerated() where element.trigger == nil && !element.isInitial {
      let message = recorded.traits[element.message]
      guard message.hasSelf, let facts = message.facts, let maker = maker(of: facts, &recorded) else { continue }
      if !added.contains(maker) { added.append(maker) }
      triggers[place] = added.firstIndex(of: maker)
    }
    guard !added.isEmpty else { return elements }
    let shift = added.count
    let makers = added.enumerated().map { place, message in
      RecordedUpdates.Element(message: message, repetitions: 1, trigger: nil, root: place, isInitial: false)
    }
    return makers
      + elements.enumerated().map { place, element in
        RecordedUpdates.Element(
          message: element.message, repetitions: element.repetitions,
          trigger: triggers[place] ?? element.trigger.map { $0 + shift }, root: element.root + shift,
          isInitial: element.isInitial)
      }
  }

  private mutating func maker(of facts: Int, _ recorded: inout RecordedUpdates) -> Int? {
    while makers.count <= facts { makers.append(nil) }
    if let known = makers[facts] { return known }
    let found = graph.makers(of: recorded.facts[facts].type.id)
    var result: Int?
    if found.count == 1, matching.traceNames[found[0]] == nil { result = message(of: found[0], &recorded) }
    makers[facts] = .some(result)
    return result
  }

  /// Whether the body reads members of models that Observation tracks.
  private func readsModels(_ type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    type.storedProperties.contains { property in
      graph.index.type(of: property, in: type)?.isObservableClass == true
        && evaluation.evaluationReads(of: property.name).contains { !$0.path.isEmpty }
    }
  }

  private mutating func message(of id: TypeID, _ recorded: inout RecordedUpdates) -> Int? {
    if let known = messages[id] { return known }
    guard let evaluation = graph.evaluation(of: id) else { return nil }
    let type = graph.index[id]
    var causes = type.storedProperties.compactMap { property -> (cause: Cause, weight: Double)? in
      let cause = Cause.dynamicProperty("_" + property.name)
      if property.isObservedObject { return (cause, 1) }
      guard property.storage == .state else { return nil }
      let writes = evaluation.writes(of: property.name)
      let isProjected = evaluation.reads(of: property.name).contains { $0.isProjection }
      guard !writes.isEmpty || isProjected else { return nil }
      // Who resizes or drags does so now and then; a clock ticks all the time.
      let ticks = writes.contains { write in
        SourceGraph.recurrence(of: write, property, by: id)?.goesOnByItself == true
      }
      return (cause, ticks ? MemberShares.hotWeight : 1)
    }
    if readsModels(type, evaluation) { causes.append((.dependencies, 1)) }
    guard !causes.isEmpty else { return nil }
    let message = recorded.addUnlogged(id, evaluation, causes, graph)
    messages[id] = message
    return message
  }
}
