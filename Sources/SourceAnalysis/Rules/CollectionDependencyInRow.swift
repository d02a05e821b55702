import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A row that depends on a whole collection.
  package static let collectionDependencyInRow: SourceRule = .init(
    id: "collection_dependency_in_row",
    summary: "each row of a list reads a whole collection of a shared model, or what it has selected",
    rationale: """
      Observation tracks the stored property, not the element: a row that looks itself up in a collection of a shared \
      model, or compares itself with the one that is selected or playing, is evaluated whenever any element changes, and \
      with it all other rows. Give each row a model of its own element, or pass it the value.
      """,
    advice: [.observableGranularity, .dependencyGranularity], severity: .warning, fix: .perItemObservable,
    isNoteWithoutTrace: true,
    page: Page(
      inTrace: """
        As many evaluations of the row as there are rows, by one key path or `@dependencies`
        """,
      neverReported: """
        rows that read a model of their own, collections that the row itself shows, and without a trace rows that have no \
        view of their own
        """,
      limits: """
        how many rows there are is not known
        """),
    triggering: [
      """
      struct Sensor: Identifiable { let id: String }
      struct Sample { let sensor: String; let value: Double }
      @Observable final class Telemetry {
        var samples: [Sample] = []
        func record(_ sample: Sample) { samples.append(sample) }
      }
      struct Sensors: View {
        let sensors: [Sensor]
        let telemetry: Telemetry
        var body: some View { List { ForEach(sensors) { SensorRow(sensor: $0, telemetry: telemetry) } } }
      }
      struct SensorRow: View {
        let sensor: Sensor
        let telemetry: Telemetry
        var body: some View { Text("\\(telemetry.↓samples.filter { $0.sensor == sensor.id }.count)") }
      }
      """,
      """
      @Observable final class Status { var song: Song? }
      @Observable final class Player { let status = Status() }
      struct Album: View {
        let songs: [Song]
        var body: some View { ForEach(songs) { SongRow(song: $0) } }
      }
      struct SongRow: View {
        let song: Song
        @Environment(Player.self) private var player
        var body: some View {
          HStack {
            if player.↓status.song == song { Image(systemName: "play.fill") }
            Text(song.title).foregroundStyle(player.status.song == song ? .primary : .secondary)
          }
        }
      }
      """,
      """
      @Observable final class Downloads {
        static let shared = Downloads()
        var active: [String: Double] = [:]
      }
      struct Episodes: View {
        let episodes: [Episode]
        var body: some View { ForEach(episodes) { EpisodeCard(episode: $0) } }
      }
      struct EpisodeCard: View {
        let episode: Episode
        var body: some View {
          let downloads = Downloads.shared
          Text("\\(downloads.↓active[episode.id] ?? 0)")
        }
      }
      """,
      """
      @Observable
      class ModelData {
      var favorites: [Landmark] = []

      func isFavorite(_ landmark: Landmark) -> Bool {
      favorites.contains(landmark)
      }
      }

      struct LandmarkRow: View {
      let landmark: Landmark
      @Environment(ModelData.self) private var model

      var body: some View {
      HStack {
      Text(landmark.name)
      if model.↓isFavorite(landmark) {
      Image(systemName: "heart.fill")
      }
      }
      }
      }
      """,
    ],
    nonTriggering: [
      """
      @Observable final class Player { var song: Song? }
      struct Album: View {
        let songs: [Song]
        var body: some View { ForEach(songs) { SongRow(song: $0) } }
      }
      struct SongRow: View {
        let song: Song
        @Environment(Player.self) private var player
        var body: some View {
          Button(song.title) { if player.song != song { player.song = song } }
        }
      }
      """,
      """
      @Observable final class Library { var saved: Set<String> = [] }
      struct Tags: View {
        let tags: [Tag]
        var body: some View {
          ForEach(tags) { tag in NavigationLink(tag.title) { Directory(tag: tag) } }
        }
      }
      struct Directory: View {
        let tag: Tag
        @State private var library = Library()
        var body: some View { Text(library.saved.contains(tag.title) ? "saved" : "") }
      }
      """,
      """
      struct Receipts: View {
        @ObservedObject var model: ReceiptsModel
        var body: some View {
          List(model.receipts) { receipt in
            ReceiptCell(receipt: receipt, member: model.members[receipt.user])
          }
        }
      }
      struct ReceiptCell: View {
        let receipt: Receipt
        let member: Member?
        var body: some View { Text(member?.name ?? "") }
      }
      """,
      """
      struct Filters: View {
        @ObservedObject var model: FiltersModel
        var body: some View {
          ForEach(model.groups) { group in Text("\\(model.filters[keyPath: group.path].count)") }
        }
      }
      """,
      """
      struct Tabs: View {
        @Environment(Preferences.self) private var preferences
        var body: some View {
          ForEach(Kind.allCases) { tab in
            if tab == .inbox { Text("\\(preferences.counts[tab] ?? 0)") }
          }
        }
      }
      """,
      """
      @Observable final class Poll {
        var options: [Option] = []
        var votes: [Int] = []
        func vote(_ index: Int) { votes.append(index) }
      }
      struct PollView: View {
        @State private var poll = Poll()
        var body: some View {
          ForEach(poll.options) { option in Text(poll.votes.contains(option.index) ? "x" : "") }
          Button("Vote") {}.disabled(poll.votes.isEmpty)
        }
      }
      """,
      """
      @Observable
      class LandmarkViewModel {
      var isFavorite: Bool = false
      }

      struct LandmarkRow: View {
      let landmark: Landmark
      let viewModel: LandmarkViewModel

      var body: some View {
      HStack {
      Text(landmark.name)
      if viewModel.isFavorite {
      Image(systemName: "heart.fill")
      }
      }
      }
      }
      """,
    ],
    check: { graph in
      lookups(graph, inBodies: false) { graph.looksLikeRow($0) } + picks(graph) { graph.isBuiltInRow($0) }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Sidebar: View {
          @ObservedObject var model: SessionsModel
          var body: some View {
            List(model.sessions) { session in
              Text(session.name).bold(model.↓states[session.id]?.isActive == true)
            }
          }
        }
        """,
        """
        struct Message: Identifiable { let id: Int }
        @Observable final class Chat {
          var messages: [Message] = []
          var reactions: [Int: [String]] = [:]
        }
        struct ChatList: View {
          let chat: Chat
          var body: some View { ForEach(chat.messages) { message in Bubble(message: message, chat: chat) } }
        }
        struct Bubble: View {
          let message: Message
          let chat: Chat
          var body: some View { Reactions(id: message.id, chat: chat) }
        }
        struct Reactions: View {
          let id: Int
          let chat: Chat
          var body: some View { Text(chat.↓reactions[id]?.first ?? "") }
        }
        """,
      ],
      suspects: { graph in
        lookups(graph, inBodies: true) { !graph.looksLikeRow($0) && graph.isBuiltBelowRow($0) }
          // How many of them there are, the trace says.
          + picks(graph) { !graph.isBuiltInRow($0) }
      }))

  /// Values that each row reads for what is its own, other than by looking itself up in a collection, as `lookups` finds it.
  private static func picks(_ graph: SourceGraph, _ isRow: (TypeInfo) -> Bool) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), isRow(type) else { return [] }
      let looksLikeRow = graph.looksLikeRow(type)
      return PickedRow(graph: graph, type: type, evaluation: evaluation).picks().compactMap { pick in
        guard let place = memberPlace(pick.read) else { return nil }
        let found = collections(pick.path[0], of: pick.property, pick.read, type, graph, isRow: looksLikeRow)
        if found?.isEmpty == false, looksLikeRow || graph.isBuiltBelowRow(type) { return nil }
        let path = PropertyPath(pick.property.name, pick.path)
        let (what, way) =
          switch pick.use {
          case .comparison:
            (
              "to learn whether it is the one, so every change of it evaluates all of them for the two it is about",
              "give each a flag of its own, or let a small view in it do the comparing"
            )
          case .part:
            (
              "for its own part of it, so every change of it evaluates all of them for the one it is about",
              "give each a value or model of its own"
            )
          }
        return Draft(
          "each '\(type.name)' reads '\(path.text)' \(what); \(way)",
          at: place, code: pick.read.code, view: type,
          subject: .member(pick.path.last ?? pick.property.name, of: pick.property.name),
          change: .observePerElement(
            path, model: graph.index.type(of: pick.property, in: type).map { DeclaredType($0) },
            rows: pick.use == .comparison ? 2 : 1),
          severity: .note,
          steps: pick.use == .part
            ? ["keep one @Observable object per element and pass it to the row, or pass the row the value it shows"]
            : [
              "keep one @Observable object per element that says whether it is the one, and pass it to the row",
              "or move what depends on the comparison into a view of its own that takes what it is compared with",
            ])
      }
    }
  }

  /// - Parameters:
  ///   - inBodies: Whether to look at rows without a view of their own: they are evaluated with the list around them.
  ///   - isRow: Whether there is one of a view for each element.
  private static func lookups(_ graph: SourceGraph, inBodies: Bool, _ isRow: (TypeInfo) -> Bool) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type) else { return [] }
      let isRow = isRow(type)
      var seen: Set<String> = []
      return evaluation.reads.compactMap { read -> Draft? in
        guard read.phase.isEvaluation, !read.isProjection, !read.isDerived, let member = read.path.first,
          isRow || inBodies && read.isInRow, graph.mayHaveChanged(PropertyPath(read.property), of: type.id),
          let property = type.property(read.property), !iterates(read, member)
        else { return nil }
        guard let collections = collections(member, of: property, read, type, graph, isRow: isRow),
          !collections.isEmpty, !(read.isInRow && isHandedOn(read, type, graph)),
          isRow && !read.isInRow || rowsAreWorthIt(read, member, collections, evaluation, property, type, graph),
          seen.insert(read.property + "." + member).inserted, let place = memberPlace(read)
        else { return nil }
        let what =
          collections == [member] ? "'\(member)'" : "'\(member)', which reads \(SourceGraph.list(collections))"
        let rows = read.isInRow ? "each row of '\(type.name)'" : "each '\(type.name)' in a row"
        return Draft(
          "\(rows) depends on the whole of \(what) of '\(read.property)', so a change of one element "
            + "evaluates all rows; give each row its own value or model",
          at: place, code: read.code, view: type, subject: .member(member, of: read.property),
          change: .observePerElement(
            PropertyPath(read.property, member),
            model: graph.index.type(of: property, in: type).map { DeclaredType($0) }, rows: 1),
          severity: isCertain(property, in: type, graph) ? nil : .note,
          steps: [
            "keep one @Observable object per element and pass it to the row, or pass the row the value it shows"
          ])
      }
    }
  }

  /// Whether the rows would be spared something: the other members of an `ObservableObject` evaluate them all the same.
  private static func isCertain(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.isBuiltInRow(type) && !property.isObservedObject
  }

  /// Whether the rows around are those of the collection: then the body depends on it anyway, and no row view does.
  private static func iterates(_ read: Read, _ member: String) -> Bool {
    guard read.isInRow, let rows = read.code.ancestors.first(where: \.isRowContainer) else { return false }
    guard let data = rows.arguments.first?.firstChild, data.kind != .closure else { return false }
    return data.mentionedNames.contains(member)
  }

  /// Whether what is looked up goes into a child view, itself or by the name of a local: then the row already has its own value.
  private static func isHandedOn(_ read: Read, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    isHandedOn(read.code, type, graph, depth: 0)
  }

  /// - Parameter depth: How many locals lie between this and what was looked up.
  private static func isHandedOn(_ use: Code, _ type: TypeInfo, _ graph: SourceGraph, depth: Int) -> Bool {
    var inner = use
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .call where inner.kind == .argument && ancestor.calledName.startsUppercase:
        // `RowView(state: model.states[id])`, and not `RowView { Text(model.states[id]) }`.
        guard inner.firstChild?.kind != .closure,
          let id = graph.index.resolve(
            ancestor.callee?.memberPath?.joined(separator: ".") ?? "", near: ancestor.file.path, inside: type.id)
        else { return false }
        return graph.isView(graph.index[id])
      case .variable:
        guard depth < longestChainOfLocals, let block = ancestor.ancestors.first(where: { $0.kind == .block }) else {
          return false
        }
        let uses = block.descendants.filter {
          $0.kind == .identifier && $0.name == ancestor.name && !ancestor.contains($0)
        }
        return !uses.isEmpty && uses.allSatisfy { isHandedOn($0, type, graph, depth: depth + 1) }
      case .ifStatement, .switchStatement, .function, .accessor, .forStatement, .whileStatement: return false
      default: inner = ancestor
      }
    }
    return false
  }

  private static let longestChainOfLocals = 3

  /// Rows that have no view of their own are evaluated with the body around them: it must not depend on the same
  /// collection anyway, and the collection must change without the list.
  private static func rowsAreWorthIt(
    _ read: Read, _ member: String, _ collections: [String], _ evaluation: Evaluation, _ property: Property,
    _ type: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    let isReadOutside = evaluation.reads(of: read.property).contains { other in
      other.path.first == member && other.phase.isEvaluation && !other.isInRow
        && !other.isDerived && !other.isProjection
    }
    if isReadOutside || concernsOneRow(read) { return false }
    // The model may be the work of another module: then nobody knows how it writes.
    guard let model = graph.model(of: property, in: type), model.property(member)?.isStored == true else { return true }
    return !isReplacedWithRows(member, read, graph)
  }

  /// Behind `if tab == .notifications`, only one of the rows looks.
  private static func concernsOneRow(_ read: Read) -> Bool {
    let isOne: (Code) -> Bool = { condition in
      condition.kind == .binary && condition.name == "==" && condition.children.contains(where: \.isConstant)
    }
    for ancestor in read.code.ancestors {
      if ancestor.isRowContainer || [.function, .accessor].contains(ancestor.kind) { return false }
      guard ancestor.kind == .ifStatement, let conditions = ancestor.first(.conditions) else { continue }
      if conditions.children.contains(where: isOne) { return true }
    }
    return false
  }

  /// Whether the collection is only ever replaced as a whole, and where that happens the data of the rows is as well:
  /// then no row changes without the list.
  private static func isReplacedWithRows(_ name: String, _ read: Read, _ graph: SourceGraph) -> Bool {
    guard let rows = read.code.ancestors.first(where: \.isRowContainer),
      let data = rows.arguments.first?.firstChild?.memberPath?.last
    else { return false }
    var isWritten = false
    for file in graph.index.files where !file.tree.ids(of: [name]).isEmpty {
      for code in file.root.descendants {
        guard code.kind == .identifier || code.kind == .member, code.name == name, code.isWritten else { continue }
        guard let assignment = code.accessChain.parent, code.accessChain == code, assignment.kind == .assign,
          assignment.name == "=", let function = code.ancestors.first(where: { $0.kind == .function }),
          function.descendants.contains(where: {
            ($0.kind == .identifier || $0.kind == .member) && $0.name == data && $0.isWritten
          })
        else { return false }
        isWritten = true
      }
    }
    return isWritten
  }

  private static func memberPlace(_ read: Read) -> SourcePlace? {
    read.code.parent?.kind == .member ? read.code.parent?.nameStart : read.code.nameStart
  }

  /// The stored collections behind a member; `nil` when the row is handed only its own element.
  private static func collections(
    _ member: String, of property: Property, _ read: Read, _ type: TypeInfo, _ graph: SourceGraph, isRow: Bool
  ) -> [String]? {
    if let model = graph.model(of: property, in: type) {
      // A row's own element may well have collections of its own.
      if isRow, !read.isInRow,
        property.isPlainInput || property.storage == .observed || property.storage == .bindable,
        model.storedProperties.count < 12, !usesOtherInputs(read, type, except: property.name)
      {
        return nil
      }
      let stored = graph.modelReads.storedReads(of: member, in: model)
      let found = stored.filter { name in
        model.property(name).map {
          TypeName.isCollection($0.typeText ?? "") && !$0.isLet && !$0.attributes.contains(.untracked)
        } ?? false
      }.sorted()
      return found.isEmpty
        ? nil
        : isLookup(read, member, stored: model.property(member)?.isStored == true, model)
          || picksOwnPart(read, type, except: property.name)
          ? found : nil
    }
    // A class whose members are known, observed through a superclass: a struct among them is no collection.
    if let model = graph.index.type(of: property, in: type), let declared = model.property(member) {
      let isCollection =
        TypeName.isCollection(declared.typeText ?? "")
        || [.array, .dictionary].contains(declared.initialValue?.kind ?? .literal)
      if !isCollection { return nil }
    }
    // An unknown model: a subscript or lookup by the row's own id shows a shared collection all the same.
    guard property.isObservedObject || property.environmentType != nil, read.path.count >= 1, isSubscripted(read) else {
      return nil
    }
    return [member]
  }

  /// Whether the read searches a collection, or calls a method that does.
  private static func isLookup(_ read: Read, _ member: String, stored: Bool, _ model: TypeInfo) -> Bool {
    if !stored {
      // A method asked about this row; a computed property says the same to every row.
      guard let function = model.functions.first(where: { $0.name == member }), let result = function.returnText,
        !KnownTypes.nothing.contains(result)
      else {
        return false
      }
      // What changes the model is called by actions, however it was reached.
      if function.body?.writesMembers(of: model) == true { return false }
      return EvaluationWalker.suffix(of: read.code).end.parent?.arguments.contains {
        !($0.firstChild?.isConstant ?? true)
      } ?? false
    }
    if isSubscripted(read) { return true }
    let chain = EvaluationWalker.suffix(of: read.code)
    guard let method = chain.path.dropFirst().first else { return false }
    return Methods.looksUp.contains(method)
      && EvaluationWalker.suffix(of: read.code).end.parent?.kind == .call
  }

  /// `model.samples.filter { $0.sensor == sensor.id }`: what goes over all elements for those of the row.
  private static func picksOwnPart(_ read: Read, _ type: TypeInfo, except name: String) -> Bool {
    let chain = EvaluationWalker.suffix(of: read.code)
    guard read.path.count > 1, let method = chain.path.dropFirst().first, Methods.isPass.contains(method),
      chain.end.parent?.kind == .call
    else { return false }
    return usesOtherInputs(read, type, except: name)
  }

  /// `model.states[id]`; a labelled subscript such as `[keyPath:]` is a function of the model.
  private static func isSubscripted(_ read: Read) -> Bool {
    let member = EvaluationWalker.suffix(of: read.code).end
    guard let call = member.parent, call.kind == .subscriptCall, call.callee == member else { return false }
    // Of `viewState.members[id]`, the collection is not what the model publishes.
    return read.path.count == 1 && call.arguments.allSatisfy { $0.name.isEmpty || $0.name == "default" }
  }

  /// Whether what is asked for comes from another input than the model: `model.states[id]`, also where a local or a closure
  /// carries it: `ticket.assignee.flatMap { model.members[$0] }`.
  private static func usesOtherInputs(_ read: Read, _ type: TypeInfo, except name: String) -> Bool {
    guard let call = EvaluationWalker.suffix(of: read.code).end.parent,
      call.kind == .call || call.kind == .subscriptCall
    else { return false }
    let names = Set(type.properties.map(\.name)).subtracting([name])
    return call.arguments.contains { argument in
      ([argument] + Array(argument.descendants)).contains { code in
        guard code.kind == .identifier || code.kind == .member else { return false }
        return names.contains(code.name) && !code.isShadowed(code.name)
          || code.kind == .identifier && carrier(of: code).map { !$0.mentionedNames.isDisjoint(with: names) } ?? false
      }
    }
  }

  /// Where a local or a parameter of a closure has its value from.
  private static func carrier(of code: Code) -> Code? {
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .closure where code.name == "$0" || ancestor.all(.parameter).contains { $0.detail == code.name }:
        guard let call = ancestor.parent?.parent, call.kind == .call else { return nil }
        return call.callee?.firstChild ?? call.arguments.first
      case .block:
        if let local = ancestor.all(.variable).first(where: { $0.name == code.name }) { return local.initialValue }
      case .function, .accessor, .type: return nil
      default: break
      }
    }
    return nil
  }
}

extension Code {
  fileprivate var isRowContainer: Bool {
    kind == .call && Views.makesRows.contains(calledName)
  }
}

extension Code {
  /// Whether the body of a method assigns what its object stores.
  fileprivate func writesMembers(of model: TypeInfo) -> Bool {
    descendants.contains { code in
      code.kind == .identifier && model.property(code.name)?.isStored == true && !code.isShadowed(code.name)
        && code.isWritten
    }
  }
}
