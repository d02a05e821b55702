import SourceAnalysis
import Testing

/// What projects say of the systems that their apps run on.
@Suite struct DeploymentTargetsTests {
  private func targets(_ files: [(path: String, text: String)]) -> DeploymentTargets {
    DeploymentTargets(
      files.compactMap { path, text in DeploymentTargets.ProjectFile(path: path).map { ($0, text) } })
  }

  private func xcode(_ versions: String...) -> String {
    versions.map { "IPHONEOS_DEPLOYMENT_TARGET = \($0);" }.joined(separator: "\n")
  }

  @Test func theMostCommonVersionCounts() {
    let found = targets([("App.xcodeproj/project.pbxproj", xcode("15.4", "18.0", "18.0", "26.0"))])
    #expect(found.version(at: "App/View.swift") == 18)
    #expect(targets([("App.xcodeproj/project.pbxproj", xcode("17.0", "16.0"))]).version(at: "A.swift") == 16)
  }

  @Test func theNearestProjectCounts() {
    let found = targets([
      ("App.xcodeproj/project.pbxproj", xcode("15.0")), ("Tools/Tool.xcodeproj/project.pbxproj", xcode("17.0")),
    ])
    #expect(found.version(at: "App/View.swift") == 15)
    #expect(found.version(at: "Tools/View.swift") == 17)
  }

  @Test func aMacCountsAsThePhoneOfItsYear() {
    #expect(targets([("A.xcodeproj/project.pbxproj", "MACOSX_DEPLOYMENT_TARGET = 13.0;")]).version(at: "A.swift") == 16)
    let both = "MACOSX_DEPLOYMENT_TARGET = 10.15;\n" + xcode("17.0")
    #expect(targets([("A.xcodeproj/project.pbxproj", both)]).version(at: "A.swift") == 17)
  }

  @Test(arguments: [
    ("project.yml", "deploymentTarget:\n  iOS: 16.4\n"), ("project.yml", "    deploymentTarget: { iOS: \"16.0\" }\n"),
    ("Project.swift", "deploymentTargets: .multiplatform(iOS: \"16.0\", macOS: \"14.0\")"),
    ("Project.swift", "deploymentTarget: .iOS(targetVersion: \"16.0\", devices: .iphone)"),
    ("Configuration/Base.xcconfig", "IPHONEOS_DEPLOYMENT_TARGET=16.0"),
  ]) func otherFilesTellToo(_ path: String, _ text: String) {
    #expect(targets([(path, text)]).version(at: "Sources/View.swift") == 16)
  }

  @Test func whatSaysNothingDecidesNothing() {
    #expect(targets([("App.xcodeproj/project.pbxproj", xcode("$(TARGET)"))]).version(at: "A.swift") == nil)
    #expect(targets([("Other/App.xcodeproj/project.pbxproj", xcode("15.0"))]).version(at: "A.swift") == nil)
    #expect(DeploymentTargets.ProjectFile(path: "Package.swift") == nil)
  }
}
