internal import ArgumentParser
internal import Platform
internal import SourceAnalysis
internal import Vocabulary

// The words that several commands have in common. Each stands here once, so that it means and says the same everywhere.

/// How much is said on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say less: results and errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say more: what was read, and why.")
  var verbose = false
}

/// How much of a list is shown.
struct ListOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "At most this many findings, views, root causes or offenders; by default what fits.", valueName: "n"))
  var top: Int?

  func validate() throws {
    if let top, top < 1 { throw ValidationError("'--top' takes a number from 1 on") }
  }
}

/// How much of the machine is used.
struct JobsOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("How many files are read at once; by default one per core.", valueName: "n"))
  var jobs: Int?

  /// The number that was asked for, or one per core.
  var width: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("'--jobs' takes a number from 1 on") }
  }
}

/// The configuration file that is named, or found.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The configuration file; by default .whyredraw.yml, searched upwards.", valueName: "file"))
  var config: String?

  /// Reads it.
  ///
  /// - Parameters:
  ///   - isVerbose: Whether it is told what is in force.
  ///   - judges: Whether what is said of gates matters.
  /// - Throws: `ExitCode.wrongConfiguration`, having said why.
  func load(isVerbose: Bool = false, judges: Bool = false) throws -> ConfigurationFile {
    do {
      var file = try ConfigurationFile.load(explicit: config)
      file.lint.repository = .current
      for warning in file.warnings { tell("warning: \(warning)") }
      if isVerbose { for line in file.effective(judges: judges) { tell(line) } }
      return file
    } catch {
      tell("error: \(error)")
      throw ExitCode.wrongConfiguration
    }
  }
}

/// What is remembered of sources from one run to the next.
struct CacheOptions: ParsableArguments {
  @Flag(name: .long, help: "Read and write no cache of what the sources say.")
  var noCache = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where that cache lies; by default whyredraw in $XDG_CACHE_HOME, else in ~/.cache.", valueName: "folder"))
  var cachePath: String?

  /// The cache for sources below some paths; `nil` where none is wanted or its folder cannot be made.
  func cache(of paths: [String]) -> FactsCache? {
    let scope = FileManager.default.currentDirectoryPath + "\u{1F}" + paths.joined(separator: "\u{1F}")
    return noCache ? nil : FactsCache(path: cachePath, scope: scope)
  }
}

/// Which views are looked at, by name.
struct ViewNameOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Only views whose name matches, such as '*Row'; may be repeated.", valueName: "glob"))
  var view: [String] = []
}

/// Which views of a trace are looked at.
struct ViewOptions: ParsableArguments {
  @OptionGroup var names: ViewNameOptions

  @Option(name: .long, help: ArgumentHelp("Only views of modules that match; may be repeated.", valueName: "glob"))
  var module: [String] = []

  @Flag(name: .long, help: "Also the views of frameworks; in reports, also findings that the trace shows nothing of.")
  var all = false
}
