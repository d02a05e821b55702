internal import ArgumentParser
internal import Reporting
internal import TraceImport

/// Lists what can be read and written.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats that are read and written.")

  func run() throws {
    var text = "Input (recognised by content, plain or gzip):\n"
    for format in allTraceFormats { text += "  \(padded(format.id))  \(format.title)\n" }
    text += "\nReports (analyze --format):\n"
    for renderer in allRenderers { text += "  \(padded(renderer.id))  \(renderer.title)\n" }
    try write(text, to: 1)
  }

  private func padded(_ id: String) -> String { id + String(repeating: " ", count: max(0, 22 - id.count)) }
}
