/// Records of `pymobiledevice3 syslog live --format json` and its kin, one object a line:
///
///     {"pid": 1234, "timestamp": "2025-11-08T10:12:13.123456", "level": "INFO", "image_name": "/…/SwiftUICore",
///      "filename": "/…/MyApp.app/MyApp", "message": "ContentView: @self changed.",
///      "label": {"subsystem": "com.apple.SwiftUI", "category": "Changed Body Properties"}}
enum PyMobileDeviceJSON: Layout {
  static let format = TraceFormat(id: "pymobiledevice3-json", title: "pymobiledevice3 syslog, JSON")
}
