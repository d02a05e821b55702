import Foundation

// The fuzz targets compile this file and the sources of the stages that read Swift as one module.
#if !FUZZING
  import SourceAnalysis
  import SourceEditing
#endif

/// Reads hostile Swift files and holds what is found in them, and what is done to them, against what must always be true.
enum SourceCheck: String, CaseIterable {
  /// What is found does not depend on the order of files, their line ends and marks.
  case lint
  /// What instrumenting puts in is taken out to the last byte.
  case instrument
  /// Edits leave what parses, and nothing more to edit.
  case patches

  /// What parts two files in the bytes.
  static let border = "// ---- next file\n"

  /// Returns what is wrong, a sentence each; nothing when all laws hold.
  func violations(reading bytes: [UInt8]) -> [String] {
    Parallel.onLargeStack {
      switch self {
      case .lint: Self.lintViolations(bytes)
      case .instrument: Self.instrumentViolations(bytes)
      case .patches: Self.patchViolations(bytes)
      }
    }
  }

  // MARK: - Lint

  private static let configuration: LintConfiguration = {
    var configuration = LintConfiguration()
    configuration.optIn = Set(allSourceRules.map(\.id))
    return configuration
  }()

  private static func lintViolations(_ bytes: [UInt8]) -> [String] {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: border, maxSplits: 1).map(String.init)
    let texts = zip(["A.swift", "B.swift"], parts).map { ($0, $1) }
    let found = findings(texts)
    var violations: [String] = []
    func compare(_ other: [String], _ reason: String) {
      if other == found { return }
      let difference = Set(other).symmetricDifference(found).sorted().prefix(2).joined(separator: " | ")
      violations.append("\(found.count) findings, but \(other.count) \(reason): \(difference)")
    }
    if texts.count > 1 { compare(findings(texts.reversed()), "with the files in the other order") }
    if !bytes.contains(0x0D) {
      compare(findings(texts.map { ($0, $1.replacing("\n", with: "\r\n")) }), "with CR LF")
    }
    compare(findings(texts.map { ($0, "\u{FEFF}" + $1) }), "with a byte order mark")
    return violations
  }

  private static func findings(_ texts: [(String, String)]) -> [String] {
    let graph = SourceGraph(index: SourceIndex(files: texts.map { read($0, Array($1.utf8)) }))
    return Linter(configuration: configuration).run(graph).map {
      let place = $0.finding.place
      return "\(place.file):\(place.line): \($0.finding.message) [\($0.fingerprint)]"
    }.sorted()
  }

  private static func read(_ path: String, _ bytes: [UInt8]) -> SourceFile {
    SourceFile(path: path, tree: bytes.withUnsafeBufferPointer { FactsReader.read($0) })
  }

  // MARK: - Instrumenting

  private static func instrumentViolations(_ bytes: [UInt8]) -> [String] {
    var found: [String] = []
    if let removal = try? Removal(from: bytes), (try? Removal(from: removal.bytes))?.bytes != removal.bytes {
      found.append("a second removal finds more")
    }
    // Marks that are there already are taken out as well, or are somebody's text and keep anything from being taken out.
    if String(decoding: bytes, as: UTF8.self).contains("whyredraw:instrument") { return found }
    guard let first = instrumented(bytes), first != bytes else { return found }
    if (try? Removal(from: first))?.bytes != bytes { found.append("removing does not restore the file") }
    if let again = instrumented(first), again != first { found.append("instrumenting twice is not instrumenting once") }
    if read("A.swift", first).tree.issues.count > read("A.swift", bytes).tree.issues.count {
      found.append("the instrumented file does not parse")
    }
    return found
  }

  /// `nil` where the file is refused.
  private static func instrumented(_ bytes: [UInt8]) -> [UInt8]? {
    let file = FileBodies(bytes)
    guard file.problem == nil else { return nil }
    let plan = InstrumentationPlan([file])
    let sites = file.sites.filter { plan.decision(for: $0) == .instrument }
    return try? plan.instrumented(bytes, sites: sites, call: .logChanges)
  }

  // MARK: - Patches

  private static func patchViolations(_ bytes: [UInt8]) -> [String] {
    let file = read("A.swift", bytes)
    guard file.tree.issues.isEmpty else { return [] }
    var found: [String] = []
    let texts = [file.path: Data(bytes)]
    let graph = SourceGraph(index: SourceIndex(files: [file]))
    let patches = Patches(texts: texts, graph: graph)
    for finding in Linter(configuration: configuration).run(graph) {
      let outcome = patches.patch(for: finding.finding)
      guard !outcome.edits.isEmpty else { continue }
      guard let patched = Edit.apply(outcome.edits, to: bytes) else {
        found.append("the edits for '\(finding.finding.message)' overlap")
        continue
      }
      if !read(file.path, patched).tree.issues.isEmpty {
        found.append("with the edits for '\(finding.finding.message)' the file does not parse")
      }
    }
    let fixer = Fixer(configuration, appliesSuggested: true)
    let fixed = fixer.run(Fixer.Sources(files: [file], texts: texts))
    guard let text = fixed.texts[file.path] else { return found }
    let again = read(file.path, Array(text))
    if !again.tree.issues.isEmpty { found.append("the fixed file does not parse") }
    let second = fixer.run(Fixer.Sources(files: [again], texts: [file.path: text]))
    if !second.texts.isEmpty { found.append("a second run fixes more: \(second.fixed)") }
    return found
  }
}
