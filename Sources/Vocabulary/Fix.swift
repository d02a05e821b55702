/// The closed list of words that say what a fix does; reports and baselines spell them as `rawValue`.
package enum Fix: String, Sendable, Hashable, CaseIterable {
  // State ownership and scope
  case narrowStateScope = "narrow_state_scope"
  case extractSubview = "extract_subview"
  case passAsLetOrBinding = "pass_as_let_or_binding"
  case makePrivate = "make_private"
  case useLet = "use_let"
  case computeDerivedValue = "compute_derived_value"
  // Dependencies
  case removeDependency = "remove_dependency"
  case passOnlyNeededValues = "pass_only_needed_values"
  case cacheDerivedValue = "cache_derived_value"
  case exposeFields = "expose_fields"
  case perItemObservable = "per_item_observable"
  case migrateToObservable = "migrate_to_observable"
  case observeNestedDirectly = "observe_nested_directly"
  case keepOutOfEnvironment = "keep_out_of_environment"
  case useCallableStruct = "use_callable_struct"
  case stabiliseDefault = "stabilise_default"
  // Comparison and identity
  case addEquatableConformance = "add_equatable_conformance"
  case addEquatableModifier = "add_equatable_modifier"
  case completeEquality = "complete_equality"
  case makeArgumentsComparable = "make_arguments_comparable"
  case useKeyPathBinding = "use_keypath_binding"
  case wrapInPlainValueView = "wrap_in_plain_value_view"
  case stabiliseIdentity = "stabilise_identity"
  // Writes
  case compareBeforeWriting = "compare_before_writing"
  case writeOnThreshold = "write_on_threshold"
  case breakUpdateLoop = "break_update_loop"
  // Work and objects
  case hoistObject = "hoist_object"
  case moveWorkToModel = "move_work_to_model"
  case useLazyContainer = "use_lazy_container"
  case useTaskModifier = "use_task_modifier"
  case captureValues = "capture_values"
  case ownWithState = "own_with_state"
  case inlineAutoclosure = "inline_autoclosure"
  case addMainActor = "add_main_actor"
  case addObservationIgnored = "add_observation_ignored"
  case guardDebugCode = "guard_debug_code"
}
