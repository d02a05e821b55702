import SwiftUIModel

/// Whether the sources are those of an app, and all of it.
extension SourceGraph {
  /// Whether the sources hold what starts an app: its entry, or its delegate, which is mostly not parsed.
  var holdsAnApp: Bool {
    // `MyApp.main()` in a `main.swift` starts one as well.
    let startsInFile = index.files.contains { $0.path == EntryPoints.file || $0.path.hasSuffix("/" + EntryPoints.file) }
    let starting = startsInFile ? Protocols.appDelegates.union(Protocols.apps) : Protocols.appDelegates
    return index.types.contains {
      $0.attributes.contains(.entry) || !$0.conformances.isDisjoint(with: starting)
    } || index.mentions.contains(where: \.namesAppDelegate)
  }

  /// Whether an app is among the sources, and the project that builds it, or most views that they make: of some files of an app, those
  /// are not that stand in the others.
  var holdsWholeApp: Bool {
    guard holdsAnApp else { return false }
    // Who names the folder of a project names all that it builds, and what is not declared there comes from packages.
    if options.holdsProject { return true }
    return answers.declaresViews.value {
      var (declared, undeclared): (Set<String>, Set<String>) = ([], [])
      for child in evaluations.values.flatMap(\.children) where !child.code.isInPreview {
        if child.type != nil {
          declared.insert(child.name)
        } else if !Views.builtin.contains(child.name), UnknownViews.looksLikeView(child.name) {
          undeclared.insert(child.name)
        }
      }
      return declared.count >= Self.leastDeclared * undeclared.count
    }
  }

  /// Views that are declared for each that may come from a package.
  private static var leastDeclared: Int { 3 }
}
