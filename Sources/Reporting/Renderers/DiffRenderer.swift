/// The patches of the changes that are listed, best first, one text for `git apply`.
enum DiffRenderer {
  static func render(_ report: RedrawReport) -> String {
    let changes = report.listedChanges
    let patches = changes.compactMap { change in change.lead.patch.map { patch($0, of: change) } }
    if patches.isEmpty {
      let reason = changes.first?.lead.patchRefusal.map { ": " + Escaping.visible($0) } ?? ""
      return "# no patch is safe to make without a look\(reason)\n"
    }
    return patches.joined()
  }

  /// With what it is for before it; what could hide something from whoever looks at it is left out.
  private static func patch(_ text: String, of change: ReportedChange) -> String {
    let title = "# " + Escaping.visible(change.lead.message) + "\n"
    let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || $0 == "\t" || !Escaping.isHidden($0) }
    guard isPlain else { return title + "# its patch holds characters that nobody sees, and is left out\n" }
    return title + (text.hasSuffix("\n") ? text : text + "\n")
  }
}

extension OutputFormat {
  static let diff = OutputFormat("diff", "the patches of the best changes, for git apply", fileExtensions: ["patch"])
    .report { report, _ in DiffRenderer.render(report) }
}
