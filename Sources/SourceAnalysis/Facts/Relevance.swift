/// Tells without parsing whether a file can hold anything of interest.
///
/// A file matters by itself when it holds a view, a model, an environment key or an expensive object. Others matter only
/// in two ways: they declare a type that is named where it matters, or they mention a view by name (and so may build it
/// or change it). Both are found by comparing words, so that all other files need no parsing.
package enum Relevance {
  package struct Summary: Sendable {
    package var isRelevant: Bool
    /// Hashes of the names after `struct`, `class`, `enum`, `actor`, `protocol`, `extension` and `typealias`.
    package var declaredNames: [UInt64]
  }

  /// Any file with a view, a model, an environment key or an expensive object holds one of these.
  static let words: [String] = [
    "var body", "func body(", "func makeBody(", "func updateUIView", "func updateNSView", "@Observable",
    "ObservableObject",
    "@Perceptible", "@Model", "EnvironmentValues", "EnvironmentKey", "Formatter(", "Formatter.init", "JSONDecoder",
    "JSONEncoder",
    "PropertyListDecoder", "PropertyListEncoder", "NSRegularExpression(", "NSDataDetector(", "CIContext(", "CIFilter(",
    "XMLParser(",
    "MTKTextureLoader(", "NSMetadataQuery(", "Calendar(", "whyredraw:", "propertyWrapper", " Shape", " Layout",
  ]

  private static let keywords: Set<UInt64> = Set(
    ["struct", "class", "enum", "actor", "protocol", "extension", "typealias"].map { Fingerprint.hash($0.utf8) })

  package static func summary(of bytes: UnsafeBufferPointer<UInt8>) -> Summary {
    if holdsWord(bytes, firstBytes) || holdsWord(bytes, firstBytesOfFreshIDs) && holdsWord(bytes, firstBytesOfIDs)
      || FactsReader.lineOfExcessiveNesting(in: bytes) != nil
    {
      return Summary(isRelevant: true, declaredNames: [])
    }
    return Summary(isRelevant: false, declaredNames: declaredNames(bytes))
  }

  /// Hashes of the words that a tree refers to: all of them, or only those in the types of its declarations.
  package static func references(in tree: CodeTree, onlyTypes: Bool) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    if !onlyTypes {
      for (id, isUsed) in resolvableStrings(of: tree).enumerated() where isUsed {
        insertWords(of: tree.strings[id], into: &hashes)
      }
      return hashes
    }
    for (index, node) in tree.nodes.enumerated() {
      let parent = tree.nodes[Int(node.parent)]
      switch node.kind {
      case .inherits: insertWords(of: tree.strings[Int(node.name)], into: &hashes)
      case .typeAlias: insertWords(of: tree.strings[Int(node.detail)], into: &hashes)
      case .typeAnnotation where parent.kind == .variable && isMember(parent, tree) || parent.kind == .enumCase:
        insertWords(of: tree.strings[Int(node.name)], into: &hashes)
      case .value where parent.kind == .variable && isMember(parent, tree):
        // `var model = Model()` names its type in its value.
        for inner in tree.nodes[index..<Int(node.limit)] where inner.kind == .identifier || inner.kind == .member {
          insertWords(of: tree.strings[Int(inner.name)], into: &hashes)
        }
      default: break
      }
    }
    return hashes
  }

  private static func isMember(_ node: CodeTree.Node, _ tree: CodeTree) -> Bool {
    let parent = tree.nodes[Int(node.parent)]
    return parent.kind == .type || parent.kind == .ifConfigClause
  }

  /// Strings of what could be resolved: not previews, whose mocks would pull in half of an app, and not methods of classes.
  private static func resolvableStrings(of tree: CodeTree) -> [Bool] {
    var isUsed = Array(repeating: false, count: tree.strings.count)
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      let name = tree.strings[Int(node.name)]
      let isPreview = node.kind == .macro && name == "Preview" || node.kind == .type && name.hasSuffix("_Previews")
      if isPreview || isBodyOfClass(node, tree) {
        index = Int(node.limit)
        continue
      }
      isUsed[Int(node.name)] = true
      isUsed[Int(node.detail)] = true
      index += 1
    }
    return isUsed
  }

  /// Classes are no views, so what their methods do with other types is of no interest.
  private static func isBodyOfClass(_ node: CodeTree.Node, _ tree: CodeTree) -> Bool {
    guard node.kind == .block else { return false }
    let member = tree.nodes[Int(node.parent)]
    guard member.kind == .function || member.kind == .initializer || member.kind == .deinitializer else { return false }
    let owner = tree.nodes[Int(member.parent)]
    return owner.kind == .type && ["class", "actor"].contains(tree.strings[Int(owner.detail)])
  }

  /// Hashes of the names of types in the tree that have a body.
  package static func viewNames(in tree: CodeTree) -> Set<UInt64> {
    let bodies: Set<String> = [
      "body", "makeBody", "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
    ]
    var hashes: Set<UInt64> = []
    for node in tree.nodes where node.kind == .variable || node.kind == .function {
      guard bodies.contains(tree.strings[Int(node.name)]) else { continue }
      let owner = tree.nodes[Int(node.parent)]
      if owner.kind == .type { insertWords(of: tree.strings[Int(owner.name)], into: &hashes) }
    }
    return hashes
  }

  /// Whether the bytes hold a word with one of these hashes.
  package static func mentions(_ names: Set<UInt64>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    forEachWord(in: bytes) { start, end, hash in
      let first = bytes[start]
      if first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z"), names.contains(hash) { isFound = true }
      return !isFound
    }
    return isFound
  }

  // MARK: - Words

  private static let firstBytes = table(of: words)
  /// A computed `id` that is new each time needs both of these.
  private static let firstBytesOfFreshIDs = table(of: ["UUID()"])
  private static let firstBytesOfIDs = table(of: ["var id"])

  private static func table(of words: [String]) -> [[[UInt8]]] {
    var table: [[[UInt8]]] = Array(repeating: [], count: 256)
    for word in words {
      let bytes = Array(word.utf8)
      table[Int(bytes[0])].append(bytes)
    }
    return table
  }

  private static func holdsWord(_ bytes: UnsafeBufferPointer<UInt8>, _ table: [[[UInt8]]]) -> Bool {
    let isFirst = table.map { !$0.isEmpty }
    return isFirst.withUnsafeBufferPointer { isFirst in
      for index in bytes.indices where isFirst[Int(bytes[index])] {
        for word in table[Int(bytes[index])] where index + word.count <= bytes.count {
          var position = 1
          while position < word.count, bytes[index + position] == word[position] { position += 1 }
          if position == word.count { return true }
        }
      }
      return false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  /// Calls `body` with the range and hash of each word until it answers `false`.
  private static func forEachWord(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Int, Int, UInt64) -> Bool) {
    var index = 0
    while index < bytes.count {
      guard isNameByte(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      while index < bytes.count, isNameByte(bytes[index]) {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
        index += 1
      }
      if !body(start, index, hash) { return }
    }
  }

  private static func insertWords(of text: String, into hashes: inout Set<UInt64>) {
    var text = text
    text.withUTF8 { bytes in
      forEachWord(in: bytes) { _, _, hash in
        hashes.insert(hash)
        return true
      }
    }
  }

  /// Words after a declaring keyword; comments and strings are read as well, which only makes the list longer.
  private static func declaredNames(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt64] {
    var names: [UInt64] = []
    var isDeclared = false
    var previousEnd = 0
    forEachWord(in: bytes) { start, end, hash in
      if isDeclared {
        // `extension Outer.Inner` names both.
        let between = bytes[previousEnd..<start]
        // Types are capitalised; what follows the word `class` in a comment mostly is not.
        let isType = !(bytes[start] >= UInt8(ascii: "a") && bytes[start] <= UInt8(ascii: "z"))
        if isType, between.allSatisfy({ $0 == UInt8(ascii: ".") || $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "`") })
        {
          names.append(hash)
        }
        isDeclared = end < bytes.count && bytes[end] == UInt8(ascii: ".")
      }
      if keywords.contains(hash) { isDeclared = true }
      previousEnd = end
      return true
    }
    return names
  }
}
