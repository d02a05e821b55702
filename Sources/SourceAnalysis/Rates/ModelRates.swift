import SwiftUIModel

/// How often models change that are observed.
package struct ModelRates {
  private let graph: SourceGraph
  private let isWhole: Bool
  /// By model: how often each of its members is written, and from how many places.
  private var known: [TypeID: [String: Writes]] = [:]
  /// What views write of models; made when somebody asks for the first.
  private var byViews: [TypeID: [String: Writes]]?

  private struct Writes {
    var isOften = false
    var places = 0

    mutating func add(isOften: Bool) {
      places += 1
      if isOften { self.isOften = true }
    }
  }

  /// A model that is written from that many places is one that an app keeps its state in.
  private static let manyPlaces = 12

  init(_ graph: SourceGraph, isWhole: Bool) {
    self.graph = graph
    self.isWhole = isWhole
  }

  /// How often a stored member of a model changes.
  mutating func rate(ofMember name: String, of type: TypeInfo) -> ChangeRate {
    rate(of: writes(of: type)[name] ?? Writes(), named: name)
  }

  /// How often anything changes that an object announces.
  mutating func rate(ofAll type: TypeInfo) -> ChangeRate {
    let all = writes(of: type)
    let members = type.isObservableObject ? type.publishedMembers : type.storedProperties.filter(\.isTracked)
    let announced = members.map { (name: $0.name, writes: all[$0.name] ?? Writes()) }
    if announced.reduce(0, { $0 + $1.writes.places }) >= Self.manyPlaces { return .often }
    let rate = announced.map { self.rate(of: $0.writes, named: $0.name) }.max() ?? .never
    // What it announces by hand, or for what it holds, is not counted.
    return graph.mentions(of: Protocols.changePublisher, in: type).isEmpty ? rate : max(rate, .unknown)
  }

  private func rate(of writes: Writes, named name: String) -> ChangeRate {
    if writes.isOften { return .often }
    if !isWhole { return .unknown }
    if graph.isWrittenInSkimmedCode([name]) { return .unknown }
    return writes.places == 0 ? .never : .seldom
  }

  private mutating func writes(of type: TypeInfo) -> [String: Writes] {
    if let found = known[type.id] { return found }
    let byViews = self.byViews ?? writesOfViews()
    self.byViews = byViews
    var found = byViews[type.id] ?? [:]
    addOwn(of: type, to: &found)
    for write in graph.memberWrites.value[type.id] where !type.allCode.contains(where: { $0.contains(write.code) }) {
      // Those of views are counted by their evaluations.
      let owner = write.code.ancestors.first { $0.kind == .type }.flatMap { graph.index.type(declaredBy: $0) }
      if let owner, graph.evaluation(of: owner.id) != nil { continue }
      let isOften = Self.isInLastingStream(write.code) || Self.isNamedAfterEvents(around: write.code)
      found[write.member, default: Writes()].add(isOften: isOften)
    }
    known[type.id] = found
    return found
  }

  /// Writes in the model's own methods; those of initialisers make no update.
  private func addOwn(of type: TypeInfo, to found: inout [String: Writes]) {
    let usages = Usages(of: type)
    let streamed = Self.methodsCalledInStreams(of: type)
    for property in type.storedProperties {
      for code in usages[property.name] where code.isWritten {
        let methods = Self.methods(around: code)
        if methods.isInitializer { continue }
        found[property.name, default: Writes()].add(
          isOften: Self.isInLastingStream(code) || methods.names.contains(where: streamed.contains)
            || methods.names.contains(where: Self.isNamedAfterEvents))
      }
    }
  }

  private func writesOfViews() -> [TypeID: [String: Writes]] {
    var found: [TypeID: [String: Writes]] = [:]
    for (type, evaluation) in graph.evaluatedViews {
      for write in evaluation.writes {
        guard let member = write.path.first, let property = type.property(write.property),
          let model = graph.model(of: property, in: type)
        else { continue }
        found[model.id, default: [:]][member, default: Writes()].add(
          isOften: SourceGraph.isHot(write) || write.code.isInAsyncSequence)
      }
      for read in evaluation.reads where read.isProjection {
        guard let member = read.path.first, let property = type.property(read.property),
          let model = graph.model(of: property, in: type)
        else { continue }
        found[model.id, default: [:]][member, default: Writes()].add(isOften: SourceGraph.isEditedContinuously(read))
      }
    }
    return found
  }

  // MARK: What runs again and again

  /// Whether code runs for each event of a timer or another stream.
  package static func isInStream(_ code: Code) -> Bool {
    code.isInAsyncSequence || code.callsAround.contains { [.timer, .publisher].contains($0.calledEvent) }
  }

  /// The same of streams that are known to go on and on: of a publisher nobody knows.
  private static func isInLastingStream(_ code: Code) -> Bool {
    code.isInAsyncSequence
      || code.callsAround.contains { call in
        switch call.calledEvent {
        case .timer: true
        case .publisher: SourceGraph.namesClock(call.callee?.mentionedNames ?? [])
        default: false
        }
      }
  }

  /// The methods of a type that its own streams call.
  package static func methodsCalledInStreams(of type: TypeInfo) -> Set<String> {
    Set(
      type.functions.flatMap { function in
        (function.body.map { Array($0.descendants) } ?? []).filter { $0.kind == .call && isInStream($0) }
          .map(\.calledName)
      })
  }

  /// `tick`, `didUpdateLocations`, and not `buyTicket`: somebody calls it again and again, whoever that is.
  package static func isNamedAfterEvents(_ method: String) -> Bool {
    let bytes = Array(method.utf8)
    let name = Array(method.lowercased().utf8)
    guard name.count == bytes.count else { return false }
    return Conventions.changeHandlers.contains { word in
      guard let found = name.firstRange(of: Array(word.utf8)) else { return false }
      // The word ends where the next one begins.
      guard found.upperBound < bytes.count else { return true }
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[found.upperBound])
    }
  }

  private static func isNamedAfterEvents(around code: Code) -> Bool {
    methods(around: code).names.contains(where: isNamedAfterEvents)
  }

  /// The functions that code stands in, and whether an initialiser is among them.
  package static func methods(around code: Code) -> (names: [String], isInitializer: Bool) {
    var names: [String] = []
    var isInitializer = false
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .function: names.append(ancestor.name)
      case .initializer: isInitializer = true
      default: break
      }
    }
    return (names, isInitializer)
  }
}

extension Code {
  /// `for await value in stream { … }`.
  var isInAsyncSequence: Bool { ancestors.contains { $0.kind == .forStatement && $0.flags.contains(.isSpecial) } }

  /// The calls that have this among their arguments; not those of whose value it is a part.
  fileprivate var callsAround: [Code] {
    var calls: [Code] = []
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .call, ancestor.callee != inner { calls.append(ancestor) }
      inner = ancestor
    }
    return calls
  }
}
