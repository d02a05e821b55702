import SwiftUIModel

/// The parts of a body, and what each of them reads.
struct BodySections {
  struct Section: Sendable {
    var code: Code
    /// The lines that go: of the section itself, or of the helper it calls.
    var block: Code
    var name: String
    var elements: Int
    var lines: Int
  }

  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  private(set) var changing: Property
  let entries: [Code]
  let helpers: [String: [Code]]
  let referencesByName: [String: [Code]]
  /// The names in helpers, in the order of the source.
  private let helperIdentifiers: [Code]
  private let viewHelpers: OnDemand<Set<String>>
  /// Where evaluation reads the one member of the changing model that counts; `nil` where the whole property does.
  private var memberReads: [Read]?
  /// Helpers that read it, themselves or through others.
  private var readingHelpers: Set<String> = []
  /// The reads of it that show it: each section is held against all of them.
  private var knownReads = KeptValue<[Read]>()

  init(graph: SourceGraph, type: TypeInfo, evaluation: Evaluation, changing: Property) {
    self.graph = graph
    self.type = type
    self.evaluation = evaluation
    self.changing = changing
    entries = evaluation.entries
    viewHelpers = OnDemand { Self.helpersOfViews(evaluation) }
    helpers = Dictionary(grouping: evaluation.helpers.filter(\.phase.isEvaluation), by: \.name)
      .mapValues { $0.map(\.block) }
    let names = Set(helpers.keys)
    let blocks = entries + helpers.sorted { $0.key < $1.key }.flatMap(\.value)
    let references = blocks.flatMap { block in
      block.descendants(.identifier).filter { names.contains($0.name) }
    }
    referencesByName = Dictionary(grouping: references, by: \.name)
    helperIdentifiers = helpers.values.joined().flatMap { $0.descendants(.identifier) }
      .sorted { ($0.file.path, $0.startOffset) < ($1.file.path, $1.startOffset) }
  }

  /// The same with another value that changes.
  ///
  /// - Parameter member: The stored member of the changing model that counts alone.
  func following(_ property: Property, member: String?) -> Self {
    var result = self
    result.changing = property
    result.knownReads = KeptValue()
    guard let member, let model = graph.model(of: property, in: type) else { return result }
    let found = evaluation.evaluationReads(of: property.name).filter { read in
      guard !read.isDerived, let first = read.path.first else { return false }
      return first == member || graph.storedReads(of: first, in: model).contains(member)
    }
    return result.following(property, found)
  }

  /// The same with some reads of a property, which count alone.
  func following(_ property: Property, _ found: [Read]) -> Self {
    var result = self
    result.changing = property
    result.knownReads = KeptValue()
    result.memberReads = found
    result.readingHelpers = []
    var pending = helpers.filter { $0.value.contains { block in found.contains { block.contains($0.code) } } }
      .map(\.key)
    while let next = pending.popLast() {
      guard result.readingHelpers.insert(next).inserted else { continue }
      for reference in referencesByName[next] ?? [] {
        if let outer = helperName(around: reference) { pending.append(outer) }
      }
    }
    return result
  }

  /// Whether what changes is read within a small part of some lines, wherever the parts stand.
  func isReadInOnePlace(of lines: Int) -> Bool {
    let places = changingReads.map(\.code.line)
    guard let first = places.min(), let last = places.max() else { return false }
    // Reads in helpers say nothing about the distance.
    return places.count <= 3 || last - first <= lines / 2
  }

  /// The smallest part of the body that reads what changes; `nil` where only the whole body does.
  ///
  /// Of rows it is all of them, for they take the value together.
  func readingPart(of entry: Code) -> Code? {
    let places = changingReads.flatMap { anchors(of: $0.code, depth: 0) }
    guard var part = ViewSections.smallest(holding: places, in: entry) else {
      // To make modifiers of a body's values pays where a trace shows that these evaluate it.
      return graph.options.hasTrace ? ViewSections.modifier(holding: places, in: entry) : nil
    }
    for ancestor in part.ancestors.prefix(while: { $0 != entry }) where ancestor.kind == .call {
      guard Views.makesRows.contains(ancestor.calledName) else { continue }
      guard let all = ViewSections.smallest(holding: [ancestor], in: entry) else { return nil }
      part = all
    }
    return part.kind == .variable ? nil : part
  }

  /// The parts that read what changes: of the body, and a smaller one of the helper in which it is shown.
  func readingParts(of entry: Code) -> [Code] {
    [readingPart(of: entry), readingPartOfHelper].compactMap(\.self)
  }

  /// The smallest parts that each show what changes, in the order of the source, those of helpers among them; `nil` where there is
  /// one, and where something cannot be parted from what is beside it.
  func scatteredParts() -> [Code]? {
    var parts: [Code] = []
    for place in placesOfReads.flatMap({ shownPlaces(of: $0.code) }) {
      guard let part = smallestPart(holding: place) else { return nil }
      if parts.contains(where: { $0 == part || $0.contains(part) }) { continue }
      parts.removeAll { part.contains($0) }
      parts.append(part)
    }
    return parts.count < 2 ? nil : parts.sorted { ($0.file.path, $0.startOffset) < ($1.file.path, $1.startOffset) }
  }

  /// A statement that builds views, or the helper that holds no other; rows are all of them, for they take the value together.
  private func smallestPart(holding place: Code) -> Code? {
    let helper = helperName(around: place).flatMap { helpers[$0] }?.first { $0.contains(place) }
    guard let block = helper ?? entries.first(where: { $0.contains(place) }) else { return nil }
    var held = place
    for ancestor in place.ancestors.prefix(while: { $0 != block }) where ancestor.kind == .call {
      if Views.makesRows.contains(ancestor.calledName) { held = ancestor }
    }
    guard let part = ViewSections.smallest(holding: [held], in: block) ?? helper else { return nil }
    return part.kind == .variable ? nil : part
  }

  /// Where what changes is read; what only mentions a helper that reads it is looked at there.
  private var placesOfReads: [Read] {
    changingReads.filter { read in
      let mentioned = read.code.kind == .call ? read.code.calledName : read.code.name
      return !read.isDerived || helpers[mentioned] == nil
    }
  }

  /// Where one helper that builds views shows what changes, the smallest part of it that does.
  private var readingPartOfHelper: Code? {
    let places = placesOfReads.flatMap { shownPlaces(of: $0.code, depth: 0) }
    guard let first = places.first, let name = helperName(around: first),
      let block = helpers[name]?.first(where: { $0.contains(first) }), places.allSatisfy(block.contains)
    else { return nil }
    guard let part = ViewSections.smallest(holding: places, in: block), part.kind != .variable,
      // Of rows it is all of them, for they take the value together.
      !part.ancestors.prefix(while: { $0 != block }).contains(where: {
        $0.kind == .call && Views.makesRows.contains($0.calledName)
      })
    else { return block }
    return part
  }

  /// The lines that evaluation runs for a part, those of the helpers in it with them.
  func evaluatedLines(of part: Code) -> Int {
    var blocks = [block(of: part)]
    var names: Set<String> = []
    var lines = 0
    while let next = blocks.popLast() {
      lines += next.lineCount
      for code in next.descendants(.identifier) where helpers[code.name] != nil {
        guard !evaluation.isDeferred(code), names.insert(code.name).inserted else { continue }
        blocks += helpers[code.name]?.filter { $0 != next && !$0.contains(next) && !next.contains($0) } ?? []
      }
    }
    return lines
  }

  /// Where views are made of what some code reads: there, or where a helper is mentioned that gives a value made of it.
  func shownPlaces(of code: Code, depth: Int = 0) -> [Code] {
    guard depth < 3, let name = helperName(around: code), !helpersOfViews.contains(name) else { return [code] }
    return references(to: name).filter { !evaluation.isDeferred($0) }.flatMap { shownPlaces(of: $0, depth: depth + 1) }
  }

  /// The helpers that build views, by name.
  private var helpersOfViews: Set<String> { viewHelpers.value }

  private static func helpersOfViews(_ evaluation: Evaluation) -> Set<String> {
    Set(
      evaluation.helpers.filter { helper in
        evaluation.children.contains { helper.block.contains($0.code) }
          || helper.block.descendants(.call).contains { Views.builtin.contains($0.calledName) }
      }.map(\.name))
  }

  /// The lines of a part: of itself, or of the helper that it calls, unless what changes is read at the call.
  func block(of part: Code) -> Code {
    guard let block = helperBlock(of: part),
      !changingReads.contains(where: { !$0.isDerived && part.contains($0.code) && !block.contains($0.code) })
    else { return part }
    return block
  }

  /// Whether a part stands in a helper that gives no view, such as the text that a modifier is handed: there is nothing to make a
  /// view of.
  func isPartOfValue(_ part: Code) -> Bool {
    guard let name = helperName(around: part) else { return false }
    return !helpersOfViews.contains(name)
  }

  /// Whether the code uses what changes.
  private func uses(_ code: Code) -> Bool {
    guard let memberReads else { return evaluation.mentions(changing.name, in: code) }
    return memberReads.contains { code == $0.code || code.contains($0.code) }
      || readingHelpers.contains { name in
        (referencesByName[name] ?? []).contains { code == $0 || code.contains($0) }
      }
  }

  /// Where what changes is read to show it. What only follows it, such as `onChange(of:)`, goes along with the part that does.
  private var changingReads: [Read] { knownReads.value { findChangingReads() } }

  private func findChangingReads() -> [Read] {
    let reads = memberReads ?? evaluation.evaluationReads(of: changing.name)
    // What is presented is made when it appears, and not in the body.
    let evaluated = reads.filter { !evaluation.presents($0.code, via: $0.via) }
    let shown = evaluated.filter { !Self.isFollowed($0.code) }
    return shown.isEmpty ? evaluated : shown
  }

  /// The value that `onChange(of:)` compares.
  private static func isFollowed(_ code: Code) -> Bool {
    var inner = code
    for ancestor in code.ancestors {
      if ancestor.kind == .closure || ancestor.kind == .block { return false }
      if ancestor.kind == .call, inner.kind == .argument { return ancestor.calledEvent == .change }
      inner = ancestor
    }
    return false
  }

  func independent(in entry: Code) -> [Section] {
    var found: [Section] = []
    for section in ViewSections.sections(of: entry) { collect(section, depth: 0, into: &found) }
    // Helpers that build views are sections wherever they stand in the view tree.
    for code in Array(entry.descendants(.identifier)) + helperIdentifiers {
      guard helpers[code.name] != nil, !found.contains(where: { $0.code.contains(code) }),
        helperBlock(of: code) != nil
      else { continue }
      let reference = code.parent?.kind == .call && code.parent?.callee == code ? code.parent ?? code : code
      guard isPartOfTree(reference) else { continue }
      collect(reference, depth: 2, into: &found)
    }
    var names: Set<String> = []
    // What stands on one line is no section: to extract it would make more code of it.
    let sections = found.filter { $0.block.endLine > $0.block.line && names.insert($0.name).inserted }
    // What is presented is mostly not there.
    let shown = sections.filter { !$0.code.isInPresentation }
    return shown.isEmpty ? sections : shown
  }

  /// A section that uses the changing state may still hold one that does not.
  private func collect(_ section: Code, depth: Int, into found: inout [Section]) {
    if isWithinAction(section) { return }
    if uses(section) {
      guard depth < 2, let content = ViewSections.contentBlock(of: section.chainRoot) else { return }
      for inner in ViewSections.sections(of: content) { collect(inner, depth: depth + 1, into: &found) }
      return
    }
    let helper = helperBlock(of: section)
    if let helper, uses(helper) { return }
    if helper == nil, isNamedHelper(section) { return }
    // A view struct is its own checkpoint already.
    let root = section.chainRoot
    if root.kind == .call, !Views.builtin.contains(root.calledName), root.calledName.startsUppercase,
      root.arguments.allSatisfy({ $0.firstChild?.kind != .closure })
    {
      return
    }
    if isControlled(section, depth: 0) || isShownInsteadOfTheReads(section) { return }
    let block = helper ?? section
    found.append(
      Section(
        code: section, block: block, name: name(of: section), elements: block.elementCount, lines: block.lineCount))
  }

  /// The properties that a section mentions, `$` before those that are only handed on as bindings.
  func inputs(of section: Section) -> [String] {
    let (code, block) = (section.code, section.block)
    return mentioned(in: section).sorted().map { name in
      let reads = evaluation.reads(of: name).filter {
        block.contains($0.code) || code.contains($0.code) || $0.code == code
      }
      let isProjected = !reads.isEmpty && reads.allSatisfy(\.isProjection) && type.property(name)?.wrapper != nil
      return isProjected ? "$" + name : name
    }
  }

  private func mentioned(in section: Section) -> Set<String> {
    evaluation.mentions(in: section.code).union(evaluation.mentions(in: section.block))
  }

  // MARK: - What is said of sections

  /// The first of them with their lines: `AboutSection (lines 12–30), Footer (line 40)`.
  func text(of sections: [Section]) -> String {
    sections.prefix(3).map { "\($0.name) (\($0.block.lineText(for: type.code)))" }.joined(separator: ", ")
  }

  func steps(extracting sections: [Section]) -> [String] {
    sections.map { section in
      let names = inputs(of: section)
      let inputs = names.isEmpty ? "no inputs" : "inputs " + SourceGraph.list(names)
      return "extract \(section.block.linesText) as '\(section.name)' with \(inputs)"
    }
  }

  func related(_ sections: [Section]) -> [Draft.Related] {
    sections.map {
      .init(.section, view: type.qualifiedName, place: $0.code.start, message: "independent section '\($0.name)'")
    }
  }

  /// Whether a section is more than a few constants, and nothing among its inputs may differ each time.
  func isWorthIt(_ section: Section) -> Bool {
    let inputs = mentioned(in: section)
    // Closures may differ each time, and the extracted view would be evaluated all the same.
    if inputs.contains(where: { TypeName.isFunction(type.property($0)?.typeText ?? "") }) { return false }
    if inputs.isEmpty, section.elements <= 5 { return false }
    // Children that are view structs are checkpoints already: something besides them has to be spared.
    let own = section.block.descendants(.call).count { code in
      Views.builtin.contains(code.calledName) && !Views.arranges.contains(code.calledName)
    }
    return own >= 2
  }

  // MARK: - Place in the view tree

  /// A statement of a view builder, or the start of the modifiers on one, outside of closures that run later.
  private func isPartOfTree(_ reference: Code) -> Bool {
    let chain = reference.outermostChain
    guard let parent = chain.parent, parent.kind == .block || parent.kind == .returnStatement else { return false }
    return !isWithinAction(chain)
  }

  /// What a button does is no part of what it shows.
  private func isWithinAction(_ code: Code) -> Bool {
    for ancestor in code.ancestors {
      if [.accessor, .function, .type].contains(ancestor.kind) { break }
      if ancestor.kind == .closure, graph.isAction(ancestor) { return true }
    }
    return false
  }

  /// Where a helper is named on the way of an evaluation.
  private func references(to name: String) -> [Code] { referencesByName[name] ?? [] }

  /// The name of the helper whose block holds the code; `nil` in the body itself.
  private func helperName(around code: Code) -> String? {
    helpers.first { $0.value.contains { $0.contains(code) } }?.key
  }

  /// Whether a condition on the way to the code uses the changing state, in the helpers around it too.
  private func isControlled(_ code: Code, depth: Int) -> Bool {
    var inner = code
    for ancestor in code.ancestors {
      if [.accessor, .function, .type].contains(ancestor.kind) { break }
      let condition: Code? =
        switch ancestor.kind {
        case .ifStatement: ancestor.first(.conditions)
        case .switchStatement: ancestor.first(.value)
        case .ternary: ancestor.firstChild
        default: nil
        }
      if let condition, condition != inner, uses(condition) { return true }
      inner = ancestor
    }
    guard depth < 2, let helper = helperName(around: code) else { return false }
    let references = references(to: helper)
    return references.contains { reference in
      let call = reference.parent?.kind == .call ? reference.parent ?? reference : reference
      return call.arguments.contains { uses($0) }
        || isControlled(reference, depth: depth + 1)
    }
  }

  /// Whether all reads of the changing state stand in other branches than the section: then they are never evaluated together.
  private func isShownInsteadOfTheReads(_ section: Code) -> Bool {
    let places = anchors(of: section, depth: 0)
    let reads = changingReads.filter { !Self.isAnimationValue($0.code) }.flatMap {
      anchors(of: $0.code, depth: 0)
    }
    guard !places.isEmpty, !reads.isEmpty else { return false }
    return places.allSatisfy { place in reads.allSatisfy { Self.areAlternatives(place, $0) } }
  }

  /// `.animation(.default, value: state)` shows nothing of the state.
  private static func isAnimationValue(_ code: Code) -> Bool {
    code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains {
      $0.kind == .argument && $0.name == "value"
        && $0.parent.map { Modifiers.animatesValue.contains($0.calledName) } == true
    }
  }

  /// The places in the body at which the code is evaluated.
  private func anchors(of code: Code, depth: Int) -> [Code] {
    if entries.contains(where: { $0.contains(code) }) { return [code] }
    guard depth < 2, let helper = helperName(around: code) else { return [] }
    return references(to: helper).flatMap { anchors(of: $0, depth: depth + 1) }
  }

  private static func areAlternatives(_ left: Code, _ right: Code) -> Bool {
    guard let common = left.ancestors.first(where: { $0.contains(right) || $0 == right }) else { return false }
    guard common.kind == .ifStatement || common.kind == .switchStatement else { return false }
    func branch(_ code: Code) -> Code? {
      ([code] + Array(code.ancestors)).first { $0.parent == common }
    }
    guard let first = branch(left), let second = branch(right) else { return false }
    let branches: Set<CodeTree.Kind> = [.block, .ifStatement, .caseClause]
    return first != second && branches.contains(first.kind) && branches.contains(second.kind)
  }

  // MARK: - Helpers and names

  private func helperName(of section: Code) -> String {
    let root = section.chainRoot
    return root.kind == .call ? root.calledName : root.name
  }

  private func isNamedHelper(_ section: Code) -> Bool { helpers[helperName(of: section)] != nil }

  /// The block of the helper that the section is, if that builds a view: no toolbar, shape or data.
  private func helperBlock(of section: Code) -> Code? {
    let name = helperName(of: section)
    guard let block = helpers[name]?.first else { return nil }
    let property = type.properties.first { $0.name == name && $0.getter == block }
    let function = type.functions.first { $0.name == name && $0.body == block }
    if property?.attributes.contains(.viewBuilder) == true || function?.attributes.contains(.viewBuilder) == true {
      return block
    }
    guard let text = property?.typeText ?? function?.returnText else { return nil }
    let base = TypeName.base(text)
    let isStruct = graph.index.resolve(text, near: type.code.file.path, inside: type.id).map {
      graph.isView(graph.index[$0])
    }
    return text.hasPrefix("some ") && Protocols.views.contains(base) || Views.erases.contains(base) || isStruct == true
      ? block : nil
  }

  /// A name from the helper, the first text or the container: `AboutSection`, `VStackSection`; never one of SwiftUI.
  private func name(of section: Code) -> String {
    let name = plainName(of: section)
    return Views.builtin.contains(name) || Protocols.taken.contains(name)
      ? type.name + name : name
  }

  private func plainName(of section: Code) -> String {
    let name = helperName(of: section)
    if let first = name.first, first.isLowercase { return first.uppercased() + name.dropFirst() }
    for code in section.descendants(.call) where Views.showsText.contains(code.calledName) {
      guard let text = code.arguments.first?.firstChild, text.kind == .string else { continue }
      let words = text.name.split(whereSeparator: { !$0.isLetter }).prefix(2).map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }
      if !words.isEmpty { return words.joined() + Conventions.sectionEnding }
    }
    return name.isEmpty
      ? "BodySection" : name.hasSuffix(Conventions.sectionEnding) ? name : name + Conventions.sectionEnding
  }
}
