internal import Platform
internal import Vocabulary

extension RepositoryPaths {
  /// Those of this process: in the checkout of GitHub Actions its folder, else the nearest folder that holds `.git`, else the
  /// working directory alone.
  static var current: RepositoryPaths {
    let working = FileManager.default.currentDirectoryPath
    let workspace = environment("GITHUB_WORKSPACE").flatMap { $0.isEmpty ? nil : SystemPath.real($0) }
    if let workspace, (working + "/").hasPrefix(workspace + "/") {
      return RepositoryPaths(workingDirectory: working, root: workspace)
    }
    var folder = URL(fileURLWithPath: working)
    while folder.path != "/" {
      // A folder, or in a work tree a file.
      if FileManager.default.fileExists(atPath: folder.path + "/.git") {
        return RepositoryPaths(workingDirectory: working, root: folder.path)
      }
      folder.deleteLastPathComponent()
    }
    return RepositoryPaths(workingDirectory: working, root: working)
  }
}
