/// Tells without parsing whether a file can hold anything of interest.
///
/// A file matters by itself when it holds a view, a model, an environment key or an expensive object. Others matter only
/// in two ways: they declare a type that is named where it matters, or they mention a view by name (and so may build it
/// or change it). Both are found by comparing words, so that all other files need no parsing.
package enum Relevance {
  /// Any file with a view, a model, an environment key or an expensive object holds one of these.
  static let words: [String] = [
    "var body", "func body(", "func makeBody(", "func updateUIView", "func updateNSView", "@Observable",
    "ObservableObject",
    "@Perceptible", "@Model", "EnvironmentValues", "EnvironmentKey", "Formatter(", "Formatter.init", "JSONDecoder",
    "JSONEncoder",
    "PropertyListDecoder", "PropertyListEncoder", "NSRegularExpression(", "NSDataDetector(", "CIContext(", "CIFilter(",
    "XMLParser(",
    "MTKTextureLoader(", "NSMetadataQuery(", "Calendar(", "whyredraw:", "propertyWrapper", " Shape", " Layout", "PackageDescription",
  ]

  /// Whether the file matters by itself.
  package static func isRelevant(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    holdsWord(bytes, table) || holdsWord(bytes, tableOfFreshIDs) && holdsWord(bytes, tableOfIDs)
      || FactsReader.lineOfExcessiveNesting(in: bytes) != nil
  }

  /// Hashes of the words that a tree refers to: all of them, or only those in the types of its declarations.
  package static func references(in tree: CodeTree, onlyTypes: Bool) -> WordSet {
    var hashes = WordSet()
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
      index += 1
      switch node.kind {
      // Text, and values that name nothing.
      case .string, .literal, .argument, .enumCase, .variable, .function, .ifConfigClause: continue
      case .identifier, .member:
        // Types begin with a capital letter.
        if let first = name.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") { continue }
      default: break
      }
      isUsed[Int(node.name)] = true
      isUsed[Int(node.detail)] = true
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

  /// Hashes of the names of types in the tree that have a body or can be observed: code that uses or extends them matters.
  package static func namesOfInterest(in tree: CodeTree) -> WordSet {
    let bodies = tree.ids(of: [
      "body", "makeBody", "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
    ])
    let models = tree.ids(of: ["Observable", "Perceptible", "Model", "ObservableObject", "ObservableState"])
    var hashes = WordSet()
    for node in tree.nodes {
      switch node.kind {
      case .variable, .function: guard bodies.contains(node.name) else { continue }
      case .attribute, .inherits: guard models.contains(node.name) else { continue }
      default: continue
      }
      let owner = tree.nodes[Int(node.parent)]
      if owner.kind == .type { insertWords(of: tree.strings[Int(owner.name)], into: &hashes) }
    }
    return hashes
  }

  // MARK: - Words

  private static let table = WordTable(words)
  /// A computed `id` that is new each time needs both of these.
  private static let tableOfFreshIDs = WordTable(["UUID()"])
  private static let tableOfIDs = WordTable(["var id"])

  private struct WordTable: Sendable {
    /// By the first two bytes, so that few places are looked at closely.
    var words: [[[UInt8]]] = Array(repeating: [], count: 256)
    var pairs: [Bool] = Array(repeating: false, count: 65_536)

    init(_ words: [String]) {
      for word in words {
        let bytes = Array(word.utf8)
        self.words[Int(bytes[0])].append(bytes)
        pairs[Int(bytes[0]) << 8 | Int(bytes[1])] = true
      }
    }
  }

  private static func holdsWord(_ bytes: UnsafeBufferPointer<UInt8>, _ table: WordTable) -> Bool {
    table.pairs.withUnsafeBufferPointer { pairs in
      var pair = 0
      for index in bytes.indices {
        pair = (pair << 8 | Int(bytes[index])) & 0xffff
        guard pairs[pair], index > 0 else { continue }
        let start = index - 1
        for word in table.words[Int(bytes[start])] where start + word.count <= bytes.count {
          var position = 1
          while position < word.count, bytes[start + position] == word[position] { position += 1 }
          if position == word.count { return true }
        }
      }
      return false
    }
  }

  private static func insertWords(of text: String, into hashes: inout WordSet) {
    var text = text
    text.withUTF8 { bytes in
      Words.forEach(in: bytes) { _, _, hash in hashes.insert(hash) }
    }
  }
}
