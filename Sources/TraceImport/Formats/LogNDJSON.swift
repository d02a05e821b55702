/// `log stream|show --style ndjson`: one record a line, and at the end `{"count":48055,"finished":1}`.
///
///     xcrun simctl spawn booted log stream --style ndjson --level info \
///       --predicate 'category == "Changed Body Properties"'
enum LogNDJSON: Layout {
  static let format = TraceFormat(id: "log-ndjson", title: "log, ndjson style")
}
