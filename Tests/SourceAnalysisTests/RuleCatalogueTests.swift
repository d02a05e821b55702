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

  /// The rules that the product promises, with the fix and the pieces of advice of each.
  @Test func theRulesAreThosePromised() {
    let rules = Dictionary(uniqueKeysWithValues: allSourceRules.map { ($0.id, $0) })
    #expect(Set(rules.keys) == Set(Self.promised.map(\.rule)))
    for (id, fix, advice) in Self.promised {
      #expect(rules[id]?.fix.rawValue == fix, "\(id)")
      let stated = Set(rules[id]?.seeds.map { String($0.prefix(3)) } ?? [])
      #expect(stated == Set(advice), "\(id) states \(stated.sorted())")
    }
  }

  private static let promised: [(rule: String, fix: String, advice: [String])] = [
    ("state_scoped_too_high", "narrow_state_scope", ["000", "002"]),
    ("monolithic_body", "extract_subview", ["001", "002"]),
    ("state_from_parameter", "pass_as_let_or_binding", ["003"]),
    ("non_private_state", "make_private", ["003"]),
    ("derived_state_stored", "compute_derived_value", ["004"]),
    ("unused_dynamic_property", "remove_dependency", ["003"]),
    ("read_only_binding", "pass_as_let_or_binding", ["003"]),
    ("mutable_input", "use_let", ["003"]),
    ("broad_model_dependency", "pass_only_needed_values", ["004"]),
    ("observable_object_fan_out", "migrate_to_observable", ["003", "004"]),
    ("legacy_environment_object", "migrate_to_observable", ["003"]),
    ("nested_observable_object", "observe_nested_directly", ["003"]),
    ("collection_dependency_in_row", "per_item_observable", ["003", "004"]),
    ("transitive_computed_dependency", "cache_derived_value", ["003"]),
    ("struct_property_dependency", "expose_fields", ["003"]),
    ("non_equatable_observable_property", "add_equatable_conformance", ["003"]),
    ("volatile_environment_value", "keep_out_of_environment", ["004"]),
    ("closure_in_environment", "use_callable_struct", ["003"]),
    ("unstable_entry_default", "stabilise_default", ["003"]),
    ("dismiss_dependency", "remove_dependency", ["004"]),
    ("missing_equatable_view", "add_equatable_conformance", ["004"]),
    ("incomparable_argument", "make_arguments_comparable", ["003", "004"]),
    ("equatable_ignores_input", "complete_equality", ["004"]),
    ("non_pod_expensive_view", "wrap_in_plain_value_view", ["004"]),
    ("closure_binding", "use_keypath_binding", ["003"]),
    ("unstable_identity", "stabilise_identity", ["004"]),
    ("redundant_state_write", "compare_before_writing", ["004"]),
    ("hot_path_state_write", "write_on_threshold", ["004"]),
    ("update_loop", "break_update_loop", ["004"]),
    ("layout_feedback", "break_update_loop", ["004"]),
    ("object_created_in_body", "hoist_object", ["004"]),
    ("heavy_work_in_body", "move_work_to_model", ["004"]),
    ("eager_container", "use_lazy_container", ["004"]),
    ("side_effect_in_body", "move_work_to_model", ["004"]),
    ("unstructured_task", "use_task_modifier", ["004"]),
    ("off_main_closure_captures_state", "capture_values", ["004"]),
    ("observable_not_in_state", "own_with_state", ["003"]),
    ("observed_object_created_inline", "own_with_state", ["003"]),
    ("eager_state_object", "inline_autoclosure", ["003"]),
    ("observable_not_main_actor", "add_main_actor", ["003"]),
    ("wrapper_not_observation_ignored", "add_observation_ignored", ["003"]),
    ("debug_logging_unguarded", "guard_debug_code", ["004"]),
  ]

  @Test(arguments: allSourceRules.map(\.id)) func aRuleIsComplete(_ id: String) throws {
    let rule = try #require(allSourceRules.first { $0.id == id })
    #expect(!rule.triggering.isEmpty)
    #expect(!rule.nonTriggering.isEmpty)
    #expect(!rule.rationale.isEmpty)
    #expect(!rule.summary.hasSuffix("."))
    #expect(Self.fixes.contains(rule.fix.rawValue))
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
