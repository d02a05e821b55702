/// What SwiftUI, and what apps write around it, means to an analysis: data alone, in one table per kind of name.
///
/// Nothing else in the package spells these names. The walk through bodies, the rules, the replay, patches, instrumentation
/// and the quick look at files that are not parsed all ask the tables, so one line takes effect in all of them:
///
/// - a property wrapper is a line in `Wrappers`: `Wrapper("State", .state, .value, projects: .binding, source: .swiftUI("state"))`;
/// - a modifier is a line in `Modifiers`: `Call("sheet", .content, content: .presented, source: .view("sheet(…)"))`;
/// - a function that is handed closures is a line in `Functions`, a view in `Views`, a key of the environment in
///   `EnvironmentKeys`, a type in `KnownTypes`, a method in `Methods`, an attribute in `Attributes`, a protocol in
///   `Protocols`.
///
/// Each line ends with its source. Tables are sorted by name; a test says where a line belongs that is not.
/// A question that no table answers yet is a new property of the entries, not a list of names in a rule.
package enum SwiftUIModel {
  /// Modules of the system, whose views nobody can change.
  package static let frameworks: Set<String> = ["SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "AppKit"]

  /// The module that everything here is a member of: `SwiftUI.State`.
  package static let module = "SwiftUI"

  /// Functions that print why a body was evaluated. Source: developer.apple.com/documentation/swiftui/view/_printchanges()
  package static let changeLoggers: Set<String> = ["_logChanges", "_printChanges"]

  /// Modules whose import marks a file as a test. Source: developer.apple.com/documentation/testing
  package static let testModules: Set<String> = ["XCTest", "Testing"]

  /// The macro whose closure only previews a view. Source: developer.apple.com/documentation/swiftui/preview(_:body:)
  package static let previewMacro = "Preview"
}
