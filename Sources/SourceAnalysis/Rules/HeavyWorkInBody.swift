import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// Sorting, decoding or file access on evaluation.
  package static let heavyWorkInBody: SourceRule = .init(
    id: "heavy_work_in_body",
    summary: "a body sorts, groups, filters, decodes or reads files each time it is evaluated",
    rationale: """
      A body describes what is shown and may run many times per second. Work on whole collections, decoding of data and \
      images, parsing and fetching belong into the model, or into state that is refreshed when the input changes. \
      Helpers and computed properties that the body calls count as part of it.
      """,
    advice: [.heavyWorkInBody], severity: .warning, fix: .moveWorkToModel, isNoteWithoutTrace: true,
    page: Page(
      inTrace: """
        Long evaluations, as long each time
        """,
      neverReported: """
        constants, cases of enums, short prefixes, lazy chains, optionals, one pass where nothing but its own input \
        changes, streams, what an element of a row holds, and \
        members that keep their results
        """,
      limits: """
        how many elements there are is not known, so that work on a collection is a note, and of a whole app, where each key makes a \
        body do it, one for who asks for the rule unless an evaluation does it three times or more; calls are followed where a name can mean one declaration \
        only
        """),
    triggering: [
      """
      struct Renderer {
        let text: String
        func view() -> some View { Lines(document: Document(parsing: text)) }
      }
      struct Page: View {
        let text: String
        @State private var size = CGSize.zero
        var body: some View {
          var renderer = Renderer(text: text)
          return renderer.↓view()
        }
      }
      """,
      """
      final class Calendars {
        static let shared = Calendars()
        private let store = EKEventStore()
        func contains(_ entry: Entry) -> Bool { matching(entry).contains { $0.title == entry.name } }
        private func matching(_ entry: Entry) -> [EKEvent] {
          store.events(matching: store.predicateForEvents(withStart: entry.start, end: entry.end, calendars: nil))
        }
      }
      final class Agenda: ObservableObject {
        @Published var entries: [Entry] = []
        func isKept(_ entry: Entry) -> Bool { Calendars.shared.contains(entry) }
      }
      struct EntryRow: View {
        @EnvironmentObject var agenda: Agenda
        let entry: Entry
        var body: some View { if agenda.↓isKept(entry) { Text(entry.name) } }
      }
      """,
      """
      struct Symbols: View {
        @State private var query = ""
        private var found: [String] {
          Self.all.↓filter { $0.applyingTransform(.toUnicodeName, reverse: false)?.contains(query) == true }
        }
        var body: some View { List(found, id: \\.self) { Text($0) } }
      }
      """,
      """
      struct MarkdownPage: View {
        @Binding var text: String
        var body: some View {
          VStack {
            TextField("Text", text: $text)
            Text(↓Document(parsing: text).plain)
          }
        }
      }
      """,
      """
      struct Product: Identifiable { let id: Int; let name: String; let weight: Double }
      struct Catalogue: View {
        let products: [Product]
        var body: some View { List(products) { ProductRow(product: $0, all: products) } }
      }
      struct ProductRow: View {
        let product: Product
        let all: [Product]
        var body: some View {
          ForEach(all.↓sorted { $0.weight < $1.weight }.prefix(3)) { Text($0.name) }
        }
      }
      """,
      """
      enum Rendering {
        static let context = CIContext()
        static func sepia(_ input: CIImage) -> CGImage? { context.createCGImage(input, from: input.extent) }
      }
      struct Preview: View {
        let original: CIImage
        @State private var name = ""
        var body: some View {
          VStack {
            if let image = Rendering.↓sepia(original) { Image(decorative: image, scale: 2) }
            TextField("Name", text: $name)
            Text(name)
          }
        }
      }
      """,
      """
      @Observable final class Feed {
        let database = Database.shared
        func entries(since date: Date) -> [Entry] { (try? database.entries(since: date)) ?? [] }
      }
      struct FeedView: View {
        let feed: Feed
        @State private var since = Date.now
        var body: some View { List(feed.↓entries(since: since)) { Text($0.title) } }
      }
      """,
      """
      @Observable final class Columns {
        var shown: [Column] = []
        func rows(_ records: [Record]) -> [RowData] {
          records.compactMap { record in
            let cells = record.cells
            return RowData(id: record.id, cells: shown.map { column in cells.first { $0.key == column.key } })
          }
        }
      }
      @Observable final class Table {
        var records: [Record] = []
        private let columns = Columns()
        var rows: [RowData] { columns.rows(records) }
      }
      struct TableView: View {
        let table: Table
        let offset: CGFloat
        var body: some View { ForEach(↓table.rows) { row in TableRow(row: row, offset: offset) } }
      }
      """,
      """
      @Observable final class Agenda {
        let store = EKEventStore()
        func hasEvents(on day: DateInterval) -> Bool {
          !store.events(matching: store.predicateForEvents(withStart: day.start, end: day.end, calendars: nil)).isEmpty
        }
      }
      struct Month: View {
        let agenda: Agenda
        let days: [DateInterval]
        var body: some View {
          ForEach(days, id: \\.self) { day in Text(agenda.↓hasEvents(on: day) ? "•" : "") }
        }
      }
      """,
      """
      enum Segmenter {
        static func segments(of text: String) -> [Segment] {
          let characters = Array(text)
          var index = 0
          var segments: [Segment] = []
          while index < characters.count {
            segments.append(Segment(characters, from: index))
            index = end(of: characters, from: index)
          }
          return segments
        }
      }
      struct Page: View {
        let text: String
        var body: some View { ForEach(Segmenter.↓segments(of: text)) { Text($0.text) } }
      }
      """,
      """
      struct Feed: View {
        let posts: [Post]
        @State private var readPosts: [ReadPost] = []
        var body: some View {
          List(posts) { post in Text(post.title).bold(!readPosts.↓contains { $0.id == post.id }) }
        }
      }
      """,
      """
      struct BoardView: View {
        let board: Board
        var body: some View { Image(uiImage: picture) }
        private var picture: UIImage {
          UIGraphicsImageRenderer(size: board.size).↓image { context in board.draw(in: context) }
        }
      }
      """,
      """
      struct Screen: View {
      let items: [Item]
      var body: some View {
      List(items.↓sorted { $0.name < $1.name }) { item in Text(item.name) }
      }
      }
      """,
      """
      struct Screen: View {
        let data: Data
        var body: some View { Image(uiImage: ↓UIImage(data: data)!) }
      }
      """,
      """
      struct Ticket: View {
        let code: Code
        let icon: Glyph
        let width: CGFloat
        var body: some View {
          ↓Image(uiImage: icon.image(ofSize: CGSize(width: width, height: width)))
          ↓Image(nsImage: generateQRCode(from: code.text))
        }
      }
      """,
      """
      struct Screen: View {
        let items: [Item]
        var groups: [String: [Item]] { ↓Dictionary(grouping: items, by: \\.kind) }
        var body: some View { Text("\\(groups.count)") }
      }
      """,
      """
      struct Log: View {
        let text: String
        var body: some View { ForEach(text.↓components(separatedBy: "\\n"), id: \\.self) { Text($0) } }
      }
      """,
      """
      struct Editors: View {
        @State private var stores: [Store] = []
        @State private var chosen: UUID?
        private var ↓focused: Store { stores.first { $0.id == chosen } ?? Store() }
        var body: some View {
          Text(focused.title)
          Text(focused.text)
          Text(focused.note)
          Text(focused.tag)
        }
      }
      """,
      """
      enum Segmenter {
        static func segments(of words: [Word]) -> [Segment] {
          var result: [Segment] = []
          for word in words where word.endsSentence { result.append(Segment(word)) }
          return result
        }
      }
      struct Transcript: View {
        let words: [Word]
        @State private var time = 0.0
        var body: some View {
          ForEach(Segmenter.↓segments(of: words)) { Text($0.text).bold($0.start < time) }
            .onReceive(clock) { time = $0 }
        }
      }
      """,
      """
      struct Year: View {
        let habits: [Habit]
        private var ↓levels: [Int] {
          var levels: [Int] = []
          for habit in habits { levels.append(habit.level) }
          return levels
        }
        var body: some View { ForEach(0..<365, id: \\.self) { day in Cell(level: levels[day]) } }
      }
      """,
      """
      final class HomeModel: ObservableObject {
        @Published var habits: [Habit] = []
        var streak: Int { StreakCalculator.calculateStreak(of: habits).days }
      }
      struct Home: View {
        @StateObject private var model = HomeModel()
        var body: some View { Text("\\(↓model.streak)") }
      }
      """,
      """
      struct Catalogue {
        let name: String
        var entries: [Entry] { (try? JSONDecoder().decode([Entry].self, from: load(name))) ?? [] }
      }
      struct Picking: View {
        @Binding var code: String
        var body: some View { ForEach(↓Catalogue(name: "all").entries) { Text($0.title) } }
      }
      """,
      """
      struct Recordings: View {
        let folder: URL
        var body: some View {
          let files = (try? FileManager.default.↓contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
          ForEach(files, id: \\.self) { Text($0.lastPathComponent) }
        }
      }
      """,
      """
      struct Ledger: View {
        @ObservedObject var store: LedgerStore
        private var days: [Day] {
          Dictionary(grouping: store.bookings) { $0.day }
            .↓sorted { $0.key > $1.key }
            .map { Day(id: $0.key, bookings: $0.value) }
        }
        var body: some View { ForEach(days) { Text($0.title) } }
      }
      """,
      """
      struct AppRow: View {
        let icon: NSImage
        init(path: String) { icon = NSWorkspace.shared.↓icon(forFile: path) }
        var body: some View { Image(nsImage: icon) }
      }
      """,
      """
      struct Spectrum: View {
        @State private var history: [Double] = []
        var body: some View {
          TimelineView(.animation) { _ in
            Bars(values: history.enumerated().↓map { index, value in Bar(index: index, value: value) })
          }
        }
      }
      """,
      """
      struct Concerts: View {
        @State private var model = ConcertsModel()
        var body: some View {
          VStack {
            Text("\\(↓model.filtered.count)")
            if model.filtered.isEmpty { Text("None") }
            ForEach(model.filtered) { Text($0.name) }
          }
        }
      }
      @Observable final class ConcertsModel {
        var concerts: [Concert] = []
        var filtered: [Concert] { concerts.filter { $0.isNear } }
      }
      """,
      """
      struct Answer: View {
        let text: String
        @State private var isOpen = false
        var body: some View {
          let pieces = Pieces.↓pieces(of: text)
          if isOpen { ForEach(pieces, id: \\.self) { Text($0) } }
        }
      }
      struct Pieces {
        static func pieces(of text: String) -> [String] {
          let characters = Array(text)
          var pieces: [String] = []
          var index = 0
          while index < characters.count {
            add(characters[index], to: &pieces)
            index += 1
          }
          return pieces
        }
        static func add(_ character: Character, to pieces: inout [String]) { pieces.append(String(character)) }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Icon: View {
        let url: URL
        private static let decoded = NSCache<NSURL, NSImage>()
        private static func image(at url: URL) -> NSImage? {
          if let known = decoded.object(forKey: url as NSURL) { return known }
          guard let loaded = NSImage(contentsOf: url) else { return nil }
          decoded.setObject(loaded, forKey: url as NSURL)
          return loaded
        }
        var body: some View { if let image = Self.image(at: url) { Image(nsImage: image) } }
      }
      """,
      """
      struct Spectrum: View {
        @State private var history: [Double] = []
        var body: some View {
          TimelineView(.everyMinute) { _ in Bars(values: history.map { Bar(value: $0) }) }
        }
      }
      """,
      """
      struct Line: Identifiable { let id: Int; let parts: [String] }
      struct Lines: View {
        let lines: [Line]
        var body: some View { List(lines) { LineRow(parts: $0.parts) } }
      }
      struct LineRow: View {
        let parts: [String]
        var body: some View { ForEach(parts.sorted { $0 < $1 }, id: \\.self) { Text($0) } }
      }
      """,
      """
      struct Settings: View {
        let names: [String]
        var body: some View { PageRow { Page(names: names.sorted()) } }
      }
      struct PageRow<Page: View>: View {
        var page: () -> Page
        var body: some View { Text("Names").overlay(PageButton(page: page)) }
      }
      struct PageButton<Page: View>: View {
        var page: () -> Page
        var body: some View { Button(action: { open(self.page()) }, label: { EmptyView() }) }
      }
      """,
      """
      enum Segmenter {
        static func heading(of text: String) -> Substring? {
          for line in text.lines where line.hasPrefix("#") { return line.dropFirst() }
          return nil
        }
      }
      struct Page: View {
        let text: String
        var body: some View { Text(Segmenter.heading(of: text) ?? "") }
      }
      """,
      """
      struct Feed: View {
        let posts: [Post]
        @State private var readIDs: Set<Int> = []
        var body: some View {
          List(posts) { post in
            Text(post.title).bold(!readIDs.contains(post.id))
            Text(post.tags.first { $0.isShown }?.name ?? "")
          }
        }
      }
      """,
      """
      struct ArtistParser {
        private static var parseCache: [String: [String]] = [:]
        static func parse(_ names: String) -> [String] {
          if let known = parseCache[names] { return known }
          let found = names.components(separatedBy: "\\n").sorted()
          parseCache[names] = found
          return found
        }
      }
      struct Artists: View {
        let names: String
        var body: some View { Text("\\(ArtistParser.parse(names).count)") }
      }
      """,
      """
      struct Avatar: View {
        let image: UIImage
        var body: some View {
          Image(uiImage: image.withRenderingMode(.alwaysTemplate))
          Image(uiImage: ImageCache.shared.render(image))
          Image(nsImage: symbol(named: "a", size: CGSize(width: 8, height: 8)))
        }
        private func symbol(named name: String, size: CGSize) -> NSImage {
          guard let image = NSImage(named: name) else { return NSImage() }
          image.size = size
          return image
        }
      }
      """,
      """
      struct Avatar: View {
        let account: Account?
        private var address: URL? { account?.host.flatMap(URL.init(string:)).flatMap { account?.image(on: $0) } }
        var body: some View { AsyncImage(url: address) }
      }
      """,
      """
      struct Legend: View {
        let items: [Item]
        var body: some View { Text("\\(items.filter { $0.isShown }.count)") }
      }
      """,
      """
      struct HostField: View {
        @State private var address = ""
        private var host: String { address.split(separator: "@").last.map(String.init) ?? address }
        var body: some View { TextField(host, text: $address) }
      }
      """,
      """
      struct AccountRow: View {
        let account: Account
        var body: some View { Text(account.fields.filter { $0.isVerified }.first?.name ?? "") }
      }
      """,
      """
      struct MapContainer: UIViewRepresentable {
        let places: [Place]
        func makeUIView(context: Context) -> MapView { MapView() }
        func updateUIView(_ view: MapView, context: Context) {
          view.show(places.sorted { $0.name < $1.name })
        }
      }
      """,
      """
      struct Editors: View {
        @State private var stores: [Store] = []
        @State private var chosen: UUID?
        private var focused: Store { stores.first { $0.id == chosen } ?? Store() }
        var body: some View {
          let focused = focused
          Text(focused.title + focused.text + focused.note + focused.tag + focused.name)
          bar(focused)
          Button("Send") { focused.send(); focused.clear() }
        }
        private func bar(_ focused: Store) -> some View { Text(focused.title + focused.tag) }
      }
      """,
      """
      struct Screen: View {
      let items: [Item]
      @State private var sortedItems: [Item] = []

      var body: some View {
      List(sortedItems) { item in Text(item.name) }
      .onChange(of: items) { _, newItems in
      sortedItems = newItems.sorted { $0.name < $1.name }
      }
      }
      }
      """,
      "struct Screen: View {\n  var body: some View { ForEach(Kind.allCases.filter { $0 != .none }, id: \\.self) { Text($0.name) } }\n}",
      "struct Screen: View {\n  let names: [String]\n  var body: some View { Text(names.joined(separator: \", \")) }\n}",
      """
      struct Sidebar: View {
        let store: ProjectStore
        var body: some View { Header(items: [.action("New") { store.add() }]) }
      }
      final class ProjectStore: ObservableObject {
        func add() { if FileManager.default.fileExists(atPath: "a") { print("b") } }
      }
      """,
      """
      struct AppRow: View {
        @StateObject private var model: RowModel
        init(path: String) { _model = StateObject(wrappedValue: RowModel(icon: NSWorkspace.shared.icon(forFile: path))) }
        var body: some View { Image(nsImage: model.icon) }
      }
      """,
    ],
    check: { graph in
      var called = CalledWork(graph)
      return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        // The update of a wrapped UIKit or AppKit view is the work itself.
        guard !type.isRepresentable else { return [] }
        var seen: Set<Code> = []
        var findings: [Draft] = []
        var helpers: [Code: Int] = [:]
        for call in evaluation.calls where call.phase.isEvaluation {
          guard let work = HeavyCall.work(of: call.code, graph), !call.code.isInPreview, !call.code.isInProcedure,
            !isInsideOther(call.code, seen), !isOfOwnElement(call, work, type, graph),
            !isOfCases(call, work, type, graph)
          else { continue }
          let helper = evaluation.helpers.first { $0.name == call.via.last && $0.block.contains(call.code) }
          let repetition = graph.repetition(of: call, in: type, evaluation)
          // The rest of a chain may be more work than its last step.
          if work.workload == .pass, repetition == .never { continue }
          guard seen.insert(call.code).inserted else { continue }
          let isQuery = work.isQuery && !call.isPresented(in: evaluation)
          let isFallback = call.code.isFallback
          let severity: Severity? = !isFallback && (isQuery || isWorthIt(work, call, repetition)) ? nil : .note
          if let block = helper?.block, let first = helpers[block], findings[first].severity == severity {
            findings[first].related.append(
              .init(.repetition, place: call.code.nameStart, message: "it also \(work.text) here"))
            continue
          }
          let via = call.via.isEmpty ? "" : " through '\(call.via.last ?? "")'"
          if let block = helper?.block { helpers[block] = findings.count }
          var draft =
            Draft(
              "each evaluation of '\(type.name)' \(work.text)\(via); do it in the model, or keep the result in state and refresh it on change",
              at: call.code.nameStart, code: call.code, view: type, subject: .work(work.subject),
              change: .moveWork(work.workload),
              severity: severity, certainty: isFallback ? .possible : .certain,
              steps: ["compute the result where its input changes", "read the stored result in the body"])
          draft.isWorthWithoutTrace = isQuery && !isFallback
          draft.isForWhoAsks = work.isBrief
          findings.append(draft)
        }
        return findings + called.findings(type, evaluation) + CollectingLoops.findings(type, evaluation, graph)
          + repeatedScans(type, evaluation, graph) + RowLookups(graph: graph).findings(type, evaluation)
          + WorkOfFrames.findings(type, evaluation)
      } + initialisers(graph)
    })

  /// What a view does each time that one of its values is made, whether that is evaluated then or not: a row that looks up its icon
  /// in its initialiser.
  private static func initialisers(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, _ -> [Draft] in
      guard graph.isView(type), type.kind == .struct else { return [] }
      return type.initializers.compactMap { initializer in
        guard let block = initializer.code.first(.block) else { return nil }
        let found = block.descendants(.call).lazy.compactMap { call -> (call: Code, work: HeavyCall)? in
          guard let work = HeavyCall.work(of: call, graph), work.isReading, !isKept(call, in: block), !call.isInPreview
          else {
            return nil
          }
          return (call, work)
        }.first
        guard let found else { return nil }
        return Draft(
          "each '\(type.name)' that is made \(found.work.text) in its initialiser, also where it stays as it is; keep the result in a "
            + "model that the view owns",
          at: found.call.nameStart, code: found.call, view: type, subject: .work(found.work.subject),
          change: .moveWork(found.work.workload), severity: .note,
          steps: [
            "make the result in a class that '\(type.name)' holds as @StateObject or @State, or where its input changes"
          ])
      }
    }
  }

  /// Whether a call stands in what is made once: the value of a state object, or a closure for later.
  private static func isKept(_ call: Code, in block: Code) -> Bool {
    call.ancestors.prefix { $0 != block }.contains { ancestor in
      ancestor.kind == .closure || ancestor.kind == .call && Wrappers.keepers.contains(ancestor.calledName)
    }
  }

  /// Whether to move the work surely pays. To decode and to read files is too much at any time; how long a collection is that
  /// is sorted, and a text that is parsed, nobody can tell, so these have to be done often.
  private static func isWorthIt(_ work: HeavyCall, _ call: CallSite, _ repetition: RepeatedWork) -> Bool {
    repetition == .often || work.isReading && !isDecodedText(call)
  }

  /// A short text with marks in it.
  private static func isDecodedText(_ call: CallSite) -> Bool { call.code.argument("markdown") != nil }

  /// `enabledKinds.filter { … }` of `let enabledKinds: [Kind]`: an enum has a few cases, and a list of them is no longer.
  private static func isOfCases(_ call: CallSite, _ work: HeavyCall, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard !work.isReading, let path = call.code.callee?.firstChild?.ownMemberPath, path.count == 1,
      let text = type.property(path[0])?.typeText, TypeName.isCollection(text),
      let element = TypeName.elements(text).last,
      let id = graph.index.resolve(element, near: call.code.file.path, inside: type.id)
    else { return false }
    return graph.index[id].kind == .enum && graph.index.conforms(graph.index[id], toAnyOf: [Protocols.casesListed])
  }

  /// One pass over what a row's own element holds is short, and the row has it already; so is ordering a handful of it.
  private static func isOfOwnElement(_ call: CallSite, _ work: HeavyCall, _ type: TypeInfo, _ graph: SourceGraph)
    -> Bool
  {
    guard !work.isReading else { return false }
    var base = call.code.callee?.firstChild ?? call.code
    while base.memberPath == nil {
      // `(row.items ?? [])`
      if base.kind == .tuple || base.kind == .binary && base.name == "??" || base.kind == .argument,
        let first = base.firstChild
      {
        base = first
        continue
      }
      guard base.kind == .call else { return false }
      if base.callee?.kind == .member, let next = base.callee?.firstChild {
        base = next
      } else if KnownTypes.collections.contains(base.calledName) && !KnownTypes.keyed.contains(base.calledName),
        let inner = base.arguments.first?.firstChild
      {
        base = inner
      } else {
        return false
      }
    }
    guard var path = base.memberPath else { return false }
    if path.first == "self" { path.removeFirst() }
    guard let root = path.first else { return false }
    if path.count >= 2, let row = call.row, isElement(root, of: row) || isParameter(root, of: call.code) { return true }
    guard graph.looksLikeRow(type), !base.isShadowed(root), let property = type.property(root) else { return false }
    if property.isPlainInput { return !isGivenToAllRows(property, of: type, graph) }
    return work.isLight && path.count >= 2 && [.observed, .bindable, .state].contains(property.storage)
  }

  /// Whether whoever makes the rows hands each of them the same collection: then all rows together go through it once per row.
  private static func isGivenToAllRows(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    (graph.parents[type.id] ?? []).contains { parent, child in
      guard child.row != nil, let argument = child.arguments.first(where: { $0.property == property.name }),
        let path = argument.value.ownMemberPath, let name = path.first
      else { return false }
      return graph.index[parent].property(name) != nil && !argument.value.isShadowed(name)
    }
  }

  /// Whether the name is a parameter of the helper that makes something of a row.
  private static func isParameter(_ name: String, of code: Code) -> Bool {
    code.ancestors.first { $0.kind == .function }?.children.contains { $0.kind == .parameter && $0.detail == name }
      ?? false
  }

  /// Whether the name is the parameter of the closure that makes the rows.
  private static func isElement(_ name: String, of row: Code) -> Bool {
    row.arguments.contains { argument in
      guard let closure = argument.firstChild, closure.kind == .closure else { return false }
      let parameters = closure.all(.parameter).map(\.detail)
      return parameters.contains(name) || parameters.isEmpty && name == "$0"
    }
  }

  /// A computed property that searches a collection and that one evaluation reads again and again.
  private static func repeatedScans(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    let blocks = evaluation.evaluatedBlocks
    let computed = type.properties.filter { property in
      guard !property.isStored, !property.isStatic, property.name != EntryPoints.body, let getter = property.getter
      else {
        return false
      }
      return evaluation.helpers.contains { $0.block == getter && $0.phase.isEvaluation }
    }
    return computed.compactMap { property in
      guard let getter = property.getter, !TypeName.isOpaque(property.typeText),
        let scan = scan(in: getter, computed, type, depth: 0)
      else { return nil }
      func uses(of name: String, outside own: Code) -> [Code] {
        graph.mentions(of: name, in: type).filter { use in
          blocks.contains { $0.contains(use) } && !own.contains(use) && !evaluation.isDeferred(use)
            && !(use.kind == .identifier && use.isShadowed(name)) && !isBranch(use, of: type)
        }
      }
      let asked = uses(of: property.name, outside: getter).runningTogether
      // What only another such property asks for is mended with that one.
      let isInOther = asked.allSatisfy { use in
        computed.contains { other in
          other.name != property.name && other.getter?.contains(use) == true && !TypeName.isOpaque(other.typeText)
            && uses(of: other.name, outside: use).count >= 4
        }
      }
      if isInOther { return nil }
      // A helper that asks for it does so at each of its own uses.
      let count = asked.reduce(0) { sum, use in
        guard let helper = helper(around: use, in: type), let block = helper.block, block != getter else {
          return sum + 1
        }
        return sum + max(uses(of: helper.name, outside: block).runningTogether.count, 1)
      }
      // What stands in rows is asked for once for each of them.
      let isForEachRow = asked.contains { use in
        graph.runsInRows(use, of: type) && use.rows?.arguments.first?.contains(use) != true
      }
      guard count >= 4 || asked.contains(where: isAskedByManyRows) else { return nil }
      let often =
        count < 4
        ? "once for each row" : isForEachRow ? "in several places, some of them for each row" : "\(count) times"
      var draft = Draft(
        "'\(property.name)' \(scan.kind == .call ? "runs '\(scan.calledName)'" : "runs a loop") at each use, and the code that "
          + "evaluates '\(type.name)' asks for it \(often); compute it once and pass it on",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .moveWork(.pass),
        severity: .note,
        steps: ["store '\(property.name)' in a local of body and pass it to the helpers, or keep it in the model"])
      draft.isToBeDoneOnce = true
      return draft
    }
  }

  /// Rows of a constant range are many from here on.
  private static let manyRows = 20

  /// Whether a use stands in the rows of a `ForEach`, and there may be many of them.
  private static func isAskedByManyRows(_ use: Code) -> Bool {
    guard let argument = use.rows?.arguments.first, argument.name.isEmpty, !argument.contains(use),
      let data = argument.firstChild, data.kind != .closure
    else { return false }
    if data.kind == .binary, let end = Array(data.children).last, end.kind == .literal {
      return Int(end.name).map { $0 >= manyRows } ?? false
    }
    return !HeavyCall.isSmall(data)
  }

  /// The method or computed property of values around a use; `nil` in a body or in what makes views.
  private static func helper(around use: Code, in type: TypeInfo) -> (name: String, block: Code?)? {
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .type: return nil
      case .function where ancestor.parent?.kind == .type:
        return ancestor.givesOpaqueValue ? nil : (ancestor.name, ancestor.first(.block))
      case .variable where ancestor.parent?.kind == .type:
        return ancestor.givesOpaqueValue ? nil : (ancestor.name, type.property(ancestor.name)?.getter)
      default: break
      }
    }
    return nil
  }

  /// What runs over a collection or in a loop, in the getter itself, or in a computed property or a method that it asks.
  private static func scan(in getter: Code, _ computed: [Property], _ type: TypeInfo, depth: Int) -> Code? {
    let own = getter.descendants.first { code in
      code.kind == .forStatement || code.kind == .whileStatement
        || code.kind == .call
          && Methods.scans.contains(code.calledName)
          && code.arguments.contains { $0.firstChild?.kind == .closure }
          && code.callee?.firstChild?.memberPath?.last != "allCases"
    }
    if let own { return own }
    guard depth < 3 else { return nil }
    for code in getter.descendants where code.kind == .identifier && !code.isShadowed(code.name) {
      let isCalled = code.parent?.kind == .call && code.parent?.callee == code
      let other =
        isCalled
        ? type.functions.first { $0.name == code.name && !$0.isStatic }?.body
        : computed.first { $0.name == code.name }?.getter
      guard let other, other != getter, let found = scan(in: other, computed, type, depth: depth + 1) else { continue }
      return found
    }
    return nil
  }

  /// Cases of a `switch` exclude each other.
  private static func isBranch(_ use: Code, of type: TypeInfo) -> Bool {
    for ancestor in use.ancestors {
      if ancestor.kind == .caseClause { return true }
      if [.function, .accessor].contains(ancestor.kind) { return false }
    }
    return false
  }

  /// One finding for a chain: `items.filter {}.sorted {}` is reported at its outermost call.
  private static func isInsideOther(_ code: Code, _ seen: Set<Code>) -> Bool {
    code.ancestors.prefix { [.member, .call, .argument, .subscriptCall, .value].contains($0.kind) }.contains {
      seen.contains($0)
    }
  }
}
