// The fuzz targets compile this file and the sources of PlainYAML as one module.
#if !FUZZING
  import PlainYAML
#endif

/// Reads hostile configurations and holds what is read against what must always be true.
enum ConfigurationCheck {
  /// Returns what is wrong, a sentence each; nothing when all laws hold.
  static func violations(reading bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = 1 + text.utf8.count { $0 == 0x0A || $0 == 0x0D }
    let result = result(of: text)
    var found: [String] = []
    switch result {
    case .success(let node):
      if let node { found += violations(in: node, from: 1, lines) }
    case .failure(let problem):
      if !(1...lines).contains(problem.line) { found.append("a problem in line \(problem.line) of \(lines)") }
      if problem.description.isEmpty { found.append("a problem without words") }
    }
    if !text.utf8.contains(0x0D), self.result(of: text.replacing("\n", with: "\r\n")) != result {
      found.append("reads differently with CR LF")
    }
    if !text.unicodeScalars.starts(with: ["\u{FEFF}"]), self.result(of: "\u{FEFF}" + text) != result {
      found.append("reads differently behind a byte order mark")
    }
    return found
  }

  private static func result(of text: String) -> Result<YAMLNode?, YAMLProblem> {
    do { return .success(try YAMLReader.read(text)) } catch { return .failure(error) }
  }

  /// Values stand behind what they belong to, and no key is there twice.
  private static func violations(in node: YAMLNode, from line: Int, _ lines: Int) -> [String] {
    var found =
      line <= node.line && node.line <= lines ? [] : ["a value in line \(node.line), between \(line) and \(lines)"]
    for inner in node.sequence ?? [] { found += violations(in: inner, from: node.line, lines) }
    let entries = node.mapping ?? []
    for entry in entries {
      found +=
        violations(in: entry.key, from: node.line, lines) + violations(in: entry.value, from: entry.key.line, lines)
    }
    let keys = entries.compactMap(\.key.string)
    if Set(keys).count < keys.count { found.append("a key is there twice") }
    return found
  }
}
