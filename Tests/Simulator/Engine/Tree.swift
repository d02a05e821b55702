/// A place that holds a value: state of a view, a property of a model, an entry of the user defaults.
struct Cell {
  enum Owner {
    case state(Instance, name: String)
    case model(object: Int, type: String, property: String, isPublished: Bool)
    case defaults(String)
    /// Nobody is told of a write.
    case silent
  }
  var value: Value
  var owner: Owner
  /// As it is written in Swift; decides how writes compare.
  var type: String
  /// Counts as a name where it came from: `RecipeList.expandedID`.
  var origin: String
  /// Whether a body of its owner has ever read it.
  var wasRead = false
  /// How often it got another value.
  var version = 0
}

/// A live model.
struct LiveModel {
  var type: Int
  var cells: [String: Int]
}

/// The environment of a view: values by key with the number of the write that set them.
struct EnvironmentValues: Hashable {
  struct Entry: Hashable {
    var value: Value
    var write: Int
  }
  var entries: [String: Entry] = [:]
  var models: [String: Value] = [:]
}

/// A view on screen.
final class Instance {
  let number: Int
  let type: Int
  unowned(unsafe) let parent: Instance?
  var inputs: [String: Value]
  var ownCells: [String: Int] = [:]
  var ownObjects: [String: Value] = [:]
  var environment = EnvironmentValues()
  /// What its parent's body said of it last.
  var slot: Slot?
  var isAlive = true
  var depth: Int

  /// What it waits for; in the order they came.
  var pending: Pending?
  /// Cells the last body read, with the cause that a change of them is logged as.
  var reads: [Int: ReadCause] = [:]
  /// Cells that closures of views above read when this view ran them: those views are told, not this one.
  var readsForOwners: [OwnedRead] = []
  /// What rows and other closures that containers ran have read.
  var containerReads: Set<Int> = []
  /// Whether rows are to be made anew without evaluating the body.
  var rowsArePending = false
  /// What earlier bodies read of models that has not fired since.
  var dropped: [[Int: ReadCause]] = []
  /// Counts the view's values: it is another one after an update of what is stored in it.
  var valueNumber = 0
  /// Set while it is evaluated in the place of one like it that was thrown away.
  var isBeingRecreated = false
  /// Callbacks of what is on screen.
  var appeared: Set<String> = []
  /// Views that the last transaction removed.
  var leaving: [(key: String, instance: Instance)] = []
  /// Everything the last body read, by its path, for the truth.
  var paths: [String: Value] = [:]
  var output: [Value] = []
  var slots: [Slot] = []
  var children: [(key: String, instance: Instance)] = []
  var handlers: [String: [BoundHandler]] = [:]
  var observed: [(value: Value, key: String, handler: BoundHandler)] = []
  /// The rows of each lazy container that are on screen or were.
  var rowsOnScreen: [String: Int] = [:]
  var lastEvaluation: Int?

  init(number: Int, type: Int, parent: Instance?, inputs: [String: Value]) {
    self.number = number
    self.type = type
    self.parent = parent
    self.inputs = inputs
    depth = (parent?.depth ?? -1) + 1
  }
}

/// State of a view above that a closure of that view read.
struct OwnedRead {
  var owner: Instance
  var cell: Int
  var property: String
}

enum ReadCause: Hashable {
  case property(String)
  case keyPath(type: String, property: String)
}

/// Why a view is to be evaluated.
struct Pending {
  var isInserted = false
  var isRecreated = false
  var hasNewValue = false
  var properties: Set<String> = []
  var keyPaths: [ReadCause] = []
  /// The evaluation of the parent that passed a new value.
  var trigger: Int?
  var changedInputs: [String] = []
  /// What changed at the start: `RecipeList.expandedID`.
  var origins: [String] = []
}

/// A handler with what it sees.
struct BoundHandler {
  var handler: Handler
  var scope: Scope
}

/// What an expression sees.
struct Scope {
  var instance: Instance?
  var object: Int?
  var locals: [String: Value] = [:]
}

/// A child that a body made.
struct Slot {
  /// With identifiers: what children are matched by.
  var key: String
  /// Without them: where in the body it stands.
  var position: String
  var type: Int
  var inputs: [String: Value]
  var overrides: [(key: String, value: Value, write: Int)]
  var models: [(type: String, value: Value)]
  /// Written with `.equatable()`.
  var isEquatable = false
  /// Rows of a lazy container beyond the screen exist only as values.
  var isOffScreen: Bool
}

/// What a body read, while it runs.
final class Recorder {
  /// The view whose body runs.
  let reader: Instance
  /// Whether a container runs a closure of the body.
  var isInContainer = false
  var containerReads: Set<Int> = []
  var readsForOwners: [OwnedRead] = []
  var appearing: [(key: String, handler: BoundHandler)] = []
  var reads: [Int: ReadCause] = [:]
  var paths: [String: Value] = [:]
  var output: [Value] = []
  var texts: [Value] = []
  var slots: [Slot] = []
  var handlers: [String: [BoundHandler]] = [:]
  var observed: [(value: Value, key: String, handler: BoundHandler)] = []

  init(_ reader: Instance) { self.reader = reader }
}
