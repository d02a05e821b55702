internal import Platform
internal import TraceImport

/// Inputs, and which of them are tables of one recording: updates in one, causes in another.
///
/// `@unchecked Sendable`: nothing changes after `init`, and each source is for the one thread that reads its input.
struct Recordings: @unchecked Sendable {
  let files: [InputFile]
  /// Which files make up a run each.
  private(set) var runs: [[Int]] = []
  /// What is to be said of a file because of the run it was put to.
  private(set) var remarks: [Int: ImportIssue] = [:]
  /// Whether a command reads nothing besides them.
  var areAll = true
  /// Pipes that were looked into; they cannot be opened again.
  private var opened: [Int: any ByteSource] = [:]

  /// - Parameter format: what the inputs are read as; `nil` when it is found out for each.
  init(_ files: [InputFile], format: TraceFormat?) {
    self.files = files
    guard files.count > 1, format == nil || format == .instruments else {
      runs = files.indices.map { [$0] }
      return
    }
    // Of some files it is known which recording they are of.
    let named = Dictionary(grouping: files.indices.filter { files[$0].recording != nil }) { files[$0].recording }
    runs = Array(named.values)
    // Files of different scenarios are never one recording.
    let others = Dictionary(grouping: files.indices.filter { files[$0].recording == nil }) { files[$0].scenario }
    for members in others.values { pair(members) }
    runs.sort { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  private mutating func pair(_ members: [Int]) {
    for run in ExportRole.runs(members.map { role($0) }) {
      let group = run.members.map { members[$0] }
      runs.append(group)
      for guess in run.guesses {
        let name = files[members[guess]].name
        let others = group.filter { files[$0].name != name }.map { "'\(files[$0].name)'" }.joined(separator: ", ")
        remarks[members[guess]] = ImportIssue(
          severity: .info,
          message: "nothing but the order of the inputs says that this belongs to \(others); if it does not, name what "
            + "belongs together: '--scenario NAME=FILE' for each file")
      }
    }
  }

  /// What an input contributes to a run; `nil` when it is no export.
  private mutating func role(_ index: Int) -> ExportRole? {
    if let path = files[index].path, Self.isRegularFile(path) {
      return (try? files[index].source()).flatMap { ExportRole.probe($0) }
    }
    // What is read from a pipe is gone, so the beginning has to do.
    guard let source = try? open(index) else { return nil }
    let (role, again) = ExportRole.probe(beginningOf: source)
    opened[index] = again
    return role
  }

  /// An input from its first byte on; a pipe once only.
  func open(_ index: Int) throws(ByteSourceError) -> any ByteSource {
    if let source = opened[index] { return source }
    return try files[index].source()
  }

  /// Whether a file is still there once it was read.
  func isReadable(again index: Int) -> Bool { files[index].path.map(Self.isRegularFile) ?? false }

  private static func isRegularFile(_ path: String) -> Bool {
    SystemPath.size(ofFile: path) != nil
  }
}

extension InputOptions {
  func recordings(_ files: [InputFile]) -> Recordings { Recordings(files, format: format) }
}
