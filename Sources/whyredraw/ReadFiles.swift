internal import ArgumentParser
internal import Platform
internal import SystemPackage

/// Which regular file it is, whatever it is called and by whatever links it is reached.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// - Parameter path: as the system has it, ending in 0.
  init?(_ path: [CChar]) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = status.st_dev
    number = status.st_ino
  }

  init?(_ path: FilePath) {
    guard
      let identity = path.withPlatformString({
        FileIdentity(Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)))
      })
    else { return nil }
    self = identity
  }
}

/// The files that a run reads: none of them may be replaced by what it writes.
struct ReadFiles {
  /// What a file is to the run.
  enum Role: String {
    case input = "an input"
    case source = "a source"
    case baseline = "the baseline"
    case configuration = "the configuration"
    case knownFindings = "the file of known findings"
  }

  private var known: [FileIdentity: (role: Role, name: String)] = [:]

  /// - Parameter configuration: the options by which the configuration is found.
  init(_ configuration: ConfigurationOptions? = nil) {
    if let configuration { add(ConfigurationFile.find(explicit: configuration.config), as: .configuration) }
  }

  mutating func add(_ path: String?, as role: Role) {
    guard let path, let identity = FileIdentity(SystemPath.argument(path)) else { return }
    known[identity] = (role, path)
  }

  mutating func add(_ read: ReadInputs) {
    for file in read.files { if let identity = file.identity { known[identity] = (.input, file.name) } }
  }

  mutating func add(_ sources: LinkedSources?) {
    for path in sources?.paths ?? [] { add(path, as: .source) }
  }

  /// Refuses to write over any of them.
  ///
  /// - Parameter outputs: The files to write, as the user named them; `nil` is standard output.
  /// - Throws: `ExitCode.cannotCreate`, having said which.
  func protect(from outputs: [String?]) throws {
    for path in outputs.compactMap(\.self) {
      guard let identity = FileIdentity(SystemPath.argument(path)), let file = known[identity] else { continue }
      let other = file.name == path ? "" : " '\(file.name)'"
      tell("error: \(path): is \(file.role.rawValue)\(other) that this run reads; name another file for the output")
      throw ExitCode.cannotCreate
    }
  }
}
