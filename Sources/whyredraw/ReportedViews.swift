import ArgumentParser
import Foundation

/// The views that a JSON report leaves open: those whose cause a log of them, or of what builds them, would settle.
enum ReportedViews {
  /// Rules whose findings say that a view's parent has to be looked at.
  private static let rulesThatAsk: Set<String> = ["self_only_updates", "slow_body", "update_loop", "cascade"]

  /// Names as the source has them, without generic arguments.
  ///
  /// - Throws: an exit code, having said what is wrong with the report.
  static func names(in path: String) throws -> Set<String> {
    guard let data = FileManager.default.contents(atPath: path) else {
      tell("error: \(path): no such report; make one with: whyredraw INPUT --output json=\(path)")
      throw ExitCode.noInput
    }
    guard let report = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let views = report["views"] as? [[String: Any]], report["schemaVersion"] is Int
    else {
      tell("error: \(path): is no JSON report of whyredraw; make one with: whyredraw INPUT --output json=\(path)")
      throw ExitCode.unusableInput
    }
    var names: Set<String> = []
    // With sources, the report says itself which body is to be logged: "add '…' to the body of 'Feed', Feed.swift:3".
    for case let wanted as String in views.compactMap({ $0["instrumentation"] }) {
      let parts = wanted.components(separatedBy: "to the body of '")
      if parts.count == 2 { insert(parts[1].components(separatedBy: "'")[0], into: &names) }
    }
    if !names.isEmpty { return names }
    for root in report["rootCauses"] as? [[String: Any]] ?? [] {
      insert(root["view"], into: &names)
      for view in root["affected"] as? [[String: Any]] ?? [] { insert(view["view"], into: &names) }
    }
    for finding in report["findings"] as? [[String: Any]] ?? []
    where rulesThatAsk.contains(finding["rule"] as? String ?? "") {
      insert(finding["view"], into: &names)
      for related in finding["related"] as? [[String: Any]] ?? [] { insert(related["view"], into: &names) }
    }
    if names.isEmpty {
      tell("error: \(path): the report asks for no view; leave out '--from', or choose views with '--only'")
      throw ExitCode.unusableInput
    }
    return names
  }

  private static func insert(_ name: Any?, into names: inout Set<String>) {
    guard let name = name as? String else { return }
    var plain = ""
    var depth = 0
    for character in name {
      if character == "<" {
        depth += 1
      } else if character == ">" {
        depth -= 1
      } else if depth == 0 {
        plain.append(character)
      }
    }
    if !plain.isEmpty { names.insert(plain) }
  }
}
