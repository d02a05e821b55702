/// Reads the text of `_printChanges()` and `_logChanges()`:
///
///     CategoryList.Container: @self, @identity, _categories, @16, _status changed.
///     CategoryList.Container: \Storage<Optional<Status>>.output changed.
///     BaseGraphView<WeekSectionViewModel>: unchanged.
///
/// A line is searched for every such message in it, because prints without a line end glue messages together,
/// and because people and tools put text before and after: `- ` or `// ` in front, ` // scroll settled` behind.
///
/// What makes a message SwiftUI's: the causes must all be causes, and the text before `: ` must end in a type name.
/// Prose passes only the second test, if at all: `Typography and icons: unchanged.`, `Tasks.Count changed.`
///
/// - Source: OpenSwiftUI's `ChangedBodyProperty.swift` for the two sentences; published logs for the rest.
enum ChangeGrammar {
  /// Where the text stands, which decides how far it is to be trusted.
  enum Context {
    /// A record of the category `Changed Body Properties`: written by SwiftUI, whatever it says.
    case changedBodyProperties
    /// A record of the unified log whose category is another one, or not shown.
    case logRecord
    /// A line of standard output, with whatever else the app and its tools print.
    case standardOutput
  }

  /// Finds all messages of a line, in order.
  static func messages(in line: ByteSpan, context: Context) -> [ChangeMessage] {
    var found: [ChangeMessage] = []
    var start = 0
    while let end = nextSentenceEnd(in: line, from: start) {
      if let message = message(in: line, from: start, sentence: end, context: context) {
        // Behind a certain message, `// label: bar changed.` is a remark about it; one that is glued to it is the next.
        let isGlued = message.kind == .unchanged && start > 0 && Identifier.startsIdentifier(line, at: start)
        if !message.isDoubtful || found.isEmpty || isGlued { found.append(message) }
      }
      start = end.next
    }
    return found
  }

  // MARK: - Sentences

  /// The end of `… changed.` or `…: unchanged.`
  private struct SentenceEnd {
    /// The offset of the space before `changed.`, or of the colon before ` unchanged.`
    var causesEnd: Int
    /// The offset behind the period.
    var next: Int
    var isUnchanged: Bool
  }

  private static func nextSentenceEnd(in line: ByteSpan, from start: Int) -> SentenceEnd? {
    var search = start
    while let hit = line.firstIndex(of: "changed.", from: search) {
      let next = hit + 8
      if hit >= start + 2, line[hit - 1] == 0x20 {
        return SentenceEnd(causesEnd: hit - 1, next: next, isUnchanged: false)
      }
      if hit >= start + 5, line.hasPrefix(": un", at: hit - 4) {
        return SentenceEnd(causesEnd: hit - 4, next: next, isUnchanged: true)
      }
      search = next
    }
    return nil
  }

  private static func message(
    in line: ByteSpan, from start: Int, sentence: SentenceEnd, context: Context
  ) -> ChangeMessage? {
    if sentence.isUnchanged {
      return unchangedMessage(in: line, from: start, sentence: sentence, context: context)
    }
    guard let (separator, causes) = causes(in: line, from: start, to: sentence.causesEnd),
      let type = typeName(in: line, from: start, to: separator)
    else { return nil }
    let isCertain =
      context == .changedBodyProperties
      || causes.contains(where: isSwiftUIsOwn)
      || (type.isCapitalised && causes.contains(where: isUnderscored))
    // A view may have a small letter; then another line must vouch for it.
    if !isCertain, !type.isCapitalised, !causes.contains(where: isUnderscored) { return nil }
    return ChangeMessage(kind: .evaluation, view: type.name, causes: causes, isDoubtful: !isCertain)
  }

  /// `T: unchanged.` is also how people write about other things, so no words may stand around it outside of SwiftUI's
  /// category. If nothing does, it is SwiftUI's; a bullet or a time in front of it may be those of a list of changes.
  private static func unchangedMessage(
    in line: ByteSpan, from start: Int, sentence: SentenceEnd, context: Context
  ) -> ChangeMessage? {
    guard let type = typeName(in: line, from: start, to: sentence.causesEnd) else { return nil }
    if context != .changedBodyProperties {
      guard type.isCapitalised, isBlank(line.from(sentence.next)),
        !containsWords(line.sub(start, type.start))
      else { return nil }
    }
    // Of a line with several, only the first may be; looking at the whole line for each would take quadratic time.
    let isAlone = start == 0 && isBlank(line.sub(0, type.start))
    return ChangeMessage(
      kind: .unchanged, view: type.name, causes: [], isDoubtful: context != .changedBodyProperties && !isAlone)
  }

  /// Whether there are only blanks; looks no further than the first other byte.
  private static func isBlank(_ text: ByteSpan) -> Bool {
    var index = 0
    while index < text.count, text[index].isBlank { index += 1 }
    return index == text.count
  }

  /// Only SwiftUI writes these; a property without underscore may be anybody's word.
  private static func isSwiftUIsOwn(_ cause: Cause) -> Bool {
    switch cause {
    case .viewValue, .identity, .dependencies, .offset, .keyPath, .node: true
    case .dynamicProperty: false
    }
  }

  private static func isUnderscored(_ cause: Cause) -> Bool {
    if case .dynamicProperty(let name) = cause { name.utf8.first == 0x5F } else { false }
  }

  /// Whether letters stand in the text before a type name: prose, as opposed to bullets, brackets and times.
  private static func containsWords(_ text: ByteSpan) -> Bool {
    var letters = 0
    for index in 0..<text.count {
      let byte = text[index]
      // The `T` and `Z` of a time stand beside digits; two letters in a row do not.
      letters = byte.isASCIILetter ? letters + 1 : 0
      if letters >= 2 { return true }
    }
    return false
  }

  // MARK: - Causes

  /// Finds the `: ` before which the type ends and behind which every cause is one.
  private static func causes(in line: ByteSpan, from start: Int, to end: Int) -> (separator: Int, causes: [Cause])? {
    // From the right, because headers contain `: ` too; outside brackets, because key paths may contain it.
    if let separator = lastSeparator(in: line, from: start, to: end),
      let causes = parseCauses(line.sub(separator + 2, end))
    {
      return (separator, causes)
    }
    // A subscript of a key path may hold a string with lone brackets; the first cause's start is then the landmark.
    // No message has many; each is looked at up to the end of the line.
    var search = start
    var attempts = 0
    while attempts < mostSeparators, let separator = line.sub(0, end).firstIndex(of: ": ", from: search) {
      attempts += 1
      let first = separator + 2 < end ? line[separator + 2] : 0
      if first == 0x40 || first == 0x5C || first == 0x60, let causes = parseCauses(line.sub(separator + 2, end)) {
        return (separator, causes)
      }
      search = separator + 2
    }
    return nil
  }

  private static let mostSeparators = 16

  private static func lastSeparator(in line: ByteSpan, from start: Int, to end: Int) -> Int? {
    var depth = 0
    var index = end - 1
    while index > start {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: ">"):
        if line[index - 1] != UInt8(ascii: "-") { depth += 1 }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth -= 1
      case 0x20 where depth == 0 && line[index - 1] == UInt8(ascii: ":"): return index - 1
      default: break
      }
      if depth < 0 { return nil }
      index -= 1
    }
    return nil
  }

  /// All causes of the text, or `nil` if one of them is none.
  private static func parseCauses(_ text: ByteSpan) -> [Cause]? {
    var causes = DistinctCauses()
    var start = 0
    var depth = 0
    var index = 0
    func append(upTo end: Int) -> Bool {
      guard let cause = parseCause(text.sub(start, end)) else { return false }
      causes.append(cause)
      return true
    }
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ">"):
        if index == 0 || text[index - 1] != UInt8(ascii: "-") { depth -= 1 }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth <= 0 && index + 1 < text.count && text[index + 1] == 0x20:
        guard append(upTo: index) else { return nil }
        start = index + 2
      default: break
      }
      index += 1
    }
    guard append(upTo: text.count) else { return nil }
    return causes.list
  }

  private static func parseCause(_ token: ByteSpan) -> Cause? {
    let token = withoutTicks(token.trimmed)
    guard token.count > 0 else { return nil }
    switch token[0] {
    case UInt8(ascii: "@"):
      let word = token.from(1)
      if token.count == 5, token.hasPrefix("@self") { return .viewValue }
      if token.count == 9, token.hasPrefix("@identity") { return .identity }
      if token.count == 13, token.hasPrefix("@dependencies") { return .dependencies }
      guard word.count > 0, (0..<word.count).allSatisfy({ word[$0].isDigit }) else { return nil }
      // No view is that large; what does not fit is still somewhere in it.
      return .offset(word.decimal ?? Int.max)
    case UInt8(ascii: "\\"):
      return parseKeyPath(token)
    default:
      return Identifier.isIdentifier(token) ? .dynamicProperty(token.string) : nil
    }
  }

  /// Markdown's `` `@self` ``, as people paste it.
  private static func withoutTicks(_ token: ByteSpan) -> ByteSpan {
    guard token.count >= 2, token[0] == tick, token[token.count - 1] == tick else { return token }
    return token.sub(1, token.count - 1)
  }

  /// `\Root.name`, `\Storage<Optional<Status>>.output`, `\Model.<computed 0x000000034006fcdc (Int)>`.
  private static func parseKeyPath(_ token: ByteSpan) -> Cause? {
    guard token.count >= 2, token.firstIndex(of: UInt8(ascii: "."), from: 1) != nil else { return nil }
    guard token[1] == UInt8(ascii: "(") || Identifier.startsIdentifier(token, at: 1) else { return nil }
    // Addresses change with every launch. The first one tells apart within a run what is written alike.
    var text = ""
    var address: UInt64?
    var rest = token
    while let hit = rest.firstIndex(of: "<computed 0x") {
      var end = hit + 12
      var value: UInt64 = 0
      while end < rest.count, rest[end].isHexDigit {
        let byte = rest[end]
        value = value << 4 | UInt64(byte.isDigit ? byte & 0x0F : (byte & 0x0F) + 9)
        end += 1
      }
      text += rest.sub(0, hit + 9).string
      address = address ?? value
      rest = rest.from(end)
    }
    text += rest.string
    let hasContext = token.firstIndex(of: "(unknown context at ") != nil
    return .keyPath(hasContext ? withoutContexts(text) : text, address: address)
  }

  // MARK: - Type names

  private struct TypeName {
    var name: String
    /// The offset in the line at which the name begins.
    var start: Int
    /// Whether its last component starts like a type: a capital, or a letter of a script without capitals.
    var isCapitalised: Bool
  }

  /// The type name that ends at `end`, in Markdown's ticks or without.
  private static func typeName(in line: ByteSpan, from start: Int, to end: Int) -> TypeName? {
    guard end > start, line[end - 1] == tick else { return plainTypeName(in: line, from: start, to: end) }
    guard var type = plainTypeName(in: line, from: start, to: end - 1), type.start > start,
      line[type.start - 1] == tick
    else { return nil }
    type.start -= 1
    return type
  }

  private static let tick = UInt8(ascii: "`")

  /// The longest type name that ends at `end`: identifiers with dots, anything inside balanced brackets.
  private static func plainTypeName(in line: ByteSpan, from start: Int, to end: Int) -> TypeName? {
    var depth = 0
    var lower = end
    while lower > start {
      let byte = line[lower - 1]
      switch byte {
      case UInt8(ascii: ">") where lower - 2 >= start && line[lower - 2] == UInt8(ascii: "-"):
        // An arrow closes nothing; outside brackets it cannot be part of a nominal type.
        if depth == 0 { return finishTypeName(in: line, from: lower, to: end) }
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        // In a type a dot follows, or the end; a letter is the beginning of one that was glued on.
        if depth == 0, lower < end, line[lower] != UInt8(ascii: ".") {
          return finishTypeName(in: line, from: lower, to: end)
        }
        depth += 1
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0 { return finishTypeName(in: line, from: lower, to: end) }
        depth -= 1
      default:
        if depth == 0, !Identifier.mayBelong(byte), byte != UInt8(ascii: ".") {
          return finishTypeName(in: line, from: lower, to: end)
        }
      }
      lower -= 1
    }
    return depth == 0 ? finishTypeName(in: line, from: start, to: end) : nil
  }

  private static func finishTypeName(in line: ByteSpan, from start: Int, to end: Int) -> TypeName? {
    var lower = start
    // Decoration glued to the name, such as the symbols that logging helpers put first.
    while lower < end, !Identifier.startsIdentifier(line, at: lower), line[lower] != UInt8(ascii: "(") {
      lower += Identifier.scalarLength(line, at: lower)
    }
    guard lower < end else { return nil }
    if let glued = lastEllipsis(in: line, from: lower, to: end) {
      // Two dots behind a type, as in `Root..A`, are a slip in a name and end no print.
      let isSlip =
        glued >= lower + 3 && line[glued - 1] == UInt8(ascii: ".") && line[glued - 3] != UInt8(ascii: ".")
        && Identifier.checkNominal(line.sub(lower, glued - 2).string) == true
      if isSlip { return nil }
      return finishTypeName(in: line, from: glued, to: end)
    }
    let text = line.sub(lower, end)
    let plain = text.firstIndex(of: "(unknown context at ") == nil ? text.string : withoutContexts(text.string)
    guard let isCapitalised = Identifier.checkNominal(plain) else { return nil }
    return TypeName(name: plain, start: lower, isCapitalised: isCapitalised)
  }

  /// The offset behind the last `..` or `…` outside of brackets: what was printed without a line end.
  private static func lastEllipsis(in line: ByteSpan, from start: Int, to end: Int) -> Int? {
    var depth = 0
    var result: Int?
    for index in start..<max(start, end - 1) {
      switch line[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ">"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ".") where depth == 0 && line[index + 1] == UInt8(ascii: "."): result = index + 2
      case 0xE2 where depth == 0 && line.hasPrefix("\u{2026}", at: index): result = index + 3
      default: break
      }
    }
    return result.flatMap { $0 < end ? $0 : nil }
  }

  /// Removes `(unknown context at $10490b1e0).`, the runtime's words for what makes a type private.
  ///
  /// What stands before it stays: SwiftUI never names a module, so it is the type that the private one is nested in.
  private static func withoutContexts(_ name: String) -> String {
    var rest = name[...]
    var result = ""
    while let open = rest.firstRange(of: "(unknown context at ") {
      let before = rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstIndex(of: ")") else { break }
      result += before
      rest = rest[rest.index(after: close)...]
      if rest.first == "." { rest = rest.dropFirst() }
    }
    return result + rest
  }
}
