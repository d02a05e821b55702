package import Vocabulary

/// How a rendering may look; what it says does not depend on it, except for `isVerbose` and `isQuiet`.
package struct RenderingOptions: Sendable, Hashable {
  /// Columns of the terminal; `nil` for output that goes to no terminal, which gets 100.
  package var width: Int?
  /// Whether ANSI colours may be used; they only repeat what words and signs say.
  package var usesColor: Bool
  /// Everything: all rows, inputs, issues, steps and patches.
  package var isVerbose: Bool
  /// Only the verdict and the findings.
  package var isQuiet: Bool
  /// How an editor is told to open a place, such as `vscode://file{path}:{line}:{column}`; `nil` leaves that to the reader.
  package var editorLink: String?
  /// The web page of a line of the repository, such as `https://github.com/me/app/blob/main/{path}#L{line}`; `nil` without one.
  package var sourceLink: String?
  /// The folder that places are relative to, absolute; `nil` where the output is not to depend on it.
  package var workingDirectory: String?
  /// Where places lie in the repository, for those who read a report elsewhere; `nil` where they are as they are.
  package var repository: RepositoryPaths?

  package init(width: Int? = 80, usesColor: Bool = false, isVerbose: Bool = false, isQuiet: Bool = false) {
    self.width = width
    self.usesColor = usesColor
    self.isVerbose = isVerbose
    self.isQuiet = isQuiet
  }
}
