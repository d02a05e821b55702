import AgentServer
import ArgumentParser
import Platform
import SourceAnalysis
import SourceEditing

/// `apply_patch`: shows what the patches of a change would do to the sources, and does it when it is told to.
struct ApplyPatchTool: Sendable {
  let session: AgentSession

  var tool: Tool {
    Tool(
      name: "apply_patch", title: "Apply the patch of a change",
      description: """
        Makes the patches of a change, or of single findings, from the sources as they are now. Without 'write' nothing is \
        changed and the diff is shown: read it first. Build and test afterwards: there is no type checker here.
        """,
      input: Schema.object(
        [
          "report": Schema.report, "change": Schema.text("The id of a change, or the fingerprint of a finding."),
          "write": Schema.truth("Whether the files are changed; by default they are not."),
        ], required: ["report", "change"], isOpen: false),
      output: Schema.object(
        [
          "written": Schema.truth("Whether files were changed."), "report": Schema.report, "messages": Schema.messages,
          "files": Schema.list(of: Schema.text()), "fixed": Schema.whole("Findings that the patches resolve."),
          "waiting": Schema.whole("Findings that touch the same places; call again after the first are written."),
          "refused": Schema.list(
            of: Schema.object(["fingerprint": Schema.text(), "reason": Schema.text()]), "Findings without a patch."),
          "diff": Schema.text("A unified diff; cut where it is long, then it is whole in the report."),
        ], required: ["written", "report", "files", "fixed", "waiting", "refused", "diff"]),
      effect: .files,
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let isWriting = try Agents.flag("write", in: arguments)
    let entry = try session.shelf.entry(arguments, of: [.analysis, .findings])
    guard let name = arguments["change"]?.string else { throw Workspace.Refusal(description: "'change' is missing") }
    let meant = try entry.findings().filter { $0.isMeant(by: name) }
    guard !meant.isEmpty else {
      throw Workspace.Refusal(description: "the report has no change and no finding '\(name)'")
    }
    guard !entry.sources.isEmpty else {
      throw Workspace.Refusal(description: "the report was made without sources; give 'sources' to 'analyze'")
    }
    // The folders may be others than when the report was made.
    let paths = try entry.sources.map { try workspace.path($0) }
    let configuration = try entry.configuration.map { ["--config=\(try workspace.path($0))"] } ?? []
    let command = try LintCommand.parse(
      ["--no-cache", "--fix"] + (isWriting ? [] : ["--dry-run"]) + configuration + ["--"] + paths)
    try progress.step("reading")
    let (fixing, _, _) = try command.fixing(only: Set(meant.map(\.fingerprint)))
    try progress.step(isWriting ? "writing" : "comparing")
    // From here on nobody can call it off: a change is made at all its places.
    if isWriting { try Reach.write { for change in fixing.changes { try write(change) } } }
    return result(fixing, meant, isWriting)
  }

  private func write(_ change: FileSwap.Change) throws {
    do {
      try LintFixing.write(change)
    } catch let problem as FileSwap.Problem {
      throw Workspace.Refusal(description: "\(change.path): \(problem.message)")
    }
  }

  private func result(
    _ fixing: LintFixing, _ meant: [ReportShelf.Entry.Finding], _ isWriting: Bool
  ) -> ToolResult {
    let changes = fixing.changes
    let diff = changes.map(\.diff).joined()
    let found = fixing.result.found
    let rejected = Set(fixing.result.rejected.map(\.fingerprint))
    let refused = meant.compactMap { finding -> JSONValue? in
      let reason: String
      if rejected.contains(finding.fingerprint) {
        reason = "its edit did not pass the checks: something else would be wrong then; follow its steps"
      } else if found.contains(finding.fingerprint) {
        guard let refusal = fixing.result.refusals[finding.fingerprint] else { return nil }
        reason = refusal ?? "there is no patch for it; follow its steps"
      } else {
        reason = "it is no longer in the sources; analyze them again"
      }
      return ["fingerprint": .string(finding.fingerprint), "reason": .string(reason)]
    }
    let (entry, shown, links) = session.shelf.add(diff: diff)
    return ToolResult(
      .object([
        "written": .bool(isWriting && !changes.isEmpty), "report": .string(ReportShelf.address(entry.number)),
        "files": .array(changes.map { .string($0.path) }),
        "fixed": .integer(fixing.result.fixed.values.reduce(0, +)), "waiting": .integer(fixing.result.waiting),
        "refused": .array(refused), "diff": .string(shown),
      ]), links: links)
  }
}
