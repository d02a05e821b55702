/// Published advice on the performance of SwiftUI that rules implement, each piece by the text and the section it stands in.
///
/// A rule says what it is for with one of these at least; `RuleCatalogueTests` sees to it that none is without a rule.
package enum Guideline: String, Sendable, Hashable, CaseIterable {
  // MARK: Minimize State Scope to Reduce Re-Renders

  case narrowStateScope = "Minimize State Scope to Reduce Re-Renders"

  // MARK: Extract Subviews to Create Diffing Checkpoints

  case extractSubviews = "Extract Subviews to Create Diffing Checkpoints"

  // MARK: Decompose Views to Limit State Invalidation Blast Radius

  case limitInvalidation = "Decompose Views to Limit State Invalidation Blast Radius"

  // MARK: SwiftUI State Management Reference

  case observableInState = "SwiftUI State Management Reference, @State"
  case wrappersInObservable = "SwiftUI State Management Reference, Property Wrappers Inside @Observable Classes"
  case equatableModelProperties = "SwiftUI State Management Reference, Make @Observable Property Types Equatable"
  case observableGranularity = "SwiftUI State Management Reference, @Observable Dependency Granularity"
  case bindingsOnlyToWrite = "SwiftUI State Management Reference, When NOT to use @Binding"
  case keyPathBindings = "SwiftUI State Management Reference, Prefer KeyPath Bindings Over Closure Bindings"
  case ownedObjects = "SwiftUI State Management Reference, @StateObject vs @ObservedObject"
  case stateObjectInInitializer =
    "SwiftUI State Management Reference, @StateObject instantiation in View's initializer"
  case passedValuesAsState = "SwiftUI State Management Reference, Don't Pass Values as @State"
  case letForPassedValues = "SwiftUI State Management Reference, let vs var for Passed Values"
  case noClosuresInEnvironment = "SwiftUI State Management Reference, Never store closures in custom environment keys"
  case stableEntryDefaults = "SwiftUI State Management Reference, Keep @Entry default values stable"
  case unusedEnvironmentReads = "SwiftUI State Management Reference, Remove unused @Environment reads"
  case environmentWithObservable = "SwiftUI State Management Reference, @Environment with @Observable"
  case statePrivacy = "SwiftUI State Management Reference, State Privacy Rules"
  case noNestedObservableObject = "SwiftUI State Management Reference, Avoid Nested ObservableObject"
  case preferObservable = "SwiftUI State Management Reference, Key Principles"

  // MARK: SwiftUI Performance Patterns Reference

  case redundantUpdates = "SwiftUI Performance Patterns Reference, 1. Avoid Redundant State Updates"
  case hotPaths = "SwiftUI Performance Patterns Reference, 2. Optimize Hot Paths"
  case passWhatIsNeeded = "SwiftUI Performance Patterns Reference, 3. Pass Only What Views Need"
  case equatableViews = "SwiftUI Performance Patterns Reference, 4. Use Equatable Views"
  case plainValueViews = "SwiftUI Performance Patterns Reference, 5. POD Views for Fast Diffing"
  case lazyLoading = "SwiftUI Performance Patterns Reference, 6. Lazy Loading"
  case taskCancellation = "SwiftUI Performance Patterns Reference, 7. Task Cancellation"
  case debugViewUpdates = "SwiftUI Performance Patterns Reference, 8. Debug View Updates"
  case unnecessaryDependencies = "SwiftUI Performance Patterns Reference, 9. Eliminate Unnecessary Dependencies"
  case dependencyGranularity = "SwiftUI Performance Patterns Reference, 10. @Observable Dependency Granularity"
  case offMainClosures = "SwiftUI Performance Patterns Reference, 11. Off-Main-Thread Closures"
  case commonIssues = "SwiftUI Performance Patterns Reference, 12. Common Performance Issues"
  case objectsInBody = "SwiftUI Performance Patterns Reference, Creating Objects in Body"
  case heavyWorkInBody = "SwiftUI Performance Patterns Reference, Heavy Computation in Body"
  case unnecessaryState = "SwiftUI Performance Patterns Reference, Unnecessary State"
}
