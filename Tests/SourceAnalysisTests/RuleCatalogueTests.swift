import Foundation
import SourceAnalysis
import Testing

/// Folder, list and documentation of the rules belong together.
@Suite struct RuleCatalogueTests {
  private var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  @Test func documentationIsCurrent() throws {
    let file = package.appendingPathComponent("Documentation/Rules.md")
    let text = RuleDocumentation.markdown(allSourceRules)
    let written = try? String(contentsOf: file, encoding: .utf8)
    #expect(written == text, "run: .build/release/whyredraw rules --markdown > Documentation/Rules.md")
  }

  @Test(arguments: allSourceRules.map(\.id)) func aRuleHasAFileOfItsName(_ id: String) {
    let name = id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let path = package.appendingPathComponent("Sources/SourceAnalysis/Rules/\(name).swift").path
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func idsAreUnique() {
    #expect(Set(allSourceRules.map(\.id)).count == allSourceRules.count)
  }

  @Test(arguments: allSourceRules.map(\.id)) func aRuleIsComplete(_ id: String) throws {
    let rule = try #require(allSourceRules.first { $0.id == id })
    #expect(!rule.triggering.isEmpty)
    #expect(!rule.nonTriggering.isEmpty)
    #expect(!rule.rationale.isEmpty)
    #expect(!rule.summary.hasSuffix("."))
    #expect(Self.fixes.contains(rule.fix))
    #expect(RuleDocumentation.text(rule).contains(rule.rationale))
  }

  private static let fixes: Set<String> = [
    "narrow_state_scope", "extract_subview", "pass_only_needed_values", "pass_as_let_or_binding", "make_private",
    "use_let",
    "remove_dependency", "compute_derived_value", "cache_derived_value", "expose_fields", "per_item_observable",
    "migrate_to_observable", "observe_nested_directly", "add_equatable_conformance", "complete_equality",
    "make_arguments_comparable", "use_keypath_binding", "wrap_in_plain_value_view", "stabilise_identity",
    "compare_before_writing", "write_on_threshold", "break_update_loop", "keep_out_of_environment",
    "use_callable_struct",
    "stabilise_default", "hoist_object", "move_work_to_model", "use_lazy_container", "use_task_modifier",
    "capture_values",
    "own_with_state", "inline_autoclosure", "add_main_actor", "add_observation_ignored", "guard_debug_code",
  ]
}
