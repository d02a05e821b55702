import SwiftUIModel

/// What the sources show to happen again and again while a view is on screen: who writes what, in answer to what, and where.
package struct Recurrence: Sendable, Hashable {
  /// What is written: a property, or a member of a model. `nil` where what ticks is the view itself.
  package var subject: String?
  package var source: Source
  /// The control, the write or the view that ticks.
  let code: Code
  /// The view whose control or gesture it is; `nil` of what goes on by itself.
  var view: TypeID?

  package enum Source: Sendable, Hashable {
    /// A timer, the clock of a player, a view that ticks, or a loop that waits.
    case clock
    /// A clock or a loop whose turns lie far apart: it is mostly something that is loaded again.
    case slowClock
    /// Each element of an asynchronous sequence.
    case sequence
    /// A method that is called for each event of a sensor, a connection or a download.
    case callback(String)
    /// Each key that is typed into a control.
    case typing(String)
    /// Each step while a control is dragged.
    case dragging(String)
    /// Each event that a modifier hands on: of a gesture, a scroll or a place on the screen.
    case events(String)
  }

  init(_ source: Source, writing subject: String? = nil, at code: Code, by view: TypeID? = nil) {
    self.subject = subject
    self.source = source
    self.code = code
    self.view = view
  }

  package var place: SourcePlace { code.start }

  /// Whether it goes on wherever the user is: who types or drags is on the screen where that is done.
  package var goesOnByItself: Bool {
    switch source {
    case .clock, .slowClock, .sequence, .callback: true
    case .typing, .dragging, .events: false
    }
  }

  var isSlow: Bool { source == .slowClock }

  /// Whether a clock that ticks fast makes it happen, or what calls a delegate for each of its events.
  var isClockOrSensor: Bool {
    switch source {
    case .clock, .callback: true
    case .slowClock, .sequence, .typing, .dragging, .events: false
    }
  }

  var isTyping: Bool { if case .typing = source { true } else { false } }

  /// Whether it is known to come often: the elements of a sequence may be the rows of a database, which change now and then.
  var isFrequent: Bool { ![.slowClock, .sequence].contains(source) }

  /// Whether it is a size that a layout measures: it differs when a window is resized or the content does.
  var isOfSize: Bool {
    guard case .events(let modifier) = source, [.geometry, .preference, .change].contains(Calls.events[modifier]) else {
      return false
    }
    return subject?.tellsSize == true
  }

  /// `'position' is written at each tick of a clock`.
  var text: String {
    let source =
      switch source {
      case .clock: "at each tick of a clock"
      case .slowClock: "now and then by a clock"
      case .sequence: "for each element of an asynchronous sequence"
      case .callback(let name): "by '\(name)' for each event"
      case .typing(let control): "with each key typed into the \(control)"
      case .dragging(let control): "at each step while the \(control) is dragged"
      case .events(let modifier): "by '\(modifier)' for each event"
      }
    return subject.map { "'\($0)' is written \(source)" } ?? "it is evaluated \(source)"
  }
}

extension String {
  /// `chartWidth`, `popoverSize`: whether it names a size.
  var tellsSize: Bool { Conventions.sizeWords.contains { lowercased().contains($0) } }
}
