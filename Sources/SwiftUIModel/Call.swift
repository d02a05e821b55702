/// A modifier or a function that code calls by name: what it does with closures and content, and what to the views around.
package struct Call: ModelEntry {
  package let name: String
  package let closures: Closures
  package let event: Event?
  package let rate: Rate?
  package let content: Content?
  package let effects: Effects
  package let source: Source
  /// The first version of iOS that has it; `nil` where it is as old as SwiftUI, or none of SwiftUI's.
  package let since: Int?

  init(
    _ name: String, _ closures: Closures = .evaluated, event: Event? = nil, rate: Rate? = nil,
    content: Content? = nil, does effects: Effects = [], since: Int? = nil, source: Source
  ) {
    self.name = name
    self.closures = closures
    self.event = event
    self.rate = rate
    self.content = content
    self.effects = effects
    self.source = source
    self.since = since
  }

  /// When closures run that a call is given.
  package enum Closures: Sendable, Hashable {
    /// While the body is evaluated, unless a label says that one is an action.
    case evaluated
    /// Later, all of them but a label, a content or a preview.
    case actions
    /// `onGeometryChange(for:of:action:)`: the transform whenever something moves, the action for its results.
    case transformThenAction
    /// `Button("Save") { save() }`, `Button { save() } label: { … }`: an unlabelled closure is an action unless another is given.
    case actionUnlessGiven
    /// `TextField("Name", text: $name) { commit() }`: everything but a label or a prompt.
    case edits
    /// `Stepper("Level") { up() } onDecrement: { down() }`.
    case steps
    /// `Slider(value: $volume) { isEditing in … }`: a closure that is told something; one that is not is a label.
    case tells
    /// Only the closure labelled `action`.
    case labelledAction
  }

  /// How often an action runs.
  package enum Rate: Sendable, Hashable {
    /// For an event of its own, that a user or the life of a view makes.
    case once
    /// At the beginning and at the end.
    case paired
    /// Many times per second while something moves.
    case perEvent
    /// As often as a publisher or a timer says.
    case stream
  }

  /// Where the content is built that a call is given.
  package enum Content: Sendable, Hashable {
    /// With the body, and laid out with the view around.
    case inline
    /// With the body, and put beside, before or behind the view.
    case beside
    /// With the body, as the entries of a menu or the buttons of a dialog.
    case menu
    /// When it is shown, as a screen of its own.
    case presented
  }

  package struct Effects: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What it is given decides about the size or the place of the view.
    package static let laysOut = Effects(rawValue: 1 << 0)
    /// What it is given does not change the size of the view that it is applied to.
    package static let isLaidOutApart = Effects(rawValue: 1 << 1)
    /// Rows take their number in it as a place, a colour or a delay, and do not show it.
    package static let placesRows = Effects(rawValue: 1 << 2)
    /// Something needs the size or place of the view, also where it is off screen.
    package static let measures = Effects(rawValue: 1 << 3)
    /// SwiftUI writes the binding that it is given.
    package static let writesBinding = Effects(rawValue: 1 << 4)
    /// It writes the binding with each key that is typed.
    package static let writesTyped = Effects(rawValue: 1 << 23)
    /// The view is another one when the value differs.
    package static let setsIdentity = Effects(rawValue: 1 << 5)
    /// Gives a key of the environment a value.
    package static let setsEnvironment = Effects(rawValue: 1 << 6)
    /// Changes a key of the environment in a closure.
    package static let transformsEnvironment = Effects(rawValue: 1 << 7)
    /// Hands an object to all views below, which observe it as a whole.
    package static let handsOutObject = Effects(rawValue: 1 << 8)
    /// Keeps the object that it is first given, or the container.
    package static let keepsObject = Effects(rawValue: 1 << 9)
    /// Hands a value to the views above.
    package static let setsPreference = Effects(rawValue: 1 << 10)
    /// Its closure may run off the main thread.
    package static let runsOffMain = Effects(rawValue: 1 << 11)
    /// Applies a view modifier of the app.
    package static let appliesModifier = Effects(rawValue: 1 << 12)
    /// Animates changes of the value that it is given.
    package static let animatesValue = Effects(rawValue: 1 << 13)
    /// Animates the changes that its closure makes.
    package static let animatesClosure = Effects(rawValue: 1 << 14)
    /// Runs tasks whose results come one by one.
    package static let groupsTasks = Effects(rawValue: 1 << 27)
    /// Drops values that equal the one before.
    package static let dropsRepeats = Effects(rawValue: 1 << 15)
    /// Assigns what a publisher sends.
    package static let assignsValues = Effects(rawValue: 1 << 16)
    /// Waits, in a loop that does something at intervals.
    package static let waits = Effects(rawValue: 1 << 17)
    /// Starts a publisher that waits for it.
    package static let connects = Effects(rawValue: 1 << 24)
    /// Sends values on no sooner than some time after the one before.
    package static let spacesValues = Effects(rawValue: 1 << 25)
    /// Handles the events of a dispatch source, which is a clock where it is scheduled.
    package static let handlesSource = Effects(rawValue: 1 << 26)
    /// Hands on each value of a publisher, sooner or later.
    package static let handsOnEachValue = Effects(rawValue: 1 << 29)
    /// Decodes an image, or makes a small one of it.
    package static let decodesImages = Effects(rawValue: 1 << 28)
    /// Hands on the events of the pointer and the keys, anywhere on the screen.
    package static let watchesInput = Effects(rawValue: 1 << 30)
    /// Prints: a light side effect.
    package static let prints = Effects(rawValue: 1 << 18)
    /// Starts work that outlives the call.
    package static let startsTask = Effects(rawValue: 1 << 19)
    /// Gives a publisher.
    package static let givesPublisher = Effects(rawValue: 1 << 21)
    /// Shares the geometry of two views, so both have to be there.
    package static let sharesGeometry = Effects(rawValue: 1 << 20)
    /// Lets the `==` of an Equatable view decide, also of one that is plain memory.
    package static let asksEquality = Effects(rawValue: 1 << 22)
  }
}

/// What makes a closure run.
package enum Event: Sendable, Hashable {
  case appear, disappear
  /// A watched value changed.
  case change
  /// The view appeared, or a value that identifies the work changed.
  case task
  /// A publisher sent a value.
  case publisher
  /// A timer fired, or a player moved on.
  case timer
  /// A notification was posted.
  case notification
  /// An observer of some other kind was told.
  case subscription
  /// A view below gave another preference.
  case preference
  case geometry, scrollGeometry
  /// The pointer moved within the view.
  case pointer
  /// A map was moved.
  case camera
  /// A gesture went on.
  case gestureChange
  /// A gesture went on, and its state is kept by SwiftUI.
  case gestureUpdate
  /// Soon, or on another queue.
  case later
  /// A binding was written.
  case assignment
  /// The user did something once.
  case user
}

extension Event {
  /// Whether what makes it happen is no business of the view: a clock, a player, a stream, the life of the view.
  package var isIndependentOfView: Bool {
    switch self {
    case .appear, .disappear, .task, .publisher, .timer: true
    default: false
    }
  }

  /// Whether the same value may come again and again from outside of the view.
  package var repeatsValues: Bool {
    switch self {
    case .publisher, .timer, .notification: true
    default: false
    }
  }

  /// Whether it follows a value that the call is given.
  package var followsValue: Bool {
    switch self {
    case .change, .task, .publisher: true
    default: false
    }
  }

  /// Whether code that runs for it may keep one value in step with another.
  package var keepsInStep: Bool {
    switch self {
    case .change, .appear, .publisher, .assignment, .gestureChange: true
    default: false
    }
  }
}
