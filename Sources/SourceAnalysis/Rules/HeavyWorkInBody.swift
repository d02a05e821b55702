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
    seeds: ["004"], severity: .warning, fix: "move_work_to_model",
    triggering: [
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
      struct Screen: View {
        let items: [Item]
        var groups: [String: [Item]] { ↓Dictionary(grouping: items, by: \\.kind) }
        var body: some View { Text("\\(groups.count)") }
      }
      """,
    ],
    nonTriggering: [
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
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Finding] in
        var seen: Set<Code> = []
        var findings: [Finding] = []
        for call in evaluation.calls where call.phase.isEvaluation && !call.code.isInPreview {
          guard let work = work(call, graph), !isInsideOther(call.code, seen), seen.insert(call.code).inserted else {
            continue
          }
          let via = call.via.isEmpty ? "" : " through '\(call.via.last ?? "")'"
          findings.append(
            Finding(
              "each evaluation of '\(type.name)' \(work.text)\(via); do it in the model, or keep the result in state and refresh it on change",
              at: call.code.nameStart, code: call.code, view: type, subject: work.subject,
              severity: work.isLight && call.row == nil ? .note : nil,
              steps: ["compute the result where its input changes", "read the stored result in the body"]))
        }
        return findings + modelMembers(type, evaluation, graph) + repeatedScans(type, evaluation, graph)
      }
    })

  /// Computed properties of models that sort or group whenever they are read: `tag.sortedHistory`.
  private static func modelMembers(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Finding] {
    var seen: Set<String> = []
    return evaluation.reads.compactMap { read -> Finding? in
      guard read.phase.isEvaluation, !read.isDerived, !read.isProjection, let member = read.path.first,
        let property = type.property(read.property), let model = graph.index.type(of: property, in: type),
        let computed = model.property(member), let getter = computed.getter,
        seen.insert(read.property + "." + member).inserted
      else { return nil }
      let heavy = getter.descendants.first { code in
        code.kind == .call
          && (["sorted", "decode"].contains(code.calledName)
            || code.calledName == "Dictionary" && code.argument("grouping") != nil)
          && code.callee?.firstChild?.memberPath?.last != "allCases"
      }
      guard let heavy else { return nil }
      return Finding(
        "each evaluation of '\(type.name)' runs '\(heavy.calledName)' in '\(property.name).\(member)'; store the result in the model",
        at: read.code.start, code: read.code, view: type, subject: read.property + "." + member,
        severity: read.isInRow ? nil : .note,
        steps: ["store '\(member)' in '\(model.name)' and update it when its source changes"],
        related: [.init(place: heavy.nameStart, message: "'\(heavy.calledName)' runs here")])
    }
  }

  /// A computed property that searches a collection and that one evaluation reads again and again.
  private static func repeatedScans(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Finding] {
    let blocks = evaluation.entries + evaluation.helpers.filter(\.phase.isEvaluation).map(\.block)
    return type.properties.compactMap { property in
      guard !property.isStored, !property.isStatic, property.name != "body", let getter = property.getter,
        evaluation.helpers.contains(where: { $0.block == getter && $0.phase.isEvaluation })
      else { return nil }
      let scan = getter.descendants.first { code in
        code.kind == .call
          && ["first", "filter", "firstIndex", "sorted", "reduce", "compactMap", "last"].contains(code.calledName)
          && code.arguments.contains { $0.firstChild?.kind == .closure }
          && code.callee?.firstChild?.memberPath?.last != "allCases"
      }
      guard let scan else { return nil }
      let uses = graph.mentions(of: property.name, in: type).filter { use in
        blocks.contains { $0.contains(use) && !getter.contains(use) }
      }
      guard uses.count >= 4 else { return nil }
      return Finding(
        "'\(property.name)' runs '\(scan.calledName)' at each of its \(uses.count) uses in one evaluation of '\(type.name)'; compute it once "
          + "and pass it on",
        at: property.place, code: property.code, view: type, subject: property.name, severity: .note,
        steps: ["store '\(property.name)' in a local of body and pass it to the helpers, or keep it in the model"])
    }
  }

  private struct Work {
    var text: String
    var subject: String
    var isLight: Bool
  }

  /// One finding for a chain: `items.filter {}.sorted {}` is reported at its outermost call.
  private static func isInsideOther(_ code: Code, _ seen: Set<Code>) -> Bool {
    code.ancestors.prefix { [.member, .call, .argument, .subscriptCall, .value].contains($0.kind) }.contains {
      seen.contains($0)
    }
  }

  private static let imageTypes: Set<String> = [
    "UIImage", "NSImage", "CGImageSource", "CIImage", "NSAttributedString", "AttributedString", "PDFDocument",
  ]
  private static let fileLabels: Set<String> = ["contentsOf", "contentsOfFile", "data", "markdown", "html", "url"]
  private static let parsers: Set<String> = [
    "decode", "jsonObject", "parse", "fetch", "fetchCount", "contentsOfDirectory", "contents", "attributesOfItem",
    "fileExists", "propertyList", "firstMatch", "matches",
  ]

  private static func work(_ call: CallSite, _ graph: SourceGraph) -> Work? {
    let code = call.code
    let name = call.name
    if let callee = code.callee, callee.kind == .identifier {
      if imageTypes.contains(name), let label = code.arguments.first?.name, fileLabels.contains(label) {
        return Work(text: "decodes a '\(name)'", subject: name, isLight: false)
      }
      if ["Data", "String"].contains(name), code.arguments.first?.name.hasPrefix("contentsOf") == true {
        return Work(text: "reads a file into '\(name)'", subject: name, isLight: false)
      }
      if name == "Dictionary", ["grouping", "uniqueKeysWithValues"].contains(code.arguments.first?.name ?? "") {
        return Work(text: "groups a collection", subject: name, isLight: code.arguments.first?.name != "grouping")
      }
      return name.lowercased().contains("markdown") && name.lowercased().contains("parse")
        ? Work(text: "parses Markdown", subject: name, isLight: false) : nil
    }
    guard code.callee?.kind == .member, let base = code.callee?.firstChild, !isStream(base) else { return nil }
    if base.memberPath?.last == "allCases" || isSmall(base, graph) { return nil }
    if name == "sorted" || name == "sort" {
      return Work(text: "sorts \(described(base))", subject: name, isLight: false)
    }
    if parsers.contains(name), isParser(base, name) {
      return Work(text: "calls '\(name)'", subject: name, isLight: false)
    }
    let isClosureCall = code.arguments.contains { $0.firstChild?.kind == .closure || $0.firstChild?.kind == .keyPath }
    guard isClosureCall else {
      let isText =
        ["components", "split"].contains(name)
        && code.arguments.contains { ["separatedBy", "separator"].contains($0.name) }
      return isText ? Work(text: "splits \(described(base))", subject: name, isLight: true) : nil
    }
    let isChain = base.kind == .call && ["filter", "map", "compactMap", "flatMap", "sorted"].contains(base.calledName)
    switch name {
    case "filter", "reduce", "compactMap", "flatMap", "grouped", "chunked":
      if name == "flatMap", !isChain { return nil }
      if name == "compactMap", !isChain { return nil }
      return Work(text: "runs '\(name)' over \(described(base))", subject: name, isLight: !isChain)
    case "map" where isChain:
      return Work(text: "runs '\(base.calledName)' and 'map' over a collection", subject: name, isLight: true)
    default: return nil
    }
  }

  private static func described(_ base: Code) -> String {
    guard let path = base.memberPath?.filter({ $0 != "self" }), !path.isEmpty else { return "a collection" }
    return "'\(path.joined(separator: "."))'"
  }

  /// Publishers and sequences of events share names with collections.
  private static func isStream(_ base: Code) -> Bool {
    ([base] + Array(base.descendants)).contains { code in
      [.member, .identifier].contains(code.kind)
        && (code.name == "publisher" || code.name.hasSuffix("Publisher")
          || code.name.hasPrefix("$") && code.name.count > 2 || code.name == "eraseToAnyPublisher"
          || code.name.hasSuffix("Stream"))
    }
  }

  /// Literals and constants.
  private static func isSmall(_ code: Code, _ graph: SourceGraph) -> Bool {
    var base = code
    while base.kind == .call, let next = base.callee?.firstChild { base = next }
    if base.memberPath?.last == "allCases" { return true }
    if base.kind == .array || base.kind == .dictionary || base.kind == .string { return true }
    if let path = base.memberPath, path[0].first?.isUppercase == true, path.count == 2 { return true }
    if base.kind == .binary, ["...", "..<"].contains(base.name) { return true }
    return false
  }

  /// Decoders, parsers and contexts by the name of what is called.
  private static func isParser(_ base: Code, _ name: String) -> Bool {
    let text = (base.memberPath?.last ?? base.calledName).lowercased()
    return [
      "decoder", "parser", "context", "filemanager", "serialization", "default", "regex", "expression", "detector",
      "markdown",
    ].contains { text.contains($0) }
      && !(text == "default" && !["fileExists", "contentsOfDirectory", "contents", "attributesOfItem"].contains(name))
  }
}
