package import Platform
package import SourceAnalysis
internal import Vocabulary

/// Applies patches in memory, round after round until there are no more, and checks each on the way.
///
/// Of edits that are applied together the sources are read and linted again: what was to be fixed has to be gone, and nothing
/// else may have come. Where that is not so, halves of them are tried, so that one bad edit costs no other.
package struct Fixer: Sendable {
  /// What is edited: files that were read whole.
  package struct Sources: Sendable {
    package var files: [SourceFile]
    /// By path.
    package var texts: [String: Data]
    package var options: AnalysisOptions

    package init(files: [SourceFile], texts: [String: Data], options: AnalysisOptions = AnalysisOptions()) {
      self.files = files
      self.texts = texts
      self.options = options
    }
  }

  package struct Result: Sendable {
    /// Of the files that were edited, by path.
    package var texts: [String: Data] = [:]
    /// How many findings were fixed, by file.
    package var fixed: [String: Int] = [:]
    /// The fingerprints of the findings before anything was edited, as far as they were asked for.
    package var found: Set<String> = []
    /// Why there was no edit for some of these, by fingerprint; `nil` where none is made for what they ask for.
    package var refusals: [String: String?] = [:]
    package var views = 0
    /// The patches that are for somebody to read, and were not applied.
    package var suggested = 0
    /// The findings that are more than notes: at first, and at the end.
    package var warnings = (found: 0, left: 0)
    /// Of those that are left the ones with a patch to read, by rule.
    package var suggestedWarnings: [String: Int] = [:]
    /// The findings whose edits conflict with others, where only one round was asked for.
    package var waiting = 0
    /// The findings whose edits did not do what they should, and were not applied.
    package var rejected: [LintFinding] = []
  }

  /// Edits of one finding.
  private struct Candidate {
    var finding: LintFinding
    var edits: [Edit]
    var path: String { finding.finding.code.file.path }
  }

  /// The sources at some point, and what all rules find in them.
  private struct State {
    var sources: Sources
    var graph: SourceGraph
    /// How often each finding is there, by its identity.
    var counts: [String: Int]
    /// The same without those that stand behind a better one at their place.
    var shown: [String: Int]
  }

  /// What came of the edits of a round.
  private struct Choice {
    var accepted: [Candidate] = []
    var rejected: [LintFinding] = []
    /// With the accepted ones.
    var state: State
  }

  /// Finds what is to be fixed.
  private let linter: Linter
  /// Finds what edits do: all rules that are on, and those that are fixed.
  private let verifier: Linter
  private let appliesSuggested: Bool

  /// An end for edits that would make room for each other for ever.
  private static let maximumRounds = 20

  package init(_ configuration: LintConfiguration, appliesSuggested: Bool) {
    linter = Linter(configuration: configuration)
    var everything = configuration
    everything.optIn.formUnion(configuration.only)
    everything.only = []
    verifier = Linter(configuration: everything)
    self.appliesSuggested = appliesSuggested
  }

  /// - Parameter fingerprints: Of the findings to fix, at once, since those that are left may have others then; `nil` for all.
  package func run(_ sources: Sources, only fingerprints: Set<String>? = nil) -> Result {
    var result = Result()
    var state = self.state(of: sources)
    result.views = state.graph.views.count
    var rejected: Set<String> = []
    for round in 0..<(fingerprints == nil ? Self.maximumRounds : 1) {
      var findings = linter.run(state.graph, isSettlingRivals: fingerprints == nil)
      if let fingerprints { findings.removeAll { !fingerprints.contains($0.fingerprint) } }
      result.warnings.left = findings.count { $0.severity > .note }
      if round == 0 {
        result.found = Set(findings.map(\.fingerprint))
        result.warnings.found = result.warnings.left
      }
      let offers = offers(for: findings, in: state, without: rejected)
      let candidates = offers.candidates
      result.suggested = offers.suggested
      result.suggestedWarnings = offers.suggestedWarnings
      result.waiting = offers.waiting
      if round == 0 { result.refusals = offers.refusals }
      if candidates.isEmpty { break }
      var choice = Choice(state: state)
      choose(candidates[...], from: state, &choice)
      result.rejected += choice.rejected
      rejected.formUnion(choice.rejected.map(\.fingerprint))
      result.warnings.left -= choice.accepted.count { $0.finding.severity > .note }
      for candidate in choice.accepted { result.fixed[candidate.path, default: 0] += 1 }
      for path in Set(choice.accepted.map(\.path)) { result.texts[path] = choice.state.sources.texts[path] }
      state = choice.state
    }
    return result
  }

  /// What there is for the findings of a round.
  private struct Offers {
    var candidates: [Candidate] = []
    /// Patches that are not applied unasked.
    var suggested = 0
    /// Of those the ones for more than notes, by rule.
    var suggestedWarnings: [String: Int] = [:]
    /// Those that conflict with others and wait for the next round.
    var waiting = 0
    /// See `Result.refusals`.
    var refusals: [String: String?] = [:]
  }

  private func offers(for findings: [LintFinding], in state: State, without rejected: Set<String>) -> Offers {
    let patches = Patches(texts: state.sources.texts, graph: state.graph)
    let outcomes = Parallel.map(findings) { patches.patch(for: $0.finding) }
    var taken: [String: [Edit]] = [:]
    var offers = Offers()
    for (finding, outcome) in zip(findings, outcomes) {
      guard !outcome.edits.isEmpty else {
        offers.refusals.updateValue(outcome.refusal, forKey: finding.fingerprint)
        continue
      }
      guard outcome.tier == .mechanical || appliesSuggested else {
        offers.suggested += 1
        if finding.severity > .note { offers.suggestedWarnings[finding.finding.rule, default: 0] += 1 }
        continue
      }
      guard !rejected.contains(finding.fingerprint) else { continue }
      let candidate = Candidate(finding: finding, edits: outcome.edits)
      let known = taken[candidate.path, default: []]
      // Two findings with one remedy, such as a conformance, are both fixed by it.
      let added = candidate.edits.filter { !known.contains($0) }
      if added.contains(where: { edit in known.contains { edit.conflicts(with: $0) || edit.isBeside($0) } }) {
        offers.waiting += 1
        continue
      }
      taken[candidate.path] = known + added
      offers.candidates.append(candidate)
    }
    return offers
  }

  /// Adds those candidates to the accepted ones with which all is as it should be.
  private func choose(_ candidates: ArraySlice<Candidate>, from state: State, _ choice: inout Choice) {
    if let next = attempt(choice.accepted + candidates, on: state) {
      choice.accepted += candidates
      choice.state = next
    } else if candidates.count == 1 {
      choice.rejected += candidates.map(\.finding)
    } else {
      let middle = candidates.startIndex + candidates.count / 2
      choose(candidates[..<middle], from: state, &choice)
      choose(candidates[middle...], from: state, &choice)
    }
  }

  /// The sources with the edits; `nil` where they do not do what they should.
  private func attempt(_ candidates: [Candidate], on state: State) -> State? {
    var sources = state.sources
    var edited: [(path: String, bytes: [UInt8])] = []
    for (path, parts) in Dictionary(grouping: candidates, by: \.path) {
      var edits: [Edit] = []
      for edit in parts.flatMap(\.edits) where !edits.contains(edit) { edits.append(edit) }
      guard let data = sources.texts[path] else { return nil }
      let source = PatchSource(text: String(decoding: data, as: UTF8.self), bytes: Array(data))
      guard let bytes = Edit.apply(source.joiningRemovals(edits), to: source.bytes) else { return nil }
      sources.texts[path] = Data(bytes)
      edited.append((path, bytes))
    }
    let read = Parallel.map(edited) { path, bytes in
      SourceFile(path: path, tree: bytes.withUnsafeBufferPointer { FactsReader.read($0) })
    }
    let files = Dictionary(read.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    sources.files = sources.files.map { files[$0.path] ?? $0 }
    let next = self.state(of: sources)
    let names = NameCheck(next.graph)
    for old in state.sources.files {
      guard let new = files[old.path] else { continue }
      if new.tree.issues.count > old.tree.issues.count || names.lostName(from: old, to: new) != nil
        || NameCheck.doubledName(from: old, to: new) != nil
      {
        return nil
      }
    }
    let fixed = Dictionary(grouping: candidates, by: \.finding.finding.identity).mapValues(\.count)
    let isGone = fixed.allSatisfy { next.counts[$0, default: 0] <= state.counts[$0, default: 0] - $1 }
    let isAllThatChanged = next.shown.allSatisfy { $1 <= state.counts[$0, default: 0] }
    return isGone && isAllThatChanged ? next : nil
  }

  private static func counts(_ findings: [Finding]) -> [String: Int] {
    findings.reduce(into: [:]) { $0[$1.identity, default: 0] += 1 }
  }

  private func state(of sources: Sources) -> State {
    let graph = Parallel.onLargeStack {
      SourceGraph(index: SourceIndex(files: sources.files), options: sources.options)
    }
    let found = verifier.run(graph)
    return State(
      sources: sources, graph: graph, counts: Self.counts(found.map(\.finding)),
      shown: Self.counts(Linter.settled(found)))
  }
}
