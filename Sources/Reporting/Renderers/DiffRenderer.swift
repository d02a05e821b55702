/// The patches of the changes that are listed, best first, one text for `git apply`: those of a file as one.
enum DiffRenderer {
  static func render(_ report: RedrawReport) -> String {
    let changes = report.listedChanges
    let patches = changes.compactMap { change in change.lead.patch.map { (change, $0) } }
    if patches.isEmpty {
      let reason = changes.first?.lead.patchRefusal.map { ": " + Escaping.visible($0) } ?? ""
      return "# no patch is safe to make without a look\(reason)\n"
    }
    var files: [(titles: String, file: PatchFile)] = []
    var places: [String: Int] = [:]
    var others = ""
    for (change, patch) in patches {
      let title = "# " + Escaping.visible(change.lead.message) + "\n"
      guard isPlain(patch), let header = PatchFile.header(of: patch) else {
        others += title + "# its patch holds characters that nobody sees, and is left out\n"
        continue
      }
      let place = places[header] ?? files.count
      if place == files.count {
        places[header] = place
        files.append(("", PatchFile(header: header)))
      }
      if files[place].file.add(patch) {
        files[place].titles += title
      } else {
        others +=
          title + "# its patch changes lines that another one changes, and is left out: apply these, and ask again\n"
      }
    }
    return files.map { $0.titles + $0.file.text }.joined() + others
  }

  /// Whether nothing in it hides something from whoever looks at it.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || $0 == "\t" || !Escaping.isHidden($0) }
  }
}

extension OutputFormat {
  static let diff = OutputFormat("diff", "the patches of the best changes, for git apply", fileExtensions: ["patch"])
    .report { report, _ in DiffRenderer.render(report) }
}
