internal import SourceAnalysis
import SwiftUIModel

/// Which members of a model are written how often, as far as the sources show: the share of a model's changes that a view
/// shows.
///
/// `_model changed.` does not say which member changed. What the view reads times what is written where is the best
/// estimate without more evidence; members that nothing writes do not count, writes many times per second count more.
struct MemberShares: Sendable {
  private let graph: SourceGraph
  private let models: [TypeID: Model]
  /// Code that writes a member many times per second.
  private let hotCode: Set<Code>

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
    var weights: [TypeID: [String: Double]] = [:]
    var hotCode: Set<Code> = []
    let models = graph.index.types.filter { $0.isObservableObject || $0.isObservableClass }
    for type in models { weights[type.id] = Self.ownWrites(of: type, &hotCode) }
    for (type, evaluation) in graph.evaluatedViews {
      for write in evaluation.writes {
        guard let member = write.path.first, let property = type.property(write.property),
          let model = graph.index.type(of: property, in: type), weights[model.id] != nil
        else { continue }
        let isHot = SourceGraph.isHot(write) || Self.isMeasured(write)
        if isHot { hotCode.insert(write.code) }
        weights[model.id]?[member, default: 0] += isHot ? Self.hotWeight : 1
      }
      for read in evaluation.reads where read.isProjection {
        guard let member = read.path.first, let property = type.property(read.property),
          let model = graph.index.type(of: property, in: type), weights[model.id] != nil
        else { continue }
        // A field or a slider writes with each key and each step.
        let isEdited = model.property(member)?.typeText.map(Self.isEdited) ?? false
        weights[model.id]?[member, default: 0] += isEdited || Self.isDragged(read) ? Self.hotWeight : 1
      }
    }
    self.hotCode = hotCode
    // What others may write and no scanned file does is written from elsewhere: nobody stores what never changes.
    for type in models {
      for property in type.storedProperties
      where !property.isLet && !property.isStatic && !property.hasPrivateSetter {
        if weights[type.id]?[property.name] == nil { weights[type.id]?[property.name] = 1 }
      }
    }
    self.models = Dictionary(
      uniqueKeysWithValues: weights.map { id, written in (id, Model(graph.index[id], written: written)) })
  }

  /// Writes in the model's own methods; those of initialisers make no update.
  private static func ownWrites(of type: TypeInfo, _ hotCode: inout Set<Code>) -> [String: Double] {
    var result: [String: Double] = [:]
    let usages = Usages(of: type)
    let hotMethods = Set(
      type.functions.flatMap { function in
        (function.body.map { Array($0.descendants) } ?? []).filter { $0.kind == .call && isInStream($0) }
          .map(\.calledName)
      })
    for property in type.storedProperties {
      for code in usages[property.name] where code.isWritten {
        let ancestors = Array(code.ancestors)
        if ancestors.contains(where: { $0.kind == .initializer }) { continue }
        let isHot = isInStream(code) || ancestors.contains { $0.kind == .function && hotMethods.contains($0.name) }
        if isHot { hotCode.insert(code) }
        result[property.name, default: 0] += isHot ? hotWeight : 1
      }
    }
    return result
  }

  /// Whether code runs for each event of a timer or another stream.
  private static func isInStream(_ code: Code) -> Bool {
    code.ancestors.contains {
      $0.kind == .call && ($0.calledEvent == .timer || $0.calledEvent == .publisher)
        || $0.kind == .forStatement && $0.flags.contains(.isSpecial)
    }
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
