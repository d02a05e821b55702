import PlainYAML
import Platform
import SourceAnalysis
import SystemPackage
import Vocabulary

/// `.whyredraw.yml`: one file for all commands.
struct ConfigurationFile {
  var path: String?
  var lint = LintConfiguration()
  /// Globs of paths that are not read.
  var excluded: [String] = []
  /// Folders and files of sources, relative to the working directory.
  var sources: [String] = []
  var gate = GateConfiguration()
  /// What contradicts itself.
  private(set) var warnings: [String] = []
  /// The rules that the file switches on or off, with where it does.
  private var settled: [String: (isOn: Bool, line: Int)] = [:]

  init(path: String? = nil) { self.path = path }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The keys at the top of the file.
  static let keys: Set<String> = [
    "rules", "opt_in", "disabled", "excluded", "deployment_target", "action_modifiers", "sources", "baseline", "gate",
    "budgets",
  ]

  /// The file named, or the first found upwards from the working directory; without one, the defaults.
  static func load(explicit: String?) throws -> ConfigurationFile {
    if let explicit, !FileManager.default.fileExists(atPath: explicit) {
      throw Failure(description: "\(explicit): no such configuration file")
    }
    return try find(explicit: explicit).map(read) ?? ConfigurationFile()
  }

  /// The path of the file that `load` reads; `nil` where there is none.
  static func find(explicit: String?) -> String? {
    if let explicit { return explicit }
    var folder = FileManager.default.currentDirectoryPath
    while true {
      let path = folder == "/" ? "/.whyredraw.yml" : folder + "/.whyredraw.yml"
      if FileManager.default.fileExists(atPath: path), Reach.includes(path) { return path }
      guard folder != "/", !folder.isEmpty else { return nil }
      folder = FilePath(folder).removingLastComponent().string
    }
  }

  private static func read(_ path: String) throws -> ConfigurationFile {
    let bytes: [UInt8]
    do {
      bytes = try FileContents.document(at: path, largest: 1 << 20)
    } catch .cannotBeOpened {
      throw Failure(description: "\(path): cannot be opened")
    } catch .tooLarge {
      throw Failure(description: "\(path): is larger than 1 MB, more than any configuration")
    }
    return try parse(String(decoding: bytes, as: UTF8.self), path: path)
  }

  static func parse(_ text: String, path: String) throws -> ConfigurationFile {
    let root: YAMLNode?
    do {
      root = try YAMLReader.read(text)
    } catch {
      throw Failure(description: "\(path):\(error.line): \(error)")
    }
    var file = ConfigurationFile(path: path)
    guard let root, !root.isNull else { return file }
    guard let mapping = root.mapping else {
      throw failure(path, root, "the configuration is not a mapping of keys to values")
    }
    for entry in mapping { try file.read(entry.key, entry.value, path) }
    return file
  }

  private mutating func read(_ key: YAMLNode, _ value: YAMLNode, _ path: String) throws {
    let ids = Set(allSourceRules.map(\.id)).union([CommentCommand.complaintRule])
    switch key.string {
    case "baseline":
      guard let text = value.string, !text.isEmpty else {
        throw Self.failure(path, value, "'baseline' is the path of a file, relative to the configuration")
      }
      gate.baseline = Self.relative(text, to: path)
    case "sources": sources = try Self.strings(value, path).map { Self.relative($0, to: path) }
    case "gate": try GateConfigurationReader(path: path).readGate(value, into: &gate)
    case "budgets": try GateConfigurationReader(path: path).readBudgets(value, into: &gate)
    case "excluded": excluded = try Self.strings(value, path)
    case "action_modifiers": lint.analysis.actions = ActionNames(additionalFunctions: try Self.strings(value, path))
    case "deployment_target":
      // `17` and `17.4` both mean iOS 17.
      guard let version = value.string?.split(separator: ".").first.flatMap({ Int($0) }) else {
        throw Self.failure(path, value, "'deployment_target' is a version of iOS, such as 17.0")
      }
      lint.analysis.deploymentTarget = version
    case "opt_in":
      for node in try Self.nodes(value, path) {
        let id = try Self.rule(node, ids, path)
        settle(id, isOn: true, node, path)
        lint.optIn.insert(id)
      }
    case "disabled":
      for node in try Self.nodes(value, path) {
        let id = try Self.rule(node, ids, path)
        settle(id, isOn: false, node, path)
        lint.settings[id] = .off
      }
    case "rules":
      guard let mapping = value.mapping else {
        throw Self.failure(path, value, "'rules' is a mapping of rule ids to settings")
      }
      for entry in mapping { try readRule(try Self.rule(entry.key, ids, path), entry.value, path) }
    case let name?:
      throw Self.failure(path, key, "unknown key '\(name)'\(nearest(name, in: Self.keys))")
    case nil: throw Self.failure(path, key, "a key has to be a word")
    }
  }

  private mutating func readRule(_ id: String, _ setting: YAMLNode, _ path: String) throws {
    if let word = setting.string { return try apply(word, to: id, setting, path) }
    guard let mapping = setting.mapping else {
      throw Self.failure(path, setting, "'\(id)' needs a severity, off, or a mapping of options")
    }
    let options = allSourceRules.first { $0.id == id }?.options ?? []
    for entry in mapping {
      let (key, value) = (entry.key, entry.value)
      let name = key.string ?? ""
      if name == "severity" {
        try apply(value.string ?? "", to: id, value, path)
      } else if options.contains(where: { $0.key == name }) {
        guard let number = value.int else { throw Self.failure(path, value, "'\(name)' of '\(id)' is a whole number") }
        lint.analysis.rules[id, default: [:]][name] = number
      } else {
        throw Self.failure(
          path, key, "'\(id)' has no option '\(name)'\(nearest(name, in: options.map(\.key) + ["severity"]))")
      }
    }
  }

  private mutating func apply(_ word: String, to id: String, _ node: YAMLNode, _ path: String) throws {
    settle(id, isOn: word != "off" && word != "false", node, path)
    if word == "off" || word == "false" {
      lint.settings[id] = .off
    } else if word == "on" || word == "true" {
      lint.optIn.insert(id)
    } else if let severity = Severity(rawValue: word) {
      lint.settings[id] = .severity(severity)
    } else {
      throw Self.failure(
        path, node, "'\(word)' is no severity; there are note, warning, error, and off and on")
    }
  }

  /// Of a rule that is switched both on and off, one would be passed over in silence.
  private mutating func settle(_ id: String, isOn: Bool, _ node: YAMLNode, _ path: String) {
    if let other = settled[id], other.isOn != isOn {
      let words = (isOn ? "on" : "off", isOn ? "off" : "on")
      warnings.append(
        "\(path):\(node.line): '\(id)' is switched \(words.0) here and \(words.1) in line \(other.line); keep one")
    }
    settled[id] = (isOn, node.line)
  }

  private static func rule(_ node: YAMLNode, _ ids: Set<String>, _ path: String) throws -> String {
    let name = node.string ?? ""
    guard ids.contains(name) else { throw failure(path, node, "unknown rule '\(name)'\(nearest(name, in: ids))") }
    return name
  }

  private static func nodes(_ node: YAMLNode, _ path: String) throws -> [YAMLNode] {
    guard let sequence = node.sequence else { throw failure(path, node, "expected a list") }
    return sequence
  }

  private static func strings(_ node: YAMLNode, _ path: String) throws -> [String] {
    try nodes(node, path).map { element in
      guard let text = element.string else { throw failure(path, element, "expected a word") }
      return text
    }
  }

  /// A path as the configuration has it, seen from the working directory.
  private static func relative(_ name: String, to configuration: String) -> String {
    if name.hasPrefix("/") { return name }
    let folder = FilePath(configuration).removingLastComponent().string
    let working = FileManager.default.currentDirectoryPath
    if folder.isEmpty || folder == working { return name }
    return folder + "/" + name
  }

  private static func failure(_ path: String, _ node: YAMLNode, _ message: String) -> Failure {
    Failure(description: "\(path):\(node.line): \(message)")
  }
}
