internal import ArgumentParser
internal import Reporting

/// A rendering and where it goes.
struct OutputTarget<Rendering> {
  /// `nil` for standard output.
  var path: String?
  var format: OutputFormat
  /// What of the format the command uses.
  var render: Rendering

  init(path: String?, _ known: FormatRendering<Rendering>) {
    self.path = path
    format = known.format
    render = known.render
  }

  /// Writes a text as a whole.
  ///
  /// - Throws: `ExitCode`, having said why.
  func write(_ text: String) throws {
    if let path { try OutputFile.write(text, to: path) } else { try writeReport(text) }
  }

  /// Writes piece by piece; a file appears only when it is complete.
  ///
  /// - Throws: `ExitCode`, having said why.
  func write(pieces: (TextSink) throws -> Void) throws {
    guard let path else { return try pass(pieces) { try writeReport($0) } }
    let file = try OutputFile(path)
    do {
      try pass(pieces) { try whyredraw.write($0, to: file.descriptor) }
    } catch {
      throw OutputFile.failure(path, lastSystemError())
    }
    try file.commit()
  }

  private func pass(
    _ pieces: (TextSink) throws -> Void, to write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let sink = TextSink(write)
    try pieces(sink)
    try sink.flush()
  }
}

extension Sequence {
  /// Writes to each of several targets: where one cannot be written, the others are all the same.
  ///
  /// - Throws: what the body throws; where something could not be written, the code that says so, after all others.
  func writeEach<Rendering>(_ body: (OutputTarget<Rendering>) throws -> Void) throws
  where Element == OutputTarget<Rendering> {
    var failure: ExitCode?
    for target in self {
      do {
        try body(target)
      } catch let code as ExitCode where code == .cannotCreate {
        failure = code
      }
    }
    if let failure { throw failure }
  }
}
