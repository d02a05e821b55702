/// What a file does with types and members of any file: which arguments it passes, which members it assigns.
///
/// Names are hashes, so that a `Skim` can note them without a tree.
package struct Mentions: Sendable {
  /// Pairs of a type and an argument label of its constructions.
  var constructions = WordSet()
  /// Names of members that are assigned through anything but `self`: `copy.title = …`.
  var assignedMembers = WordSet()
  /// The types that the file names, at least those that are views or models.
  var names = WordSet()

  package init() {}

  init(in file: SourceFile) {
    for code in file.root.descendants {
      switch code.kind {
      case .call: addConstruction(code)
      case .member:
        guard let base = code.firstChild, !(base.kind == .identifier && base.name == "self"), code.isWritten else {
          continue
        }
        assignedMembers.insert(Fingerprint.hash(code.name.utf8))
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
    let type = Fingerprint.hash(callee.name.utf8)
    for argument in call.arguments { constructions.insert(Words.pair(type, Fingerprint.hash(argument.name.utf8))) }
  }
}

/// The mentions of all files.
struct MentionIndex: Sendable {
  private let files: [Mentions]
  private var constructions = WordSet()
  private var assignedMembers = WordSet()

  init(_ index: SourceIndex) {
    files = index.mentions + Parallel.inChunks(index.files, Mentions.init(in:))
    for file in files {
      constructions.formUnion(file.constructions)
      assignedMembers.formUnion(file.assignedMembers)
    }
  }

  func passes(_ label: String, to type: String) -> Bool {
    constructions.contains(Words.pair(Fingerprint.hash(type.utf8), Fingerprint.hash(label.utf8)))
  }

  func assigns(_ member: String, of type: String) -> Bool {
    let member = Fingerprint.hash(member.utf8)
    guard assignedMembers.contains(member) else { return false }
    let type = Fingerprint.hash(type.utf8)
    return files.contains { $0.assignedMembers.contains(member) && $0.names.contains(type) }
  }
}
