import ArgumentParser
import Platform
import TraceAnalysis
import TraceImport

/// The views that a JSON report leaves open: those whose cause a log of them, or of what builds them, would settle.
enum ReportedViews {
  /// Rules whose findings say that a view's parent has to be looked at.
  private static let rulesThatAsk = Set(traceRuleDescriptions.filter(\.asksForViews).map(\.id))

  /// What of a JSON report says which views to look at.
  private struct Report: Decodable {
    let schemaVersion: Int
    let views: [View]
    let rootCauses: [RootCause]?
    let findings: [Finding]?

    struct View: Decodable {
      let instrumentedView: Named?
    }

    struct Named: Decodable {
      let view: String?
    }

    struct RootCause: Decodable {
      let view: String?
      let affected: [Named]?
    }

    struct Finding: Decodable {
      let rule: String?
      let view: String?
      let related: [Named]?
    }
  }

  /// Names as the source has them, without generic arguments.
  ///
  /// - Throws: an exit code, having said what is wrong with the report.
  static func names(in path: String) throws -> Set<String> {
    let data: [UInt8]
    do {
      data = try FileContents.document(at: path, largest: WholeInput.largestSize)
    } catch .cannotBeOpened {
      tell("error: \(path): no such report; make one with: whyredraw INPUT --output json=\(path)")
      throw ExitCode.noInput
    } catch .tooLarge {
      tell("error: \(path): is larger than \(WholeInput.largestSize >> 20) MB, more than any report")
      throw ExitCode.unusableInput
    }
    return try names(in: Data(data), from: path)
  }

  /// - Parameter path: What the report is called in messages.
  static func names(in data: Data, from path: String) throws -> Set<String> {
    guard let report = try? JSONDecoder().decode(Report.self, from: data) else {
      tell("error: \(path): is no JSON report of whyredraw; make one with: whyredraw INPUT --output json=\(path)")
      throw ExitCode.unusableInput
    }
    // With sources, the report says itself which bodies are to be logged.
    let wanted = Set(report.views.compactMap { $0.instrumentedView?.view }.compactMap(withoutArguments))
    let names = wanted.isEmpty ? involved(report) : wanted
    if names.isEmpty {
      tell("error: \(path): the report asks for no view; leave out '--from', or choose views with '--only'")
      throw ExitCode.unusableInput
    }
    return names
  }

  /// The views that root causes and findings name.
  private static func involved(_ report: Report) -> Set<String> {
    var names = (report.rootCauses ?? []).flatMap { [$0.view] + ($0.affected ?? []).map(\.view) }
    for finding in report.findings ?? [] where rulesThatAsk.contains(finding.rule ?? "") {
      names += [finding.view] + (finding.related ?? []).map(\.view)
    }
    return Set(names.compactMap { $0 }.compactMap(withoutArguments))
  }

  /// `Row` for `Row<Text>`.
  private static func withoutArguments(_ name: String) -> String? {
    var plain = ""
    var depth = 0
    for character in name {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      default: if depth == 0 { plain.append(character) }
      }
    }
    return plain.isEmpty ? nil : plain
  }
}
