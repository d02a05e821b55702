import Foundation
import SourceAnalysis
import Testing
import Vocabulary

/// Folder, list and documentation of the rules belong together.
@Suite struct RuleCatalogueTests {
  private var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  @Test func documentationIsCurrent() throws {
    let folder = package.appendingPathComponent("Documentation")
    var expected = ["Rules.md": RuleDocumentation.index(allSourceRules)]
    for rule in allSourceRules { expected["\(RuleDocumentation.folder)/\(rule.id).md"] = RuleDocumentation.page(rule) }
    for (name, text) in expected {
      let written = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(written == text, "\(name) is not current; run: .build/release/whyredraw rules --pages Documentation")
    }
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("Rules").path)
    #expect(Set(pages) == Set(allSourceRules.map { $0.id + ".md" }))
  }

  @Test(arguments: allSourceRules.map(\.id)) func aRuleHasAFileOfItsName(_ id: String) {
    let name = id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let path = package.appendingPathComponent("Sources/SourceAnalysis/Rules/\(name).swift").path
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func idsAreUnique() {
    #expect(Set(allSourceRules.map(\.id)).count == allSourceRules.count)
  }

  /// What is removed or renamed shows in `Documentation/Rules.md`; that nothing which was advised is without a rule shows here.
  @Test(arguments: Guideline.allCases) func advisedIsImplemented(_ guideline: Guideline) {
    #expect(allSourceRules.contains { $0.advice.contains(guideline) })
  }

  @Test(arguments: allSourceRules.map(\.id)) func aRuleIsComplete(_ id: String) throws {
    let rule = try #require(allSourceRules.first { $0.id == id })
    #expect(!rule.triggering.isEmpty)
    #expect(!rule.nonTriggering.isEmpty)
    #expect(!rule.rationale.isEmpty)
    #expect(!rule.summary.hasSuffix("."))
    #expect(!rule.advice.isEmpty)
    #expect(RuleDocumentation.text(rule).contains(rule.rationale))
    for text in [rule.page.inTrace, rule.page.neverReported, rule.page.limits] {
      #expect(!text.isEmpty && !text.hasSuffix("."))
    }
  }
}
