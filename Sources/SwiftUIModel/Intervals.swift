/// How calls say how far the turns of a clock, or the pauses of a loop, are apart.
package enum Intervals {
  /// What timers and their publishers call it.
  /// Source: developer.apple.com/documentation/foundation/timer
  package static let labels = ["withTimeInterval", "timeInterval", "every", "forInterval"]
  /// The publisher of a timer, which waits until somebody connects it.
  /// Source: developer.apple.com/documentation/foundation/timer/publish(every:tolerance:on:in:options:)
  package static let publisher = "publish"
  /// What stops a timer.
  /// Source: developer.apple.com/documentation/foundation/timer/invalidate()
  package static let stop = "invalidate"
  /// What takes back work that was put off, and what keeps it until then.
  /// Source: developer.apple.com/documentation/dispatch/dispatchworkitem
  package static let cancel = "cancel", workItem = "DispatchWorkItem"
  /// What the schedule of a timeline calls it, and the one that needs none.
  /// Source: developer.apple.com/documentation/swiftui/timelineschedule
  package static let scheduleLabel = "by"
  package static let everyMinute = "everyMinute"
  /// The seconds of such a schedule.
  package static let minute = 60.0
  /// What operators call it that hold values back.
  /// Source: developer.apple.com/documentation/combine/publisher/throttle(for:scheduler:latest:)
  package static let spacingLabel = "for"
  /// The label of a pause that counts nanoseconds: `Task.sleep(nanoseconds: 1_000_000)`.
  package static let nanoseconds = "nanoseconds"
  /// What starts a dispatch source that is a clock, and the argument with its period.
  package static let schedulingMethod = "schedule", repeatingLabel = "repeating"
  /// Seconds in what durations are counted in: `.milliseconds(5)`, `.seconds(30)`.
  /// Source: developer.apple.com/documentation/swift/duration, developer.apple.com/documentation/dispatch/dispatchtimeinterval
  package static let seconds: [String: Double] = [
    "hours": 3600, "microseconds": 1e-6, "milliseconds": 1e-3, "minutes": 60, "nanoseconds": 1e-9, "seconds": 1,
  ]
}
