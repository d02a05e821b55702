extension SourceRule {
  /// A long body with sections that do not depend on what changes.
  package static let monolithicBody: SourceRule = .init(
    id: "monolithic_body",
    summary: "a long body holds sections that do not depend on the state that changes most",
    rationale: """
      SwiftUI evaluates a body as a whole. A section that is a view struct of its own is skipped while its inputs \
      compare equal; the same lines inline, or in a computed property or helper function, run again on every change of \
      anything the body reads. Bodies with fewer than five elements, or whose sections all need the changing state, \
      gain nothing.
      """,
    seeds: ["001", "002"], severity: .note, fix: "extract_subview",
    options: [
      Option("maximum_lines", "lines of the body with its helpers that are fine", standard: 40),
      Option("minimum_elements", "elements that make a section worth extracting", standard: 4),
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
        let changing =
          graph.changingProperties(of: type, evaluation).first?.property ?? changingModel(graph, type, evaluation)
        guard let changing else { return nil }
        let sections = Sections(evaluation: evaluation, changing: changing).independent(in: entry)
          .filter { $0.elements >= minimumElements }
        let total = evaluation.lineCount
        guard let largest = sections.max(by: { $0.elements < $1.elements }) else { return nil }
        // A short body counts when a whole section of several elements stands apart from what changes.
        guard total > maximumLines || largest.elements >= 5 || sections.count >= 2 || entry.elementCount >= 8 else {
          return nil
        }
        let places = sections.prefix(3).map { "\($0.name) (lines \($0.block.line)–\($0.block.endLine))" }
        let message = """
          each change of '\(changing.name)' evaluates all \(total) lines of '\(type.name)', although \
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
    })

  /// Where no wrapper shows a change: a store or model whose members the body reads.
  private static func changingModel(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    type.storedProperties.first { property in
      guard !evaluation.evaluationReads(of: property.name).isEmpty else { return false }
      let text = property.typeText ?? property.environmentType ?? ""
      return property.environmentType == nil && graph.model(of: property, in: type) != nil || text.hasPrefix("StoreOf")
        || text.hasPrefix("ViewStore")
        || text.hasPrefix("Store<")
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
    var inputs: [String]
  }

  let evaluation: Evaluation
  let changing: Property

  func independent(in entry: Code) -> [Section] {
    var found: [Section] = []
    for section in ViewSections.sections(of: entry) { collect(section, depth: 0, into: &found) }
    // Helpers that build views are sections wherever they stand.
    for code in Array(entry.descendants)
      + evaluation.helpers.filter(\.phase.isEvaluation).flatMap({ Array($0.block.descendants) })
    {
      guard code.kind == .identifier, !found.contains(where: { $0.code.contains(code) }), helperBlock(of: code) != nil
      else { continue }
      let reference = code.parent?.kind == .call && code.parent?.callee == code ? code.parent ?? code : code
      collect(reference, depth: 2, into: &found)
    }
    var names: Set<String> = []
    return found.filter { names.insert($0.name).inserted }
  }

  /// A section that uses the changing state may still hold one that does not.
  private func collect(_ section: Code, depth: Int, into found: inout [Section]) {
    if evaluation.mentions(in: section).contains(changing.name) {
      guard depth < 2, let content = ViewSections.contentBlock(of: section.chainRoot) else { return }
      for inner in ViewSections.sections(of: content) { collect(inner, depth: depth + 1, into: &found) }
      return
    }
    let helper = helperBlock(of: section)
    if let helper, evaluation.mentions(in: helper).contains(changing.name) { return }
    let elements = (helper ?? section).elementCount
    // A view struct is its own checkpoint already.
    let root = section.chainRoot
    if root.kind == .call, !BuiltinViews.contains(root.calledName), root.calledName.first?.isUppercase == true,
      root.arguments.allSatisfy({ $0.firstChild?.kind != .closure })
    {
      return
    }
    let inputs = evaluation.mentions(in: section).sorted()
    found.append(
      Section(
        code: section, block: helper ?? section, name: name(of: section), elements: elements,
        lines: (helper ?? section).lineCount, inputs: inputs))
  }

  private func helperBlock(of section: Code) -> Code? {
    let root = section.chainRoot
    let name = root.kind == .call ? root.calledName : root.name
    return evaluation.helpers.first { $0.name == name }?.block
  }

  /// A name from the helper, the first text or the container: `AboutSection`, `VStackSection`.
  private func name(of section: Code) -> String {
    let root = section.chainRoot
    let name = root.kind == .call ? root.calledName : root.name
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
