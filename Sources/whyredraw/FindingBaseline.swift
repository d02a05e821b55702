import Platform
import Reporting
import Vocabulary

/// A file of known findings: sorted lines of fingerprint, rule and place, so that changes to it are readable.
struct FindingBaseline {
  enum Failure: Error, CustomStringConvertible {
    case missing(String)
    case malformed(String, line: Int)
    case tooLarge(String)

    var isMissing: Bool {
      if case .missing = self { return true }
      return false
    }

    var description: String {
      switch self {
      case .missing(let path):
        "\(path): cannot be opened; 'whyredraw lint … --write-finding-baseline \(path)' writes the findings of today"
      case .tooLarge(let path): "\(path): is larger than any file of known findings"
      case .malformed(let path, let line):
        "\(path):\(line): not a line of known findings; write the file anew with --write-finding-baseline"
      }
    }
  }

  private static let header = "# whyredraw known findings 1"
  private var fingerprints: Set<String> = []
  private var lines: [String] = []

  init(_ findings: [ReportedFinding], _ repository: RepositoryPaths) {
    lines = findings.map { finding in
      let view = finding.view.map { " " + $0 } ?? ""
      let file = finding.location.map { repository.relative($0.file) } ?? "-"
      return "\(finding.fingerprint) \(finding.rule) \(file)\(view)"
    }.sorted { left, right in
      left.dropFirst(17) == right.dropFirst(17) ? left < right : left.dropFirst(17) < right.dropFirst(17)
    }
    fingerprints = Set(findings.map(\.fingerprint))
  }

  init(contentsOf path: String) throws(Failure) {
    let data: [UInt8]
    do {
      data = try FileContents.document(at: path, largest: 64 << 20)
    } catch {
      switch error {
      case .cannotBeOpened: throw .missing(path)
      case .tooLarge: throw .tooLarge(path)
      }
    }
    let text = String(decoding: data, as: UTF8.self)
    for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() where !line.hasPrefix("#") {
      guard let first = line.split(separator: " ").first, first.count == 16, first.allSatisfy(\.isHexDigit) else {
        throw .malformed(path, line: number + 1)
      }
      fingerprints.insert(String(first))
    }
  }

  var text: String { ([Self.header] + lines).joined(separator: "\n") + "\n" }

  /// Of the known findings those that are not among some: what was fixed since, or is looked at no more.
  func gone(from findings: [ReportedFinding]) -> Int { fingerprints.subtracting(findings.map(\.fingerprint)).count }

  func new(in findings: [ReportedFinding]) -> [ReportedFinding] {
    findings.filter { !fingerprints.contains($0.fingerprint) }
  }
}
