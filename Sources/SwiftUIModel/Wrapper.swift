/// A property wrapper: who keeps the value, and who is evaluated when it changes.
///
/// A class only so that the many copies of properties share the table's entry; it never changes.
package final class Wrapper: ModelEntry, Hashable, CustomStringConvertible {
  /// Who keeps the value.
  package enum Storage: Sendable, Hashable {
    /// The view, as a value: `@State`.
    case state
    /// The view, which keeps the first object that it is given: `@StateObject`.
    case object
    /// The view, for as long as a gesture lasts.
    case gesture
    /// The view; the system writes it as the focus moves.
    case focus
    /// The user's defaults, shared by all who name the key.
    case defaults
    /// The scene, shared by all of its views that name the key.
    case scene
    /// Another view, through a binding.
    case binding
    /// Whoever passes the object: `@ObservedObject`.
    case observed
    /// Whoever passes the object; bindings to its members can be made: `@Bindable`.
    case bindable
    /// A value of the environment, or an observable object of it.
    case environment
    /// An object of the environment that is observed as a whole.
    case environmentObject
    /// A database; the value is the result of a query.
    case query
    /// The view that has the focus.
    case focusedView
    /// Nobody: it is made once and told by nothing of the app.
    case constant
    /// An object, as one of its members: `@Published`.
    case member
    /// Something of the app or of a package.
    case foreign
  }

  /// Who is evaluated when the value changes.
  package enum Invalidation: Sendable, Hashable {
    /// The view, when the value differs.
    case value
    /// The view, for every change of anything in the object.
    case object
    /// The views that read the member.
    case member
    case never
  }

  /// What `$` of the property is.
  package enum Projection: Sendable, Hashable {
    case binding, other, nothing
  }

  package let name: String
  package let storage: Storage
  package let invalidates: Invalidation
  package let projects: Projection
  /// Whether whoever builds the view can give its value or object.
  package let isInput: Bool
  /// Whether a view that never reads it is evaluated for its changes all the same.
  package let subscribesUnread: Bool
  /// Whether it cannot stand on a property that `@Observable` tracks.
  package let conflictsWithTracking: Bool
  package let source: Source
  /// The first version of iOS that has it; `nil` where it is as old as SwiftUI, or of a package.
  package let since: Int?

  init(
    _ name: String, _ storage: Storage, _ invalidates: Invalidation, projects: Projection = .nothing,
    isInput: Bool = true, subscribesUnread: Bool = false, conflictsWithTracking: Bool = false, since: Int? = nil,
    source: Source
  ) {
    self.name = name
    self.storage = storage
    self.invalidates = invalidates
    self.projects = projects
    self.isInput = isInput
    self.subscribesUnread = subscribesUnread
    self.conflictsWithTracking = conflictsWithTracking
    self.source = source
    self.since = since
  }

  /// The entry of that name; of a wrapper that no line names, one that only tells its name.
  package static func named(_ name: String) -> Wrapper {
    Wrappers.table[name] ?? Wrapper(name, .foreign, .value, source: .convention("an attribute that no table names"))
  }

  /// As it is written, without `@`.
  package var description: String { name }

  package static func == (left: Wrapper, right: Wrapper) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Wrapper {
  /// Whether every change of an object evaluates the view.
  package var observesObject: Bool { invalidates == .object && storage != .member }
}

extension Wrapper.Storage {
  /// Whether nobody but the view can change it, apart from bindings that it hands out.
  package var isOwnedByView: Bool {
    switch self {
    case .state, .object, .gesture, .focus, .defaults, .scene: true
    default: false
    }
  }

  /// Whether the view owns a value, not an object.
  package var isOwnedValue: Bool { isOwnedByView && self != .object }

  /// Whether code of the view assigns the value by its name, to whomever that belongs.
  package var isAssignedValue: Bool {
    switch self {
    case .state, .binding, .defaults, .scene: true
    default: false
    }
  }

  /// Whether it keeps the first value or object that it is given, and ignores every later one.
  package var keepsFirst: Bool { self == .state || self == .object }

  /// Whether it names a value that is kept elsewhere, so that what it holds is no model of the app.
  package var isSharedValue: Bool {
    switch self {
    case .defaults, .scene, .environment: true
    default: false
    }
  }

  /// Whether it brings no changes from outside of the view that an equal input would have spared.
  package var isSettledByView: Bool {
    switch self {
    case .state, .gesture, .focus, .scene, .environment, .constant: true
    default: false
    }
  }
}
