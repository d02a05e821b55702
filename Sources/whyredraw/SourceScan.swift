import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import SystemPackage

/// Finds the Swift files below some paths.
struct SourceScan {
  /// Globs of paths, relative to the working directory, that are left out.
  var excluded: [String] = []

  /// Folders that never hold an app's own sources.
  private static let skippedFolders: Set<String> = [
    ".git", ".build", ".swiftpm", "DerivedData", "Pods", "Carthage", "node_modules",
  ]

  /// What lies below some paths.
  struct Found {
    /// Swift files with paths as the user gave them, in the order of their names.
    var files: [String]
    /// The files of projects, there and in the folders around.
    var projects: [String]
    /// The paths that do not exist.
    var missing: [String]
    /// Whether a project lies in the folders themselves, and not only around them.
    var holdsProject = false

    /// Says which paths do not exist, or that there is no source in those that do.
    ///
    /// - Returns: Whether there is anything to work on.
    func isUsable(namedBy paths: [String], _ tell: (String) -> Void) -> Bool {
      for path in missing { tell("error: " + MissingPath.message(path)) }
      if files.isEmpty, missing.isEmpty {
        tell("error: \(paths.joined(separator: ", ")): no Swift file in it; name the folder of the app's code")
      }
      return missing.isEmpty && !files.isEmpty
    }

    /// What the projects say.
    var deploymentTargets: DeploymentTargets {
      DeploymentTargets(
        projects.compactMap { path in
          guard
            let file = DeploymentTargets.ProjectFile(
              path: path, workingDirectory: FileManager.default.currentDirectoryPath),
            let data = FileContents.data(at: path),
            data.count < Self.largestProject
          else { return nil }
          return (file, String(decoding: data, as: UTF8.self))
        })
    }

    /// Xcode writes some megabytes for the largest apps.
    private static let largestProject = 64 << 20
  }

  func files(at paths: [String]) -> Found {
    var files: Set<String> = []
    var projects: Set<String> = []
    var missing: [String] = []
    var holdsProject = false
    let globs = excluded.map(Glob.init)
    for path in paths {
      guard FileManager.default.fileExists(atPath: path), Reach.includes(path) else {
        missing.append(path)
        continue
      }
      if SystemPath.isFolder(FilePath(path)) {
        var inside: Set<String> = []
        collect(Self.root(path), globs, into: &files, &inside)
        holdsProject =
          holdsProject || inside.contains { DeploymentTargets.ProjectFile(path: $0)?.kind != .settings }
        projects.formUnion(inside)
      } else {
        files.insert(Self.normalised(path))
      }
      projects.formUnion(Self.projects(around: path))
    }
    return Found(
      files: files.sorted(), projects: projects.sorted(), missing: missing, holdsProject: holdsProject)
  }

  /// Where only a part of an app is named, its project is in a folder above, up to the root of the repository.
  private static func projects(around path: String) -> [String] {
    var found: [String] = []
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    for _ in 0..<mostFoldersAbove {
      let entries = FileContents.entries(of: folder.path)
      for (name, kind) in entries {
        if kind == .folder, name.hasSuffix(".xcodeproj") {
          found.append(folder.path + "/" + name + "/" + projectFile)
        } else if kind == .file, DeploymentTargets.ProjectFile(path: name) != nil {
          found.append(folder.path + "/" + name)
        }
      }
      if entries.contains(where: { $0.name == ".git" }) || folder.path == "/" { break }
      folder.deleteLastPathComponent()
    }
    return found.map(normalised)
  }

  private static let mostFoldersAbove = 6
  private static let projectFile = "project.pbxproj"

  /// A link to a folder is not followed: it could lead back up.
  private func collect(
    _ folder: String, _ globs: [Glob], into files: inout Set<String>, _ projects: inout Set<String>
  ) {
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    for (name, kind) in FileContents.entries(of: folder) {
      let path = prefix + name
      switch kind {
      case .file where name.hasSuffix(".swift"):
        if !Self.isExcluded(path, globs) { files.insert(path) }
        if name == "Project.swift" { projects.insert(path) }
      case .file where DeploymentTargets.ProjectFile(path: name) != nil: projects.insert(path)
      case .folder where !Self.skippedFolders.contains(name):
        if !Self.isExcluded(path, globs) { collect(path, globs, into: &files, &projects) }
      default: break
      }
    }
  }

  private static func isExcluded(_ path: String, _ globs: [Glob]) -> Bool { globs.contains { $0.matches(path) } }

  private static func root(_ path: String) -> String {
    let root = normalised(path)
    return root.isEmpty || root + "/" == FileManager.default.currentDirectoryPath + "/" ? "." : root
  }

  /// Relative to the working directory where possible, without `./`, doubled slashes, and folders that it leaves again.
  static func normalised(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != "..", !isLink(parts, below: path) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    var text = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    let current = FileManager.default.currentDirectoryPath + "/"
    if text.hasPrefix(current) { text.removeFirst(current.count) }
    return text
  }

  /// Behind a link, `..` is the folder above of what it leads to.
  private static func isLink(_ parts: [Substring], below path: String) -> Bool {
    SystemPath.kind(of: FilePath((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))) == .link
  }
}

/// `*` within a name, `**` over folders, `?` for one character; a folder's glob covers what is below it.
struct Glob {
  private let pattern: [Character]

  init(_ text: String) { pattern = Array(text.hasSuffix("/") ? String(text.dropLast()) : text) }

  func matches(_ path: String) -> Bool {
    if matches(Array(path)) { return true }
    // A pattern without a slash names a file or folder anywhere.
    guard !pattern.contains("/") else { return false }
    return path.split(separator: "/").contains { matches(Array($0)) }
  }

  /// Remembers where each pattern position failed, so that many stars cannot take exponential time.
  private func matches(_ text: [Character]) -> Bool {
    var failed: Set<Int> = []
    func match(_ p: Int, _ t: Int) -> Bool {
      let key = p * (text.count + 1) + t
      if failed.contains(key) { return false }
      let result: Bool
      if p == pattern.count {
        result = t == text.count
      } else if pattern[p] == "*" {
        if p + 1 < pattern.count, pattern[p + 1] == "*" {
          let rest = p + 2 < pattern.count && pattern[p + 2] == "/" ? p + 3 : p + 2
          result = match(rest, t) || t < text.count && match(p, t + 1)
        } else {
          result = match(p + 1, t) || t < text.count && text[t] != "/" && match(p, t + 1)
        }
      } else {
        result = t < text.count && (pattern[p] == text[t] || pattern[p] == "?" && text[t] != "/") && match(p + 1, t + 1)
      }
      if !result { failed.insert(key) }
      return result
    }
    return match(0, 0)
  }
}

/// The sources that a command is about when it is not told.
enum SourcePaths {
  static let help: ArgumentHelp =
    "Swift files, or folders that hold them; by default the sources of the configuration, else the working directory."

  /// Refuses files that hold something else, such as the log that stands one word further on the command line: read as Swift, it would
  /// look like sources in which nothing is found.
  ///
  /// - Throws: `ValidationError` with the first of them.
  static func refuseOthers(_ paths: [String]) throws {
    guard let other = paths.first(where: { !$0.hasSuffix(".swift") && SystemPath.size(ofFile: $0) != nil }) else {
      return
    }
    throw ValidationError(
      "'\(Escaping.visible(other))' is no Swift source; name the app's Swift files, or the folder that holds them")
  }

  static func named(_ paths: [String], _ file: ConfigurationFile) -> [String] {
    if !paths.isEmpty { return paths }
    return file.sources.isEmpty ? ["."] : file.sources
  }
}
