import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import SourceEditing

/// The texts of source files.
struct SourceTexts: Sendable {
  var texts: [(path: String, bytes: [UInt8])] = []
  var unreadable: [String] = []

  static func read(_ paths: [String], jobs: Int) -> SourceTexts {
    var result = SourceTexts()
    let contents = Parallel.map(paths, jobs: jobs) { FileContents.data(at: $0).map([UInt8].init) }
    for (path, bytes) in zip(paths, contents) {
      if let bytes { result.texts.append((path, bytes)) } else { result.unreadable.append(path) }
    }
    return result
  }
}

/// One run of `instrument` over the files that were found.
struct InstrumentRun {
  var files: SourceTexts
  var jobs: Int
  var isQuiet: Bool
  var isVerbose: Bool

  struct Changes {
    var edited: [FileSwap.Change] = []
    /// Bodies that got the call, or lines that were taken out.
    var count = 0
    var alreadyLogging = 0
    var leftAlone = 0
    var hasErrors = false
  }

  /// Says where calls are left.
  func check() throws -> ExitCode {
    let left = left()
    for call in left { try writeReport("\(Escaping.visible(call.path)):\(call.message)\n") }
    let count = left.count
    if !isQuiet { tell(count == 0 ? "no instrumented body in \(files.texts.count) files" : "\(bodies(count)) left") }
    return files.unreadable.isEmpty ? count == 0 ? .success : .findings : reportUnreadable()
  }

  /// Calls that are left in the files, each with its line and what to do about it.
  func left() -> [(path: String, message: String)] {
    removals().flatMap { path, removal -> [(path: String, message: String)] in
      switch removal {
      case .success(let removal):
        let remedy = "take it out with: whyredraw instrument \(Escaping.visible(path)) --remove"
        return removal.calls.map { (path, "\($0): instrumented; \(remedy)") }
      case .failure(let refusal): return [(path, "\(refusal); take out by hand what is left")]
      }
    }
  }

  private func removals() -> [(path: String, result: Result<Removal, Removal.Refusal>)] {
    Parallel.map(files.texts, jobs: jobs) { path, bytes in
      (path, Result { () throws(Removal.Refusal) in try Removal(from: bytes) })
    }
  }

  func removal() -> Changes {
    var changes = Changes()
    changes.hasErrors = reportUnreadable() != .success
    for ((path, bytes), (_, result)) in zip(files.texts, removals()) {
      switch result {
      case .success(let removal):
        guard removal.bytes != bytes else { continue }
        changes.edited.append(FileSwap.Change(path: path, old: bytes, new: removal.bytes))
        changes.count += removal.calls.count
      case .failure(let refusal):
        tell("error: \(path):\(refusal); left alone")
        changes.hasErrors = true
      }
    }
    return changes
  }

  func insertion(_ selection: InstrumentSelection, call: Instrumentation.Call) -> Changes {
    var changes = Changes()
    changes.hasErrors = reportUnreadable() != .success
    let word = Array("View".utf8)
    let candidates = files.texts.filter { $0.bytes.firstRange(of: word) != nil }
    let read = Parallel.map(candidates, jobs: jobs) { FileBodies($0.bytes) }
    let plan = InstrumentationPlan(read)
    var views: Set<String> = []
    var work: [(path: String, bytes: [UInt8], sites: [BodySite])] = []
    for ((path, bytes), file) in zip(candidates, read) {
      if let problem = file.problem {
        tell("error: \(path):\(problem); left alone")
        changes.hasErrors = true
        continue
      }
      if file.isTest || isTestPath(path) {
        if isVerbose, !file.sites.isEmpty { tell("note: \(path): a test; left alone") }
        continue
      }
      var chosen: [BodySite] = []
      for site in file.sites {
        guard let decision = plan.decision(for: site) else {
          if isVerbose {
            tell("note: \(path):\(site.line): '\(site.view)' conforms to no View that is declared here; left alone")
          }
          continue
        }
        views.insert(site.view)
        guard selection.contains(site.view, in: path) else { continue }
        switch decision {
        case .instrument: chosen.append(site)
        case .alreadyLogs: changes.alreadyLogging += 1
        case .leftAlone(let reason):
          changes.leftAlone += 1
          if isVerbose { tell("note: \(path):\(site.line): '\(site.view)' is left alone: \(reason)") }
        }
      }
      if !chosen.isEmpty { work.append((path, bytes, chosen)) }
    }
    let results = Parallel.map(work, jobs: jobs) { item -> Result<[UInt8], InstrumentationPlan.Refusal> in
      Result { () throws(InstrumentationPlan.Refusal) in
        try plan.instrumented(item.bytes, sites: item.sites, call: call)
      }
    }
    for (item, result) in zip(work, results) {
      switch result {
      case .success(let bytes):
        changes.edited.append(FileSwap.Change(path: item.path, old: item.bytes, new: bytes))
        changes.count += item.sites.count
      case .failure(let refusal):
        tell("error: \(item.path):\(refusal); left alone")
        changes.hasErrors = true
      }
    }
    for (glob, known) in selection.unmatched(views: views, paths: files.texts.map(\.path)) {
      tell("warning: '--only \(glob)' matches nothing" + Offer.suffix(glob, among: known))
    }
    for name in selection.missing(from: views) where !isQuiet {
      tell("note: the report's view '\(name)' is declared in none of the files")
    }
    return changes
  }

  func sumUp(_ changes: Changes, isDryRun: Bool, isRemoval: Bool) {
    guard !isQuiet else { return }
    let verb =
      switch (isDryRun, isRemoval) {
      case (true, true): "would restore"
      case (true, false): "would instrument"
      case (false, true): "restored"
      case (false, false): "instrumented"
      }
    var text = "\(verb) \(bodies(changes.count)) in \(changes.edited.count) of \(files.texts.count) files"
    if changes.alreadyLogging > 0 { text += "; \(changes.alreadyLogging) log already" }
    if changes.leftAlone > 0 { text += "; \(changes.leftAlone) left alone\(isVerbose ? "" : " (--verbose says why)")" }
    tell(text)
  }

  private func bodies(_ count: Int) -> String { count == 1 ? "1 body" : "\(count) bodies" }

  private func reportUnreadable() -> ExitCode {
    for path in files.unreadable { tell("error: \(path): cannot be read") }
    return files.unreadable.isEmpty ? .success : .unusableInput
  }

  /// Whether a folder on the way is one of tests, by the names that Xcode and SwiftPM give them.
  private func isTestPath(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains {
      $0 == "Tests" || $0.hasSuffix("Tests") || $0.hasSuffix("TestSupport")
    }
  }
}
