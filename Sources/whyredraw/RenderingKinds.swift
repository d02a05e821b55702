internal import ArgumentParser
internal import Reporting

/// A format with what of it a command uses.
typealias FormatRendering<Rendering> = (format: OutputFormat, render: Rendering)

/// What a command renders, and so which formats it has; the first is the default.
protocol RenderingKind: Sendable {
  associatedtype Rendering
  static var formats: [FormatRendering<Rendering>] { get }
}

enum ReportFormats: RenderingKind {
  static var formats: [FormatRendering<OutputFormat.ReportRendering>] { formats(with: \.report) }
}

enum FindingFormats: RenderingKind {
  static var formats: [FormatRendering<OutputFormat.FindingsRendering>] { formats(with: \.findings) }
}

enum VerdictFormats: RenderingKind {
  static var formats: [FormatRendering<OutputFormat.VerdictRendering>] { formats(with: \.verdict) }
}

enum ComparisonFormats: RenderingKind {
  static var formats: [FormatRendering<OutputFormat.ComparisonRendering>] { formats(with: \.comparison) }
}

enum CalibrationFormats: RenderingKind {
  static var formats: [FormatRendering<OutputFormat.CalibrationRendering>] { formats(with: \.calibration) }
}

/// Those of the events, and those of what they add up to, run by run.
enum EventFormats: RenderingKind {
  static var formats: [FormatRendering<(any EventWriter.Type)?>] {
    let events = allOutputFormats.filter { $0.events != nil && $0.id != OutputFormat.ndjson.id }
    return ([.ndjson] + events + [.rows, .rowsCSV]).map { (format: $0, render: $0.events) }
  }
}

/// What `merge` writes.
enum ProfileFormats: RenderingKind {
  static var formats: [FormatRendering<Void>] { [(format: .profile, render: ())] }
}

/// What `baseline` writes.
enum BaselineFormats: RenderingKind {
  static var formats: [FormatRendering<Void>] { [(format: .baseline, render: ())] }
}

extension RenderingKind {
  fileprivate static func formats<Value>(with rendering: KeyPath<OutputFormat, Value?>) -> [FormatRendering<Value>] {
    allOutputFormats.compactMap { format in format[keyPath: rendering].map { (format: format, render: $0) } }
  }
}

extension OutputFormat {
  static let baseline = OutputFormat("baseline", "the contract file of 'gate'", fileExtensions: ["lock"])
}

/// What `--format` takes; help and completion list the names. What is none of them is refused where it is looked up, with a
/// suggestion.
struct FormatName<Kind: RenderingKind>: ExpressibleByArgument {
  let id: String

  init(argument: String) { id = argument }

  static var allValueStrings: [String] { Kind.formats.map(\.format.id) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
