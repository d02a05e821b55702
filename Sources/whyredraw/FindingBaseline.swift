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
  private static let ofRules = "# of the rules "
  /// The rules that alone were asked for when it was written; empty for all. Of a whole app, they find more than all together do.
  private(set) var rules: Set<String> = []
  private var fingerprints: Set<String> = []
  /// The file of each finding, as the repository names it; `nil` in files that do not say.
  private var places: [String: (rule: String, file: String)] = [:]
  private var lines: [String] = []

  init(_ findings: [ReportedFinding], of rules: [String], _ repository: RepositoryPaths) {
    self.rules = Set(rules)
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
    for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      if line.hasPrefix(Self.ofRules) {
        rules = Set(line.dropFirst(Self.ofRules.count).split(separator: " ").map(String.init))
      }
      if line.hasPrefix("#") { continue }
      guard let first = line.split(separator: " ").first, first.count == 16, first.allSatisfy(\.isHexDigit) else {
        throw .malformed(path, line: number + 1)
      }
      fingerprints.insert(String(first))
      // A path may hold blanks; what stands behind it, the view, has none.
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if words.count > 2 { places[String(first)] = (String(words[1]), words[2...].joined(separator: " ")) }
    }
  }

  var text: String {
    let scope = rules.isEmpty ? [] : [Self.ofRules + rules.sorted().joined(separator: " ")]
    return ([Self.header] + scope + lines).joined(separator: "\n") + "\n"
  }

  /// Of the known findings those that are not among some, though the files that they are in were read: what was fixed since.
  ///
  /// - Parameters:
  ///   - files: Those that were read, as the repository names them.
  ///   - exists: Whether there is a file; what was in one that is deleted is gone, too.
  func gone(from findings: [ReportedFinding], read files: Set<String>, exists: (String) -> Bool) -> Int {
    fingerprints.subtracting(findings.map(\.fingerprint)).count { fingerprint in
      guard let place = places[fingerprint] else { return true }
      return covers(place.file, files, exists)
    }
  }

  /// How many known findings are in files that were not read: nobody can say whether they are still there.
  func unread(_ files: Set<String>, exists: (String) -> Bool) -> Int {
    places.values.count { !covers($0.file, files, exists) }
  }

  private func covers(_ place: String, _ files: Set<String>, _ exists: (String) -> Bool) -> Bool {
    if place == "-" || place.hasPrefix("- ") { return true }
    var path = place[...]
    // With its view, or without.
    while true {
      if files.contains(String(path)) { return true }
      if exists(String(path)) { return false }
      guard let blank = path.lastIndex(of: " ") else { return true }
      path = path[..<blank]
    }
  }

  func new(in findings: [ReportedFinding]) -> [ReportedFinding] {
    findings.filter { !fingerprints.contains($0.fingerprint) }
  }
}
