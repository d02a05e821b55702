/// The lowest versions of iOS that apps run on, as their projects say: Xcode's, XcodeGen's and Tuist's, and settings files.
///
/// An app for the Mac counts as one for the version of iOS that came out with its system: macOS 14 is iOS 17.
package struct DeploymentTargets: Sendable, Hashable {
  /// A file of a project.
  package struct ProjectFile: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// `App.xcodeproj/project.pbxproj`
      case xcode
      /// `Shared.xcconfig`
      case settings
      /// `project.yml`
      case xcodeGen
      /// `Project.swift`
      case tuist
    }

    package var path: String
    package var kind: Kind
    /// The folder whose files the project builds, with a `/` at its end; empty for the working directory.
    private(set) var folder: String

    /// `nil` for a file of another kind.
    ///
    /// - Parameter workingDirectory: That the paths of sources are relative to, where the file is named absolutely.
    package init?(path: String, workingDirectory: String = "") {
      switch path.split(separator: "/").last.map(String.init) ?? path {
      case "project.pbxproj": kind = .xcode
      case "project.yml": kind = .xcodeGen
      case "Project.swift": kind = .tuist
      case let name where name.hasSuffix(".xcconfig"): kind = .settings
      default: return nil
      }
      self.path = path
      let folders = path.split(separator: "/").dropLast(kind == .xcode ? 2 : 1)
      folder = (path.hasPrefix("/") ? "/" : "") + folders.map { $0 + "/" }.joined()
      if folder.hasPrefix("/"), (workingDirectory + "/").hasPrefix(folder) { folder = "" }
    }

    fileprivate func versions(in text: String) -> [Int] {
      switch kind {
      case .xcode, .settings:
        let phone = DeploymentTargets.versions(after: "IPHONEOS_DEPLOYMENT_TARGET", in: text)
        return phone.isEmpty
          ? DeploymentTargets.versions(after: "MACOSX_DEPLOYMENT_TARGET", in: text).map(DeploymentTargets.phone) : phone
      case .xcodeGen, .tuist:
        let settings = text.ranges(of: "deploymentTarget").map { text[$0.upperBound...].prefix(200) }
        let phone = settings.flatMap { DeploymentTargets.versions(after: "iOS", in: $0).prefix(1) }
        if !phone.isEmpty { return phone }
        let mac = settings.flatMap { DeploymentTargets.versions(after: "macOS", in: $0).prefix(1) }
        return mac.map(DeploymentTargets.phone)
      }
    }
  }

  private var versions: [String: Int] = [:]

  package init() {}

  package init(_ files: [(file: ProjectFile, text: String)]) {
    let projects = Set(files.lazy.filter { $0.file.kind != .settings }.map(\.file.folder))
    var found: [String: [Int]] = [:]
    for (file, text) in files {
      var folder = file.folder
      if file.kind == .settings {
        // Settings lie in a folder of the project that they are for, or beside its sources.
        let around = projects.filter { folder.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count }
        folder = around ?? folder.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      }
      found[folder, default: []] += file.versions(in: text)
    }
    versions = found.compactMapValues(Self.mostCommon)
  }

  /// The version that the project around a source file says; `nil` where none does.
  package func version(at path: String) -> Int? {
    versions.filter { path.hasPrefix($0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }?.value
  }

  /// For fingerprints of the configuration.
  package var identity: String {
    versions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  /// Tests and extensions often say another version than the app; of two that are as common the lower.
  private static func mostCommon(_ versions: [Int]) -> Int? {
    let counts = Dictionary(versions.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  static func phone(ofMac version: Int) -> Int { version + 3 }

  /// The version of iOS that came out with a version of a platform; `nil` for other platforms, and for systems that came out
  /// before SwiftUI, whose checks nobody removed.
  static func phone(of platform: String, _ version: Int) -> Int? {
    let phone: Int
    switch platform {
    case "iOS", "iOSApplicationExtension", "tvOS": phone = version
    case "macOS": phone = self.phone(ofMac: version)
    case "watchOS": phone = version + 7
    default: return nil
    }
    // Since 2025 all platforms count alike.
    return version >= 26 ? version : phone < firstWithSwiftUI ? nil : phone
  }

  private static let firstWithSwiftUI = 13

  /// The first number behind each mention of a key: `KEY = 16.4;`, `iOS: "16.4"`, `.iOS("16.4")`.
  fileprivate static func versions(after key: String, in text: some StringProtocol) -> [Int] {
    text.ranges(of: key).compactMap { range in
      let value = text[range.upperBound...].prefix(24)
      guard let digit = value.firstIndex(where: \.isNumber),
        value[..<digit].allSatisfy({ !$0.isLetter || "targetVersion".contains($0) })
      else { return nil }
      return Int(value[digit...].prefix(while: \.isNumber))
    }
  }
}
