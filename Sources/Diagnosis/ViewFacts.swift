internal import SourceAnalysis
import SwiftUIModel
internal import Synchronization
internal import TraceImport

/// A set of a view's properties and of members read of them; bits as `ViewFacts` gives them out.
typealias PropertySet = UInt64

/// A view of the sources as the diagnosis sees it: its properties as bits, and which of them its body reads.
struct ViewFacts: Sendable {
  private let declared: Declared
  /// Bits of properties as a whole, and of members: `model`, `model.title`.
  private(set) var bits: [String: PropertySet] = [:]
  /// The members that have bits of their own, by property.
  private(set) var members: [String: [String]] = [:]
  /// By property, its bit and those of its members.
  private var wholes: [String: PropertySet] = [:]
  /// What the body reads on evaluation.
  private(set) var reads: PropertySet = 0
  /// Everything that invalidates the view by itself.
  private(set) var dynamic: PropertySet = 0
  /// Everything that whoever makes the view passes.
  private(set) var inputs: PropertySet = 0
  /// Bindings that the body only hands on: whatever their values, they compare by where these are stored.
  private(set) var unreadBindings: PropertySet = 0
  private var nextBit = 1

  /// What the sources say of the view.
  ///
  /// A class only so that the many copies of facts share one; what it says never changes.
  private final class Declared: Sendable {
    let type: TypeInfo
    let evaluation: Evaluation
    let all: DeclaredFacts
    let held: [Property]
    /// The types of what is held, where the sources declare them.
    let values: [Property: TypeInfo]
    /// What `storedMembers(of:path:)` found: the reads of a body are asked about again for each view that it makes.
    let storedMembers = Mutex<[PropertyPath: [String]]>([:])

    init(type: TypeInfo, evaluation: Evaluation, among all: DeclaredFacts) {
      self.type = type
      self.evaluation = evaluation
      self.all = all
      held = type.storedProperties + evaluation.sharedModels
      var values: [Property: TypeInfo] = [:]
      for property in held { values[property] = all.graph.valueType(of: property, in: type) }
      self.values = values
    }
  }

  var type: TypeInfo { declared.type }
  /// The bindings by which the body reads members of its maker's models.
  var boundMembers: [ModelMember: Set<String>] { graph.bindings(toMembersIn: type) }
  var evaluation: Evaluation { declared.evaluation }
  private var graph: SourceGraph { declared.all.graph }
  /// The stored properties of the view, and the models that it reaches by the names of their classes.
  var held: [Property] { declared.held }
  private var structWrites: StructWrites { declared.all.structWrites }

  /// Something read that is no property of the view, such as a shared model; the trace names it only if it is read.
  static let elsewhere: PropertySet = 1

  init(type: TypeInfo, evaluation: Evaluation, among all: DeclaredFacts) {
    declared = Declared(type: type, evaluation: evaluation, among: all)
    reads = Self.elsewhere
    for property in held { addBit(property.name) }
    // Members of models and of structs of the sources are told apart; of other values they are the value.
    for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection {
      for member in storedMembers(of: read.property, path: read.path) { addBit(read.property, member) }
    }
    for write in evaluation.writes {
      for member in storedMembers(of: write.property, path: write.path) { addBit(write.property, member) }
    }
    for read in evaluation.reads where read.isProjection {
      for member in storedMembers(of: read.property, path: read.path) { addBit(read.property, member) }
    }
    for property in type.storedProperties {
      if property.isDynamicStorage {
        dynamic |= whole(property.name)
      }
      if property.wrapper == nil || property.storage == .binding || property.storage == .observed
        || property.storage == .bindable
      {
        inputs |= whole(property.name)
      }
    }
    // `initials` in the body stands for what the helper reads, which is listed by itself.
    for read in evaluation.reads where read.phase.isEvaluation {
      if read.isDerived, evaluation.isListed(read) { continue }
      // `$model.name` makes a binding that somebody reads; who removes the object from the view takes it away.
      let isRead =
        !read.isProjection || !read.path.isEmpty && type.property(read.property)?.isObservedObject == true
        || isGivenToFramework(read.code)
      if isRead { reads |= mask(of: read) }
    }
    for property in type.storedProperties where property.storage == .binding && whole(property.name) & reads == 0 {
      unreadBindings |= whole(property.name)
    }
  }

  /// Whether a control or a modifier of the framework is given a binding, and reads it: `Slider(value: $volume)`.
  private func isGivenToFramework(_ projection: Code) -> Bool {
    guard let argument = projection.accessChain.parent, argument.kind == .argument, let call = argument.parent,
      call.kind == .call
    else { return false }
    return Views.builtin.contains(call.calledName) || Modifiers.table.contains(call.calledName)
  }

  /// Whether nothing was cut off, so that what is not in it is not read.
  var isComplete: Bool { !evaluation.isIncomplete && nextBit < 64 }

  /// The property and all of its members.
  func whole(_ property: String) -> PropertySet { wholes[property] ?? 0 }

  /// What of a property changes when the view's value does: of an object the reference, of anything else all of it.
  func valueBits(_ property: String) -> PropertySet {
    let isObserved = type.property(property)?.isObservedObject ?? false
    return isReference(property) && !isObserved ? asWhole(property) : whole(property)
  }

  /// Whether the body reads single members of a struct, and never the whole of it.
  func readsMembersAlone(of property: String) -> Bool {
    !(members[property] ?? []).isEmpty && (bits[property] ?? 0) & reads == 0 && !isReference(property)
  }

  /// Whether the body reads all stored members of a struct.
  func readsEverything(of property: Property) -> Bool {
    guard let model = valueType(of: property), model.kind == .struct else { return false }
    return model.storedProperties.allSatisfy { member($0.name, of: property.name) & reads != 0 }
  }

  private func valueType(of property: Property) -> TypeInfo? {
    if let known = declared.values[property] { return known }
    return property.isStored && !property.isStatic ? nil : graph.valueType(of: property, in: type)
  }

  /// The model that the property holds, where the sources declare it.
  func model(of property: Property) -> TypeInfo? { graph.index.type(of: property, in: type) }

  /// The bit of a property as a whole, without those of its members.
  func asWhole(_ property: String) -> PropertySet { bits[property] ?? 0 }

  /// The bit of a member; none where the body does not know it.
  func member(_ name: String, of property: String) -> PropertySet { bits[property + "." + name] ?? 0 }

  /// The properties and members of a set, as the source names them, in its order.
  func names(in set: PropertySet) -> [String] {
    bits.filter { $0.value & set != 0 }.sorted { $0.value < $1.value }.map(\.key)
  }

  /// What a read depends on. Reading an object without a member of it reads nothing that changes.
  func mask(of read: Read) -> PropertySet {
    let found = storedMembers(of: read.property, path: read.path)
    if found.isEmpty {
      let isObjectAlone = read.path.isEmpty && !read.isDerived && isReference(read.property) || isMethodAlone(read)
      guard isObjectAlone else { return whole(read.property) }
      // Handing an observed object on reads nothing of it.
      let isObserved = type.property(read.property).map { $0.isObservedObject || $0.environmentType != nil } ?? false
      return isObserved ? 0 : bits[read.property] ?? 0
    }
    return found.reduce(0) { $0 | (bits[read.property + "." + $1] ?? 0) }
  }

  /// `account.pay`: a method of an object that reads nothing of it which changes.
  private func isMethodAlone(_ read: Read) -> Bool {
    guard let name = read.path.first, isReference(read.property), let property = type.property(read.property),
      let model = valueType(of: property)
    else { return false }
    return model.property(name) == nil && model.functions.contains { $0.name == name }
  }

  func property(_ name: String) -> Property? { type.property(name) }

  func isReference(_ name: String) -> Bool {
    guard let property = type.property(name) else { return false }
    if let model = valueType(of: property) { return model.isReference }
    return property.isObservedObject
      || property.environmentType != nil
  }

  /// The stored properties of the property's type that the path begins with; empty where the type is not in the sources.
  ///
  /// Of models that hold other models, the members of those that are read: `session.text` for `store.text`, which hands it on.
  func storedMembers(of name: String, path: [String]) -> [String] {
    if path.isEmpty { return [] }
    // Of what follows, the first names decide.
    let key = PropertyPath(name, Array(path.prefix(HeldModels.decidingNames)))
    if let known = declared.storedMembers.withLock({ $0[key] }) { return known }
    let found = findStoredMembers(of: name, path: path)
    declared.storedMembers.withLock { $0[key] = found }
    return found
  }

  private func findStoredMembers(of name: String, path: [String]) -> [String] {
    guard !path.isEmpty, let property = type.property(name), let model = valueType(of: property),
      model.kind != .enum, model.kind != .extension,
      !TypeName.isCollection(property.environmentType ?? property.typeText ?? "")
    else { return [] }
    return declared.all.models.storedMembers(of: model, path: path)
  }

  /// What a cause in a line of the trace says has changed.
  mutating func change(for cause: Cause) -> ChangedProperties {
    switch cause {
    case .viewValue, .identity: return ChangedProperties()
    case .dependencies:
      // Observation reports what the body read, but here not which.
      return ChangedProperties(certain: Self.elsewhere, possible: Self.elsewhere | observed, isOpen: false)
    case .offset, .node:
      return ChangedProperties(certain: 0, possible: dynamic | Self.elsewhere, isOpen: true)
    case .dynamicProperty(let traced):
      let name = PropertyName.source(traced, among: Set(type.storedProperties.map(\.name)))
      guard let property = type.property(name), property.isStored else {
        return ChangedProperties(certain: 0, possible: 0, isOpen: true)
      }
      if property.isObservedObject {
        // Some published member changed, or was merely written; the object is the same.
        let parts = (members[name] ?? []).reduce(0) { $0 | (bits[name + "." + $1] ?? 0) }
        return ChangedProperties(certain: 0, possible: parts | (bits[name] ?? 0), isOpen: false)
      }
      let all = written(property)
      return ChangedProperties(
        certain: all.nonzeroBitCount == 1 ? all : 0, possible: all, likely: seenWritten(property) & all, isOpen: false)
    case .keyPath(let path, _):
      // Observation reports only what the body read.
      guard let (owner, member) = PropertyName.keyPath(path), let property = modelProperty(owner) else {
        let part = PropertyName.keyPath(path).map { read($0.member, ofPart: $0.type) } ?? 0
        let changed = part != 0 ? part : Self.elsewhere
        let isCertain = changed.nonzeroBitCount == 1
        return ChangedProperties(certain: isCertain ? changed : 0, possible: changed, isOpen: false)
      }
      addBit(property, member)
      let bit = bits[property + "." + member] ?? Self.elsewhere
      reads |= bit
      return ChangedProperties(certain: bit, possible: bit, isOpen: false)
    }
  }

  /// What of a property can change: of a struct that only the view itself writes, the members that it writes.
  private func written(_ property: Property) -> PropertySet {
    let name = property.name
    guard property.storage == .state, !(members[name] ?? []).isEmpty else { return whole(name) }
    var result: PropertySet = 0
    for path in evaluation.writes(of: name).map(\.path)
      + evaluation.reads(of: name).filter(\.isProjection).map(\.path)
    {
      let found = storedMembers(of: name, path: path)
      if found.isEmpty { return whole(name) }
      for member in found { result |= bits[name + "." + member] ?? bits[name] ?? 0 }
    }
    return result == 0 ? whole(name) : result
  }

  /// What of a struct somebody is seen to write, wherever it is held; all of it where nothing is known.
  func seenWritten(_ property: Property) -> PropertySet {
    let name = property.name
    guard !(members[name] ?? []).isEmpty, let model = valueType(of: property), !model.isReference,
      let written = structWrites.members(of: model)
    else { return whole(name) }
    return written.keys.reduce(0) { $0 | (bits[name + "." + $1] ?? bits[name] ?? 0) }
  }

  /// Whether somebody is seen to write a member of a struct, wherever it is held; `nil` where nothing is known.
  func isSeenWritten(_ member: String, of id: TypeID) -> Bool? {
    let model = graph.index[id]
    guard !model.isReference, let written = structWrites.members(of: model) else { return nil }
    return !graph.storedReads(of: member, in: model).isDisjoint(with: written.keys)
  }

  /// Members of models whose reads Observation tracks.
  private var observed: PropertySet {
    held.reduce(0) { set, property in
      guard let model = graph.index.type(of: property, in: type), model.isObservableClass else { return set }
      // Its members change; the object stays the same.
      let parts = (members[property.name] ?? []).reduce(0) { $0 | (bits[property.name + "." + $1] ?? 0) }
      return set | (parts != 0 ? parts : whole(property.name))
    }
  }

  /// Whether the property holds a model whose reads Observation tracks, read by the body.
  func isObserved(_ name: String) -> Bool { observed & whole(name) & reads != 0 }

  /// How a property that is handed on as it is arrives in the child: pairs of what changes here and what changes there.
  func passing(_ name: String, to child: ViewFacts, as target: String) -> [(here: PropertySet, there: PropertySet)] {
    let mine = members[name] ?? []
    let theirs = child.members[target] ?? []
    guard !mine.isEmpty || !theirs.isEmpty, !isReference(name) else { return [] }
    var pairs = Set(mine).union(theirs).sorted().map { member in
      (
        here: bits[name + "." + member] ?? bits[name] ?? 0,
        there: child.bits[target + "." + member] ?? child.bits[target] ?? 0
      )
    }
    pairs.append((bits[name] ?? 0, child.bits[target] ?? 0))
    return pairs
  }

  /// The property that holds a model of the named type.
  func modelProperty(_ typeName: String) -> String? {
    let last = typeName.split(separator: ".").last.map(String.init) ?? typeName
    return held.first { property in
      let text = property.environmentType ?? property.typeText ?? ""
      return TypeName.base(text) == last
    }?.name
  }

  /// The properties that hold a model with an object of the named type in it, and the member that leads to the object.
  func parts(ofType typeName: String) -> [PropertyPath] {
    places(ofType: typeName).map { property, place in
      PropertyPath(property, place.split(separator: ".").first.map(String.init))
    }
  }

  /// Where the held models hold an object of the named type.
  private func places(ofType typeName: String) -> [(property: String, place: String)] {
    let last = typeName.split(separator: ".").last.map(String.init) ?? typeName
    return held.flatMap { property in
      valueType(of: property).map { declared.all.models.places(of: last, in: $0) }?.map { (property.name, $0) } ?? []
    }
  }

  /// What the body reads of models that hold an object of the named type: `\SessionState.text` is read as `store.text` where
  /// the store hands on what its `session` has.
  private func read(_ member: String, ofPart typeName: String) -> PropertySet {
    places(ofType: typeName).reduce(0) { set, found in
      let known = self.member(found.place + "." + member, of: found.property)
      return set | (known != 0 ? known : self.member(found.place, of: found.property))
    }
  }

  private mutating func addBit(_ property: String, _ member: String? = nil) {
    let key = member.map { property + "." + $0 } ?? property
    guard bits[key] == nil, nextBit < 64 else { return }
    bits[key] = 1 << PropertySet(nextBit)
    wholes[property, default: 0] |= 1 << PropertySet(nextBit)
    nextBit += 1
    if let member { members[property, default: []].append(member) }
  }
}

extension Property {
  /// Storage that SwiftUI watches.
  var isDynamicStorage: Bool { isStored && !isStatic && wrapper != nil }
}

extension Evaluation {
  /// Whether what a derived read stands for is listed as a read of its own: `initials` of a helper that reads `user.name`,
  /// `$0` in `user.name.split(separator: " ").map { $0.first }`.
  func isListed(_ read: Read) -> Bool {
    // A call has the name of what it calls, and none of its own.
    let name = read.code.kind == .call ? read.code.calledName : read.code.name
    if read.path.isEmpty, helpers.contains(where: { $0.name == name }),
      hasRead(of: read.property, where: { $0.via.contains(name) })
    {
      return true
    }
    return isOfListedElement(read)
  }

  /// What a derived read of a value stands for, where that is listed: the reads of a helper; nothing for an element of what
  /// the value itself reads.
  func originals(of read: Read, in value: Code) -> [Read] {
    guard read.isDerived else { return [read] }
    if isOfListedElement(read, within: value) { return [] }
    let name = read.code.kind == .call ? read.code.calledName : read.code.name
    let found = evaluationReads(of: read.property).filter { !$0.isDerived && $0.via.contains(name) }
    return found.isEmpty ? [read] : found
  }

  /// `$0` in `user.name.split(separator: " ").map { $0.first }`.
  private func isOfListedElement(_ read: Read, within value: Code? = nil) -> Bool {
    guard readsMembers(of: read.property) else { return false }
    return read.code.ancestors.prefix { value?.contains($0) ?? true }.contains { closure in
      guard closure.kind == .closure, let call = closure.parent?.parent, call.kind == .call else { return false }
      return readsMember(of: read.property, in: call, beside: closure)
    }
  }
}
