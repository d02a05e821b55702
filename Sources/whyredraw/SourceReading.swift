import Foundation
import SourceAnalysis

/// Reads files into code trees: on all cores, from the cache where it can, and skipping what cannot matter.
struct SourceReading {
  var jobs: Int
  var cache: FactsCache?
  /// Parse every file whole; the findings are the same, which a test holds.
  var readsEverything = false

  init(jobs: Int) { self.jobs = jobs }

  /// The bytes of one file; `nil` where it cannot be read.
  struct Loaded: Sendable {
    var path: String
    var data: Data?
    /// `nil` where nothing is cached.
    var hash: ContentHash?
  }

  struct Result: Sendable {
    var files: [SourceFile] = []
    /// The text of each file that was read, by path.
    var texts: [String: Data] = [:]
    /// Contents of the files that were skipped or read without their function bodies; patches look for names in them.
    var unread: [Data] = []
    var skipped = 0
    var cached = 0
    var messages: [String] = []
    var hasErrors = false
    /// What the cache is to hold.
    fileprivate var entries: [FactsCache.Entry] = []
  }

  fileprivate enum Outcome: Sendable {
    case read(Reading)
    case waiting(Loaded, Skim)
    case failed(String)
  }

  /// A file that was read, with what others are looked for by.
  fileprivate struct Reading: Sendable {
    var file: SourceFile
    var data: Data
    var isFromCache: Bool
    var isCut: Bool
    var references: WordSet
    var key: FactsCache.Key?
    var namesOfInterest = WordSet()
    /// Names in the types of its declarations.
    var types = WordSet()
  }

  func read(_ paths: [String]) -> Result { read(load(paths)) }

  /// The contents of the files, hashed if there is a cache.
  func load(_ paths: [String]) -> [Loaded] {
    let isCaching = cache != nil
    return Parallel.map(paths, jobs: jobs) { path in
      let data = FileContents.data(at: path)
      return Loaded(path: path, data: data, hash: isCaching ? data.map(ContentHash.init) : nil)
    }
  }

  func read(_ loaded: [Loaded]) -> Result {
    let everything = readsEverything
    let entries = cache?.load()
    var result = Result()
    var waiting: [(loaded: Loaded, skim: Skim)] = []
    var names = WordSet()
    var interest = WordSet()
    var types = WordSet()
    let outcomes = Parallel.map(loaded, jobs: jobs) { loaded -> Outcome in
      guard let data = loaded.data else { return .failed(loaded.path) }
      let isRelevant = everything || data.withUnsafeBytes { Relevance.isRelevant($0.bindMemory(to: UInt8.self)) }
      if !isRelevant { return .waiting(loaded, data.withUnsafeBytes { Skim($0.bindMemory(to: UInt8.self)) }) }
      var reading = Self.read(loaded, data, cutting: [], entries, onlyTypes: false)
      reading.types = Relevance.references(in: reading.file.tree, onlyTypes: true)
      reading.namesOfInterest = Relevance.namesOfInterest(in: reading.file.tree)
      return .read(reading)
    }
    for outcome in outcomes {
      switch outcome {
      case .waiting(let loaded, let skim): waiting.append((loaded, skim))
      case .failed(let path):
        result.messages.append("\(path): cannot be read")
        result.hasErrors = true
      case .read(let reading):
        names.formUnion(reading.references)
        interest.formUnion(reading.namesOfInterest)
        types.formUnion(reading.types)
        result.add(reading)
      }
    }
    // Files that matter only through others: those that mention a view or a model, then those that declare what others
    // name. Of both, only the function bodies that mention a view or a model are of interest, and those of types that
    // views hold: a view may read their computed properties.
    let kept = interest
    let readTypes = types
    let isMentioning = Parallel.map(waiting.map(\.skim), jobs: jobs) { $0.mentions(kept) }
    var needed = zip(waiting, isMentioning).filter(\.1).map(\.0)
    waiting = zip(waiting, isMentioning).filter { !$0.1 }.map(\.0)
    let mentioning = Parallel.map(needed, jobs: jobs) { loaded, skim in
      Self.read(
        loaded, loaded.data ?? Data(), cutting: skim.cuts(keeping: kept, readTypes: readTypes), entries,
        onlyTypes: !skim.extends(kept))
    }
    // What they name themselves is of no interest until something names what they declare.
    var deferred: [(skim: Skim, references: WordSet)] = []
    for (reading, (_, skim)) in zip(mentioning, needed) {
      if skim.extends(kept) {
        names.formUnion(reading.references)
      } else {
        deferred.append((skim, reading.references))
      }
      result.add(reading)
    }
    while true {
      let isNamed = waiting.map { $0.skim.declaredNames.contains(where: names.contains) }
      let isReached = deferred.map { $0.skim.declaredNames.contains(where: names.contains) }
      guard isNamed.contains(true) || isReached.contains(true) else { break }
      for (file, _) in zip(deferred, isReached).filter(\.1) { names.formUnion(file.references) }
      deferred = zip(deferred, isReached).filter { !$0.1 }.map(\.0)
      needed = zip(waiting, isNamed).filter(\.1).map(\.0)
      waiting = zip(waiting, isNamed).filter { !$0.1 }.map(\.0)
      let readings = Parallel.map(needed, jobs: jobs) { loaded, skim in
        Self.read(
          loaded, loaded.data ?? Data(), cutting: skim.cuts(keeping: kept, readTypes: readTypes), entries,
          onlyTypes: true)
      }
      for reading in readings {
        names.formUnion(reading.references)
        result.add(reading)
      }
    }
    result.unread += waiting.compactMap(\.loaded.data)
    result.skipped = waiting.count
    if let cache, result.cached < result.files.count || entries?.count != result.files.count {
      cache.store(result.entries)
    }
    return result
  }

  private static func read(
    _ loaded: Loaded, _ data: Data, cutting cuts: [Range<Int>], _ entries: FactsCache.Entries?, onlyTypes: Bool
  ) -> Reading {
    let key = loaded.hash.map { $0.key(cuts: cuts) }
    if let key, let tree = entries?.tree(key, sourceLength: data.count) {
      return Reading(
        file: SourceFile(path: loaded.path, tree: tree), data: data, isFromCache: true, isCut: !cuts.isEmpty,
        references: Relevance.references(in: tree, onlyTypes: onlyTypes), key: key)
    }
    let tree = data.withUnsafeBytes { FactsReader.read($0.bindMemory(to: UInt8.self), cutting: cuts) }
    return Reading(
      file: SourceFile(path: loaded.path, tree: tree), data: data, isFromCache: false, isCut: !cuts.isEmpty,
      references: Relevance.references(in: tree, onlyTypes: onlyTypes), key: key)
  }
}

extension SourceReading.Result {
  fileprivate mutating func add(_ reading: SourceReading.Reading) {
    let file = reading.file
    files.append(file)
    texts[file.path] = reading.data
    if reading.isCut { unread.append(reading.data) }
    if reading.isFromCache { cached += 1 }
    if let key = reading.key { entries.append(.init(key: key, tree: file.tree, sourceLength: reading.data.count)) }
    for issue in file.tree.issues {
      messages.append("\(file.path):\(issue.line): \(issue.message)")
      hasErrors = true
    }
  }
}
