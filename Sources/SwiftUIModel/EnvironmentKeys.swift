/// A key of the environment that SwiftUI declares.
package struct EnvironmentKey: ModelEntry {
  package enum Role: Sendable, Hashable {
    /// Holds an action, and changes with what that acts on.
    case action
    /// Changes while an app runs.
    case changing
    /// An action, or what stands for one, that also changes with what is shown.
    case changingAction
    /// Says how something looks or behaves, and rarely changes.
    case setting
  }

  package let name: String
  package let role: Role
  package let source: Source
  /// The first version of iOS that has it; `nil` where it is as old as SwiftUI.
  package let since: Int?

  init(_ name: String, _ role: Role, since: Int? = nil, _ source: Source) {
    self.name = name
    self.role = role
    self.since = since
    self.source = source
  }
}

package enum EnvironmentKeys {
  private static func page(_ name: String) -> Source { .swiftUI("environmentvalues/" + name) }

  package static let table = Table([
    EnvironmentKey("accessibilityReduceMotion", .setting, page("accessibilityreducemotion")),
    EnvironmentKey("colorScheme", .changing, page("colorscheme")),
    EnvironmentKey("controlActiveState", .changing, page("controlactivestate")),
    EnvironmentKey("dismiss", .action, since: 15, page("dismiss")),
    EnvironmentKey("dismissSearch", .action, since: 15, page("dismisssearch")),
    EnvironmentKey("dismissWindow", .action, since: 17, page("dismisswindow")),
    EnvironmentKey("dynamicTypeSize", .changing, since: 15, page("dynamictypesize")),
    EnvironmentKey("editMode", .changing, page("editmode")),
    EnvironmentKey("horizontalScrollBounceBehavior", .setting, since: 16, page("horizontalscrollbouncebehavior")),
    EnvironmentKey(
      "horizontalScrollIndicatorVisibility", .setting, since: 16, page("horizontalscrollindicatorvisibility")),
    EnvironmentKey("horizontalSizeClass", .changing, page("horizontalsizeclass")),
    EnvironmentKey("isEnabled", .changing, page("isenabled")),
    EnvironmentKey("isFocused", .changing, since: 14, page("isfocused")),
    EnvironmentKey("isPresented", .changing, since: 15, page("ispresented")),
    EnvironmentKey("isScrollEnabled", .setting, since: 16, page("isscrollenabled")),
    EnvironmentKey("isSearching", .changing, since: 15, page("issearching")),
    EnvironmentKey("keyboardShowing", .setting, .convention("the name that apps give a key that follows the keyboard")),
    EnvironmentKey("layoutDirection", .changing, page("layoutdirection")),
    EnvironmentKey("locale", .setting, page("locale")),
    EnvironmentKey("openURL", .setting, since: 14, page("openurl")),
    EnvironmentKey("openWindow", .setting, since: 16, page("openwindow")),
    EnvironmentKey("presentationMode", .changingAction, page("presentationmode")),
    EnvironmentKey("progressViewStyle", .setting, .view("progressviewstyle(_:)")),
    EnvironmentKey("refresh", .setting, since: 15, page("refresh")),
    EnvironmentKey("safeAreaInsets", .setting, page("safeareainsets")),
    EnvironmentKey("scenePhase", .changing, since: 14, page("scenephase")),
    EnvironmentKey("scrollDismissesKeyboardMode", .setting, since: 16, page("scrolldismisseskeyboardmode")),
    EnvironmentKey("sizeCategory", .changing, page("sizecategory")),
    EnvironmentKey("undoManager", .setting, page("undomanager")),
    EnvironmentKey("verticalScrollBounceBehavior", .setting, since: 16, page("verticalscrollbouncebehavior")),
    EnvironmentKey(
      "verticalScrollIndicatorVisibility", .setting, since: 16, page("verticalscrollindicatorvisibility")),
    EnvironmentKey("verticalSizeClass", .changing, page("verticalsizeclass")),
  ])

  /// Keys that hold actions and change with what they act on.
  package static let actions = table.names(where: { [.action, .changingAction].contains($0.role) })
  /// Keys that change while an app runs; reading others only in actions costs nothing worth a word.
  package static let changing = table.names(where: { [.changing, .changingAction].contains($0.role) })
  /// Keys that stay what they are while anybody looks.
  package static let settings = table.names(where: { $0.role == .setting })
}
