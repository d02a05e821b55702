internal import SourceAnalysis
import SwiftUIModel

/// Which members of a model are written how often, as far as the sources show: the share of a model's changes that a view
/// shows.
///
/// `_model changed.` does not say which member changed. What the view reads times what is written where is the best
/// estimate without more evidence; members that nothing writes do not count, writes many times per second count more.
struct MemberShares: Sendable {
  private let graph: SourceGraph
  /// What the sources write.
  private let writes: [Written]
  private let models: [TypeID: Model]
  /// Code that writes a member many times per second.
  private let hotCode: Set<Code>
  /// By model, what runs of it many times per second.
  private let streams: [TypeID: Set<Code>]

  /// A place that writes a member of a model.
  private struct Written {
    var model: TypeID
    var member: String
    /// What it runs in.
    var context: Code
    /// Whether it is expected to run many times for each tap.
    var isHot: Bool
    /// The view whose action it is; `nil` for the model's own methods.
    var writer: TypeID?
  }

  /// How often the members of one model are written.
  private struct Model {
    var written: [String: Double]
    /// Those of them whose writes are seen; of an `ObservableObject` the `@Published` ones.
    var published: [String: Double]
    /// The sum over `published`.
    var all: Double

    init(_ type: TypeInfo, written: [String: Double]) {
      self.written = written
      let published = Set(type.publishedMembers.map(\.name))
      self.published = type.isObservableObject ? written.filter { published.contains($0.key) } : written
      all = self.published.values.reduce(0, +)
    }
  }

  /// A write in a timer, a scroll or a drag against one in a tap.
  private static let hotWeight = 10.0

  init(_ graph: SourceGraph) {
    self.graph = graph
    var writes: [Written] = []
    var hotCode: Set<Code> = []
    let models = graph.index.types.filter(Self.isModel)
    for type in models { writes += Self.ownWrites(of: type, &hotCode) }
    for (type, evaluation) in graph.evaluatedViews {
      for write in evaluation.writes {
        guard let member = write.path.first, let property = type.property(write.property),
          let model = graph.index.type(of: property, in: type), Self.isModel(model)
        else { continue }
        let isHot = SourceGraph.isHot(write) || Self.isMeasured(write)
        if isHot { hotCode.insert(write.code) }
        writes.append(
          Written(
            model: model.id, member: member, context: write.phase.trigger ?? write.code, isHot: isHot, writer: type.id))
      }
      for read in evaluation.reads where read.isProjection {
        guard let member = read.path.first, let property = type.property(read.property),
          let model = graph.index.type(of: property, in: type), Self.isModel(model)
        else { continue }
        // A field or a slider writes with each key and each step.
        let isEdited = model.property(member)?.typeText.map(Self.isEdited) ?? false
        writes.append(
          Written(
            model: model.id, member: member, context: read.code, isHot: isEdited || Self.isDragged(read),
            writer: type.id))
      }
    }
    self.writes = writes
    self.hotCode = hotCode
    streams = Dictionary(grouping: writes.filter(\.isHot), by: \.model).mapValues { Set($0.map(\.context)) }
    self.models = Self.models(of: writes, graph) { _ in 1 }
  }

  /// The same after a look at a trace: who was not on screen wrote nothing.
  func seen(in recorded: RecordedUpdates) -> MemberShares {
    MemberShares(self, Presence(recorded, graph))
  }

  private init(_ other: MemberShares, _ presence: Presence) {
    graph = other.graph
    writes = other.writes
    hotCode = other.hotCode
    streams = other.streams
    models = Self.models(of: writes, graph) { write in
      write.writer.map { presence.share(of: $0, among: write.model) } ?? 1
    }
  }

  private static func isModel(_ type: TypeInfo) -> Bool { type.isObservableObject || type.isObservableClass }

  /// - Parameter presence: The share of a model's changes that a place may have made.
  private static func models(of writes: [Written], _ graph: SourceGraph, presence: (Written) -> Double) -> [TypeID:
    Model]
  {
    var weights: [TypeID: [String: Double]] = [:]
    for write in writes {
      weights[write.model, default: [:]][write.member, default: 0] += (write.isHot ? hotWeight : 1) * presence(write)
    }
    // What others may write and no scanned file does is written from elsewhere: nobody stores what never changes.
    let models = graph.index.types.filter(isModel).map { type -> (TypeID, Model) in
      var written = weights[type.id] ?? [:]
      for property in type.storedProperties where !property.isLet && !property.isStatic && !property.hasPrivateSetter {
        if written[property.name] == nil { written[property.name] = 1 }
      }
      return (type.id, Model(type, written: written))
    }
    return Dictionary(uniqueKeysWithValues: models)
  }

  /// Writes in the model's own methods; those of initialisers make no update.
  private static func ownWrites(of type: TypeInfo, _ hotCode: inout Set<Code>) -> [Written] {
    var result: [Written] = []
    let usages = Usages(of: type)
    let hotMethods = ModelRates.methodsCalledInStreams(of: type)
    let calledAgain = Set(type.functions.map(\.name).filter(ModelRates.isNamedAfterEvents))
    for property in type.storedProperties {
      for code in usages[property.name] where code.isWritten {
        let (methods, isInitializer) = ModelRates.methods(around: code)
        if isInitializer { continue }
        let isHot = ModelRates.isInStream(code) || methods.contains(where: hotMethods.contains)
        if isHot { hotCode.insert(code) }
        // A name is enough to expect many writes, and too little to say so.
        let isOften = isHot || methods.contains(where: calledAgain.contains)
        let context = code.ancestors.first { $0.kind == .function } ?? code
        result.append(Written(model: type.id, member: property.name, context: context, isHot: isOften))
      }
    }
    return result
  }

  /// What a geometry reader hands to a later turn: each layout comes by it.
  private static func isMeasured(_ write: Write) -> Bool {
    guard let trigger = write.phase.trigger, write.phase.event == .later || write.phase.event == .change else {
      return false
    }
    return trigger.ancestors.contains { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
  }

  /// Whether a control has the binding that writes it all the while a finger moves.
  private static func isDragged(_ read: Read) -> Bool {
    read.code.ancestors.contains { $0.kind == .call && Views.writesContinuously.contains($0.calledName) }
  }

  /// Text and numbers.
  private static func isEdited(_ type: String) -> Bool {
    KnownTypes.texts.contains(TypeName.base(type)) || KnownTypes.reals.contains(TypeName.base(type))
  }

  /// Whether an assignment to a member runs many times per second.
  func isHot(_ assignment: Code) -> Bool {
    hotCode.contains(assignment) || hotCode.contains { assignment.contains($0) }
  }

  /// Of what runs many times per second and writes the model, the share of one: nobody knows which of them it was.
  func shareOfStream(in type: TypeInfo) -> Double { 1 / Double(max(1, streams[type.id]?.count ?? 0)) }

  /// Of the changes of a model those that one assignment makes.
  func share(ofWrite assignment: Code, in type: TypeInfo) -> Double {
    guard let model = models[type.id], model.all > 0 else { return 1 }
    return (isHot(assignment) ? Self.hotWeight : 1) / model.all
  }

  /// The share of a model's changes that are of one member; 1 where nothing is known.
  func share(ofMember member: String, in type: TypeInfo) -> Double {
    guard let model = models[type.id], model.all > 0 else { return 1 }
    return (model.published[member] ?? 0) / model.all
  }

  /// How often a member that a view reads is written, against others of the same model; 1 where nothing is known.
  func weight(of name: String, in type: TypeInfo) -> Double {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2, let property = type.property(parts[0]),
      let model = graph.index.type(of: property, in: type).flatMap({ models[$0.id] })
    else { return 1 }
    return model.written[parts[1]] ?? 0
  }

  /// The member that is written most, where it makes at least a third of a model's changes.
  func mostWritten(of type: TypeInfo, except read: Set<String>) -> String? {
    guard let model = models[type.id], model.all > 0 else { return nil }
    let others = model.published.filter { !read.contains($0.key) }
    let most = others.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.flatMap { $0.value * 3 >= model.all ? $0.key : nil }
  }

  /// The share of the model's changes that are of members the view reads; 1 where nothing is known.
  func share(of property: Property, in type: TypeInfo) -> Double {
    guard let modelType = graph.index.type(of: property, in: type), let model = models[modelType.id],
      let evaluation = graph.evaluation(of: type.id)
    else { return 1 }
    var members: Set<String> = []
    for found in evaluation.reads where found.property == property.name && found.phase.isEvaluation {
      guard let first = found.path.first else {
        if found.isDerived, !evaluation.isListed(found) { return 1 }
        continue
      }
      members.insert(first)
    }
    let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: modelType)) }
    guard model.all > 0 else { return read.isEmpty ? 0 : 1 }
    return read.reduce(0) { $0 + (model.published[$1] ?? 0) } / model.all
  }
}
