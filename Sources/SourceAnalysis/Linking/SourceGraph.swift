import SwiftUIModel

/// The index with the evaluation of every view: which state reaches which argument of which child.
package struct SourceGraph: Sendable {
  package let index: SourceIndex
  package private(set) var options: AnalysisOptions
  /// Views, modifiers, styles, apps and representables, in the order of their declarations.
  package private(set) var views: [TypeID]
  /// The same with their evaluations.
  package private(set) var evaluatedViews: [(type: TypeInfo, evaluation: Evaluation)]
  package let evaluations: [TypeID: Evaluation]
  /// Where each view of the sources is built.
  package let parents: [TypeID: [(parent: TypeID, child: Child)]]
  let mentioned: MentionIndex
  /// What each member of a model reads of the model's stored properties, by `Type.member`.
  let modelReads: ModelReads
  let usages: [TypeID: Usages]
  /// The same of types that are none of `views`.
  let otherUsages = OnDemandTable<TypeID, Usages>()
  /// Who assigns members of models; several rules ask, and only some runs of them.
  let memberWrites: OnDemand<MemberWrites>
  /// By model, how often each of its members is written, for `ModelRates`.
  let writesOfModels = OnDemandTable<TypeID, [String: ModelRates.Writes]>()
  /// The part of that which views do.
  let writesOfViews = KeptValue<[TypeID: [String: ModelRates.Writes]]>()
  /// What is written and accessed anywhere, by its name alone.
  let namesInUse: OnDemand<NamesInUse>
  /// The methods that clocks and sequences run.
  let repeatedMethods: RepeatedMethods
  /// The types of variables of files, by name. A name that two files give to different types is in none.
  let globals: OnDemand<[String: String]>
  /// By model, the objects inside of it whose announcements it sends on.
  let passedOnChanges: OnDemand<[TypeID: [PassedOnChange]]>
  /// Of views of a trace what it names as having changed.
  private var namedChanges: [TypeID: NamedChanges] = [:]
  /// Whether rules leave out what they leave to suspicions.
  private(set) var isBesideTrace = false
  /// The views that rules look at; `nil` for all.
  private var chosenViews: Set<TypeID>?
  /// How arguments compare; rules, their suspicions and a diagnosis ask about the same ones.
  let comparisons = OnDemandTable<ComparedArgument, ArgumentComparison>(parts: 16)
  /// The code that no finding is about.
  private let knownLeftOutCode = KeptValue<LeftOutCode>()
  let answers = KeptAnswers()
  /// The same of the views that rules look at.
  private(set) var answersOfViews = AnswersOfViews()
  /// Where members of models are taken as publishers.
  let projectedMembers: OnDemand<ProjectedMembers>
  /// Whether models can be `@Observable` as they are; each of many observers asks.
  let observableAsTheyAre = OnDemandTable<TypeID, Bool>()
  /// The methods of the sources whose name no other method has, by that name.
  let soleMethods: OnDemand<[String: (type: TypeInfo, function: Function)]>

  package init(index: SourceIndex, options: AnalysisOptions = AnalysisOptions()) {
    self.index = index
    self.options = options
    let types = index.types.filter { Self.isEvaluated($0, in: index) }
    let repeated = RepeatedMethods(index)
    repeatedMethods = repeated
    let walked = Parallel.inChunks(types) { type in
      var walker = EvaluationWalker(index: index, actions: options.actions, repeated: repeated, view: type)
      return (walker.run(), Usages(of: type))
    }
    var evaluations: [TypeID: Evaluation] = [:]
    var usages: [TypeID: Usages] = [:]
    var parents: [TypeID: [(parent: TypeID, child: Child)]] = [:]
    for (type, (evaluation, used)) in zip(types, walked) {
      evaluations[type.id] = evaluation
      usages[type.id] = used
      for child in evaluation.children {
        if let id = child.type { parents[id, default: []].append((type.id, child)) }
      }
    }
    views = types.map(\.id)
    evaluatedViews = zip(types, walked).map { (type: $0, evaluation: $1.0) }
    self.evaluations = evaluations
    self.usages = usages
    self.parents = parents
    modelReads = ModelReads(index: index)
    mentioned = MentionIndex(index)
    memberWrites = OnDemand { MemberWrites(index) }
    namesInUse = OnDemand { NamesInUse(index) }
    globals = OnDemand {
      let variables = index.files.flatMap { $0.root.all(.variable) }
      let typed = variables.compactMap { variable in
        (variable.typeText ?? variable.initialValue.flatMap(TypeName.constructed)).map { (variable.name, $0) }
      }
      return Dictionary(grouping: typed, by: \.0).compactMapValues { variables in
        let types = Set(variables.map(\.1))
        return types.count == 1 ? types.first : nil
      }
    }
    projectedMembers = OnDemand { ProjectedMembers(index) }
    passedOnChanges = OnDemand { Self.passedOnChanges(in: index) }
    soleMethods = OnDemand {
      let methods = index.types.flatMap { type in type.functions.map { (type: type, function: $0) } }
      return Dictionary(grouping: methods, by: \.function.name).compactMapValues { $0.count == 1 ? $0[0] : nil }
    }
  }

  /// The same sources, in which rules look at some views only, with other options.
  ///
  /// - Parameter namedChanges: Of views of a trace what it names as having changed.
  package func restricted(
    to chosen: Set<TypeID>, options: AnalysisOptions, namedChanges: [TypeID: NamedChanges]
  ) -> SourceGraph {
    var graph = self
    graph.namedChanges = namedChanges
    graph.views = views.filter(chosen.contains)
    graph.chosenViews = chosen
    graph.evaluatedViews = evaluatedViews.filter { chosen.contains($0.type.id) }
    // A trace that shows all of them leaves the answers as they are.
    if graph.views.count < views.count { graph.answersOfViews = AnswersOfViews() }
    graph.options = options
    return graph
  }

  /// The same sources, in which rules leave out what they leave to suspicions.
  var besideTrace: SourceGraph {
    var graph = self
    graph.isBesideTrace = true
    return graph
  }

  /// Whether a view is one of `views`.
  func looks(at view: TypeID) -> Bool { chosenViews?.contains(view) ?? true }

  /// The code that no finding is about, whichever views rules look at.
  var leftOutCode: LeftOutCode { knownLeftOutCode.value { LeftOutCode(self) } }

  /// A view that holds a model, and the property that it has it in.
  struct ModelHolder: Sendable {
    var view: TypeInfo
    var evaluation: Evaluation
    var property: Property
  }

  /// The views that hold a model, once for each of their properties that does, in the order of the views.
  func holders(of model: TypeInfo) -> [ModelHolder] {
    let all = answersOfViews.holdersOfModels.value {
      evaluatedViews.reduce(into: [:]) { holders, view in
        for property in view.type.storedProperties {
          guard let model = self.model(of: property, in: view.type) else { continue }
          holders[model.id, default: []].append(
            ModelHolder(view: view.type, evaluation: view.evaluation, property: property))
        }
      }
    }
    return all[model.id] ?? []
  }

  /// Whether a trace leaves open that changes of a property, or of the member of its model, evaluated a view.
  func mayHaveChanged(_ path: PropertyPath, of view: TypeID) -> Bool {
    guard let named = namedChanges[view], named.isWhole else { return true }
    return named.number(of: path) > 0
  }

  /// What a trace names as having changed of a view; `nil` without a trace, and for views that it does not show.
  func namedChanges(of view: TypeID) -> NamedChanges? { namedChanges[view] }

  /// Whether some construction of the type passes an argument with this label, in any file or preview.
  package func passes(_ label: String, to type: TypeInfo) -> Bool { mentioned.passes(label, to: type.name) }

  /// Whether a file that names the type assigns a member of this name through anything but `self`: `copy.title = …`.
  func assigns(_ member: String, of type: TypeInfo) -> Bool { mentioned.assigns(member, of: type.name) }

  /// Whether SwiftUI evaluates the type.
  static func isEvaluated(_ type: TypeInfo, in index: SourceIndex) -> Bool {
    guard type.kind != .protocol else { return false }
    let entries = EvaluationWalker.entries(of: type)
    guard !entries.isEmpty else { return false }
    if type.properties.contains(where: { $0.name == EntryPoints.body && isViewResult($0.typeText) }) { return true }
    return index.conforms(type, toAnyOf: Protocols.evaluated)
      || type.functions.contains { EntryPoints.givingViews.contains($0.name) && isViewResult($0.returnText) }
  }

  /// `some View` and its relatives; `some ReducerOf<Self>` is none.
  private static func isViewResult(_ text: String?) -> Bool {
    guard let text, TypeName.isOpaque(text) else { return false }
    return Protocols.results.contains { text.hasSuffix($0) }
  }

  /// Views in the narrow sense: structs with a `body` of their own.
  package func isView(_ type: TypeInfo) -> Bool {
    guard evaluations[type.id] != nil else { return false }
    return type.properties.contains { property in
      property.name == EntryPoints.body && !property.isStored
        && (Protocols.isView(property.typeText) || index.conforms(type, toAnyOf: Protocols.views))
    }
  }

  /// The stored properties of a type that one of its members reads, through computed properties and methods.
  package func storedReads(of member: String, in type: TypeInfo) -> Set<String> {
    modelReads.storedReads(of: member, in: type)
  }

  /// The members of `type` that `member` uses, through computed properties and methods, and itself.
  func membersReached(from member: String, in type: TypeInfo) -> Set<String> {
    modelReads.reached(from: member, in: type).members
  }

  /// Whether the sources show that values of the type can be compared.
  package func isEquatable(_ type: TypeInfo) -> Bool { EquatableTypes.isEquatable(type, in: index) }

  package func evaluation(of id: TypeID) -> Evaluation? { evaluations[id] }
}

/// What rules, their suspicions and a diagnosis ask about the same code, whichever views they look at: answered once for all. None
/// of the answers holds the graph, which holds them.
final class KeptAnswers: Sendable {
  struct Member: Hashable {
    var type: TypeID
    var name: String
  }

  struct GuardedWrite: Hashable {
    var code: Code
    /// What is written.
    var name: String
  }

  /// Whether most views that the sources make are declared in them.
  let declaresViews = KeptValue<Bool>()
  /// By view, what it shows of the members of models.
  let shownMembers = OnDemandTable<TypeID, [CoarselyShown.Mention]>()
  /// By model, what it writes only where it differs.
  let comparedBefore = OnDemandTable<TypeID, Set<String>>()
  /// By member of a model, the stored properties behind it that hold one value of many, and whether it quantizes them.
  let wideMembers = OnDemandTable<Member, [String]>()
  let quantizingMembers = OnDemandTable<Member, Bool>()
  /// Whether some code calls functions that are named after events.
  let calledFunctions = OnDemandTable<Code, Bool>()
  /// Whether closures that calls are given are actions.
  let actionClosures = OnDemandTable<Code, Bool>(parts: 16)
  /// By view, the bindings by which it reads members of its makers' models.
  let boundMembers = OnDemandTable<TypeID, [ModelMember: Set<String>]>()
  /// By view, what its body writes to the environment.
  let environmentWrites = OnDemandTable<TypeID, [EnvironmentWrite]>()
  /// By view, what changes while it is on screen, and how often against each other.
  let changingProperties = OnDemandTable<TypeID, [(property: Property, weight: Int)]>()
  /// By property of a view, whether its object tells the view of what it announces for others; see `Subscription`.
  let neededSubscriptions = OnDemandTable<Member, Bool>()
  /// Of places that write something, whether they are behind a check of it; see `isGuarded(_:for:)`.
  let guardedWrites = OnDemandTable<GuardedWrite, Bool>(parts: 16)
  /// By view, those that make it.
  let makers = OnDemandTable<TypeID, [TypeID]>()
  /// By property of a view, the sections of the body beside what reads it.
  let independentSections = OnDemandTable<Member, [BodySections.Section]>()
  /// By view, what its values start that writes values, by the values.
  let selfStartingWork = OnDemandTable<TypeID, [PropertyPath: [SelfStartingWork.Edge]]>()
}

/// What rules and their suspicions ask about all the views that they look at: answered once for as long as these are the same.
final class AnswersOfViews: Sendable {
  /// Those that hold each model.
  let holdersOfModels = KeptValue<[TypeID: [SourceGraph.ModelHolder]]>()
  /// By model and member, those that read it.
  let readersOfMembers = KeptValue<[TypeID: [String: [TypeID]]]>()
  /// By the name of a type whose values get an id of their own, where they are made from others.
  let mappingsToMinted = KeptValue<[String: Code]>()
}

/// What the user can set for the analysis as a whole.
package struct AnalysisOptions: Sendable, Hashable {
  package var actions = ActionNames()
  /// The lowest version of iOS the app runs on, `nil` when not said.
  package var deploymentTarget: Int?
  /// The same as the projects around the sources say.
  package var deploymentTargets = DeploymentTargets()
  /// Whether the project that builds the sources lies among them, so that they are all there.
  package var holdsProject = false
  /// Options of the rules, by rule and key.
  package var rules: [String: [String: Int]] = [:]
  /// Whether suspicions are looked for, of which a trace tells what they cost. The check of a rule runs without it for a
  /// diagnosis too: what it should leave to the suspicions there is marked `isOfSourcesAlone`.
  package var hasTrace = false

  package init() {}
}

/// Which stored properties of a model its members read, through computed properties and methods.
struct ModelReads: Sendable {
  private struct Member: Hashable {
    var type: TypeID
    var name: String
  }

  let index: SourceIndex
  /// What was found: rules ask about a member once for each view that reads it.
  private let known = OnDemandTable<Member, Reached>(parts: 16)

  init(index: SourceIndex) { self.index = index }

  struct Reached: Sendable {
    /// All that the member uses, and itself.
    var members: Set<String> = []
    /// Those of them that are stored properties.
    var stored: Set<String> = []
  }

  /// Stored properties read by `member` of `type`, itself if it is stored.
  func storedReads(of member: String, in type: TypeInfo) -> Set<String> { reached(from: member, in: type).stored }

  /// What `member` of `type` reads.
  func reached(from member: String, in type: TypeInfo) -> Reached {
    known.value(for: Member(type: type.id, name: member)) {
      var reached = Reached()
      collect(member, in: type, seen: &reached.members, found: &reached.stored)
      return reached
    }
  }

  private func collect(_ member: String, in type: TypeInfo, seen: inout Set<String>, found: inout Set<String>) {
    guard seen.insert(member).inserted, seen.count < 200 else { return }
    if let property = type.property(member) {
      if property.isStored {
        found.insert(member)
      } else if let getter = property.getter, isModel(type) || property.isPlainlyComputed {
        collect(in: getter, of: type, seen: &seen, found: &found)
      } else {
        collectAll(of: type, found: &found)
      }
      return
    }
    guard isModel(type) else {
      if type.functions.contains(where: { $0.name == member }) { collectAll(of: type, found: &found) }
      return
    }
    for function in type.functions where function.name == member {
      guard let body = function.body else { continue }
      collect(in: body, of: type, besides: Set(function.parameters.map(\.name)), seen: &seen, found: &found)
    }
  }

  /// A method of a value whose body nobody read may read all of it: `attributes.overriding(others)`.
  private func collectAll(of type: TypeInfo, found: inout Set<String>) {
    guard type.kind == .struct, !isModel(type) else { return }
    found.formUnion(type.storedProperties.filter { !$0.isStatic }.map(\.name))
  }

  /// Only of models every body is read; of other types that views hold, the plain getters are (see `Skim`).
  private func isModel(_ type: TypeInfo) -> Bool {
    type.isObservable || type.isObservableObject || EvaluationWalker.entries(of: type).isEmpty == false
  }

  /// - Parameter parameters: Names that stand for something else inside of the block.
  private func collect(
    in block: Code, of type: TypeInfo, besides parameters: Set<String> = [], seen: inout Set<String>,
    found: inout Set<String>
  ) {
    var locals = parameters
    for code in block.descendants {
      switch code.kind {
      case .variable, .patternName, .optionalBinding: locals.insert(code.name)
      case .parameter: locals.insert(code.detail)
      case .identifier where code.isOfSelf || !locals.contains(code.name):
        collect(code.name, in: type, seen: &seen, found: &found)
      case .member where code.firstChild?.isSelf == true:
        collect(code.name, in: type, seen: &seen, found: &found)
      default: break
      }
    }
  }
}
