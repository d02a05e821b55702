internal import Vocabulary

/// Words that the skim looks for, as hashes.
enum SkimWord {
  static let types = Words.set(["struct", "class", "enum", "actor", "protocol", "extension", "typealias"])
  static let references = Words.set(["class", "actor"])
  static let extending = Fingerprint.hash("extension".utf8)
  static let alias = Fingerprint.hash("typealias".utf8)
  static let function = Fingerprint.hash("func".utf8)
  static let initializer = Fingerprint.hash("init".utf8)
  static let deinitializer = Fingerprint.hash("deinit".utf8)
  static let typeMember = Fingerprint.hash("static".utf8)
  static let constant = Fingerprint.hash("let".utf8)
  static let manifest = Fingerprint.hash("PackageDescription".utf8)
  static let variable = Fingerprint.hash("var".utf8)
  static let subscripting = Fingerprint.hash("subscript".utf8)
  /// Words that begin a declaration.
  static let declaring = Words.set([
    "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "func", "init", "deinit", "var",
    "subscript", "let", "case", "import", "associatedtype", "operator", "precedencegroup",
  ])
  static let accessors = Words.set(["get", "set", "willSet", "didSet", "_read", "_modify"])
  static let accessorModifiers = Words.set(["mutating", "nonmutating", "unsafeAddress", "unsafeMutableAddress", "init"])
  static let this = Fingerprint.hash("self".utf8)
  static let mutating = Words.set(EvaluationWalker.mutatingMethods)
  /// What `heavy_work_in_body` looks for in the members of models.
  static let telling = Words.set(["sorted", "decode", "grouping"])

  static let body = Fingerprint.hash("body".utf8)
  static let view = Fingerprint.hash("View".utf8)
  static let id = Fingerprint.hash("id".utf8)
  static let freshID = Fingerprint.hash("UUID".utf8)
  /// Functions that evaluation starts with.
  static let evaluated = Words.set([
    "body", "makeBody", "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
  ])
  static let models = Words.set(["Observable", "Perceptible", "Model", "ObservableState"])
  static let observableObject = Fingerprint.hash("ObservableObject".utf8)
  static let relevant = Words.set(
    ["EnvironmentValues", "EnvironmentKey", "propertyWrapper", "Shape", "Layout"])
  static let expensive = Words.set(ExpensiveObjects.frameworkTypes.union(["Calendar"]))
}
