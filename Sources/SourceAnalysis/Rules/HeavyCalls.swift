import SwiftUIModel

/// A call that does work on a whole collection, document or file.
struct HeavyCall {
  /// What it does, to follow the name of who calls it: `sorts 'items'`.
  var text: String
  var subject: String
  var workload: Change.Workload

  /// What is short unless there is very much of it.
  var isLight: Bool { workload == .pass || workload == .splitting }

  /// Whether it waits for what a database or a store of the system finds: milliseconds, on the thread that draws.
  var isQuery: Bool { workload == .query }

  /// Whether it is too much whenever it happens.
  var isReading: Bool { workload == .reading || workload == .query }

  private static let fileLabels: Set<String> = ["contentsOf", "contentsOfFile", "data", "markdown", "html", "url"]
  /// All methods that `work` knows.
  private static let working = Methods.parses.union(Methods.sorts).union(Methods.splits).union(Methods.isPass)
    .union(Methods.maps)

  /// Whether it is over at once: whether a file is there is a matter of microseconds.
  var isBrief: Bool { Methods.asksAboutFiles.contains(subject) }

  static func work(of code: Code, _ graph: SourceGraph) -> HeavyCall? {
    let name = code.calledName
    if let callee = code.callee, callee.kind == .identifier {
      if KnownTypes.decoding.contains(name), let label = code.arguments.first?.name, fileLabels.contains(label) {
        return HeavyCall(text: "decodes a '\(name)'", subject: name, workload: .reading)
      }
      if KnownTypes.readsFiles.contains(name), code.arguments.first?.name.hasPrefix("contentsOf") == true {
        return HeavyCall(text: "reads a file into '\(name)'", subject: name, workload: .reading)
      }
      if KnownTypes.keyed.contains(name),
        [Methods.groupingLabel, "uniqueKeysWithValues"].contains(code.arguments.first?.name ?? "")
      {
        let isGrouping = code.arguments.first?.name == Methods.groupingLabel
        return HeavyCall(
          text: isGrouping ? "groups a collection" : "builds a dictionary", subject: name,
          workload: isGrouping ? .ordering : .pass)
      }
      if Functions.decodesImages.contains(name) {
        return HeavyCall(text: "decodes an image", subject: name, workload: .reading)
      }
      if drawsImage(code, graph) { return HeavyCall(text: "draws an image", subject: name, workload: .reading) }
      // `Document(parsing: text)`.
      if name.startsUppercase, code.arguments.first?.name == Labels.parsing {
        return HeavyCall(text: "parses a '\(name)'", subject: name, workload: .reading)
      }
      // To make a parser is not to parse yet.
      return Conventions.markdownParserWords.allSatisfy(name.lowercased().contains) && !code.arguments.isEmpty
        ? HeavyCall(text: "parses Markdown", subject: name, workload: .reading) : nil
    }
    if let base = code.callee?.firstChild, base.kind == .call, code.callee?.kind == .member,
      base.calledName.hasSuffix(Conventions.rendererEnding),
      code.arguments.contains(where: { $0.firstChild?.kind == .closure })
    {
      return HeavyCall(text: "draws an image", subject: base.calledName, workload: .reading)
    }
    if Methods.asksStores.contains(name), code.callee?.kind == .member, let label = code.arguments.first?.name,
      Methods.labelsOfStores.contains(label)
    {
      return HeavyCall(text: "asks a store with '\(name)'", subject: name, workload: .query)
    }
    if let query = databaseQuery(code) { return query }
    if Methods.makesImages.contains(name), code.callee?.kind == .member {
      return HeavyCall(text: "makes an image with '\(name)'", subject: name, workload: .reading)
    }
    if let calculation = unseenCalculation(code, graph) { return calculation }
    if let base = code.callee?.firstChild, Methods.serializes.contains(name), code.callee?.kind == .member,
      graph.index.types.allSatisfy({ type in type.functions.allSatisfy { $0.name != name } })
    {
      return HeavyCall(text: "serializes \(described(base))", subject: name, workload: .ordering)
    }
    if let transforming = transformingPass(code) { return transforming }
    guard working.contains(name), code.callee?.kind == .member, let base = code.callee?.firstChild, !isStream(base)
    else { return nil }
    // `FileManager.default` is no constant to go through.
    if base.memberPath?.last == "allCases" || !Methods.asksFiles.contains(name) && isSmall(base) {
      return nil
    }
    // `lazy` does only what is asked of it.
    if ([base] + Array(base.descendants)).contains(where: { $0.kind == .member && Methods.isLazy.contains($0.name) }) {
      return nil
    }
    if Methods.sorts.contains(name) {
      // The distinct values of something are mostly few.
      return HeavyCall(
        text: "sorts \(described(base))", subject: name,
        workload: KnownTypes.distinct.contains(base.calledName) ? .pass : .ordering)
    }
    if Methods.parses.contains(name), isParser(base, name), !keepsResults(base, name, graph) {
      return HeavyCall(
        text: "calls '\(name)'", subject: name, workload: Methods.queries.contains(name) ? .query : .reading)
    }
    if code.isOfOptional { return nil }
    let isClosureCall =
      code.arguments.contains { $0.firstChild?.kind == .closure || $0.firstChild?.kind == .keyPath }
      || Methods.filters.contains(name) && isHandedFunction(code)
    guard isClosureCall else {
      // Names and addresses are short; what is split into lines may be a whole document.
      let isText =
        Methods.splits.contains(name)
        && code.arguments.contains { argument in
          ["separatedBy", "separator"].contains(argument.name)
            && argument.firstChild.map { $0.name.contains("newlines") || isEscaped($0) } == true
        }
      return isText ? HeavyCall(text: "splits \(described(base))", subject: name, workload: .splitting) : nil
    }
    let isChain = base.kind == .call && Methods.filtersOrMaps.union(Methods.sorts).contains(base.calledName)
    if Methods.isPass.contains(name) {
      // One that maps alone costs as much as what it makes.
      if Methods.maps.contains(name), !isChain { return nil }
      return HeavyCall(
        text: "runs '\(name)' over \(described(base))", subject: name, workload: isChain ? .ordering : .pass)
    }
    guard Methods.maps.contains(name), isChain else { return nil }
    return HeavyCall(text: "runs '\(base.calledName)' and '\(name)' over a collection", subject: name, workload: .pass)
  }

  /// `symbols.filter { $0.applyingTransform(.toUnicodeName, reverse: false) … }`: each element takes microseconds, also where the
  /// collection is a constant.
  private static func transformingPass(_ code: Code) -> HeavyCall? {
    guard Methods.filtersOrMaps.contains(code.calledName), code.callee?.kind == .member,
      let base = code.callee?.firstChild,
      code.arguments.contains(where: { argument in
        argument.descendants.contains { $0.kind == .call && Methods.transformsTexts.contains($0.calledName) }
      })
    else { return nil }
    return HeavyCall(
      text: "transforms the text of each element of \(described(base))", subject: code.calledName, workload: .ordering)
  }

  /// `Image(uiImage: icon.image(ofSize: size))`, `Image(nsImage: qrCode(of: link))`: what a method draws that is asked for it.
  private static func drawsImage(_ code: Code, _ graph: SourceGraph) -> Bool {
    guard code.calledName == Views.image, let argument = code.arguments.first,
      Views.imageLabels.contains(argument.name), let drawing = argument.firstChild, drawing.kind == .call,
      !drawing.calledName.startsUppercase
    else { return false }
    let name = drawing.calledName.lowercased()
    let names = drawing.callee.map { $0.mentionedNames.union($0.memberPath ?? []) } ?? []
    let isKept = names.contains(where: \.tellsKeptResults)
    // `withRenderingMode` and its like draw nothing.
    return !isKept && !name.hasPrefix("with")
      && (Conventions.drawingWords.contains(where: name.contains)
        || drawing.arguments.contains { $0.name.lowercased().contains("size") })
      && mayDraw(drawing.calledName, graph)
  }

  /// Whether a function draws, as far as the sources show what it does: one that only looks an image up draws nothing.
  private static func mayDraw(_ name: String, _ graph: SourceGraph) -> Bool {
    let bodies = graph.index.types.flatMap { type in type.functions.filter { $0.name == name }.compactMap(\.body) }
      .filter { $0.firstChild != nil }
    return bodies.isEmpty
      || bodies.contains { body in
        body.descendants.contains { code in
          [.identifier, .member].contains(code.kind)
            && Conventions.drawingInCode.contains(where: code.name.lowercased().contains)
        }
      }
  }

  /// `"\\n"` or `"\\t"`: a literal with an escape has no name of its own, and is longer than its quotes.
  private static func isEscaped(_ separator: Code) -> Bool {
    separator.kind == .string && separator.name.isEmpty && separator.firstChild == nil
      && separator.endOffset - separator.startOffset >= 4
  }

  /// `items.filter(isShown)`: what decides is a function kept in a property.
  private static func isHandedFunction(_ call: Code) -> Bool {
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild, call.arguments[0].name.isEmpty else {
      return false
    }
    return value.memberPath != nil && value.kind != .string
  }

  private static func described(_ base: Code) -> String {
    guard let path = base.memberPath?.filter({ $0 != "self" }), let first = path.first, !first.hasPrefix("$") else {
      return "a collection"
    }
    return "'\(path.joined(separator: "."))'"
  }

  /// Publishers and sequences of events share names with collections.
  private static func isStream(_ base: Code) -> Bool {
    ([base] + Array(base.descendants)).contains { code in
      [.member, .identifier].contains(code.kind)
        && (Functions.publishers.contains(code.name) || code.name.hasSuffix("Publisher")
          || code.name.hasPrefix("$") && code.name.count > 2
          || code.name.hasSuffix("Stream"))
    }
  }

  /// `try? database.articles(withIDs: ids)`: what is not awaited asks the database there and then, unless it only subscribes.
  private static func databaseQuery(_ code: Code) -> HeavyCall? {
    guard let path = code.callee?.memberPath?.drop(while: { $0 == "self" }), path.count > 1,
      let base = path.dropLast().last, let method = path.last,
      Conventions.databaseNames.contains(base.lowercased()) || base.hasSuffix(Conventions.databaseEnding),
      !Conventions.subscribingWords.contains(where: method.lowercased().contains),
      !code.ancestors.prefix(while: { ![.block, .closure].contains($0.kind) }).contains(where: { $0.kind == .await })
    else { return nil }
    return HeavyCall(text: "asks '\(base)' with '\(method)'", subject: method, workload: .query)
  }

  /// `StreakCalculator.calculateStatistics(from: habits)` of a type that is not among the sources, which is handed a collection that
  /// the type around stores: whatever it works out, it goes through all of that.
  private static func unseenCalculation(_ code: Code, _ graph: SourceGraph) -> HeavyCall? {
    guard let path = code.callee?.memberPath, path.count == 2, path[0].startsUppercase,
      Conventions.calculatingVerbs.contains(where: {
        path[1].hasPrefix($0) && !(path[1].dropFirst($0.count).first?.isLowercase ?? false)
      }), KnownTypes.table[path[0]] == nil, graph.index.resolve(path[0], near: code.file.path) == nil,
      let declaration = code.ancestors.first(where: { $0.kind == .type }),
      let owner = graph.index.type(declaredBy: declaration)
    else { return nil }
    let given = code.arguments.lazy.compactMap { $0.firstChild?.ownMemberPath }.first { value in
      value.count == 1
        && owner.property(value[0]).map { $0.isStored && TypeName.isCollection($0.typeText ?? "") } == true
    }
    guard let given else { return nil }
    return HeavyCall(
      text: "has '\(path[0])' go through all of '\(given[0])'", subject: path[1], workload: .ordering)
  }

  /// Literals and constants.
  static func isSmall(_ code: Code) -> Bool {
    var base = code
    while base.kind == .call, let next = base.callee?.firstChild { base = next }
    if base.memberPath?.last == "allCases" { return true }
    if base.kind == .array || base.kind == .dictionary || base.kind == .string { return true }
    if let path = base.memberPath, path[0].startsUppercase, path.count == 2 { return true }
    if base.kind == .binary, ["...", "..<"].contains(base.name) { return true }
    return false
  }

  /// A method of a type of the sources that looks its result up first: `ArtistParser.parse(names)`.
  private static func keepsResults(_ base: Code, _ name: String, _ graph: SourceGraph) -> Bool {
    guard let path = base.memberPath, path[0].startsUppercase,
      let id = graph.index.resolve(path.prefix(while: \.startsUppercase).joined(separator: "."), near: base.file.path)
    else { return false }
    let methods = graph.index[id].functions.filter { $0.name == name }
    return !methods.isEmpty && methods.allSatisfy { $0.body?.keepsResults == true }
  }

  /// Decoders, parsers and contexts by the name of what is called.
  private static func isParser(_ base: Code, _ name: String) -> Bool {
    let text = (base.memberPath?.last ?? base.calledName).lowercased()
    return [
      "decoder", "codec", "parser", "context", "filemanager", "serialization", "default", "regex", "expression",
      "detector",
      "markdown",
    ].contains { text.contains($0) }
      && !(text == "default" && !Methods.asksFiles.contains(name))
  }
}

extension Code {
  /// Whether it is run only where there is no value yet: `given ?? store.state(of: item)`, `index < items.count ? items[index] : .example()`.
  var isFallback: Bool {
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .binary, ancestor.name == "??", ancestor.firstChild != inner { return true }
      if ancestor.kind == .ternary, Array(ancestor.children).last == inner, ancestor.firstChild?.checksBounds == true {
        return true
      }
      if [.closure, .block, .accessor, .function].contains(ancestor.kind) { return false }
      inner = ancestor
    }
    return false
  }

  /// `index < items.count`: whether there is such an element.
  private var checksBounds: Bool {
    kind == .binary && name == "<" && Array(children).last?.memberPath?.last == Methods.count
  }

  /// Whether a function looks its result up first, and does its work once for each.
  var keepsResults: Bool {
    descendants.contains { code in
      [.identifier, .member].contains(code.kind) && code.name.tellsKeptResults
    } || looksUpFirst
  }

  /// `if let known = icons[path] { return known }` and, further down, `icons[path] = icon`; the same with `object(forKey:)` and `setObject`.
  private var looksUpFirst: Bool {
    for statement in children where statement.kind == .ifStatement {
      guard let binding = statement.first(.conditions)?.first(.optionalBinding),
        statement.first(.block)?.children.contains(where: { $0.kind == .returnStatement }) == true
      else { continue }
      let kept = binding.descendants.compactMap(\.storeOfKeptValues)
      if keeps(in: kept) { return true }
    }
    return false
  }

  /// Whether it, or a method of its type that it calls, puts something into one of some stores.
  private func keeps(in stores: [String], isCalled: Bool = false) -> Bool {
    descendants.contains { code in
      let target = code.kind == .assign ? code.firstChild : Methods.keeps.contains(code.calledName) ? code : nil
      if target?.storeOfKeptValues.map(stores.contains) == true { return true }
      guard !isCalled, code.kind == .call, code.callee?.ownMemberPath?.count == 1,
        let type = ancestors.first(where: { $0.kind == .type })
      else { return false }
      return type.all(.function).contains { $0.name == code.calledName && $0.keeps(in: stores, isCalled: true) }
    }
  }

  /// `icons` of `icons[path]`, `icons.object(forKey: path)` and `icons.setObject(icon, forKey: path)`.
  private var storeOfKeptValues: String? {
    switch kind {
    case .subscriptCall: callee?.memberPath?.last
    case .call where Methods.keeps.contains(calledName) || calledName == Methods.keptObject:
      callee?.firstChild?.memberPath?.last
    default: nil
    }
  }

  /// `flatMap` and `map` of an optional, which share their names with those of collections: what comes out is optional, as no
  /// collection's is.
  var isOfOptional: Bool {
    guard Methods.maps.contains(calledName) else { return false }
    var outer = self
    while let member = outer.parent, member.kind == .member, Methods.maps.contains(member.name),
      member.firstChild == outer,
      let call = member.parent, call.kind == .call, call.callee == member
    {
      outer = call
    }
    guard let parent = outer.parent else { return false }
    switch parent.kind {
    case .optionalBinding: return true
    case .binary: return parent.name == "??" && parent.firstChild == outer
    case .returnStatement, .block:
      let declaration = outer.ancestors.first { [.closure, .function, .variable].contains($0.kind) }
      let text = declaration?.kind == .function ? declaration?.first(.returnType)?.name : declaration?.typeText
      guard declaration?.kind != .closure, let text, text.hasSuffix("?") else { return false }
      return !TypeName.isCollection(String(text.dropLast()))
    default: return false
    }
  }
}

extension String {
  /// `imageCache`, `memoizedRows`, `memo`: whether it names results that are kept.
  fileprivate var tellsKeptResults: Bool {
    let name = lowercased()
    if Conventions.keptWords.contains(where: name.contains) { return true }
    return hasPrefix(Conventions.keptFirstWord)
      && dropFirst(Conventions.keptFirstWord.count).first.map { !$0.isLowercase } ?? true
  }
}
