/// What all tables together say about a name that is called.
package enum Calls {
  /// When the closures of a call run; only of calls that run some of them later.
  package static let closures: [String: Call.Closures] = {
    var found: [String: Call.Closures] = [:]
    for call in Modifiers.table.entries + Functions.table.entries where call.closures != .evaluated {
      found[call.name] = call.closures
    }
    for view in Views.table.entries where view.closures != .evaluated { found[view.name] = view.closures }
    return found
  }()

  /// What makes the closures of a call, or of a label, run.
  package static let events: [String: Event] = {
    var found: [String: Event] = [:]
    for label in Labels.table.entries { found[label.name] = label.event }
    for view in Views.table.entries where view.event != nil { found[view.name] = view.event }
    for call in Modifiers.table.entries + Functions.table.entries where call.event != nil {
      found[call.name] = call.event
    }
    return found
  }()

  /// Calls whose actions run when something appears.
  package static let appearing = Set(events.lazy.filter { $0.value == .appear }.map(\.key))
  /// Calls whose actions run when a value that they are given has changed.
  package static let followsValue = Set(events.lazy.filter { $0.value.followsValue }.map(\.key))

  /// What keeps the state of a gesture for as long as that goes on.
  package static let updatesGesture = events.lazy.filter { $0.value == .gestureUpdate }.map(\.key).min() ?? ""

  package static let rates: [String: Call.Rate] = {
    var found: [String: Call.Rate] = [:]
    for label in Labels.table.entries { found[label.name] = label.rate }
    for view in Views.table.entries where view.rate != nil { found[view.name] = view.rate }
    for call in Modifiers.table.entries + Functions.table.entries where call.rate != nil {
      found[call.name] = call.rate
    }
    return found
  }()

  /// Calls whose closures are handed what a sensor measures, or where the pointer is.
  package static let deliversReadings = Set(
    events.lazy.filter { name, event in event == .subscription && rates[name] == .stream }.map(\.key)
  ).union(Functions.watchesInput)
  /// Those that run what they are given at each turn of a clock, or for each event of a sensor.
  package static let clocks = Set(events.lazy.filter { $0.value == .timer }.map(\.key)).union(deliversReadings)
  /// Calls whose actions run many times per second while something moves.
  package static let runsPerEvent = Set(rates.lazy.filter { $0.value == .perEvent }.map(\.key))
  /// Calls whose actions run at the beginning and at the end.
  package static let runsInPairs = Set(rates.lazy.filter { $0.value == .paired }.map(\.key))
  /// Calls whose actions run once for each event.
  package static let runsOncePerEvent = Set(rates.lazy.filter { [.once, .paired].contains($0.value) }.map(\.key))
}
