extension SourceRule {
  /// A long body with sections that do not depend on what changes.
  package static let monolithicBody: SourceRule = .init(
    id: "monolithic_body",
    summary: "a long body holds sections that do not depend on the state that changes most",
    rationale: """
      SwiftUI evaluates a body as a whole. A section that is a view struct of its own is skipped while its inputs \
      compare equal; the same lines inline, or in a computed property or helper function, run again on every change of \
      anything the body reads. Bodies with fewer than five elements, or whose sections all need the changing state, \
      gain nothing. No section is what a condition on the changing state shows, what is shown in place of all that reads \
      it, what takes closures, or what is no view: a toolbar, a shape, data.
      """,
    seeds: ["001", "002"], severity: .note, fix: "extract_subview",
    options: [
      Option("maximum_lines", "lines of the body with its helpers that are fine", standard: 40),
      Option("minimum_elements", "elements that make a section worth extracting", standard: 5),
    ],
    triggering: [
      """
      struct OrderDetailView: View {
          @State private var quantity = 1
          @State private var selectedShipping: ShippingMethod = .standard
          let product: Product

          var ↓body: some View {
              ScrollView {
                  VStack {
                      AsyncImage(url: product.imageURL)
                          .frame(height: 300)
                      Text(product.name).font(.title)
                      Text(product.description).font(.body)
                      StarRating(rating: product.rating)
                  }

                  Stepper("Quantity: \\(quantity)", value: $quantity, in: 1...99)

                  ForEach(ShippingMethod.allCases) { method in
                      ShippingOptionRow(
                          method: method,
                          isSelected: selectedShipping == method
                      )
                      .onTapGesture { selectedShipping = method }
                  }

                  PriceSummary(
                      unitPrice: product.price,
                      quantity: quantity,
                      shipping: selectedShipping
                  )
              }
          }
      }
      """,
      """
      struct EventDetailView: View {
          @State private var event: Event
          @State private var isRSVPed: Bool = false

          var ↓body: some View {
              ScrollView {
                  VStack(spacing: 0) {
                      ZStack(alignment: .bottomLeading) {
                          AsyncImage(url: event.coverImageURL) { image in
                              image.resizable().aspectRatio(contentMode: .fill)
                          } placeholder: { Color.gray }
                          .frame(height: 240).clipped()
                          VStack(alignment: .leading, spacing: 4) {
                              Text(event.title).font(.title).bold().foregroundStyle(.white)
                              Text(event.venue).font(.subheadline).foregroundStyle(.white.opacity(0.8))
                          }
                          .padding()
                      }
                      HStack {
                          VStack(alignment: .leading) {
                              Text(event.date, style: .date).font(.headline)
                              Text(event.date, style: .time).font(.subheadline).foregroundStyle(.secondary)
                          }
                          Spacer()
                          Button(isRSVPed ? "Going" : "RSVP") { isRSVPed.toggle() }
                              .buttonStyle(.borderedProminent)
                      }
                      .padding()
                      VStack(alignment: .leading, spacing: 8) {
                          Text("About").font(.title3).bold()
                          Text(event.description).font(.body).foregroundStyle(.secondary)
                      }
                      .padding()
                      VStack(alignment: .leading, spacing: 8) {
                          Text("Attendees (\\(event.attendees.count))").font(.title3).bold()
                          ForEach(event.attendees) { attendee in
                              HStack {
                                  AsyncImage(url: attendee.avatarURL) { image in
                                      image.resizable()
                                  } placeholder: { Circle().fill(.gray) }
                                  .frame(width: 36, height: 36).clipShape(Circle())
                                  Text(attendee.name)
                              }
                          }
                      }
                      .padding()
                  }
              }
          }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: View {
        @State private var page = 0
        let title: String
        let onClose: () -> Void
        var body: some View {
          VStack {
            switch page {
            case 0: first
            default: second
            }
            footer
          }
          .clipShape(outline)
          .toolbar { tools }
          .onTapGesture { page += 1 }
        }
        var first: some View {
          VStack {
            Text(title)
            Image("a")
            Text("b")
            Text("c")
            Text("d")
          }
        }
        var second: some View {
          VStack {
            Image("a")
            Text("b")
            Text("c")
            Text("d")
            Text(title)
          }
        }
        var footer: some View {
          VStack {
            Text("1")
            Text("2")
            Text("3")
            Text("4")
            Button(title, action: onClose)
          }
        }
        var outline: AnyShape {
          AnyShape(Union(Circle(), Rectangle(), Capsule(), Ellipse(), Path(), Circle()))
        }
        @ToolbarContentBuilder var tools: some ToolbarContent {
          ToolbarItem { Text(title) }
          ToolbarItem { Text("a") }
          ToolbarItem { Text("b") }
        }
      }
      """,
      """
      struct OrderDetailView: View {
          let product: Product
          @State private var quantity = 1
          @State private var selectedShipping: ShippingMethod = .standard

          var body: some View {
              ScrollView {
                  ProductHeader(product: product)
                  QuantityPicker(quantity: $quantity)
                  ShippingSelector(selected: $selectedShipping)
                  PriceSummary(
                      unitPrice: product.price,
                      quantity: quantity,
                      shipping: selectedShipping
                  )
              }
          }
      }
      """,
      """
      struct Small: View {
        @State private var count = 0
        var body: some View {
          VStack {
            Text("Title")
            Button("\\(count)") { count += 1 }
          }
        }
      }
      """,
    ],
    check: { graph in
      let rule = SourceRule.monolithicBody
      let maximumLines = rule.option("maximum_lines", in: graph)
      let minimumElements = rule.option("minimum_elements", in: graph)
      return graph.evaluatedViews.compactMap { type, evaluation in
        guard graph.isView(type), let entry = evaluation.entries.first, let body = type.property("body") else {
          return nil
        }
        guard let changing = mostChanging(graph, type, evaluation) else { return nil }
        let sections = Sections(graph: graph, type: type, evaluation: evaluation, changing: changing)
          .independent(in: entry).filter { $0.elements >= minimumElements && ($0.isWorthIt || minimumElements == 0) }
        let total = evaluation.lineCount
        guard let largest = sections.max(by: { $0.elements < $1.elements }) else { return nil }
        // A short body counts when a whole section of several elements stands apart from what changes.
        guard total > maximumLines || largest.elements >= 5 || sections.count >= 2 || entry.elementCount >= 8 else {
          return nil
        }
        let places = sections.prefix(3).map { "\($0.name) (lines \($0.block.line)–\($0.block.endLine))" }
        let message = """
          each change of '\(changing.name)' evaluates the whole body of '\(type.name)' (\(total) lines with its helpers), although \
          \(places.joined(separator: ", ")) \(sections.count == 1 ? "does" : "do") not use it; extract \
          \(sections.count == 1 ? "it into a view of its own" : "them into views of their own")
          """
        return Finding(
          message, at: body.place, code: largest.code, view: type, subject: "body",
          severity: total >= 150 && largest.lines >= 40 ? .warning : nil,
          steps: sections.map { section in
            let inputs = section.inputs.isEmpty ? "no inputs" : "inputs " + SourceGraph.list(section.inputs)
            return "extract lines \(section.block.line)–\(section.block.endLine) as '\(section.name)' with \(inputs)"
          },
          related: sections.map {
            .init(view: type.qualifiedName, place: $0.code.start, message: "independent section '\($0.name)'")
          })
      }
    },
    suspect: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        graph.isView(type) && evaluation.evaluatedLineCount >= leastLines ? perValue(graph, type, evaluation) : []
      }
    })

  /// Lines of a body from which on it may be worth splitting for the sake of one value that changes often.
  private static let leastLines = 30

  /// For each value that may change by itself and that one small part of the body reads: the parts that do not.
  private static func perValue(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> [Finding] {
    guard let entry = evaluation.entries.first, let body = type.property("body") else { return [] }
    let lines = evaluation.evaluatedLineCount
    let values = changingValues(graph, type, evaluation)
    guard let first = values.first else { return [] }
    let all = Sections(graph: graph, type: type, evaluation: evaluation, changing: first.property)
    return values.compactMap { property, member in
      let parts = all.following(property, member: member)
      guard parts.isReadInOnePlace(of: lines) else { return nil }
      let sections = parts.independent(in: entry).filter { $0.elements >= 2 }
      let independent = sections.reduce(0) { $0 + $1.lines }
      guard independent * 2 >= lines, sections.reduce(0, { $0 + $1.elements }) >= 8,
        let largest = sections.max(by: { $0.elements < $1.elements })
      else { return nil }
      let name = ([property.name] + (member.map { [$0] } ?? [])).joined(separator: ".")
      let places = sections.prefix(3).map { "\($0.name) (lines \($0.block.line)–\($0.block.endLine))" }
      return Finding(
        "each change of '\(name)' evaluates all \(lines) lines of '\(type.name)', of which \(independent) do not use it: "
          + "\(places.joined(separator: ", ")); extract the part that does, or these, into views of their own",
        at: body.place, code: largest.code, view: type, subject: "body." + name,
        steps: sections.map { section in
          let inputs = section.inputs.isEmpty ? "no inputs" : "inputs " + SourceGraph.list(section.inputs)
          return "extract lines \(section.block.line)–\(section.block.endLine) as '\(section.name)' with \(inputs)"
        },
        related: sections.map {
          .init(view: type.qualifiedName, place: $0.code.start, message: "independent section '\($0.name)'")
        })
    }
  }

  /// State that the body reads, and stored members of observed models.
  private static func changingValues(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> [(
    property: Property, member: String?
  )] {
    type.storedProperties.flatMap { property -> [(property: Property, member: String?)] in
      let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived }
      guard !reads.isEmpty else { return [] }
      if let model = graph.model(of: property, in: type), model.isObservableClass {
        let members = Set(reads.compactMap(\.path.first)).reduce(into: Set<String>()) {
          $0.formUnion(graph.storedReads(of: $1, in: model))
        }
        return members.sorted().filter { name in
          model.property(name).map { !$0.isLet && !$0.attributes.contains("ObservationIgnored") } ?? false
        }.map { (property, $0) }
      }
      return ["State", "GestureState", "Binding", "AppStorage"].contains(property.wrapper ?? "")
        ? [(property, nil)] : []
    }
  }

  /// What changes most while the view is on screen; of properties that change alike, the one that the body reads most.
  private static func mostChanging(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    let changing = graph.changingProperties(of: type, evaluation)
    let most = changing.filter { $0.weight == changing.first?.weight }.map(\.property)
    func reads(_ property: Property) -> Int { evaluation.evaluationReads(of: property.name).count }
    return most.max { (reads($0), $1.name) < (reads($1), $0.name) } ?? changingModel(graph, type, evaluation)
  }

  /// Where no wrapper shows a change: a store or model of which the body reads members that can change.
  private static func changingModel(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    type.storedProperties.first { property in
      let reads = evaluation.evaluationReads(of: property.name)
      guard !reads.isEmpty else { return false }
      let text = property.typeText ?? property.environmentType ?? ""
      if property.environmentType == nil, let model = graph.model(of: property, in: type) {
        let members = Set(reads.compactMap(\.path.first)).flatMap { graph.modelReads.storedReads(of: $0, in: model) }
        return members.contains { name in
          model.property(name).map { !$0.isLet && !$0.attributes.contains("ObservationIgnored") } ?? false
        }
      }
      return text.hasPrefix("StoreOf") || text.hasPrefix("ViewStore") || text.hasPrefix("Store<")
    }
  }
}

private struct Sections {
  struct Section {
    var code: Code
    /// The lines that go: of the section itself, or of the helper it calls.
    var block: Code
    var name: String
    var elements: Int
    var lines: Int
    /// Properties, `$` before those that are only handed on as bindings.
    var inputs: [String]
    /// More than a few constants, and nothing among the inputs that never compares equal.
    var isWorthIt: Bool
  }

  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  private(set) var changing: Property
  let entries: [Code]
  let helpers: [String: [Code]]
  let referencesByName: [String: [Code]]
  /// Where evaluation reads the one member of the changing model that counts; `nil` where the whole property does.
  private var memberReads: [Read]?
  /// Helpers that read it, themselves or through others.
  private var readingHelpers: Set<String> = []

  init(graph: SourceGraph, type: TypeInfo, evaluation: Evaluation, changing: Property) {
    self.graph = graph
    self.type = type
    self.evaluation = evaluation
    self.changing = changing
    entries = evaluation.entries
    helpers = Dictionary(grouping: evaluation.helpers.filter(\.phase.isEvaluation), by: \.name)
      .mapValues { $0.map(\.block) }
    let names = Set(helpers.keys)
    let blocks = entries + helpers.sorted { $0.key < $1.key }.flatMap(\.value)
    let references = blocks.flatMap { block in
      block.descendants.filter { $0.kind == .identifier && names.contains($0.name) }
    }
    referencesByName = Dictionary(grouping: references, by: \.name)
  }

  /// The same with another value that changes.
  ///
  /// - Parameter member: The stored member of the changing model that counts alone.
  func following(_ property: Property, member: String?) -> Self {
    var result = self
    result.changing = property
    guard let member, let model = graph.model(of: property, in: type) else { return result }
    let found = evaluation.evaluationReads(of: property.name).filter { read in
      guard !read.isDerived, let first = read.path.first else { return false }
      return first == member || graph.storedReads(of: first, in: model).contains(member)
    }
    result.memberReads = found
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

  /// Whether the code uses what changes.
  private func uses(_ code: Code) -> Bool {
    guard let memberReads else { return evaluation.mentions(in: code).contains(changing.name) }
    return memberReads.contains { code == $0.code || code.contains($0.code) }
      || readingHelpers.contains { name in
        (referencesByName[name] ?? []).contains { code == $0 || code.contains($0) }
      }
  }

  private var changingReads: [Read] { memberReads ?? evaluation.evaluationReads(of: changing.name) }

  func independent(in entry: Code) -> [Section] {
    var found: [Section] = []
    for section in ViewSections.sections(of: entry) { collect(section, depth: 0, into: &found) }
    // Helpers that build views are sections wherever they stand in the view tree.
    for code in Array(entry.descendants)
      + helpers.values.flatMap({ $0.flatMap { Array($0.descendants) } }).sorted(by: {
        $0.start < $1.start
      })
    {
      guard code.kind == .identifier, !found.contains(where: { $0.code.contains(code) }), helperBlock(of: code) != nil
      else { continue }
      let reference = code.parent?.kind == .call && code.parent?.callee == code ? code.parent ?? code : code
      guard isPartOfTree(reference) else { continue }
      collect(reference, depth: 2, into: &found)
    }
    var names: Set<String> = []
    return found.filter { names.insert($0.name).inserted }
  }

  /// A section that uses the changing state may still hold one that does not.
  private func collect(_ section: Code, depth: Int, into found: inout [Section]) {
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
    if root.kind == .call, !BuiltinViews.contains(root.calledName), root.calledName.startsUppercase,
      root.arguments.allSatisfy({ $0.firstChild?.kind != .closure })
    {
      return
    }
    if isControlled(section, depth: 0) || isShownInsteadOfTheReads(section) { return }
    let block = helper ?? section
    let mentioned = evaluation.mentions(in: section).union(evaluation.mentions(in: block))
    let inputs = mentioned.sorted().map { name in
      let reads = evaluation.reads.filter {
        $0.property == name && (block.contains($0.code) || section.contains($0.code) || $0.code == section)
      }
      let isProjected = !reads.isEmpty && reads.allSatisfy(\.isProjection) && type.property(name)?.wrapper != nil
      return isProjected ? "$" + name : name
    }
    let elements = block.elementCount
    found.append(
      Section(
        code: section, block: block, name: name(of: section), elements: elements, lines: block.lineCount,
        inputs: inputs, isWorthIt: isWorthIt(block, mentioned, elements)))
  }

  private func isWorthIt(_ block: Code, _ inputs: Set<String>, _ elements: Int) -> Bool {
    // Closures never compare equal, so the extracted view would be evaluated all the same.
    if inputs.contains(where: { TypeName.isFunction(type.property($0)?.typeText ?? "") }) { return false }
    if inputs.isEmpty, elements <= 5 { return false }
    // Children that are view structs are checkpoints already: something besides them has to be spared.
    let own = block.descendants.count { code in
      code.kind == .call && BuiltinViews.contains(code.calledName) && !Self.grouping.contains(code.calledName)
    }
    return own >= 2
  }

  private static let grouping: Set<String> = [
    "VStack", "HStack", "ZStack", "Group", "LazyVStack", "LazyHStack", "ScrollView", "Spacer", "Divider", "Form",
    "Grid",
    "GridRow", "NavigationStack",
  ]

  // MARK: - Place in the view tree

  /// A statement of a view builder, or the start of the modifiers on one, outside of closures that run later.
  private func isPartOfTree(_ reference: Code) -> Bool {
    let chain = reference.outermostChain
    guard let parent = chain.parent, parent.kind == .block || parent.kind == .returnStatement else { return false }
    for ancestor in chain.ancestors {
      if [.accessor, .function, .type].contains(ancestor.kind) { break }
      guard ancestor.kind == .closure, let argument = ancestor.parent, let call = argument.parent else { continue }
      if argument.kind == .argument, call.kind == .call,
        graph.options.actions.isAction(
          function: call.calledName, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
      {
        return false
      }
    }
    return true
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
      $0.kind == .argument && $0.name == "value" && $0.parent?.calledName == "animation"
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
    if property?.attributes.contains("ViewBuilder") == true || function?.attributes.contains("ViewBuilder") == true {
      return block
    }
    guard let text = property?.typeText ?? function?.returnText else { return nil }
    let base = TypeName.base(text)
    let isStruct = graph.index.resolve(text, near: type.code.file.path, inside: type.id).map {
      graph.isView(graph.index[$0])
    }
    return text.hasPrefix("some ") && base == "View" || base == "AnyView" || isStruct == true ? block : nil
  }

  /// A name from the helper, the first text or the container: `AboutSection`, `VStackSection`; never one of SwiftUI.
  private func name(of section: Code) -> String {
    let name = plainName(of: section)
    return BuiltinViews.contains(name) || ["View", "Body", "Content", "Image", "App", "Scene", "Shape"].contains(name)
      ? type.name + name : name
  }

  private func plainName(of section: Code) -> String {
    let name = helperName(of: section)
    if let first = name.first, first.isLowercase { return first.uppercased() + name.dropFirst() }
    for code in section.descendants where code.kind == .call && code.calledName == "Text" {
      guard let text = code.arguments.first?.firstChild, text.kind == .string else { continue }
      let words = text.name.split(whereSeparator: { !$0.isLetter }).prefix(2).map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }
      if !words.isEmpty { return words.joined() + "Section" }
    }
    return name.isEmpty ? "BodySection" : name.hasSuffix("Section") ? name : name + "Section"
  }
}
