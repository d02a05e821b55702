internal import SourceAnalysis
import SwiftUIModel

/// Who writes which members of models, and how often as far as the sources show.
extension MemberShares {
  /// A place that writes a member of a model.
  struct Written {
    var model: TypeID
    var member: String
    /// What it runs in.
    var context: Code
    /// The assignment; `nil` for what changes the value in place, and for controls that are bound to it.
    var assignment: Code?
    /// Whether it is expected to run many times for each tap.
    var isHot: Bool
    /// How many times that is.
    var weight: Double
    /// The seconds between two ticks of the clock that makes it happen.
    var period: Double?
    /// The property of the writer that it follows: `.onChange(of: draft) { model.isEdited = … }`.
    var followed: String?
    /// The view whose action it is; `nil` for the model's own methods.
    var writer: TypeID?
    /// Of a struct the fields that it changes; `nil` where that may be any.
    var fields: Set<String>?
    /// Whether it goes through the setter with another value, and changes none in place.
    var replaces = false
  }

  /// What is announced by hand mostly comes from a delegate or a store, which calls for whatever happens to it.
  private static let weightOfAnnouncement = 3.0

  /// All places, and the code that writes a member many times per second.
  static func writes(in graph: SourceGraph) -> (writes: [Written], hotCode: Set<Code>) {
    var writes: [Written] = []
    var hotCode: Set<Code> = []
    let models = graph.index.types.filter(Self.isModel)
    var frequencies = Frequencies(graph)
    for type in models {
      writes += Self.ownWrites(of: type, &frequencies, &hotCode)
      writes += Self.writesOfOthers(to: type, graph, &frequencies)
      writes += graph.announcedByHand(type).map { call in
        let context = call.ancestors.first { $0.kind == .function } ?? call
        return Written(
          model: type.id, member: Protocols.changePublisher, context: context, isHot: false,
          weight: max(frequencies.perSecond(call, in: type) / Frequencies.ofActions, Self.weightOfAnnouncement))
      }
    }
    for (type, evaluation) in graph.evaluatedViews {
      for write in evaluation.writes {
        guard let member = write.path.first, let property = type.property(write.property),
          let model = graph.index.type(of: property, in: type), Self.isModel(model)
        else { continue }
        let isHot = SourceGraph.isHot(write) || Self.isMeasured(write)
        if isHot { hotCode.insert(write.code) }
        writes.append(
          Written(
            model: model.id, member: member, context: write.phase.caller ?? write.code,
            assignment: write.code.kind == .assign ? write.code : nil, isHot: isHot,
            weight: frequencies.perSecond(write, in: type).map { $0 / Frequencies.ofActions }
              ?? (isHot ? Self.hotWeight : 1), followed: Self.followed(by: write, type, evaluation), writer: type.id,
            fields: Self.fields(of: [write.path.dropFirst()]),
            replaces: write.path.count == 1 && write.code.kind == .assign))
      }
      for read in evaluation.reads where read.isProjection {
        guard let member = read.path.first, let property = type.property(read.property),
          let model = graph.index.type(of: property, in: type), Self.isModel(model)
        else { continue }
        // A field or a slider writes with each key and each step.
        let isHot = model.property(member)?.typeText.map(Self.isEdited) ?? false || Self.isDragged(read)
        writes.append(
          Written(
            model: model.id, member: member, context: read.code, isHot: isHot, weight: isHot ? Self.hotWeight : 1,
            writer: type.id, fields: Self.fields(of: [read.path.dropFirst()]), replaces: read.path.count == 1))
      }
    }
    return (writes, hotCode)
  }

  /// The members of each model that get another value whenever one is written: each assignment of it stands in a row of statements
  /// with one of theirs, of a value that is worked out.
  static func companions(among writes: [Written]) -> [TypeID: [String: Set<String>]] {
    var assigned: [Code: Set<String>] = [:]
    for write in writes where write.replaces {
      guard let assignment = write.assignment, let block = assignment.parent,
        let value = assignment.assignedValue, !value.isConstant
      else { continue }
      assigned[block, default: []].insert(write.member)
    }
    var result: [TypeID: [String: Set<String>]] = [:]
    for write in writes {
      let together = write.assignment?.parent.flatMap { assigned[$0] } ?? []
      let known = result[write.model]?[write.member]
      result[write.model, default: [:]][write.member] = (known?.intersection(together) ?? together).subtracting([
        write.member
      ])
    }
    return result
  }

  /// The members of each model that get another value with each assignment, for that holds a time or an id which is made with it:
  /// whatever a view shows of one, that a part of it stayed the same says nothing of the rest.
  static func alwaysDiffering(among writes: [Written]) -> [TypeID: Set<String>] {
    var result: [TypeID: [String: Bool]] = [:]
    for write in writes {
      let differs = write.replaces && write.assignment?.assignedValue?.holdsFreshValue == true
      result[write.model, default: [:]][write.member] = (result[write.model]?[write.member] ?? true) && differs
    }
    return result.mapValues { Set($0.filter(\.value).keys) }
  }

  /// The property of a view that a write follows, in `onChange(of:)`. Which member of an object changed a trace does not tell.
  private static func followed(by write: Write, _ view: TypeInfo, _ evaluation: Evaluation) -> String? {
    guard write.phase.event == .change, let caller = write.phase.caller,
      let watched = caller.argument("of") ?? caller.arguments.first?.firstChild
    else { return nil }
    return evaluation.reads(in: watched).first { !$0.isDerived }.flatMap { read in
      view.property(read.property)?.isObservedObject == true ? nil : read.property
    }
  }

  /// Writes in the model's own code; those of initialisers make no update.
  private static func ownWrites(of type: TypeInfo, _ frequencies: inout Frequencies, _ hotCode: inout Set<Code>)
    -> [Written]
  {
    var result: [Written] = []
    let usages = frequencies.usages(of: type)
    var written: [(name: String, code: Code, methods: [String], weight: Double)] = []
    for property in type.storedProperties {
      for code in usages[property.name] where code.isWritten {
        let weight = frequencies.perSecond(code, in: type) / Frequencies.ofActions
        if weight == 0 { continue }
        written.append((property.name, code, ModelRates.methods(around: code).names, weight))
      }
    }
    let hotMethods = ModelRates.methodsCalledInStreams(
      of: type, among: written.reduce(into: []) { $0.formUnion($1.methods) })
    let calledAgain = Set(type.functions.map(\.name).filter(ModelRates.isNamedAfterEvents))
    for (name, code, methods, weight) in written {
      let isHot = ModelRates.isInStream(code) || methods.contains(where: hotMethods.contains)
      if isHot { hotCode.insert(code) }
      // A name is enough to expect many writes, and too little to say so.
      let isOften = isHot || methods.contains(where: calledAgain.contains)
      let context = code.ancestors.first { $0.kind == .function } ?? code
      let assignment = code.ancestors.first { [.assign, .closure, .function].contains($0.kind) }
      let path = (code.accessChain.memberPath ?? [name]).drop { $0 == "self" }.dropFirst()
      let assigning = code.accessChain.parent.flatMap { $0.kind == .assign ? $0 : nil }
      let changed = StructWrites.paths(
        of: Array(path), as: name, given: assigning.flatMap { Array($0.children).dropFirst().first }, at: code)
      result.append(
        Written(
          model: type.id, member: name, context: context,
          assignment: assignment.flatMap { $0.kind == .assign ? $0 : nil }, isHot: isOften, weight: weight,
          period: frequencies.graph.tickPeriod(of: code),
          fields: Self.fields(of: changed.map { $0[...] }), replaces: path.isEmpty && assigning != nil))
    }
    return result
  }

  /// Writes of services and other models that hold the model; those of views are among what these evaluate.
  private static func writesOfOthers(
    to type: TypeInfo, _ graph: SourceGraph, _ frequencies: inout Frequencies
  ) -> [Written] {
    graph.writesOfOthers(to: type.id).compactMap { write in
      let weight = frequencies.perSecond(write.code, in: graph.index[write.owner]) / Frequencies.ofActions
      if weight == 0 { return nil }
      let context = write.code.ancestors.first { $0.kind == .function } ?? write.code
      return Written(
        model: type.id, member: write.member, context: context, assignment: write.code, isHot: weight >= hotWeight,
        weight: weight, fields: fields(of: [write.path[...]]), replaces: write.path.isEmpty)
    }
  }

  /// The first names of paths into a value; `nil` where one of them is all of it.
  private static func fields(of paths: [ArraySlice<String>]) -> Set<String>? {
    let names = paths.compactMap(\.first)
    return names.count == paths.count ? Set(names) : nil
  }

  /// What a geometry reader hands to a later turn: each layout comes by it.
  private static func isMeasured(_ write: Write) -> Bool {
    guard let caller = write.phase.caller, write.phase.event == .later || write.phase.event == .change else {
      return false
    }
    return caller.ancestors.contains { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
  }

  /// Whether a control has the binding that writes it all the while a finger moves.
  private static func isDragged(_ read: Read) -> Bool {
    read.code.ancestors.contains { $0.kind == .call && Views.writesContinuously.contains($0.calledName) }
  }

  /// Text and numbers.
  private static func isEdited(_ type: String) -> Bool {
    KnownTypes.texts.contains(TypeName.base(type)) || KnownTypes.reals.contains(TypeName.base(type))
  }
}
