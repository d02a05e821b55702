import SwiftUIModel
internal import Vocabulary

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
    advice: [.extractSubviews, .limitInvalidation], severity: .note, fix: .extractSubview, isNoteWithoutTrace: true,
    isOptInForApps: true,
    options: [
      Option("maximum_lines", "lines of the body with its helpers that are fine", standard: 40),
      Option("minimum_elements", "elements that make a section worth extracting", standard: 5, isWaivedByTrace: true),
    ],
    page: Page(
      inTrace: """
        The view is evaluated again and again for one cause, and what takes long is in sections that do not \
        use it
        """,
      neverReported: """
        sections that a condition on the changing value shows, that take closures or are no views; parts \
        that are small beside the body
        """,
      limits: """
        what changes most is a guess by how it is written and read: a trace knows; lines stand for cost
        """),
    triggering: [
      """
      struct Panel: View {
        let store: PanelStore
        var ↓body: some View {
          VStack {
            Text(store.title)
            Button("Reload") { store.reload() }
            VStack {
              Text("1")
              Text("2")
              Text("3")
              Image("4")
              Image("5")
              Image("6")
            }
          }
        }
      }
      """,
      """
      struct Post: View {
        @State private var state = 3
        @State private var text = ""
        let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var ↓body: some View {
          VStack {
            mark
      \((1...90).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Button("Clear") { edited() }
          }
          .onReceive(clock) { _ in state -= 1 }
        }
        private var mark: some View {
          HStack {
            Image("mark")
            if state == 0 { Text("Saved") }
          }
        }
        private func edited() {
          text = ""
          state = 3
        }
      }
      """,
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
      struct Panel: View {
        let style: PanelStyle
        var body: some View {
          VStack {
            Text(style.title)
            VStack {
              Text("1")
              Text("2")
              Text("3")
              Image("4")
              Image("5")
              Image("6")
            }
            HStack {
              Text("1")
              Text("2")
              Text("3")
              Image("4")
              Image("5")
              Image("6")
            }
          }
        }
      }
      """,
      """
      struct Post: View {
        @State private var state = 3
        @State private var text = ""
        let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack {
            mark
      \((1...90).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Button("Clear") { edited() }
          }
          .onReceive(clock) { _ in print(1) }
        }
        private var mark: some View {
          HStack {
            Image("mark")
            if state == 0 { Text("Saved") }
          }
        }
        private func edited() {
          text = ""
          state = 3
        }
      }
      """,
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
      // What a button does is no section of what it shows.
      """
      struct SpeedPicker: View {
        @State private var rate = 1.0
        @State private var isShown = false
        var body: some View {
          Button {
            isShown.toggle()
          } label: {
            VStack {
              Text("\\(rate)")
              Text("Speed \\(rate)")
              Image("a\\(rate)")
              Text("b\\(rate)")
              Text("c\\(rate)")
              Text("d\\(rate)")
              Text("e\\(rate)")
            }
          }
          .onChange(of: rate) { rate += 1 }
        }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.compactMap { type, evaluation in
        guard graph.isView(type), let body = type.property(EntryPoints.body) else { return nil }
        if let found = membersApart(graph, type, evaluation, body) ?? partOfHotState(graph, type, evaluation, body) {
          return found
        }
        return IndependentSections.ofMostChanging(graph, type, evaluation, body)
      }
    },
    traces: TraceCheck(
      evidence: .repeatedBody,
      triggering: [
        """
        @Observable final class Kiln {
          var temperature = 20.0
          var name = ""
        }
        struct Panel: View {
          let kiln: Kiln
          var ↓body: some View {
            VStack {
              HStack {
                Text("\\(kiln.temperature)")
              }
              VStack {
        \((1...12).map { "        HStack {\n          Text(\"\($0)\")\n          Text(kiln.name)\n        }" }.joined(separator: "\n"))
              }
            }
          }
        }
        """
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
          guard graph.isView(type), evaluation.evaluatedLineCount >= fewestLines else { return [] }
          return ReadingParts.ofEachValue(graph, type, evaluation)
            + (IndependentSections.ofMostNamed(graph, type, evaluation).map { [$0] } ?? [])
        }
      }))

  /// Helpers that each read members of one model which nothing else of the view reads: as views of their own, each would be
  /// evaluated for what it shows alone.
  private static func membersApart(
    _ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation, _ body: Property
  ) -> Draft? {
    guard evaluation.evaluatedLineCount >= linesOfHelpers else { return nil }
    for property in type.storedProperties where isTrackedPerMember(property, in: type, graph) {
      let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived && !$0.path.isEmpty }
      let model = graph.model(of: property, in: type)
      // What a computed member reads counts, not the member.
      func members(_ reads: [Read]) -> Set<[String]> {
        reads.reduce(into: []) { found, read in
          let stored = model.map { graph.storedReads(of: read.path[0], in: $0) } ?? []
          found.formUnion(
            stored.isEmpty || stored == [read.path[0]] ? [Array(read.path.prefix(2))] : stored.map { [$0] })
        }
      }
      func overlap(_ some: Set<[String]>, _ others: Set<[String]>) -> Bool {
        some.contains { one in others.contains { $0.starts(with: one) || one.starts(with: $0) } }
      }
      let helpers = evaluation.helpers.filter { helper in
        helper.phase.isEvaluation && buildsViews(helper.name, helper.block, type) && helper.block.elementCount >= 2
      }
      let apart = helpers.filter { helper in
        let inside = members(reads.filter { helper.block.contains($0.code) })
        let outside = members(reads.filter { !helper.block.contains($0.code) })
        return !inside.isEmpty && !overlap(inside, outside)
      }
      guard apart.count >= leastHelpers else { continue }
      let names = SourceGraph.list(apart.map(\.name))
      return Draft(
        "\(names) of '\(type.name)' each read members of '\(property.name)' that nothing else of it reads, yet a change of one "
          + "evaluates all \(evaluation.evaluatedLineCount) lines; make them views of their own",
        at: body.place, code: body.code, view: type, subject: .body(.whole), change: .extract(.sections),
        severity: .note,
        steps: apart.map { "make '\($0.name)' a view that takes '\(property.name)'" },
        related: apart.map {
          .init(.section, view: type.qualifiedName, place: $0.block.start, message: "reads members of its own")
        })
    }
    return nil
  }

  /// State that a clock, a gesture or a stream writes again and again, and that one small part of a large body shows. With a
  /// trace each value is looked at by itself.
  private static func partOfHotState(
    _ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation, _ body: Property
  ) -> Draft? {
    guard !graph.options.hasTrace, evaluation.evaluatedLineCount >= linesOfHelpers, let entry = evaluation.entries.first
    else { return nil }
    let hot = type.storedProperties.filter { property in
      // A gesture writes its state with each of its steps.
      if property.storage == .gesture { return true }
      // A flag is mostly written as it is.
      return property.storage == .state && !property.isFlag
        && graph.index.type(of: property, in: type)?.isReference != true
        && SourceGraph.recurrence(of: property, in: evaluation, countsSequences: false)
          .map { $0.isFrequent && !$0.isTyping } == true
    }
    guard let first = hot.first else { return nil }
    // State that can go to the part is told to.
    let movable = StateScope(graph: graph, type: type, evaluation: evaluation, isSuspecting: false).findings()
      .map(\.subject)
    let all = BodySections(graph: graph, type: type, evaluation: evaluation, changing: first)
    for property in hot where !movable.contains(.property(property.name)) {
      let parts = all.following(property, member: nil)
      for part in parts.readingParts(of: entry) {
        guard parts.evaluatedLines(of: part) * 3 <= evaluation.evaluatedLineCount,
          var found = ReadingParts.extracting(part, parts, type, body, PropertyPath(property.name))
        else { continue }
        found.severity = .note
        return found
      }
    }
    return nil
  }

  /// Lines with all helpers, and helpers, from which on to part them pays.
  private static let linesOfHelpers = 80, leastHelpers = 2

  /// An object that tells who reads which member: an `@Observable`, a store of a reducer.
  private static func isTrackedPerMember(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    if let model = graph.model(of: property, in: type) { return model.isObservableClass }
    let text = property.typeText ?? ""
    return text.hasPrefix("StoreOf") || text.hasPrefix("Store<")
  }

  private static func buildsViews(_ name: String, _ block: Code, _ type: TypeInfo) -> Bool {
    if let property = type.properties.first(where: { $0.name == name && $0.getter == block }) {
      return property.attributes.contains(.viewBuilder) || Protocols.isView(property.typeText)
    }
    guard let function = type.functions.first(where: { $0.name == name && $0.body == block }) else { return false }
    // What takes arguments is asked for in several places, or per row.
    return function.parameters.isEmpty
      && (function.attributes.contains(.viewBuilder) || Protocols.isView(function.returnText))
  }

  /// Lines of a body from which on it may be worth splitting for the sake of one value that evaluates it all the time.
  private static let fewestLines = 20
}

extension Code {
  /// `lines 12–30`, and their file where that is not the one of the finding.
  func lineText(for finding: Code) -> String {
    let name = file.path == finding.file.path ? "" : " of \(file.path.split(separator: "/").last ?? "")"
    return linesText + name
  }
}
