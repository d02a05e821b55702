internal import Foundation
internal import Simulator
internal import Testing

/// Writes an app where the environment asks for it: SHOW_APP=seed,views,folder.
@Suite struct ShowTests {
  @Test func show() throws {
    guard let parts = ProcessInfo.processInfo.environment["SHOW_APP"]?.split(separator: ","), parts.count == 3 else { return }
    let app = RandomApp.make(seed: UInt64(parts[0])!, views: Int(parts[1])!)
    let folder = URL(fileURLWithPath: String(parts[2]))
    for (path, text) in app.sources() {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let session = simulate(app)
    try Data(session.log(style: .ndjson)).write(to: folder.appendingPathComponent("run.ndjson"))
    try Data(session.log()).write(to: folder.appendingPathComponent("run.log"))
    let truth = session.all.map { "\($0.index) u\($0.update) \($0.message) by \($0.trigger.map(String.init) ?? "-") root \($0.root.view)/\($0.root.cause) \($0.origins) \($0.verdict)" }
    try Data(truth.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("truth.txt"))
    let fixes = app.rankedFixes().map { "\($0.saved) \($0.fix.rule) \($0.fix.fix) \($0.fix.view) \($0.fix.subject)" }
    try Data(fixes.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("fixes.txt"))
  }
}
