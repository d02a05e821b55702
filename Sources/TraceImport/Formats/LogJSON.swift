/// `log show --style json`: one array of records, each over many lines.
///
///     [{
///       "traceID" : 1234567890,
///       "eventMessage" : "ContentView: \\Model.value changed.",
///       "subsystem" : "com.apple.SwiftUI", "category" : "Changed Body Properties",
///       "processImagePath" : "\/Users\/me\/MyApp", "processID" : 1234,
///       "timestamp" : "2025-11-08 10:12:13.123456+0100", …
///     },{ … }]
///
/// `log stream --style json` starts with the line `Filtering the log data using …` and, when interrupted, has no `]`.
/// Read: time, process, category and message; everything else is skipped.
enum LogJSON: Layout {
  static let format = TraceFormat(id: "log-json", title: "log, json style")
}
