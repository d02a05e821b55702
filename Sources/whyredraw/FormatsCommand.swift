internal import ArgumentParser
internal import Reporting
internal import TraceImport

/// Lists what can be read and written.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats that are read and written, and by which commands.")

  func run() throws {
    var text = "Input (recognised by content, plain or gzip; --input-format ID):\n"
    for format in allTraceFormats { text += "  \(format.id.padded(to: 22))  \(format.title)\n" }
    text += "\nOutput (--format ID, --output [ID=]FILE with the extension of the file):\n"
    for format in allOutputFormats + [.baseline] {
      let commands = Self.commands.filter { $0.formats.contains(format.id) }.map(\.name).joined(separator: ", ")
      let extensions = ([format.id] + format.fileExtensions).map { "." + $0 }.joined(separator: " ")
      text += "  \(format.id.padded(to: 14))  \(format.events?.title ?? format.title)\n"
      text += "  \("".padded(to: 14))  \(commands) · \(extensions)\n"
    }
    try writeReport(text)
  }

  private static let commands: [(name: String, formats: Set<String>)] = [
    ("analyze", ids(ReportFormats.self)), ("watch", ids(ReportFormats.self)), ("lint", ids(FindingFormats.self)),
    ("gate", ids(VerdictFormats.self)), ("compare", ids(ComparisonFormats.self)),
    ("calibrate", ids(CalibrationFormats.self)), ("convert", ids(EventFormats.self)),
    ("merge", ids(ProfileFormats.self)), ("baseline", ids(BaselineFormats.self)),
    ("rules", ids(RuleFormats.self)),
  ]

  private static func ids<Kind: RenderingKind>(_: Kind.Type) -> Set<String> { Set(Kind.formats.map(\.format.id)) }
}
