internal import ArgumentParser
internal import TraceAnalysis
internal import TraceImport

/// Adds up profiles.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add up profiles written by other machines.",
    discussion: """
      Profiles are written by 'whyredraw analyze … --format profile'. The result does not depend on the order, nor on \
      how often parts were merged before; it is a profile again, and an input of analyze, baseline, gate and compare. \
      Profiles that were recorded in different places are refused.

        whyredraw merge shard-*.profile -o all.profile

      Exit codes: 0 done; 65 an input is no profile, or does not belong to the others; 66 an input is missing.
      """)

  @Argument(help: ArgumentHelp("Profiles, plain or gzip; '-' for standard input.", valueName: "profile"))
  var profiles: [String]

  @OptionGroup(title: "Output") var output: RenderingArguments<ProfileFormats>
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let targets = try output.targets()
    var merged: ProfileFile?
    var names: [String] = []
    var code: ExitCode = .success
    var known = KnownFiles(isQuiet: verbosity.quiet)
    var inputs = ReadFiles()
    for argument in profiles {
      switch InputFiles.resolve(argument, scenario: nil) {
      case .failure(let failure):
        tell("error: \(failure)")
        code = failure.isMissing ? .noInput : code == .noInput ? code : .unusableInput
      case .success(let files):
        for file in files where known.insert(file) {
          inputs.add(file.path, as: .input)
          guard let profile = try read(file, &code) else { continue }
          guard let sum = merged else {
            merged = profile
            names.append(file.name)
            continue
          }
          do {
            merged = try sum.merged(with: profile)
            names.append(file.name)
          } catch {
            tell(
              "error: \(file.name): recorded with \(error.field) '\(error.other)', \(names.joined(separator: ", ")) with "
                + "'\(error.own)'; they do not belong together")
            code = .unusableInput
          }
        }
      }
    }
    // A sum without one of its parts is no sum.
    guard code == .success, let merged else { throw code == .success ? .unusableInput : code }
    if verbosity.verbose { tell("merged \(names.joined(separator: ", "))") }
    try inputs.protect(from: targets.map(\.path))
    try targets.writeEach { try $0.write(merged.text) }
  }

  private func read(_ file: InputFile, _ code: inout ExitCode) throws -> ProfileFile? {
    do {
      let source = try file.path.map { path throws(ByteSourceError) in try FileSource(path: path) } ?? FileSource()
      switch WholeInput.read(source, beginningWith: ProfileFile.magic) {
      case .document(let bytes, _, _, let problem):
        if let problem, problem.severity == .error {
          tell("error: \(file.name): \(problem.message)")
        } else {
          return try ProfileFile(parsing: bytes)
        }
      case .other: tell("error: \(file.name): this is no profile; write one with '--format profile'")
      }
    } catch let error as ProfileFile.Failure {
      tell("error: \(file.name): \(error)")
    } catch {
      tell("error: \(file.name): cannot be opened: \(error)")
      code = .noInput
      return nil
    }
    if code == .success { code = .unusableInput }
    return nil
  }
}
