import SwiftUIModel
package import Vocabulary

/// What the user set for linting, apart from where files lie.
package struct LintConfiguration: Sendable, Hashable {
  package enum RuleSetting: Sendable, Hashable {
    case off
    case severity(Severity)
  }

  /// By rule id.
  package var settings: [String: RuleSetting] = [:]
  /// Opt-in rules that are on.
  package var optIn: Set<String> = []
  /// When not empty, only these rules run.
  package var only: Set<String> = []
  package var analysis = AnalysisOptions()
  /// By which a file is the same however its path was spelled; `nil` takes paths as they are.
  package var repository: RepositoryPaths?

  package init() {}

  /// Everything that is set, as text; equal configurations give equal texts in every run.
  package var identity: String {
    var parts = settings.map { "\($0.key)=\($0.value)" }.sorted()
    parts += optIn.sorted().map { "+" + $0 } + only.sorted().map { "!" + $0 }
    parts += analysis.actions.additionalFunctions.sorted()
    parts.append("target \(analysis.deploymentTarget ?? -1) \(analysis.deploymentTargets.identity)")
    if analysis.holdsProject { parts.append("of a project") }
    for (rule, options) in analysis.rules.sorted(by: { $0.key < $1.key }) {
      parts += options.sorted { $0.key < $1.key }.map { "\(rule).\($0.key)=\($0.value)" }
    }
    parts.append("in \(repository?.workingDirectory ?? "") of \(repository?.root ?? "")")
    return parts.joined(separator: "\u{1F}")
  }

  /// Of the file of a finding, for its fingerprint.
  package func path(of finding: Finding) -> String { repository?.relative(finding.place.file) ?? finding.place.file }
}

/// A finding with everything a report needs, and the code a patch starts from.
package struct LintFinding: Sendable {
  package var finding: Finding
  package var severity: Severity
  /// Hexadecimal; stable when lines move.
  package var fingerprint: String

  package init(finding: Finding, severity: Severity, fingerprint: String) {
    self.finding = finding
    self.severity = severity
    self.fingerprint = fingerprint
  }
}

/// Runs the rules over linked sources and applies configuration and comment commands.
package struct Linter: Sendable {
  package let configuration: LintConfiguration
  package let rules: [SourceRule]

  package init(configuration: LintConfiguration = LintConfiguration(), rules: [SourceRule] = allSourceRules) {
    self.configuration = configuration
    self.rules = rules
  }

  /// The rules that the configuration leaves on, with their severities.
  package var activeRules: [(rule: SourceRule, severity: Severity?)] {
    rules.compactMap { rule in
      if !configuration.only.isEmpty, !configuration.only.contains(rule.id) { return nil }
      switch configuration.settings[rule.id] {
      case .off: return nil
      case .severity(let severity): return (rule, severity)
      case nil:
        if rule.isOptIn, !configuration.optIn.contains(rule.id), !configuration.only.contains(rule.id) { return nil }
        return (rule, nil)
      }
    }
  }

  /// All findings in the order of files, lines and rules; those that comments silence are left out, what only previews
  /// or nobody runs, and what does not parse.
  ///
  /// - Parameter isSettlingRivals: Whether of several findings at one place only the best is kept: where no trace tells which
  ///   of them costs something, two pieces of advice about one declaration contradict each other.
  package func run(_ graph: SourceGraph, isSettlingRivals: Bool = false) -> [LintFinding] {
    review(graph, isSettlingRivals: isSettlingRivals).findings
  }

  /// What a run finds, and how much it keeps to itself.
  package struct Review: Sendable {
    package var findings: [LintFinding]
    /// Notes about a whole app that are listed for who asks for their rule.
    package var unaskedNotes = 0
  }

  /// The same, with the number of notes that only naming their rule shows.
  package func review(_ graph: SourceGraph, isSettlingRivals: Bool = true) -> Review {
    let active = activeRules
    let leftOut = graph.leftOutCode
    let found = Parallel.map(active) { rule, severity in
      rule.check(graph).map {
        Found(finding: Finding($0, by: rule), severity: severity, isOfNotes: rule.severity == .note)
      }
      .filter { !leftOut.covers($0.finding) }
    }
    let all = found.flatMap { $0 }
    guard isSettlingRivals else { return finish(all, graph.index.files, isSettlingRivals: false) }
    let open = ChangeRates.isWhole(graph) ? [] : suspicions(of: active, beside: all, graph)
    return finish(weighed(all, graph) + open, graph.index.files, isSettlingRivals: true)
  }

  /// What rules leave to traces, as notes about a part of an app.
  ///
  /// A whole app shows how often most things happen, so that what still says too little is left out. A few files show next to nothing
  /// of that, and whoever has them checked is about to change them: there it is listed which patterns a recording would be asked
  /// about.
  private func suspicions(
    of active: [(rule: SourceRule, severity: Severity?)], beside found: [Found], _ graph: SourceGraph
  ) -> [Found] {
    let leftOut = graph.leftOutCode
    let known = Set(found.map { Key($0.finding) })
    let suspicions = Parallel.map(active) { rule, severity in
      rule.listedSuspicions(in: graph).map { draft in
        var draft = draft
        draft.severity = .note
        draft.isSuspected = true
        draft.message += "; how much that costs, a trace shows"
        // Who makes the rule stricter means what it is sure of.
        return Found(finding: Finding(draft, by: rule), severity: severity)
      }
    }
    let rates = ChangeRates(graph)
    return suspicions.flatMap { $0 }.filter { found in
      !known.contains(Key(found.finding)) && !leftOut.covers(found.finding) && !rates.losesNothing(found.finding)
    }
  }

  /// What a diagnosis weighs: all findings but those that are left to suspicions where there is a trace.
  package func findings(besideTraceIn graph: SourceGraph) -> [LintFinding] {
    // A comment that silences one of these is of use.
    let hasComments = graph.index.files.contains { !$0.tree.commands.isEmpty }
    return run(hasComments ? graph : graph.besideTrace).filter { !$0.finding.draft.isOfSourcesAlone }
  }

  /// What is worth a word without a trace: of what never changes in a whole app nothing is. A warning needs grounds, that is
  /// something in the sources that shows that it costs updates while the view is on screen, or that it is wrong at every use;
  /// that nothing speaks against it is not enough.
  private func weighed(_ found: [Found], _ graph: SourceGraph) -> [Found] {
    var rates = ChangeRates(graph)
    return found.compactMap { found in
      var found = found
      let finding = found.finding
      if rates.losesNothing(finding) { return nil }
      let rate = rates.rate(of: finding)
      let grounds = rates.grounds(of: finding, rate: rate)
      if let grounds, finding.severity > .note, !finding.isNoteWithoutTrace || finding.draft.isWorthWithoutTrace,
        !isForDevelopers(finding), rates.isSeenToRun(grounds, beside: finding), rates.isWorthAWarning(finding, grounds),
        !finding.change.traits.contains(.isOfUnknownSize)
      {
        found.finding.draft.name(grounds)
      } else {
        if rates.isWhole, isForDevelopers(finding) { return nil }
        guard rates.isWorthANote(finding, rate: rate, grounds: grounds) else { return nil }
        found.isUnasked =
          rates.isWhole && !isAskedFor(finding.rule) && rates.isForWhoAsks(finding, rate: rate, grounds: grounds)
        found.finding.severity = .note
        if let grounds { found.finding.draft.name(grounds) }
      }
      return found
    }
  }

  /// Whether the user names a rule, to run it alone, to turn it on or to say how severe it is.
  private func isAskedFor(_ rule: String) -> Bool {
    configuration.only.contains(rule) || configuration.optIn.contains(rule) || configuration.settings[rule] != nil
  }

  /// `MembershipDebugView`: what only those see who write the app costs its users nothing.
  private func isForDevelopers(_ finding: Finding) -> Bool {
    finding.view.map { name in Conventions.developerWords.contains { name.contains($0) } } ?? false
  }

  /// The findings of one rule alone, without configuration and comments.
  package static func findings(of rule: SourceRule, in graph: SourceGraph) -> [Finding] {
    var seen: Set<Key> = []
    return rule.check(graph).map { Finding($0, by: rule) }.filter { seen.insert(Key($0)).inserted }.sorted {
      $0.place < $1.place
    }
  }

  private struct Key: Hashable {
    var place: SourcePlace
    var rule: String
    var subject: Subject

    init(_ finding: Finding) {
      place = finding.place
      rule = finding.rule
      subject = finding.subject
    }
  }

  /// A finding, and the severity that the user gave its rule.
  private struct Found {
    var finding: Finding
    var severity: Severity?
    /// Whether its rule reports notes alone.
    var isOfNotes = false
    /// Whether it is left out because nobody asks for its rule.
    var isUnasked = false

    /// What a rule itself holds for a note only stays one, when the rule is made stricter: its warnings are meant.
    var reported: Severity {
      guard let severity else { return finding.severity }
      return finding.severity == .note && !isOfNotes ? min(severity, .note) : severity
    }
  }

  private func finish(_ found: [Found], _ files: [SourceFile], isSettlingRivals: Bool) -> Review {
    var suppressions = Suppressions(files: files, known: Set(rules.map(\.id)))
    var seen: Set<Key> = []
    var kept: [Found] = []
    for found in found.sorted(by: Self.isBefore) where seen.insert(Key(found.finding)).inserted {
      if !suppressions.silences(found.finding) { kept.append(found) }
    }
    let unasked = kept.filter(\.isUnasked)
    kept.removeAll(where: \.isUnasked)
    if isSettlingRivals { kept = Self.best(of: kept) }
    // What is said at a place stands for its rivals.
    let said = Set(kept.map { Self.placeOfRivals($0.finding) })
    let unaskedNotes = Set(unasked.map { Self.placeOfRivals($0.finding) }).subtracting(said).count
    if configuration.only.isEmpty {
      let complaints = suppressions.complaints(active: Set(activeRules.map(\.rule.id)))
      switch configuration.settings[CommentCommand.complaintRule] {
      case .off: break
      case .severity(let severity): kept += complaints.map { Found(finding: $0, severity: severity) }
      case nil: kept += complaints.map { Found(finding: $0) }
      }
    }
    kept.sort(by: Self.isBefore)
    let fingerprints = fingerprints(of: kept)
    let findings = zip(kept, fingerprints).map { found, fingerprint in
      LintFinding(finding: found.finding, severity: found.reported, fingerprint: fingerprint)
    }
    return Review(findings: findings, unaskedNotes: unaskedNotes)
  }

  /// Of findings that are the same but for their lines, those are numbered last that a diagnosis leaves out: the others have the same
  /// fingerprints there.
  private func fingerprints(of kept: [Found]) -> [String] {
    var paths: [String: String] = [:]
    let keys = kept.map { found in
      let file = found.finding.place.file
      let path = paths[file] ?? configuration.path(of: found.finding)
      paths[file] = path
      return found.finding.identity(in: path)
    }
    var counts: [String: Int] = [:]
    var fingerprints = [String](repeating: "", count: kept.count)
    for isOfSourcesAlone in [false, true] {
      for (index, key) in keys.enumerated() where kept[index].finding.draft.isOfSourcesAlone == isOfSourcesAlone {
        fingerprints[index] = Fingerprint.hex(of: key + "\u{1F}\(counts[key, default: 0])")
        counts[key, default: 0] += 1
      }
    }
    return fingerprints
  }

  /// What is left of the findings where of several at one place only the best is kept.
  package static func settled(_ found: [LintFinding]) -> [Finding] {
    best(of: found.map { Found(finding: $0.finding, severity: $0.severity, isOfNotes: true) }).map(\.finding)
  }

  /// One finding for each place: the worst, and of those the one whose change goes to the cause.
  private static func best(of found: [Found]) -> [Found] {
    var best: [SourcePlace: Found] = [:]
    for found in found {
      let place = placeOfRivals(found.finding)
      guard let known = best[place] else {
        best[place] = found
        continue
      }
      if rank(of: known) < rank(of: found) { best[place] = found }
    }
    return best.values.sorted(by: isBefore)
  }

  /// Where a finding competes with others: several arguments of one child evaluate it no more often than one
  /// of them, and neither do several writes for one event; what one computed property does is mended there, whatever it does.
  private static func placeOfRivals(_ finding: Finding) -> SourcePlace {
    let call: Code? =
      switch finding.change {
      case .moveWork: member(of: finding)
      case .passComparable(.argument): finding.code.ancestors.first { $0.kind == .argument }?.parent
      case .writeOnThreshold: finding.code.ancestors.first { $0.kind == .call && $0.calledEvent != nil }
      case .stopDepending, .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel,
        .observePerElement, .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment,
        .useCallableStruct,
        .stabilizeDefault, .moveState, .derive, .followParent, .takeValue, .ownObject, .extract, .compareView,
        .compareElements,
        .askEquality, .wrapInPlainValueView, .passComparable, .projectBinding, .conformToEquatable, .completeEquality,
        .keepIdentity, .writeOnlyOnChange, .slowDown, .announceMembers, .stopPublishing, .breakLoop,
        .moveWriteOutOfBody, .hoist,
        .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet, .useTaskModifier, .captureValue,
        .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode, .correctCommand:
        nil
      }
    return call?.start ?? finding.place
  }

  /// The computed property or the function of a view that does some work; `nil` where that stands in the body or in what builds views.
  private static func member(of finding: Finding) -> Code? {
    if finding.code.kind == .variable { return finding.code }
    let member = finding.code.ancestors.first {
      [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
    }
    return member?.givesOpaqueValue == false ? member : nil
  }

  private static func rank(of found: Found) -> (Severity, Int, Int) {
    (
      found.reported, found.finding.draft.isSuspected ? 0 : 1, -found.finding.draft.change.rank(isLarge: false)
    )
  }

  private static func isBefore(_ left: Found, _ right: Found) -> Bool {
    let (left, right) = (left.finding, right.finding)
    if left.place != right.place { return left.place < right.place }
    if left.rule != right.rule { return left.rule < right.rule }
    let (subject, other) = (left.subject.identity, right.subject.identity)
    if subject != other { return subject < other }
    return !left.draft.isOfSourcesAlone && right.draft.isOfSourcesAlone
  }
}

/// The comment commands of all files, and which of them silenced something.
private struct Suppressions {
  private var commands: [String: [CommentCommand]] = [:]
  private var files: [String: SourceFile] = [:]
  private var used: Set<Key> = []
  private let known: Set<String>

  private struct Key: Hashable {
    var file: String
    var line: Int
    var rule: String
  }

  init(files: [SourceFile], known: Set<String>) {
    self.known = known
    for file in files where !file.tree.commands.isEmpty {
      commands[file.path] = file.tree.commands
      self.files[file.path] = file
    }
  }

  mutating func silences(_ finding: Finding) -> Bool {
    guard let commands = commands[finding.place.file] else { return false }
    var region: CommentCommand?
    for command in commands {
      let isMeant = command.rules.isEmpty || command.rules.contains(finding.rule)
      guard isMeant else { continue }
      switch command.scope {
      case .this where command.line == finding.place.line: return use(command, finding)
      case .next where nextLine(after: command, in: finding.place.file) == finding.place.line:
        return use(command, finding)
      case .region where command.line <= finding.place.line: region = command
      case .enable where command.line <= finding.place.line: region = nil
      default: break
      }
    }
    guard let region else { return false }
    return use(region, finding)
  }

  /// The line after the command; further commands in between do not count.
  private func nextLine(after command: CommentCommand, in file: String) -> Int {
    var line = command.line + 1
    while commands[file]?.contains(where: { $0.line == line }) == true { line += 1 }
    return line
  }

  private mutating func use(_ command: CommentCommand, _ finding: Finding) -> Bool {
    used.insert(Key(file: finding.place.file, line: command.line, rule: command.rules.isEmpty ? "" : finding.rule))
    return true
  }

  /// Commands that silence nothing, name unknown rules or give no reason.
  func complaints(active: Set<String>) -> [Finding] {
    commands.sorted { $0.key < $1.key }.flatMap { path, commands -> [Finding] in
      guard let root = files[path]?.root else { return [] }
      return commands.flatMap { command -> [Finding] in
        guard command.scope != .enable else { return [] }
        func complaint(_ message: String, _ flaw: Subject.CommandFlaw, _ severity: Severity = .warning) -> Finding {
          var draft = Draft(
            message, at: SourcePlace(file: path, line: command.line, column: command.column), code: root, view: nil,
            subject: .command(flaw), change: .correctCommand)
          draft.end = nil
          return Finding(draft, rule: CommentCommand.complaintRule, severity: severity)
        }
        if command.scope == .unknown {
          let known = CommentCommand.verbs.map { "'\($0)'" }.joined(separator: ", ")
          let verb = command.rules.first ?? ""
          return [complaint("'\(verb)' is no command and silences nothing; there are \(known)", .unknownVerb(verb))]
        }
        let names = command.rules.isEmpty ? [""] : command.rules
        var found = names.compactMap { name -> Finding? in
          if !name.isEmpty, !known.contains(name) {
            return complaint("'\(name)' is no rule; 'whyredraw rules' lists them", .unknown(rule: name))
          }
          if used.contains(Key(file: path, line: command.line, rule: name)) || !name.isEmpty && !active.contains(name) {
            return nil
          }
          return complaint(
            "this command silences nothing\(name.isEmpty ? "" : " of '\(name)'"); remove it", .unused(rule: name))
        }
        if command.reason == nil || command.reason?.isEmpty == true {
          found.append(complaint("this command gives no reason; write it after ' - '", .noReason, .note))
        }
        return found
      }
    }
  }
}
