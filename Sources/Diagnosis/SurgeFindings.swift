internal import SourceAnalysis
import SwiftUIModel
internal import Vocabulary

/// Values that the trace shows to be written more often than anybody sees, and who writes them, whatever the code around looks like.
struct SurgeFindings {
  let surges: Surges
  let graph: SourceGraph
  let shares: MemberShares
  let linter: Linter

  /// So often a value has to change for a while, beyond which nobody sees more of it.
  private static let leastPerSecond = Change.visibleTicks * 1.5
  private static let leastSeconds = 2.0
  /// Of the changes of an object, the share that one member has to be of.
  private static let mainShare = 0.4

  /// By the configuration and the comments that hold for all findings of the rule.
  func findings() -> [LintFinding] {
    var rule = SourceRule.hotPathStateWrite
    guard linter.activeRules.contains(where: { $0.rule.id == rule.id }) else { return [] }
    var frequencies = Frequencies(graph)
    // In order, since what frequencies find of who writes in a circle depends on who asks first.
    let fast = surges.bySubject.filter { _, surge in
      surge.perSecond > Int(Self.leastPerSecond) && surge.seconds(above: Self.leastPerSecond) >= Self.leastSeconds
    }.sorted { place(of: $0.key) < place(of: $1.key) }
    let drafts = fast.compactMap { subject, surge in
      member(of: subject).flatMap { draft(writing: $0, of: graph.index[subject.owner], surge, &frequencies) }
    }
    if drafts.isEmpty { return [] }
    rule.check = { _ in drafts }
    var configuration = linter.configuration
    configuration.only = [rule.id]
    return Linter(configuration: configuration, rules: [rule]).run(graph)
  }

  private func place(of subject: Surges.Subject) -> (SourcePlace, String) {
    (graph.index[subject.owner].code.start, subject.member ?? "")
  }

  /// What of an object changes so often.
  private func member(of subject: Surges.Subject) -> String? {
    if let member = subject.member { return member }
    let model = graph.index[subject.owner]
    let members = graph.announcedMembers(of: model).map { ($0.name, shares.share(ofMember: $0.name, in: model)) }
    return members.max { ($0.1, $1.0) < ($1.1, $0.0) }.flatMap { $0.1 >= Self.mainShare ? $0.0 : nil }
  }

  private func draft(
    writing name: String, of type: TypeInfo, _ surge: Surges.Surge, _ frequencies: inout Frequencies
  ) -> Draft? {
    // What somebody drags, scrolls or types has to be seen at each step.
    let writers = frequencies.writers(of: name, in: type).filter(\.mayRecur)
    guard let writer = writers.first, !writer.followsAHand else { return nil }
    // The only one that can have written so often did, whatever it waits for.
    let isOnly = writers.count == 1 && Double(surge.perSecond) >= Change.farTooOften
    let isKnown = writer.perSecond >= Frequencies.ofStreams / 2 || isOnly
    let place = writer.owner == type.id ? "" : " by '\(graph.index[writer.owner].name)'"
    return Draft(
      "'\(name)' of '\(type.name)' is written\(place) about \(surge.perSecond) times per second, and each time evaluates who "
        + "shows it; write it at most \(Int(Change.visibleTicks)) times per second, which looks as smooth for what is read",
      at: writer.code.start, code: writer.code, view: type, subject: .property(name),
      change: .slowDown(PropertyPath(name), perSecond: surge.perSecond), certainty: isKnown ? .certain : .possible,
      steps: [
        "gather what arrives, and write '\(name)' when \(Int(1000 / Change.visibleTicks)) ms have passed since the last time",
        "animate what has to move in between, or read it in a TimelineView of the view that shows it",
      ])
  }
}
