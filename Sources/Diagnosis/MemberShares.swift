internal import SourceAnalysis
import SwiftUIModel

/// Which members of a model are written how often, as far as the sources show: the share of a model's changes that a view
/// shows.
///
/// `_model changed.` does not say which member changed. What the sources write how often is the estimate without a trace:
/// members that nothing writes do not count, what a clock writes counts by its period, what a publisher hands on by what is
/// published. With a trace, what children of all observers show of each single change decides first (`Publications`).
struct MemberShares: Sendable {
  let graph: SourceGraph
  /// What the sources write.
  private let writes: [Written]
  private var models: [TypeID: Model]
  /// Code that writes a member many times per second, and all around it.
  private let aroundHotCode: Set<Code>
  /// By model, the sum of what the code weighs that writes it many times per second.
  private let streams: [TypeID: Double]
  /// The share of a model's changes that assignments make which follow a value: of that, the trace shows how often it changed.
  private let followed: [Code: Double]
  /// What each assignment weighs.
  private let weights: [Code: Double]
  /// By model and member, the members that get another value whenever it is written.
  private let companions: [TypeID: [String: Set<String>]]
  /// By model, the members that get another value with each assignment.
  let alwaysDiffering: [TypeID: Set<String>]
  /// By model, its changes in the trace with what they were of.
  private var changes: [TypeID: Changes] = [:]
  /// What `share(of:in:)` and `weight(of:in:)` found: messages, remedies and open updates ask about the same properties.
  private let shareOfProperty = OnDemandTable<PropertyOfView, Double>()
  private let weightOfMember = OnDemandTable<MemberOfView, Double>()
  /// The same of `share(ofMember:in:)`, of changes that show nothing and were of an equal value, and of `shareOfSilent(in:)`.
  private let shareOfMember = OnDemandTable<MemberOfModel, Double>()
  private let equalOfMember = OnDemandTable<MemberOfModel, Double?>()
  private let silentOfModel = OnDemandTable<TypeID, Double?>()

  private struct MemberOfModel: Hashable {
    var model: TypeID
    var name: String
  }

  private struct PropertyOfView: Hashable {
    var view: TypeID
    var property: Property
  }

  private struct MemberOfView: Hashable {
    var view: TypeID
    /// `property.member`.
    var name: String
  }

  /// What changes of a model that showed the same were of.
  private struct Change {
    var evidence: Publications.Evidence
    var reasons: Reasons

    /// Whether no child shows it to be one.
    var isSilent: Bool { evidence.differing.isEmpty }

    /// How likely it is that those who read a member need it: it differs, or nothing says that it does not.
    ///
    /// - Parameters:
    ///   - others: Members that they read as well and that get another value along with it.
    ///   - repeated: The share of the member's writes that assign what is there already.
    func need(of member: String, along others: Set<String> = [], repeated: Double) -> Double {
      let isAlone = others.isSubset(of: evidence.unchanged)
      let isEqual = isAlone && (evidence.unchanged.contains(member) || repeated >= MemberShares.mostlyRepeated)
      return (reasons.differing[member] ?? 0) + (isEqual ? 0 : reasons.equal[member] ?? 0)
    }
  }

  /// The changes of a model that a trace holds.
  private struct Changes {
    /// What was shown, each once.
    var shown: [Change]
    /// For each event, what it showed, as an index into `shown`, and how often it happened.
    var events: [(shown: Int, number: Int)]
    /// By view, the events that evaluated it.
    var ofObserver: [TypeID: [Int]]

    init(_ publications: Publications, reasons: (Publications.Evidence) -> Reasons) {
      shown = publications.evidence.map { Change(evidence: $0, reasons: reasons($0)) }
      events = publications.events.map { (shown: $0.evidence, number: $0.number) }
      ofObserver = [:]
      for (index, event) in publications.events.enumerated() {
        for observer in event.observers { ofObserver[observer, default: []].append(index) }
      }
    }
  }

  /// What ticks, by its period in seconds.
  private struct Clock: Hashable, Comparable {
    var model: TypeID
    var period: Double

    static func < (left: Clock, right: Clock) -> Bool {
      (left.model, left.period) < (right.model, right.period)
    }
  }

  /// From here on that a write assigns what is there already is no mere possibility.
  private static let mostlyRepeated = 0.5

  /// What some writes of a member change of its value.
  struct WrittenPart {
    /// Of a struct; `nil` where it may be any.
    var fields: Set<String>?
    /// Whether they put another value in its place.
    var replaces: Bool
    var weight: Double
  }

  /// How often the members of one model are written.
  private struct Model {
    var written: [String: Double]
    /// Those of them whose writes are seen; of an `ObservableObject` the `@Published` ones.
    var published: [String: Double]
    /// The sum over `published`.
    var all: Double
    /// The share of the writes of each that assign what is there already.
    var repeated: [String: Double]
    /// What the writes of each change of it.
    var parts: [String: [WrittenPart]]

    init(
      _ type: TypeInfo, announced: [Property], written: [String: Double], repeated: [String: Double],
      parts: [String: [WrittenPart]]
    ) {
      self.written = written
      self.repeated = repeated
      self.parts = parts
      // What is announced by hand is written as a member of its own, which nobody reads.
      let published = Set(announced.map(\.name)).union([Protocols.changePublisher])
      self.published = type.isObservableObject ? written.filter { published.contains($0.key) } : written
      // In order, since sums of fractions depend on it.
      all = self.published.values.sorted().reduce(0, +)
    }
  }

  /// A write in a timer, a scroll or a drag against one in a tap.
  static let hotWeight = Frequencies.ofStreams / Frequencies.ofActions

  /// What all writes of a model in taps and the like weigh together at most.
  private static let mostActions = 4.0

  /// What the sources alone say; shares are known after `seen(in:_:_:)`.
  init(_ graph: SourceGraph) {
    self.graph = graph
    let hotCode: Set<Code>
    (writes, hotCode) = Self.writes(in: graph)
    aroundHotCode = Self.around(hotCode)
    streams = Dictionary(grouping: writes.filter(\.isHot), by: \.model).mapValues { writes in
      // What one turn writes is one stream; in order, since sums of fractions depend on it.
      Dictionary(writes.map { ($0.context, $0.weight) }, uniquingKeysWith: max).values.sorted().reduce(0, +)
    }
    weights = Dictionary(
      writes.compactMap { write in write.assignment.map { ($0, write.weight) } },
      uniquingKeysWith: { first, _ in first })
    followed = [:]
    companions = Self.companions(among: writes)
    alwaysDiffering = Self.alwaysDiffering(among: writes)
    models = [:]
  }

  /// The same after a look at a trace: who was not on screen wrote nothing, and children show what changed.
  func seen(in recorded: RecordedUpdates, _ publications: [TypeID: Publications], _ surges: Surges) -> MemberShares {
    MemberShares(self, Presence(recorded, graph), publications, surges)
  }

  private init(
    _ other: MemberShares, _ presence: Presence, _ publications: [TypeID: Publications], _ surges: Surges
  ) {
    graph = other.graph
    writes = other.writes
    aroundHotCode = other.aroundHotCode
    streams = other.streams
    weights = other.weights
    companions = other.companions
    alwaysDiffering = other.alwaysDiffering
    models = other.models
    followed = Dictionary(
      writes.compactMap { write in
        guard let assignment = write.assignment,
          let share = write.period.flatMap({ Presence.share(ofTicksEvery: $0, among: surges[write.model, nil]) })
            ?? write.writer.flatMap({ writer in
              write.followed.flatMap { presence.share(ofChanges: $0, in: writer, among: write.model) }
            })
        else { return nil }
        return (assignment, share)
      }, uniquingKeysWith: max)
    models = Self.models(
      of: writes, graph,
      presence: { write in write.writer.map { presence.share(of: $0, among: write.model) } ?? 1 },
      followed: { write in write.assignment.flatMap { followed[$0] } },
      repetition: { repetition(of: $0) })
    let measured = Set(writes.filter { $0.assignment.map { followed[$0] != nil } ?? false }.map(\.model))
    for (id, publications) in publications {
      guard let model = models[id] else { continue }
      // Of what follows a value in the trace it is known how often it was written.
      let shown =
        measured.contains(id)
        ? (written: model.published, repeated: model.repeated) : Self.shown(by: publications, model)
      changes[id] = Changes(publications) { evidence in
        evidence.isEmpty
          ? Reasons(evidence, written: shown.written, repeated: shown.repeated)
          : Reasons(evidence, written: model.published, repeated: model.repeated)
      }
    }
  }

  /// How often each member is written where nobody shows it: as where somebody does, as far as that is known.
  private static func shown(by publications: Publications, _ model: Model)
    -> (written: [String: Double], repeated: [String: Double])
  {
    var number = 0
    var differing: [String: [Double]] = [:]
    let reasons = publications.evidence.map { evidence in
      evidence.differing.isEmpty
        ? nil : Reasons(evidence, written: model.published, repeated: model.repeated)
    }
    for event in publications.events {
      guard let reasons = reasons[event.evidence] else { continue }
      number += event.number
      for (member, chance) in reasons.differing {
        differing[member, default: []].append(chance * Double(event.number))
      }
    }
    guard number >= Remedies.leastSeen, model.all > 0 else { return (model.published, model.repeated) }
    var written = model.published.mapValues { $0 / model.all * (1 - shareOfShown) }
    var repeated: [String: Double] = [:]
    for (member, chances) in differing {
      // In order, since sums of fractions depend on it.
      written[member, default: 0] += shareOfShown * chances.sorted().reduce(0, +) / Double(number)
    }
    for (member, share) in model.repeated {
      let known = (model.published[member] ?? 0) / model.all * (1 - shareOfShown)
      if let all = written[member], all > 0 { repeated[member] = share * known / all }
    }
    return (written, repeated)
  }

  /// What other changes of the same object show says more of one that nobody shows than what the sources write does.
  private static let shareOfShown = 0.8

  /// How likely it is that a write assigns what is there already.
  private func repetition(of write: Written) -> Double {
    guard let assignment = write.assignment else { return Self.repetitionInPlace }
    if graph.isGuarded(assignment, for: write.member) { return 0 }
    return repetition(of: assignment, PropertyPath(write.member), in: graph.index[write.model], by: write.writer)
  }

  /// Appending, removing, typing and dragging nearly always leave another value.
  private static let repetitionInPlace = 0.05

  /// Some code, and all that it stands in.
  private static func around(_ code: Set<Code>) -> Set<Code> {
    var all = code
    for inner in code {
      // What is around it is known where it was met before, unless it is some of the code itself.
      for outer in inner.ancestors where !all.insert(outer).inserted && !code.contains(outer) { break }
    }
    return all
  }

  static func isModel(_ type: TypeInfo) -> Bool { type.isObservableObject || type.isObservableClass }

  /// - Parameters:
  ///   - presence: The share of a model's changes that a place may have made.
  ///   - followed: The share of them that a place has made as the trace shows, since it follows a value that is logged.
  ///   - repetition: The share of these that assign what is there already.
  private static func models(
    of writes: [Written], _ graph: SourceGraph, presence: (Written) -> Double, followed: (Written) -> Double?,
    repetition: (Written) -> Double
  ) -> [TypeID: Model] {
    var weights: [TypeID: [String: Double]] = [:]
    var repeated: [TypeID: [String: Double]] = [:]
    var parts: [TypeID: [String: [WrittenPart]]] = [:]
    func note(_ write: Written, _ weight: Double) {
      weights[write.model, default: [:]][write.member, default: 0] += weight
      repeated[write.model, default: [:]][write.member, default: 0] += weight * repetition(write)
      parts[write.model, default: [:]][write.member, default: []].append(
        WrittenPart(fields: write.fields, replaces: write.replaces, weight: weight))
    }
    let actions = Dictionary(grouping: writes.filter { $0.weight <= 1 }, by: \.model).mapValues {
      // In order, since sums of fractions depend on it.
      $0.map { $0.weight * presence($0) }.sorted().reduce(0, +)
    }
    var certain: [(write: Written, share: Double)] = []
    for write in writes {
      if let share = followed(write) {
        certain.append((write, share))
        continue
      }
      var weight = write.weight * presence(write)
      // However many buttons there are, a user presses one after the other.
      if write.weight <= 1, let all = actions[write.model], all > mostActions { weight *= mostActions / all }
      note(write, weight)
    }
    // What one clock writes at a tick shares its ticks.
    let ticking = Dictionary(grouping: certain.filter { $0.write.period != nil }) {
      Clock(model: $0.write.model, period: $0.write.period ?? 0)
    }
    for writes in ticking.sorted(by: { $0.key < $1.key }).map(\.value) {
      guard let share = writes.map(\.share).max(), let model = writes.first?.write.model else { continue }
      let others = weights[model, default: [:]].sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
      let each = others * share / (1 - share) / Double(Set(writes.map(\.write.member)).count)
      for (_, writes) in Dictionary(grouping: writes, by: \.write.member).sorted(by: { $0.key < $1.key }) {
        for (write, _) in writes { note(write, max(1, each / Double(writes.count))) }
      }
    }
    for (write, share) in certain where write.period == nil {
      let others = weights[write.model, default: [:]].sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
      note(write, max(1, others * share / (1 - share)))
    }
    // What others may write and no scanned file does is written from elsewhere: nobody stores what never changes.
    let types = graph.index.types.filter(isModel)
    for type in types {
      for property in type.storedProperties where !property.isLet && !property.isStatic && !property.hasPrivateSetter {
        if weights[type.id]?[property.name] == nil { weights[type.id, default: [:]][property.name] = 1 }
      }
    }
    var done: Set<TypeID> = []
    for type in types { addPassedOn(by: type, graph, &weights, &repeated, &done) }
    let models = types.map { type -> (TypeID, Model) in
      let written = weights[type.id] ?? [:]
      var shares = repeated[type.id] ?? [:]
      for (member, weight) in written { shares[member] = weight > 0 ? (shares[member] ?? 0) / weight : 0 }
      return (
        type.id,
        Model(
          type, announced: graph.announcedMembers(of: type), written: written, repeated: shares,
          parts: parts[type.id] ?? [:])
      )
    }
    return Dictionary(uniqueKeysWithValues: models)
  }

  /// An object whose announcements a model sends on is written, for who observes the model, as often as anything inside of it.
  private static func addPassedOn(
    by type: TypeInfo, _ graph: SourceGraph, _ weights: inout [TypeID: [String: Double]],
    _ repeated: inout [TypeID: [String: Double]], _ done: inout Set<TypeID>
  ) {
    guard done.insert(type.id).inserted else { return }
    let published = Set(type.publishedMembers.map(\.name))
    for passed in graph.passedOn(by: type) {
      let name = passed.property.name
      // What assigns the property itself tells nobody, where it is not published.
      var weight = published.contains(name) ? weights[type.id]?[name] ?? 0 : 0
      var equal = published.contains(name) ? repeated[type.id]?[name] ?? 0 : 0
      if let id = passed.model {
        let inner = graph.index[id]
        addPassedOn(by: inner, graph, &weights, &repeated, &done)
        for member in graph.announcedMembers(of: inner).map(\.name).sorted() {
          weight += weights[id]?[member] ?? 0
          equal += repeated[id]?[member] ?? 0
        }
      } else {
        weight += 1
      }
      weights[type.id, default: [:]][name] = weight
      repeated[type.id, default: [:]][name] = equal
    }
  }

  /// Whether the trace shows that an assignment ran many times, since the value changed that it follows.
  func isRepeating(_ assignment: Code) -> Bool { followed[assignment] != nil }

  private func weight(of assignment: Code) -> Double {
    weights[assignment] ?? (isHot(assignment) ? Self.hotWeight : 1)
  }

  /// Of writes that weigh something together, the part of one assignment: all, where the trace shows how often it ran.
  private func part(of assignment: Code, times factor: Double = 1, in all: Double) -> Double {
    isRepeating(assignment) || all <= 0 ? 1 : min(1, weight(of: assignment) * factor / all)
  }

  /// Whether an assignment to a member runs many times per second.
  func isHot(_ assignment: Code) -> Bool {
    aroundHotCode.contains(assignment)
  }

  /// Whether something writes a model many times per second.
  func isStreamed(_ type: TypeInfo) -> Bool { (streams[type.id] ?? 0) > 0 }

  /// Of what runs many times per second and writes the model, the share of one assignment.
  func shareOfStream(_ assignment: Code, in type: TypeInfo) -> Double {
    part(of: assignment, in: streams[type.id] ?? 0)
  }

  /// Of the changes of a model the share that `part` says of each change; `nil` where the trace holds none.
  ///
  /// - Parameter observer: Only changes that evaluated this view; `nil` for all.
  private func mean(of type: TypeInfo, observer: TypeID? = nil, _ part: (Change) -> Double?) -> Double? {
    guard let changes = changes[type.id] else { return nil }
    // What all changes share that showed the same; asked for once, and only where somebody was evaluated.
    var parts = [Double??](repeating: nil, count: changes.shown.count)
    // In order, since sums of fractions depend on it.
    var terms: [Double] = []
    var all = 0
    func add(_ event: (shown: Int, number: Int)) {
      let share: Double?
      if let known = parts[event.shown] {
        share = known
      } else {
        share = part(changes.shown[event.shown])
        parts[event.shown] = .some(share)
      }
      guard let share else { return }
      all += event.number
      terms.append(share * Double(event.number))
    }
    if let observer {
      for index in changes.ofObserver[observer] ?? [] { add(changes.events[index]) }
    } else {
      for event in changes.events { add(event) }
    }
    return all > 0 ? terms.sorted().reduce(0, +) / Double(all) : nil
  }

  /// Of the changes of a model those that one assignment makes.
  func share(ofWrite assignment: Code, of member: String, in type: TypeInfo) -> Double {
    guard let model = models[type.id], model.all > 0 else { return 1 }
    let ofMember = share(ofMember: member, in: type)
    guard let written = model.published[member], written > 0 else {
      return min(ofMember, part(of: assignment, in: model.all))
    }
    return ofMember * part(of: assignment, in: written)
  }

  /// Whether a member, or another one that is written along with it, gets another value with each assignment: then the object
  /// changes whatever else is compared.
  func changesAnyway(with member: String, of type: TypeInfo) -> Bool {
    let along = companions[type.id]?[member, default: []].union([member]) ?? [member]
    return !along.isDisjoint(with: alwaysDiffering[type.id] ?? [])
  }

  /// Of the changes of a model that no child shows to be one, the share in which an assignment wrote what was there already.
  ///
  /// - Parameter repeated: How likely it is that it does, where it runs.
  func share(ofEqualWrites assignment: Code, of member: String, repeated: Double, in type: TypeInfo) -> Double {
    guard let model = models[type.id], let written = model.published[member], written > 0 else { return 0 }
    let all = written * (model.repeated[member] ?? 0)
    guard all > 0 else { return 0 }
    let seen = equalOfMember.value(for: MemberOfModel(model: type.id, name: member)) {
      mean(of: type) { $0.isSilent ? $0.reasons.equal[member] ?? 0 : nil }
    }
    let ofMember = seen ?? all / max(model.all, written)
    return ofMember * part(of: assignment, times: repeated, in: all)
  }

  /// The share of a model's changes that children show to be none of the members they are given; `nil` without a trace.
  func shareOfSilent(in type: TypeInfo) -> Double? {
    silentOfModel.value(for: type.id) { mean(of: type) { $0.isSilent ? 1 : 0 } }
  }

  /// The share of a model's changes that are of one member; 1 where nothing is known.
  func share(ofMember member: String, in type: TypeInfo) -> Double {
    guard let model = models[type.id], model.all > 0 else { return 1 }
    return shareOfMember.value(for: MemberOfModel(model: type.id, name: member)) {
      mean(of: type) { ($0.reasons.differing[member] ?? 0) + ($0.reasons.equal[member] ?? 0) }
        ?? (model.published[member] ?? 0) / model.all
    }
  }

  /// How often a member that a view reads is written, against others of the same model; 1 where nothing is known.
  func weight(of name: String, in type: TypeInfo) -> Double {
    weightOfMember.value(for: MemberOfView(view: type.id, name: name)) { findWeight(of: name, in: type) }
  }

  private func findWeight(of name: String, in type: TypeInfo) -> Double {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2, let property = type.property(parts[0]),
      let id = graph.index.type(of: property, in: type)?.id, let model = models[id]
    else { return 1 }
    return mean(of: graph.index[id], observer: type.id) {
      $0.need(of: parts[1], repeated: model.repeated[parts[1]] ?? 0)
    } ?? model.written[parts[1]] ?? 0
  }

  /// The member that is written most, where it makes at least a third of a model's changes.
  func mostWritten(of type: TypeInfo, except read: Set<String>) -> String? {
    guard let model = models[type.id], model.all > 0 else { return nil }
    let others = model.published.keys.filter { !read.contains($0) }.map { ($0, share(ofMember: $0, in: type)) }
    let most = others.max { ($0.1, $1.0) < ($1.1, $0.0) }
    return most.flatMap { $0.1 * 3 >= 1 ? $0.0 : nil }
  }

  /// What the writes of a member change of its value.
  func parts(of member: String, in type: TypeInfo) -> [WrittenPart] { models[type.id]?.parts[member] ?? [] }

  /// Whether a view shows something of a model that the model does not publish.
  func showsUnpublished(_ property: Property, in type: TypeInfo) -> Bool {
    guard let model = graph.index.type(of: property, in: type), let evaluation = graph.evaluation(of: type.id) else {
      return true
    }
    let read = Set(evaluation.evaluationReads(of: property.name).compactMap(\.member))
    return read.contains { name in
      let stored = graph.storedReads(of: name, in: model)
      return stored.isEmpty && model.property(name) == nil || isUnpublished(stored, of: model)
    }
  }

  private func isUnpublished(_ members: Set<String>, of model: TypeInfo) -> Bool {
    let published = Set(graph.announcedMembers(of: model).map(\.name))
    return members.contains { !published.contains($0) && model.property($0)?.isLet == false }
  }

  /// The share of the model's changes that are of members the view reads; 1 where nothing is known.
  func share(of property: Property, in type: TypeInfo) -> Double {
    shareOfProperty.value(for: PropertyOfView(view: type.id, property: property)) { findShare(of: property, in: type) }
  }

  private func findShare(of property: Property, in type: TypeInfo) -> Double {
    guard let modelType = graph.index.type(of: property, in: type), let model = models[modelType.id],
      let evaluation = graph.evaluation(of: type.id)
    else { return 1 }
    var members: Set<String> = []
    var mayReadMore = false
    for found in evaluation.reads(of: property.name) where found.phase.isEvaluation {
      if let first = found.path.first {
        members.insert(first)
      } else if found.isDerived, !evaluation.isListed(found) {
        mayReadMore = true
      }
    }
    // What a local was made of is read where it is made; nobody knows what it is of that no member went into.
    if mayReadMore, members.isEmpty { return 1 }
    var read = members.reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: modelType)) }
    // What nobody publishes is shown anew when the model announces by hand that something changed.
    if isUnpublished(read, of: modelType) { read.insert(Protocols.changePublisher) }
    guard model.all > 0 else { return read.isEmpty ? 0 : 1 }
    // What is only written together with something that is read is no change of its own.
    let along = (companions[modelType.id] ?? [:]).compactMapValues { others in
      others.isDisjoint(with: read) ? nil : others.intersection(read)
    }
    read.formUnion(along.keys)
    let names = read.sorted()
    return mean(of: modelType, observer: type.id) { change in
      names.reduce(0) { $0 + change.need(of: $1, along: along[$1] ?? [], repeated: model.repeated[$1] ?? 0) }
    } ?? names.reduce(0) { $0 + (model.published[$1] ?? 0) } / model.all
  }
}
