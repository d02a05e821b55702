import SwiftUIModel
internal import Vocabulary

/// Words that the skim looks for, as hashes.
enum SkimWord {
  static let types = Words.set(["struct", "class", "enum", "actor", "protocol", "extension", "typealias"])
  static let references = Words.set(["class", "actor"])
  static let extending = Fingerprint.hash("extension")
  static let alias = Fingerprint.hash("typealias")
  static let function = Fingerprint.hash("func")
  static let initializer = Fingerprint.hash("init")
  static let deinitializer = Fingerprint.hash("deinit")
  static let typeMember = Fingerprint.hash("static")
  static let constant = Fingerprint.hash("let")
  static let manifest = Fingerprint.hash("PackageDescription")
  static let variable = Fingerprint.hash("var")
  static let subscripting = Fingerprint.hash("subscript")
  /// Words that begin a declaration.
  static let declaring = Words.set([
    "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "func", "init", "deinit", "var",
    "subscript", "let", "case", "import", "associatedtype", "operator", "precedencegroup",
  ])
  static let accessors = Words.set(["get", "set", "willSet", "didSet", "_read", "_modify"])
  static let accessorModifiers = Words.set(["mutating", "nonmutating", "unsafeAddress", "unsafeMutableAddress", "init"])
  static let this = Fingerprint.hash("self")
  static let mutating = Words.set(Methods.mutates)
  /// What `heavy_work_in_body` looks for in the members of models.
  static let expensiveCalls = Words.set(
    Methods.sorts.union([Methods.decoding, Methods.groupingLabel, Labels.parsing]).union(Methods.ownLabelsOfStores)
      .union(Methods.makesQueries).union(Methods.queries))
  /// What types call the one object of theirs.
  static let shared = Words.set(Conventions.namesOfSharedObjects)
  /// What gathers in a loop, for the same rule.
  static let loops = Words.set(["for", "while"])
  static let adding = Words.set(Methods.adds)

  /// Calls that `debug_logging_unguarded` looks for in any code.
  static let changeLoggers = Words.set(SwiftUIModel.changeLoggers)

  /// What runs code again and again, and may hand its turns on to a model.
  static let clocks = Words.set(Calls.clocks.union(Functions.waits))
  /// All of these; hardly any word is one.
  static let noted: WordSet = {
    var words = expensiveCalls
    words.formUnion(changeLoggers)
    words.formUnion(clocks)
    return words
  }()

  static let body = Fingerprint.hash(EntryPoints.body)
  static let views = Words.set(Protocols.views)
  static let id = Fingerprint.hash(Protocols.identity)
  /// Values that identify what they are made for.
  static let identifiers = Words.set(KnownTypes.identifiers)
  /// Functions that evaluation starts with.
  static let evaluated = Words.set(EntryPoints.table.names)
  static let appDelegates = Words.set(Protocols.appDelegates)
  static let models = Words.set(Attributes.observable)
  static let observedObjects = Words.set(Protocols.observedObjects)
  static let relevant = Words.set(
    Protocols.environments.union(Protocols.environmentKeys).union(Protocols.runsOffMain)
      .union(Attributes.wrapperDeclarations).union(Views.erases))
  static let expensive = Words.set(KnownTypes.costly.union(KnownTypes.costlyByIdentifier))
  /// Types that `typeName` looks at; hardly any word is one of them.
  static let interesting: WordSet = {
    var words = identifiers
    for set in [models, observedObjects, relevant, expensive] { words.formUnion(set) }
    words.insert(manifest)
    return words
  }()
}
