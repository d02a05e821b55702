internal import ArgumentParser
internal import Reporting
internal import TraceImport

/// Lists what can be read and written.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats that are read and written.")

  func run() throws {
    var text = "Input (recognised by content, plain or gzip):\n"
    for format in allTraceFormats { text += "  \(format.id.padded(to: 22))  \(format.title)\n" }
    text += "\nReports (analyze --format):\n"
    for format in allOutputFormats where format.report != nil {
      text += "  \(format.id.padded(to: 22))  \(format.title)\n"
    }
    text += "\nEvents (convert --format):\n"
    for format in allOutputFormats {
      if let writer = format.events { text += "  \(format.id.padded(to: 22))  \(writer.title)\n" }
    }
    try write(text, to: 1)
  }
}
