internal import Foundation
internal import TestSupport

/// A page of the documentation: its links, headings and blocks of code.
struct MarkdownPage {
  struct Block {
    /// What stands behind the fence, such as `console`; empty where nothing does.
    var language: String
    /// 1-based, of the fence.
    var line: Int
    var lines: [String] = []
  }

  /// Below the root of the checkout.
  let path: String
  private(set) var blocks: [Block] = []
  /// What stands outside of blocks.
  private(set) var prose: [String] = []

  /// The pages for users: the README, the guides, and what they lead to.
  static let all: [String] = {
    let guides = FileManager.default.enumerator(atPath: Repository.root.appendingPathComponent("Documentation").path)
    let names = (guides?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + names.map { "Documentation/" + $0 }
  }()

  init(_ path: String) {
    self.path = path
    var open: Block?
    let text = Repository.text(of: path) ?? ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), line: index + 1)
        }
      } else if open != nil {
        open?.lines.append(line)
      } else {
        prose.append(line)
      }
    }
    if let open { blocks.append(open) }
  }

  /// The texts between single backticks.
  var codeSpans: [String] {
    prose.joined(separator: "\n").matches(of: /`([^`]+)`/).map { String($0.output.1).replacing("\n", with: " ") }
  }

  /// Where links and pictures lead.
  var links: [String] {
    let text = prose.joined(separator: "\n").replacing(/`[^`]+`/, with: "code")
    return text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
  }

  /// What a link can name behind `#`: the headings as code hosts spell them.
  var anchors: Set<String> {
    var anchors: Set<String> = []
    for line in prose {
      guard let match = line.wholeMatch(of: /#{1,6} (.+)/) else { continue }
      let title = match.output.1.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
      let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
      let anchor = kept.replacing(" ", with: "-")
      var unique = anchor
      var repetition = 0
      while !anchors.insert(unique).inserted {
        repetition += 1
        unique = "\(anchor)-\(repetition)"
      }
    }
    return anchors
  }
}

/// A command that a page shows in a `console` block, with what it prints there.
///
///     $ whyredraw lint Sources
///     no findings
///
/// Lines that begin with `> ` right below a command continue it. A line `…` stands for any lines, an `…` at the end of a
/// line for the rest of it.
struct ShownCommand {
  var command: String
  var output: [String] = []

  static func all(of page: MarkdownPage) -> [ShownCommand] {
    var commands: [ShownCommand] = []
    for line in page.blocks.filter({ $0.language == "console" }).flatMap(\.lines) {
      if line.hasPrefix("$ ") {
        commands.append(ShownCommand(command: String(line.dropFirst(2))))
      } else if commands.last?.output.isEmpty == true, line == ">" || line.hasPrefix("> ") {
        commands[commands.count - 1].command += "\n" + String(line.dropFirst(2))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  func shows(_ lines: [String]) -> Bool { Self.match(Self.trimmed(output)[...], Self.trimmed(lines)[...]) }

  private static func match(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return printed.indices.contains { match(shown.dropFirst(), printed[$0...]) } || match(shown.dropFirst(), [])
    }
    guard let line = printed.first else { return false }
    let isSame = line == first || first.hasSuffix("…") && line.hasPrefix(first.dropLast())
    return isSame && match(shown.dropFirst(), printed.dropFirst())
  }

  /// Without blanks at the ends of lines, nor empty lines at the end.
  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// A shell command's words, as far as the guides need it: quotes, comments, and what ends a command.
enum ShellWords {
  /// The commands of a script, each a list of words.
  static func commands(in script: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word = ""
    var hasWord = false
    var quote: Character?
    func endWord() {
      if hasWord { commands[commands.count - 1].append(word) }
      word = ""
      hasWord = false
    }
    var rest = Substring(script.replacing("\\\n", with: " "))
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        hasWord = true
      } else if character == "#", !hasWord {
        rest = rest.drop { $0 != "\n" }
      } else if "|;&()\n".contains(character) {
        endWord()
        commands.append([])
      } else if character == " " {
        endWord()
      } else {
        word.append(character)
        hasWord = true
      }
    }
    endWord()
    return commands.filter { !$0.isEmpty }
  }
}
