internal import Foundation
internal import Gate

/// An input to read, as found for an argument.
struct InputFile: Sendable {
  /// As shown in reports: the argument, or the argument and the path inside the folder, with `/`.
  var name: String
  /// `nil` for standard input.
  var path: String?
  /// The scenario the user gave it.
  var scenario: String?
  /// Whether it was found in a folder, where files that are no captures are passed over.
  var isFromFolder: Bool
  /// Files with the same text are tables of one recording; `nil` when it has to be found out.
  var recording: String?
  /// Where it was recorded, as the trace it was exported from says.
  var place: ComparisonKey?
}

/// Why an argument names no input.
struct InputFailure: Error {
  var name: String
  var message: String
  /// Whether nothing is there, as opposed to something that cannot be used.
  var isMissing: Bool
}

/// Finds the files that arguments stand for.
enum InputFiles {
  /// Resolves one argument: `-`, a file, or a folder with everything below it.
  static func resolve(_ argument: String, scenario: String?) -> Result<[InputFile], InputFailure> {
    if argument == "-" {
      return .success([InputFile(name: "-", path: nil, scenario: scenario, isFromFolder: false)])
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else {
      return .failure(InputFailure(name: argument, message: "no such file or folder", isMissing: true))
    }
    guard isFolder.boolValue else {
      return .success([InputFile(name: argument, path: argument, scenario: scenario, isFromFolder: false)])
    }
    if let refusal = bundleRefusal(argument) {
      return .failure(InputFailure(name: argument, message: refusal, isMissing: false))
    }
    do {
      _ = try FileManager.default.contentsOfDirectory(atPath: argument)
    } catch {
      return .failure(InputFailure(name: argument, message: "the folder cannot be read", isMissing: true))
    }
    let files = filesBelow(argument)
    guard !files.isEmpty else {
      return .failure(InputFailure(name: argument, message: "the folder holds no files", isMissing: false))
    }
    let prefix = argument.hasSuffix("/") ? argument : argument + "/"
    return .success(
      files.map { InputFile(name: prefix + $0, path: prefix + $0, scenario: scenario, isFromFolder: true) })
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
    let isNamedArchive = path.hasSuffix(".logarchive") || path.hasSuffix(".logarchive/")
    if isNamedArchive || has("logdata.LiveData.tracev3") || (has("Info.plist") && has("Persist")) || has("timesync") {
      return "this is a log archive; export it first: log show \(path) --info --style ndjson "
        + "--predicate 'category == \"Changed Body Properties\"' > redraws.ndjson"
    }
    if has("Info.plist"), has("Data"), path.hasSuffix(".xcresult") || path.hasSuffix(".xcresult/") {
      return "this is a result bundle; pass the log of the test run instead"
    }
    return nil
  }

  /// Regular files below a folder in the order of their paths; no hidden ones, and no symbolic link is followed.
  private static func filesBelow(_ folder: String) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let relative = pending.popLast() {
      let path = relative.isEmpty ? folder : folder + "/" + relative
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { continue }
      for name in names where !name.hasPrefix(".") {
        let child = relative.isEmpty ? name : relative + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + child)
        switch attributes?[.type] as? FileAttributeType {
        case .typeDirectory?: pending.append(child)
        case .typeRegular?: found.append(child)
        default: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
