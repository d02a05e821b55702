import Platform
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
    /// What the files do that were skipped or not read whole.
    var mentions: [Mentions] = []
    /// The text of each file that was read, by path.
    var texts: [String: Data] = [:]
    /// Contents of the files that were skipped or not read whole; patches look for names in them.
    var unread: [Data] = []
    /// Files that cannot matter.
    var skipped: [String] = []
    var cached = 0
    var messages: [String] = []
    var hasErrors = false
    /// What the cache is to hold.
    fileprivate var entries: [FactsCache.Entry] = []

    var index: SourceIndex { SourceIndex(files: files, mentions: mentions) }
  }

  /// A file that was read.
  fileprivate struct Reading: Sendable {
    var file: SourceFile
    var data: Data
    var isFromCache: Bool
    var isCut: Bool
    var key: FactsCache.Key?
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
    let entries = cache?.load()
    var result = Result()
    var contents: [(file: Loaded, data: Data)] = []
    for file in loaded {
      if let data = file.data {
        contents.append((file, data))
      } else {
        result.messages.append("error: \(file.path): cannot be read")
        result.hasErrors = true
      }
    }
    let plan = plan(contents.map(\.data))
    result.mentions = plan?.mentions ?? []
    var parts: [(file: Loaded, data: Data, cuts: [Range<Int>])] = []
    for (position, content) in contents.enumerated() {
      switch plan?.steps[position] ?? .read(cutting: []) {
      case .read(let cuts): parts.append((content.file, content.data, cuts))
      case .skip:
        result.unread.append(content.data)
        result.skipped.append(content.file.path)
      }
    }
    let length = { (part: (file: Loaded, data: Data, cuts: [Range<Int>])) in
      part.data.count - part.cuts.reduce(0) { $0 + $1.count }
    }
    let readings = Parallel.map(parts, jobs: jobs, cost: length) {
      Self.read($0.file, $0.data, cutting: $0.cuts, entries)
    }
    for reading in readings { result.add(reading) }
    if let cache, result.cached < result.files.count || entries?.count != result.files.count {
      cache.store(result.entries)
    }
    return result
  }

  /// `nil` where every file is to be read whole.
  private func plan(_ contents: [Data]) -> ReadingPlan? {
    if readsEverything { return nil }
    return ReadingPlan(
      Parallel.map(contents, jobs: jobs, cost: \.count) { data in
        data.withUnsafeBytes { Skim($0.bindMemory(to: UInt8.self)) }
      })
  }

  private static func read(
    _ loaded: Loaded, _ data: Data, cutting cuts: [Range<Int>], _ entries: FactsCache.Entries?
  ) -> Reading {
    let key = loaded.hash.map { $0.key(cuts: cuts) }
    let known = key.flatMap { entries?.tree($0, sourceLength: data.count) }
    let tree = known ?? data.withUnsafeBytes { FactsReader.read($0.bindMemory(to: UInt8.self), cutting: cuts) }
    return Reading(
      file: SourceFile(path: loaded.path, tree: tree), data: data, isFromCache: known != nil, isCut: !cuts.isEmpty,
      key: key)
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
      messages.append("\(issue.isLocal ? "warning" : "error"): \(file.path):\(issue.line): \(issue.message)")
      if !issue.isLocal { hasErrors = true }
    }
  }
}
