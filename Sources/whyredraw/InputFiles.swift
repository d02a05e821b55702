internal import Gate
internal import Platform
internal import TraceImport

/// An input to read, as found for an argument.
struct InputFile: Sendable {
  /// As shown in reports: the argument, or the argument and the path inside the folder, with `/`.
  var name: String
  /// `nil` for standard input.
  var path: String?
  /// The path as the system has it, ending in 0, where it is no UTF-8; `path` then is for people.
  var systemPath: [CChar]?
  /// The scenario the user gave it.
  var scenario: String?
  /// The folder it was found in, as the argument names it; `nil` for a file that was named itself.
  var folder: String?
  /// Files with the same text are tables of one recording; `nil` when it has to be found out.
  var recording: String?
  /// Where it was recorded, as the trace it was exported from says.
  var place: ComparisonKey?

  /// In a folder, files that are no captures are passed over.
  var isFromFolder: Bool { folder != nil }

  /// What files that were recorded together have in common: the folder, and how their names end; `nil` for a file that was
  /// named itself.
  var kin: String? {
    guard isFromFolder, let path else { return nil }
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    return String(path[..<start]) + ending
  }

  /// Which file it is; `nil` for what is no regular file: a pipe gives something else each time.
  var identity: FileIdentity? {
    (systemPath ?? path.map { $0.utf8.map(CChar.init(bitPattern:)) + [0] }).flatMap { FileIdentity($0) }
  }

  /// Opens it for reading.
  func source() throws(ByteSourceError) -> FileSource {
    if let systemPath { return try FileSource(systemPath: systemPath) }
    guard let path else { return FileSource() }
    return try FileSource(path: path)
  }
}

/// Why an argument names no input.
struct InputFailure: Error, CustomStringConvertible {
  var name: String
  var message: String
  /// Whether nothing is there, as opposed to something that cannot be used.
  var isMissing: Bool

  /// With what lies there instead of something that is missing.
  var description: String { "\(name): \(message)\(isMissing ? MissingPath.suggestion(name) : "")" }
}

/// Finds the files that arguments stand for.
enum InputFiles {
  /// Resolves one argument: `-`, a file, or a folder with everything below it.
  static func resolve(_ argument: String, scenario: String?) -> Result<[InputFile], InputFailure> {
    if argument == "-" {
      return .success([InputFile(name: "-", path: nil, scenario: scenario)])
    }
    let path = systemPath(of: argument)
    guard let mode = mode(of: path), Reach.includes(argument) else {
      return .failure(InputFailure(name: argument, message: "no such file or folder", isMissing: true))
    }
    guard mode == S_IFDIR else { return .success([inputFile(path, scenario: scenario)]) }
    if let refusal = bundleRefusal(argument) {
      return .failure(InputFailure(name: argument, message: refusal, isMissing: false))
    }
    guard let directory = opendir(path.map(CChar.init(bitPattern:)) + [0]) else {
      return .failure(InputFailure(name: argument, message: "the folder cannot be read", isMissing: true))
    }
    closedir(directory)
    let files = filesBelow(path)
    guard !files.isEmpty else {
      return .failure(InputFailure(name: argument, message: "the folder holds no files", isMissing: false))
    }
    return .success(files.map { inputFile($0, scenario: scenario, folder: argument) })
  }

  /// Whether the argument names a folder.
  static func isFolder(_ argument: String) -> Bool { mode(of: systemPath(of: argument)) == S_IFDIR }

  private static func inputFile(_ path: [UInt8], scenario: String?, folder: String? = nil) -> InputFile {
    let name = String(decoding: path, as: UTF8.self)
    let isText = name.utf8.elementsEqual(path)
    return InputFile(
      name: name, path: name, systemPath: isText ? nil : path.map(CChar.init(bitPattern:)) + [0], scenario: scenario,
      folder: folder)
  }

  /// What kind of file a path names, symbolic links followed; `nil` for none.
  private static func mode(of path: [UInt8]) -> mode_t? {
    var status = stat()
    guard stat(path.map(CChar.init(bitPattern:)) + [0], &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// The bytes of a path that was given as an argument, or as what stands behind `NAME=`.
  ///
  /// Where an argument is no UTF-8 it came with replacement characters; the bytes are still where the system put them.
  static func systemPath(of argument: String) -> [UInt8] {
    let text = Array(argument.utf8)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return text }
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let raw = CommandLine.unsafeArgv[index] else { continue }
      let bytes = Array(UnsafeBufferPointer(start: raw, count: strlen(raw))).map(UInt8.init(bitPattern:))
      let paths = [bytes[...]] + (bytes.firstIndex(of: UInt8(ascii: "=")).map { [bytes[($0 + 1)...]] } ?? [])
      if let path = paths.first(where: { String(decoding: $0, as: UTF8.self) == argument }) { return Array(path) }
    }
    return text
  }

  /// Whether a folder is a trace as Instruments saves it; recognised by what is in it.
  static func isInstrumentsTrace(_ path: String) -> Bool {
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
    return has("form.template") || has("Trace1.run") || (has("corespace") && has("instrument_data"))
      || has("shared_data")
  }

  /// Folders that are one document; recognised by what is in them, not by their names.
  private static func bundleRefusal(_ path: String) -> String? {
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }
    if has("logdata.LiveData.tracev3") || (has("Info.plist") && has("Persist")) || has("timesync") {
      return "this is a log archive; export it first: log show \(path) --info --style ndjson "
        + "--predicate 'category == \"Changed Body Properties\"' > redraws.ndjson"
    }
    if has("Info.plist"), has("Data"), path.hasSuffix(".xcresult") || path.hasSuffix(".xcresult/") {
      return "this is a result bundle; pass the log of the test run instead"
    }
    return nil
  }

  /// The paths of regular files below a folder in their order; no hidden ones, and no symbolic link is followed.
  ///
  /// In bytes, because a system may hold names that are no text.
  private static func filesBelow(_ folder: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var pending = [folder]
    while let path = pending.popLast() {
      guard let directory = opendir(path.map(CChar.init(bitPattern:)) + [0]) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        guard name.first != UInt8(ascii: ".") else { continue }
        let child = path + (path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
        var status = stat()
        guard lstat(child.map(CChar.init(bitPattern:)) + [0], &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: pending.append(child)
        case S_IFREG: found.append(child)
        default: break
        }
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// The files that were given, each once for a scenario, by whatever names and links: to read one twice is no second run.
struct KnownFiles {
  private struct Key: Hashable {
    var file: FileIdentity
    var scenario: String?
  }

  private var names: [Key: String] = [:]
  private let isQuiet: Bool

  /// - Parameter earlier: what was given before, in another role.
  init(isQuiet: Bool, earlier: [InputFile] = []) {
    self.isQuiet = isQuiet
    for file in earlier {
      if let identity = file.identity { names[Key(file: identity, scenario: file.scenario)] = file.name }
    }
  }

  /// - Returns: Whether it is a file that was not given before.
  mutating func insert(_ file: InputFile) -> Bool {
    guard let identity = file.identity else { return true }
    let key = Key(file: identity, scenario: file.scenario)
    if let first = names[key] {
      if !isQuiet { tell("note: \(file.name): is the file '\(first)' once more and counts once") }
      return false
    }
    names[key] = file.name
    return true
  }
}
