internal import Gate
internal import Platform
internal import TraceImport

/// Exports the tables that matter from a `.trace` bundle by running `xcrun xctrace`.
///
/// - Source: reports on `xctrace export` failing in three ways with exit code 0: no bytes at all, a document without a
///   table, a document that stops in the middle of a row. None of them is trusted; what is read says what it is.
struct TraceBundleExport {
  /// A table as exported to a file of its own.
  struct Table {
    var schema: String
    var file: String
  }

  /// The tables of a run, and where it was recorded.
  struct Run {
    var tables: [Table]
    var place: ComparisonKey
  }

  enum Failure: Error, CustomStringConvertible {
    /// There is no `xcrun` here.
    case noTool(bundle: String)
    case failed(command: String, reason: String)
    case noTables(run: Int, runs: [Int])

    var description: String {
      switch self {
      case .noTool(let bundle):
        "this is an Instruments trace, which only a Mac with Xcode can open; export it there: \(manualCommand(bundle))"
      case .failed(let command, let reason): "'\(command)' \(reason)"
      case .noTables(let run, let runs):
        "run \(run) holds no tables of SwiftUI; record with the SwiftUI template"
          + (runs.count > 1 ? "; there are runs \(runs.map(String.init).joined(separator: ", "))" : "")
      }
    }
  }

  /// In this order, because updates must be found even if a later export fails.
  private static let schemas = [
    "swiftui-updates", "swiftui-causes", "swiftui-update-groups", "hitches", "potential-hangs", "hang-risks", "os-log",
    "os-signpost-interval",
  ]

  private let bundle: String
  private let tool: String
  private let folder: URL

  /// - Throws: `Failure.noTool` where `xcrun` is not found.
  init(bundle: String) throws {
    self.bundle = bundle
    guard let tool = Self.find("xcrun") else { throw Failure.noTool(bundle: bundle) }
    self.tool = tool
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("whyredraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The exported tables of each run, or of the one that is wanted; with remarks on tables that could not be had.
  func export(run wanted: Int?) throws -> (runs: [Run], remarks: [String]) {
    let contents = try tableOfContents()
    let runs = wanted.map { [$0] } ?? contents.keys.sorted()
    var result: [Run] = []
    var remarks: [String] = []
    for run in runs {
      let present = contents[run]?.tables ?? []
      var tables: [Table] = []
      for schema in Self.schemas where present.contains(schema) {
        do {
          tables.append(Table(schema: schema, file: try export(schema, run: run)))
        } catch let failure as Failure where schema != "swiftui-updates" {
          remarks.append("\(failure); going on without")
        }
      }
      if tables.isEmpty, wanted != nil || runs.count == 1 {
        throw Failure.noTables(run: run, runs: contents.keys.sorted())
      }
      if !tables.isEmpty { result.append(Run(tables: tables, place: contents[run]?.place ?? ComparisonKey())) }
    }
    return (result, remarks)
  }

  /// Deletes what was exported.
  func removeFiles() { try? FileManager.default.removeItem(at: folder) }

  static func manualCommand(_ bundle: String) -> String {
    "xcrun xctrace export --input '\(bundle)' --xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"swiftui-updates\" "
      + "or @schema=\"swiftui-causes\"]' --output updates.xml"
  }

  // MARK: - Running

  /// What the table of contents says of a run.
  private struct Contents {
    var tables: Set<String> = []
    var place = ComparisonKey()
  }

  private func tableOfContents() throws -> [Int: Contents] {
    let file = folder.appendingPathComponent("toc.xml")
    let arguments = ["xctrace", "export", "--input", bundle, "--toc", "--output", file.path]
    try run(arguments)
    let bytes = (try? Data(contentsOf: file)).map([UInt8].init) ?? []
    var contents: [Int: Contents] = [:]
    var current = 1
    for case .start(let name, let attributes) in XMLDocument.events(of: bytes).events {
      if name == "run" {
        current = attributes["number"].flatMap { Int($0) } ?? current
        contents[current] = contents[current] ?? Contents()
      } else if name == "device" {
        contents[current, default: Contents()].place = Self.place(attributes)
      } else if name == "table", let schema = attributes["schema"] {
        contents[current, default: Contents()].tables.insert(schema)
      }
    }
    guard !contents.isEmpty else {
      throw Failure.failed(command: command(arguments), reason: "gave no table of contents (\(bytes.count) bytes)")
    }
    return contents
  }

  /// Of `<device platform="iOS" model="iPhone 17" name="Ann's iPhone" os-version="26.1 (23B85)" …/>`; older versions of
  /// Xcode leave out the system's. A device's name is its owner's business.
  private static func place(_ device: [String: String]) -> ComparisonKey {
    var fields: [ComparisonKey.Field: String] = [:]
    if let model = device["model"] { fields[.device] = model }
    if let platform = device["platform"], let version = device["os-version"]?.split(separator: " ").first {
      fields[.os] = "\(platform) \(version)"
    }
    return ComparisonKey(fields)
  }

  private func export(_ schema: String, run number: Int) throws -> String {
    let file = folder.appendingPathComponent("run-\(number)-\(schema).xml").path
    let path = "/trace-toc/run[@number=\"\(number)\"]/data/table[@schema=\"\(schema)\"]"
    let arguments = ["xctrace", "export", "--input", bundle, "--xpath", path, "--output", file]
    var code = try run(arguments)
    if size(of: file) == 0 || isWithoutTable(file) {
      // It happens by chance, so once more.
      code = try run(arguments)
    }
    guard size(of: file) > 0 else {
      throw Failure.failed(command: command(arguments), reason: "wrote nothing (exit code \(code))")
    }
    if schema != "swiftui-updates", isWithoutTable(file) {
      throw Failure.failed(command: command(arguments), reason: "wrote a document without a table (exit code \(code))")
    }
    // A file that stops in the middle of a row is read as far as it goes, and says so itself.
    return file
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> Int32 {
    do {
      return try ChildProcess(tool, arguments, output: .nowhere, errors: .nowhere).wait()
    } catch {
      throw Failure.failed(command: command(arguments), reason: "could not be started: \(error)")
    }
  }

  private func command(_ arguments: [String]) -> String {
    (["xcrun"] + arguments.filter { !$0.hasPrefix(folder.path) && $0 != "--output" }).joined(separator: " ")
  }

  /// Whether it is the empty document of 65 bytes that stands for a table that could not be had.
  private func isWithoutTable(_ file: String) -> Bool {
    guard size(of: file) < Self.smallestTable, let text = FileManager.default.contents(atPath: file) else {
      return false
    }
    return text.holds("</trace-query-result>") && !text.holds("<node")
  }

  /// A document with a table has at least its schema.
  private static let smallestTable = 200

  private func size(of file: String) -> Int { SystemPath.size(ofFile: file) ?? 0 }

  /// The path of an executable, as a shell would find it.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
