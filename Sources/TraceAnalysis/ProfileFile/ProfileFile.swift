internal import Platform
package import TraceImport

/// Profiles as text, so that machines can send each other what they counted: `--format profile`, read again as an input.
///
///     {"whyredrawProfile":1,"environment":{"capture":"log","os":"iOS 26.1"}}
///     {"input":{"bytes":120,"events":3,"format":"stdout",…}}
///     {"run":{"messages":[…],"parts":[…]}}
///     {"end":{"inputs":1,"runs":1}}
///
/// JSON, one value a line: the header, then the inputs and the runs sorted by their bytes, then how many there are. That
/// order is what makes merging associative and commutative: the merged file holds the lines of both, sorted. The fields
/// are in `Documentation/Profile.md`.
package struct ProfileFile: Sendable, Hashable {
  package static let version = 1
  /// How a profile begins.
  package static let magic = "{\"whyredrawProfile\":"

  /// What an input was, and what is wrong with it: a profile of a damaged capture stays one.
  package struct Input: Sendable, Hashable {
    package var path: String
    package var summary: InputSummary

    package init(path: String, summary: InputSummary) {
      self.path = path
      self.summary = summary
      // Its run has these.
      self.summary.brokenTests = []
      self.summary.runDigest = nil
    }
  }

  /// Why a text is no profile; `line` is 1-based.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case malformed(line: Int, String)
    case truncated
    case otherVersion(String)

    package var description: String {
      switch self {
      case .malformed(let line, let what): "line \(line): \(what)"
      case .truncated: "the profile ends too early; copy the file again"
      case .otherVersion(let version):
        "the profile has version \(version), and this whyredraw reads \(ProfileFile.version); write it anew"
      }
    }
  }

  /// Two profiles that cannot be added up.
  package struct Conflict: Error, Hashable {
    package var field: String
    package var own: String
    package var other: String
  }

  /// Where the runs were recorded, as far as known, such as `os`.
  package var environment: [String: String]
  package private(set) var inputs: [Input]
  package private(set) var runs: [RunProfile]

  package init(environment: [String: String] = [:], inputs: [Input], runs: [RunProfile]) {
    self.environment = environment
    self.inputs = inputs
    self.runs = runs
  }

  /// Both together.
  ///
  /// - Throws: `Conflict` when they were recorded in different places.
  package func merged(with other: ProfileFile) throws(Conflict) -> ProfileFile {
    for (field, value) in environment.sorted(by: { $0.key < $1.key }) {
      if let theirs = other.environment[field], theirs != value {
        throw Conflict(field: field, own: value, other: theirs)
      }
    }
    return ProfileFile(
      environment: environment.merging(other.environment) { own, _ in own }, inputs: inputs + other.inputs,
      runs: runs + other.runs)
  }

  // MARK: - Text

  private enum Line: Codable {
    case input(StoredInput)
    case run(StoredRun)
    case end(inputs: Int, runs: Int)

    private enum Key: String, CodingKey { case input, run, end }
    private enum EndKey: String, CodingKey { case inputs, runs }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if container.contains(.input) {
        self = .input(try container.decode(StoredInput.self, forKey: .input))
      } else if container.contains(.run) {
        self = .run(try container.decode(StoredRun.self, forKey: .run))
      } else {
        let end = try container.nestedContainer(keyedBy: EndKey.self, forKey: .end)
        self = .end(inputs: try end.decode(Int.self, forKey: .inputs), runs: try end.decode(Int.self, forKey: .runs))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .input(let input): try container.encode(input, forKey: .input)
      case .run(let run): try container.encode(run, forKey: .run)
      case .end(let inputs, let runs):
        var end = container.nestedContainer(keyedBy: EndKey.self, forKey: .end)
        try end.encode(inputs, forKey: .inputs)
        try end.encode(runs, forKey: .runs)
      }
    }
  }

  private struct Header: Codable {
    var whyredrawProfile: Int
    var environment: [String: String]
  }

  /// The file; the same for the same inputs and runs in any order.
  package var text: String { pieces.joined() }

  /// The file in pieces, since it may be large.
  package var pieces: [String] {
    var lines: [JSONText] = []
    for input in inputs {
      var line = JSONText()
      line += JSONText.of(Line.input(StoredInput(input)))
      lines.append(line)
    }
    for run in runs {
      var line = JSONText()
      line += "{\"run\":"
      StoredRun.append(run, to: &line)
      line += "}"
      lines.append(line)
    }
    lines.sort(by: JSONText.precedes)
    let header = "\(Self.magic)\(Self.version),\"environment\":\(JSONText.of(environment))}\n"
    let end = JSONText.of(Line.end(inputs: inputs.count, runs: runs.count)) + "\n"
    return [header] + lines.flatMap { $0.pieces + ["\n"] } + [end]
  }

  /// Reads a file.
  package init(parsing bytes: [UInt8]) throws(Failure) {
    self.init(inputs: [], runs: [])
    let decoder = JSONDecoder()
    var number = 0
    var isEnded = false
    var rest = bytes[...]
    // One line after the other: a list of them would take thirty times the size of a file of line ends.
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      guard !line.isEmpty else { continue }
      number += 1
      if number == 1 {
        try readHeader(Data(line))
        continue
      }
      guard !isEnded else { throw .malformed(line: number, "there is more behind the end of the profile") }
      guard let value = try? decoder.decode(Line.self, from: Data(line)) else {
        // A file that was cut off ends in the middle of a line.
        if line.endIndex == bytes.endIndex { throw .truncated }
        throw .malformed(line: number, "not a line of a profile; write it anew with '--format profile'")
      }
      switch value {
      case .input(let input):
        guard let input = input.value else {
          throw .malformed(line: number, "the input has numbers that are no counts")
        }
        inputs.append(input)
      case .run(let run):
        guard let run = run.value else { throw .malformed(line: number, "the run contradicts itself") }
        runs.append(run)
      case .end(let inputs, let runs):
        guard inputs == self.inputs.count, runs == self.runs.count else {
          throw .malformed(
            line: number, "inputs or runs are missing, or were added by hand; merge with 'whyredraw merge'")
        }
        isEnded = true
      }
    }
    guard isEnded else { throw .truncated }
  }

  private mutating func readHeader(_ line: Data) throws(Failure) {
    guard let header = try? JSONDecoder().decode(Header.self, from: line) else {
      let text = String(decoding: line, as: UTF8.self).dropFirst(Self.magic.count)
      guard text.contains("}") else { throw .truncated }
      throw .malformed(line: 1, "the header of the profile is damaged")
    }
    guard header.whyredrawProfile == Self.version else { throw .otherVersion("\(header.whyredrawProfile)") }
    environment = header.environment
  }
}
