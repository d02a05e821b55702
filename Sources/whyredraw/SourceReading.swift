import Foundation
import SourceAnalysis

/// Reads files into code trees: on all cores, from the cache where it can, and skipping what cannot matter.
struct SourceReading {
  var jobs: Int
  var cache: FactsCache?
  /// Parse every file; the findings are the same, which a test holds.
  var readsEverything = false

  init(jobs: Int) { self.jobs = jobs }

  struct Result: Sendable {
    var files: [SourceFile] = []
    /// The text of each file that was read, by path.
    var texts: [String: Data] = [:]
    /// Contents of the files that were skipped; patches look for names in them.
    var unread: [Data] = []
    var skipped = 0
    var cached = 0
    var messages: [String] = []
    var hasErrors = false
  }

  fileprivate enum Outcome: Sendable {
    case read(SourceFile, Data, fromCache: Bool)
    case waiting(String, Data, Relevance.Summary)
    case failed(String)
  }

  func read(_ paths: [String]) -> Result {
    let cache = cache
    let everything = readsEverything
    var result = Result()
    let outcomes = Parallel.map(paths, jobs: jobs) { path -> Outcome in
      guard let data = FileManager.default.contents(atPath: path) else { return .failed(path) }
      let summary = data.withUnsafeBytes { Relevance.summary(of: $0.bindMemory(to: UInt8.self)) }
      if !everything, !summary.isRelevant { return .waiting(path, data, summary) }
      return Self.read(path, data, cache)
    }
    var waiting: [(path: String, data: Data, summary: Relevance.Summary)] = []
    for outcome in outcomes {
      if case .waiting(let path, let data, let summary) = outcome {
        waiting.append((path, data, summary))
      } else {
        result.add(outcome)
      }
    }
    // Files that matter only through others: those that mention a view, and those that declare what others name.
    let views = result.files.reduce(into: Set<UInt64>()) { $0.formUnion(Relevance.viewNames(in: $1.tree)) }
    let mentioning = Parallel.map(waiting.map(\.data), jobs: jobs) { data in
      data.withUnsafeBytes { Relevance.mentions(views, in: $0.bindMemory(to: UInt8.self)) }
    }
    var needed = zip(waiting, mentioning).filter(\.1).map(\.0)
    waiting = zip(waiting, mentioning).filter { !$0.1 }.map(\.0)
    for outcome in Parallel.map(needed, jobs: jobs, { Self.read($0.path, $0.data, cache) }) { result.add(outcome) }
    var unseen = result.files[...]
    var names: Set<UInt64> = []
    var isFirstRound = true
    while !waiting.isEmpty, !unseen.isEmpty {
      let onlyTypes = !isFirstRound
      for hashes in Parallel.map(Array(unseen), jobs: jobs, { Relevance.references(in: $0.tree, onlyTypes: onlyTypes) })
      { names.formUnion(hashes) }
      isFirstRound = false
      let known = names
      needed = waiting.filter { $0.summary.declaredNames.contains(where: known.contains) }
      waiting.removeAll { $0.summary.declaredNames.contains(where: known.contains) }
      let before = result.files.count
      for outcome in Parallel.map(needed, jobs: jobs, { Self.read($0.path, $0.data, cache) }) { result.add(outcome) }
      unseen = result.files[before...]
    }
    result.unread = waiting.map(\.data)
    result.skipped = waiting.count
    return result
  }

  private static func read(_ path: String, _ data: Data, _ cache: FactsCache?) -> Outcome {
    if let tree = cache?.tree(for: data) { return .read(SourceFile(path: path, tree: tree), data, fromCache: true) }
    let tree = data.withUnsafeBytes { FactsReader.read($0.bindMemory(to: UInt8.self)) }
    cache?.store(tree, for: data)
    return .read(SourceFile(path: path, tree: tree), data, fromCache: false)
  }
}

extension SourceReading.Result {
  fileprivate mutating func add(_ outcome: SourceReading.Outcome) {
    switch outcome {
    case .read(let file, let data, let fromCache):
      files.append(file)
      texts[file.path] = data
      if fromCache { cached += 1 }
      for issue in file.tree.issues {
        messages.append("\(file.path):\(issue.line): \(issue.message)")
        hasErrors = true
      }
    case .failed(let path):
      messages.append("\(path): cannot be read")
      hasErrors = true
    case .waiting: break
    }
  }
}
