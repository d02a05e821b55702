import AgentServer
import Platform

extension ReportShelf {
  /// The report that a cursor is of.
  ///
  /// - Throws: `Workspace.Refusal` where it is gone, or of another tool.
  func page(_ number: Int, of kind: Kind) throws -> Entry {
    guard let entry = entry(number), entry.kind == kind else {
      throw Workspace.Refusal(description: "the cursor is of a report that is not there, or no longer; make it again")
    }
    return entry
  }
}

extension ReportShelf.Entry {
  /// A finding of a JSON report.
  struct Finding {
    var members: [String: JSONValue]

    var fingerprint: String { members["fingerprint"]?.string ?? "" }
    /// The change that resolves it; `nil` in findings of sources alone.
    var change: String? { members["change"]?.string }
    var view: String? { members["view"]?.string }
    var hasPatch: Bool { members["patch"]?.string != nil }

    /// As lists show it.
    var short: JSONValue {
      let kept: Set = ["fingerprint", "rule", "severity", "view", "location", "message"]
      var short = members.filter { kept.contains($0.key) }
      short["hasPatch"] = .bool(hasPatch)
      return .object(short)
    }

    /// Whether an argument means it: its own fingerprint, or the change that resolves it.
    func isMeant(by name: String) -> Bool { fingerprint == name || change == name }
  }

  private struct Findings: Decodable { var findings: [[String: JSONValue]] }

  func findings() throws -> [Finding] { try members(Findings.self).findings.map(Finding.init) }

  private struct Changes: Decodable { var changes: [[String: JSONValue]]? }

  /// The changes of a report on a trace; none of findings of sources alone.
  func changes() throws -> [[String: JSONValue]] { try members(Changes.self).changes ?? [] }
}
