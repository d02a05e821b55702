/// Which closures run as actions, later, and which run while a body is evaluated.
///
/// A closure that nothing here names is assumed to run on evaluation: then a property read in it counts as a dependency,
/// so no rule calls a needed property unused. Modifiers of an app's own that begin with `on` are taken as actions.
package struct ActionNames: Sendable, Hashable, Codable {
  /// Modifiers and functions all of whose closures are actions, unless `evaluatedLabels` says otherwise.
  package var functions: Set<String>
  /// Argument labels that name an action wherever they stand.
  package var labels: Set<String>

  package init(additionalFunctions: [String] = []) {
    functions = Self.knownFunctions.union(additionalFunctions)
    labels = Self.knownLabels
  }

  static let knownFunctions: Set<String> = [
    "onTapGesture", "onLongPressGesture", "onChange", "onAppear", "onDisappear", "task", "onReceive", "onSubmit",
    "refreshable", "onHover", "onContinuousHover", "onPreferenceChange", "onOpenURL", "onDrop", "onDrag",
    "onDelete", "onMove", "onInsert", "onEnded", "onChanged", "updating", "onKeyPress", "onCommand", "onExitCommand",
    "onMoveCommand", "onPlayPauseCommand", "onCopyCommand", "onPasteCommand", "onDeleteCommand", "onScrollPhaseChange",
    "onScrollGeometryChange", "onScrollVisibilityChange", "onScrollTargetVisibilityChange", "onContinueUserActivity",
    "accessibilityAction", "accessibilityAdjustableAction", "accessibilityScrollAction", "dropDestination",
    "itemProvider",
    "fileImporter", "fileExporter", "fileMover", "photosPicker", "Task", "detached", "async", "asyncAfter",
    "scheduledTimer", "sink", "addObserver", "perform", "digitalCrownRotation", "handlesExternalEvents",
    "userActivity", "onPencilDoubleTap", "onPencilSqueeze", "sensoryFeedback", "subscriptionStatusTask",
    "storeProductTask", "storeProductsTask", "onInAppPurchaseCompletion", "onInAppPurchaseStart", "translationTask",
    "defaultFocus", "SpatialTapGesture", "onModifierKeysChanged", "pasteDestination", "importsItemProviders",
    "animationCompletion", "addPeriodicTimeObserver", "addBoundaryTimeObserver", "requestAuthorization",
    "dataTask", "addTask", "run", "onMapCameraChange", "onCameraChange", "onAppearOnce", "onFirstAppear",
    "OpenURLAction", "RefreshAction",
  ]

  static let knownLabels: Set<String> = [
    "action", "perform", "handler", "completion", "completionHandler", "primaryAction", "set", "onCommit",
    "onEditingChanged", "onDismiss", "onCompletion", "onIncrement", "onDecrement", "onTap", "onDelete", "onSave",
    "onCancel", "onClose", "callback", "operation", "isTargeted", "deleteAction", "onConfirm", "onSelect", "onPress",
    "onPressingChanged", "receiveValue", "receiveCompletion", "onRemoval", "maximumDistanceAction", "tapAction",
    "successHandler", "errorHandler", "setter",
  ]

  /// Closures of these functions that are evaluated although the function is in `functions`.
  private static let evaluatedLabels: [String: Set<String>] = [
    "onScrollGeometryChange": ["of"], "onGeometryChange": ["of"], "onDrag": ["preview"], "draggable": ["preview"],
    "onContinueUserActivity": [],
  ]

  /// Whether a closure handed to `function` under `label` is an action; `label` is "" for a first trailing closure.
  package func isAction(function: String, label: String, isTrailing: Bool, call: Code) -> Bool {
    if Self.evaluatedLabels[function]?.contains(label) == true { return false }
    if function == "onScrollGeometryChange" || function == "onGeometryChange" {
      // `onGeometryChange(for:of:action:)` with the transform as the first trailing closure.
      return label == "action" || (label.isEmpty && call.argument("of") != nil)
    }
    if function == "Button" || function == "AsyncButton" {
      if label == "action" { return true }
      return label.isEmpty && isTrailing && call.argument("action") == nil && call.argument("intent") == nil
    }
    if function == "TextField" || function == "SecureField" {
      return label != "label" && call.argument("prompt") == nil || labels.contains(label)
    }
    if function == "Stepper" {
      // `Stepper("Level") { up() } onDecrement: { down() }`.
      return label.isEmpty ? isTrailing && call.argument("onDecrement") != nil : labels.contains(label)
    }
    if function == "Tab" || function == "Section" { return label == "action" }
    if labels.contains(label) { return true }
    if functions.contains(function) { return !["label", "content", "preview"].contains(label) }
    return Self.readsAsEvent(label) || (label.isEmpty && Self.readsAsEvent(function))
  }

  /// `onSomething`, but not `one` or `only`.
  static func readsAsEvent(_ name: String) -> Bool {
    guard name.hasPrefix("on") else { return false }
    return name.dropFirst(2).startsUppercase
  }
}
