import SwiftUIModel
internal import Vocabulary

/// What a file does with types and members of any file: which arguments it passes, which members it assigns, and what
/// its functions call.
///
/// Names are hashes, so that a `Skim` can note them without a tree.
package struct Mentions: Sendable {
  /// Pairs of a type and an argument label of its constructions.
  var constructions = WordSet()
  /// Names of members that are assigned through anything but `self`: `copy.title = …`.
  var assignedMembers = WordSet()
  /// The types that the file names, at least those that are views or models.
  var names = WordSet()
  /// Those of them that it does more with than to declare them. Of skimmed files only.
  var usedNames = WordSet()
  /// Of members that are assigned as a whole: `title` of `copy.title = …`. Of skimmed files only.
  var replacedMembers = WordSet()
  /// Names of whatever is assigned or changed in place, outside of initialisers. Of skimmed files only.
  var writtenNames = WordSet()
  /// Whether it names what the delegate of an app conforms to. Of skimmed files only.
  var namesAppDelegate = false
  /// The functions and computed properties whose bodies were not parsed, with the words in them.
  var bodies: [(name: UInt64, words: [UInt64])] = []

  package init() {}

  init(in file: SourceFile) {
    for code in file.root.descendants {
      switch code.kind {
      case .call: addConstruction(code)
      case .member:
        guard let base = code.firstChild, !base.isSelf, code.isWritten else { continue }
        assignedMembers.insert(Fingerprint.hash(code.name))
      default: break
      }
    }
    if assignedMembers.count == 0 { return }
    // `inout [Card]` names a type as well.
    for text in file.tree.strings { Words.forEach(in: text) { names.insert($0) } }
  }

  private mutating func addConstruction(_ call: Code) {
    guard let callee = call.callee, callee.kind == .identifier || callee.kind == .member,
      callee.name.utf8.first.map(Words.isTypeInitial) == true, callee.memberPath != nil
    else { return }
    let type = Fingerprint.hash(callee.name)
    for argument in call.arguments { constructions.insert(Words.pair(type, Fingerprint.hash(argument.name))) }
  }
}

/// The mentions of all files.
struct MentionIndex: Sendable {
  /// Of the files that were not parsed, or not whole.
  let skimmed: [Mentions]
  private let files: [Mentions]
  private var constructions = WordSet()
  private var assignedMembers = WordSet()
  private var namesWrittenInSkimmedCode = WordSet()

  init(_ index: SourceIndex) {
    skimmed = index.mentions
    files = skimmed + Parallel.inChunks(index.files, Mentions.init(in:))
    for file in files {
      constructions.formUnion(file.constructions)
      assignedMembers.formUnion(file.assignedMembers)
    }
    for file in skimmed { namesWrittenInSkimmedCode.formUnion(file.writtenNames) }
  }

  func isWrittenInSkimmedCode(_ name: String) -> Bool { namesWrittenInSkimmedCode.contains(name) }

  func passes(_ label: String, to type: String) -> Bool {
    constructions.contains(Words.pair(Fingerprint.hash(type), Fingerprint.hash(label)))
  }

  func assigns(_ member: String, of type: String) -> Bool {
    let member = Fingerprint.hash(member)
    guard assignedMembers.contains(member) else { return false }
    let type = Fingerprint.hash(type)
    return files.contains { $0.assignedMembers.contains(member) && $0.names.contains(type) }
  }
}

/// What is done in code that was not parsed. A name there may mean something else, so this errs towards yes.
extension SourceGraph {
  /// Whether a member of this name is assigned as a whole through anything but `self`.
  func isReplacedInSkimmedCode(_ member: String) -> Bool {
    let member = Fingerprint.hash(member)
    return mentioned.skimmed.contains { $0.replacedMembers.contains(member) }
  }

  /// Whether something of one of these names is assigned or changed in place, outside of initialisers.
  func isWrittenInSkimmedCode(_ names: Set<String>) -> Bool {
    names.contains(where: mentioned.isWrittenInSkimmedCode)
  }

  /// Whether such code does more with a type than to declare it.
  func isUsedInSkimmedCode(_ type: String) -> Bool {
    let name = Fingerprint.hash(type)
    return mentioned.skimmed.contains { $0.usedNames.contains(name) }
  }

  /// Whether a function or a computed property that was not parsed has one of these names and mentions one of the others.
  func skimmedBodies(named names: Set<String>, mention words: Set<String>) -> Bool {
    let names = Set(names.map { Fingerprint.hash($0) })
    let words = words.map { Fingerprint.hash($0) }
    return mentioned.skimmed.contains { file in
      file.bodies.contains { body in names.contains(body.name) && words.contains(where: body.words.contains) }
    }
  }

  /// Whether such a function or computed property mentions all of some words, and one of some others.
  func skimmedBodies(with words: Set<String>, andAnyOf others: Set<String>) -> Bool {
    let words = words.map { Fingerprint.hash($0) }
    let others = others.map { Fingerprint.hash($0) }
    return mentioned.skimmed.contains { file in
      file.bodies.contains { body in
        words.allSatisfy(body.words.contains) && others.contains(where: body.words.contains)
      }
    }
  }

  /// The words in functions and computed properties that were not parsed, by hashes of their names.
  var skimmedBodies: [UInt64: [[UInt64]]] {
    var bodies: [UInt64: [[UInt64]]] = [:]
    for body in mentioned.skimmed.lazy.flatMap(\.bodies) { bodies[body.name, default: []].append(body.words) }
    return bodies
  }
}
