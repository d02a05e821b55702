/// Every rule, in the order of the documentation.
package let allSourceRules: [SourceRule] = [
  // State ownership and scope
  .stateScopedTooHigh, .monolithicBody, .stateFromParameter, .nonPrivateState, .derivedStateStored,
  .unusedDynamicProperty, .readOnlyBinding, .mutableInput,
  // Dependencies that are wider than what is read
  .broadModelDependency, .observableObjectFanOut, .legacyEnvironmentObject, .nestedObservableObject,
  .collectionDependencyInRow, .transitiveComputedDependency, .structPropertyDependency,
  .nonEquatableObservableProperty, .volatileEnvironmentValue, .closureInEnvironment, .unstableEntryDefault,
  .dismissDependency,
  // Comparison of view values
  .missingEquatableView, .incomparableArgument, .equatableNeverAsked, .equatableIgnoresInput, .nonPodExpensiveView,
  .closureBinding, .unstableIdentity,
  // Writes that should not happen
  .redundantStateWrite, .hotPathStateWrite, .updateLoop, .layoutFeedback,
  // Work in the wrong place
  .objectCreatedInBody, .heavyWorkInBody, .eagerContainer, .sideEffectInBody, .unstructuredTask,
  .offMainClosureCapturesState,
  // Ownership of models, debugging
  .observableNotInState, .observedObjectCreatedInline, .eagerStateObject, .observableNotMainActor,
  .wrapperNotObservationIgnored, .debugLoggingUnguarded,
]
