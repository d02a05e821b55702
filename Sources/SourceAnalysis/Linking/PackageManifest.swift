import SwiftUIModel

/// What a Package.swift among the sources says about the files below it, or one of the files in which Tuist describes a project.
struct PackageManifest: Sendable {
  /// The folder of the manifest, with a `/` at its end; empty for the root.
  var folder: String
  /// The lowest version of iOS that the package runs on.
  var deploymentTarget: Int?
  /// Folders of the targets whose declarations are isolated to the main actor by default.
  var isolatedFolders: [String] = []

  /// `nil` for files that are no manifest.
  init?(_ file: SourceFile) {
    if let folder = Self.folderOfHelper(file) {
      self.folder = folder
      deploymentTarget = Self.lowestTarget(in: file)
      if deploymentTarget == nil { return nil }
      return
    }
    guard file.path == "Package.swift" || file.path.hasSuffix("/Package.swift"),
      file.root.children.contains(where: { $0.kind == .importDecl && $0.name == "PackageDescription" })
    else { return nil }
    folder = String(file.path.dropLast("Package.swift".utf8.count))
    var macTarget: Int?
    defer { deploymentTarget = deploymentTarget ?? macTarget.map(DeploymentTargets.phone) }
    for code in file.root.descendants where code.kind == .call {
      switch code.calledName {
      case "iOS" where deploymentTarget == nil:
        deploymentTarget = code.arguments.first?.firstChild.flatMap(Self.version)
      case "macOS" where macTarget == nil: macTarget = code.arguments.first?.firstChild.flatMap(Self.version)
      case "defaultIsolation":
        guard let path = code.arguments.first?.firstChild?.memberPath, path.count == 2, path[1] == "self",
          Attributes.mainActors.contains(path[0])
        else { continue }
        // Outside of a target it is meant for all of them.
        let target = code.ancestors.first {
          ["target", "executableTarget", "testTarget"].contains($0.calledName) && $0.argument("name") != nil
        }
        isolatedFolders.append(folder + (target.map(Self.folder) ?? ""))
      default: break
      }
    }
  }

  /// The folder of the project that a file in `Tuist/` helps to describe; `nil` for other files.
  private static func folderOfHelper(_ file: SourceFile) -> String? {
    guard file.root.children.contains(where: { $0.kind == .importDecl && $0.name == "ProjectDescription" }) else {
      return nil
    }
    let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
    guard let position = parts.firstIndex(of: "Tuist") else { return nil }
    return parts[..<position].map { $0 + "/" }.joined()
  }

  /// `DeploymentTargets.iOS("16.6")`, `.multiplatform(iOS: "16.6")`, `.iOS(targetVersion: "16.6", devices: …)`
  private static func lowestTarget(in file: SourceFile) -> Int? {
    let versions = file.root.descendants.compactMap { code -> Int? in
      guard code.kind == .call else { return nil }
      let value =
        code.calledName == "iOS"
        ? code.argument("targetVersion") ?? code.arguments.first?.firstChild : code.argument("iOS")
      guard let value, value.kind == .string else { return nil }
      return version(value)
    }
    return versions.min()
  }

  /// `.v16` or `"16.4"`.
  private static func version(_ value: Code) -> Int? {
    Int(value.name.drop { !$0.isNumber }.prefix(while: \.isNumber))
  }

  private static func folder(_ target: Code) -> String {
    if let path = target.argument("path"), path.kind == .string { return path.name + "/" }
    let parent = target.calledName == "testTarget" ? "Tests/" : "Sources/"
    return parent + (target.argument("name")?.name ?? "") + "/"
  }
}

extension SourceGraph {
  var manifests: [PackageManifest] { index.files.compactMap { PackageManifest($0) } }

  /// The lowest version of iOS that the code at a path runs on: as its package or its project says, else as the user does.
  func deploymentTarget(at path: String, _ manifests: [PackageManifest]) -> Int? {
    let package = manifests.filter { path.hasPrefix($0.folder) && path != $0.folder + "Package.swift" }
      .max { ($0.folder.utf8.count, -($0.deploymentTarget ?? 0)) < ($1.folder.utf8.count, -($1.deploymentTarget ?? 0)) }
    return package?.deploymentTarget ?? options.deploymentTargets.version(at: path) ?? options.deploymentTarget
  }

  /// The version of iOS that came out with `@Observable`.
  static let firstWithObservation = 17

  /// Whether `@Observable` cannot be used at one of the paths.
  func isBelowObservation(_ paths: [String], _ manifests: [PackageManifest]) -> Bool {
    paths.contains { path in deploymentTarget(at: path, manifests).map { $0 < Self.firstWithObservation } ?? false }
  }
}

/// Which modules isolate their declarations to the main actor by default, as far as sources show it.
struct DefaultIsolation: Sendable {
  private let manifests: [PackageManifest]
  private var isolatedModules: Set<String> = []

  init(_ graph: SourceGraph) {
    manifests = graph.manifests
    // `nonisolated` on whole types and extensions is written only where they would be isolated otherwise.
    var balance: [String: Int] = [:]
    for type in graph.index.types {
      for part in type.allCode where part.parent?.kind == .file || part.parent?.kind == .ifConfigClause {
        let module = module(of: part.file.path)
        if part.modifierNames.contains("nonisolated") {
          balance[module, default: 0] += 1
        } else if part.attributeNames.contains(.mainActor) {
          balance[module, default: 0] -= 1
        }
      }
    }
    isolatedModules = Set(balance.filter { $0.value > 0 }.keys)
  }

  func covers(_ path: String) -> Bool {
    manifests.contains { $0.isolatedFolders.contains { path.hasPrefix($0) } }
      || isolatedModules.contains(module(of: path))
  }

  /// The folder of a package's target, or the first folder of the path: an app's sources.
  private func module(of path: String) -> String {
    for manifest in manifests where path.hasPrefix(manifest.folder + "Sources/") {
      let rest = path.dropFirst(manifest.folder.count).split(separator: "/").prefix(2)
      return manifest.folder + rest.joined(separator: "/")
    }
    let folders = path.split(separator: "/").dropLast()
    return folders.first.map(String.init) ?? ""
  }
}
