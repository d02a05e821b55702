import SwiftUIModel

/// Code that only previews and testers run: nobody waits for it.
struct PreviewCode: Sendable {
  private let types: Set<String>

  init(_ graph: SourceGraph) {
    types = Set(
      graph.index.types.filter { type in
        type.code.isInPreview || Conventions.testerEndings.contains(where: type.name.hasSuffix)
          || Self.isOnlyPreviewed(type, graph)
      }.map(\.qualifiedName))
  }

  func covers(_ finding: Finding) -> Bool {
    if let view = finding.view, types.contains(view) { return true }
    return finding.code.isInPreview || Self.isOfPreviews(finding.place.file)
  }

  /// `Preview Content/Samples.swift`, `PreviewHelper.swift`: not `LinkPreview.swift`, which an app may well show.
  private static func isOfPreviews(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    if parts.dropLast().contains(where: { Conventions.previewFolders.contains(String($0)) }) { return true }
    guard let name = parts.last?.prefix(while: { $0 != "." }), name.hasPrefix("Preview") else { return false }
    return Conventions.previewFileEndings.contains { name.hasSuffix($0) }
  }

  /// A private view that nothing but the previews of its file builds.
  private static func isOnlyPreviewed(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard graph.isView(type), type.code.modifierNames.contains(where: { ["private", "fileprivate"].contains($0) }),
      graph.parents[type.id] == nil
    else { return false }
    let uses = type.code.file.root.descendants.filter {
      $0.kind == .identifier && $0.name == type.name && !type.code.contains($0)
    }
    return !uses.isEmpty && uses.allSatisfy(\.isInPreview)
  }
}
