internal import Vocabulary

/// One line per finding as compilers print them, which Xcode and editors turn into marks.
enum FindingsXcode {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    findings.map { finding in
      var place = ""
      if let location = finding.location {
        // Where nobody says what a path is relative to, it stays as it is.
        let isWhole = location.file.hasPrefix("/") || context.workingDirectory.isEmpty
        let path = isWhole ? location.file : context.workingDirectory + "/" + location.file
        place = "\(Escaping.visible(path)):\(location.line):\(location.column): "
      }
      return
        "\(place)\(finding.severity.rawValue): \(Escaping.visible(finding.message)) [\(Escaping.visible(finding.rule))]\n"
    }.joined()
  }
}

extension OutputFormat {
  static let xcode = OutputFormat("xcode", "findings as Xcode and compilers print them")
    .findings { FindingsXcode.render($0, $1) }.reading()
}
