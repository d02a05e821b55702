/// A property, or what is reached through it: `monitor`, `monitor.link.state`.
package struct PropertyPath: Sendable, Hashable {
  /// The stored property, or a member of a model where the finding is about the model.
  package var property: String
  package var members: [String]

  package init(_ property: String, _ members: [String] = []) {
    self.property = property
    self.members = members
  }

  package init(_ property: String, _ member: String?) {
    self.init(property, member.map { [$0] } ?? [])
  }

  /// The first member behind the property.
  package var member: String? { members.first }

  package var text: String { ([property] + members).joined(separator: ".") }

  /// The last name alone: `monitor.temperature` of a view is the model's `temperature`.
  package var innermost: String { members.last ?? property }
}

/// A type by its qualified name and the file that declares it, for two targets may use one name.
package struct DeclaredType: Sendable, Hashable {
  package var name: String
  /// `nil` where the sources do not declare it.
  package var file: String?

  package init(_ type: TypeInfo) {
    name = type.qualifiedName
    file = type.code.file.path
  }

  /// A type that the sources do not declare.
  package init(undeclared name: String) { self.name = name }
}

/// What a finding is about, besides the view.
package enum Subject: Sendable, Hashable {
  /// A declaration, by its qualified name.
  case type(String)
  case path(PropertyPath)
  /// What a view passes to a child.
  case argument(String, child: String)
  /// A key of the environment, as it is declared or written.
  case environmentKey(String)
  /// The value that a view makes for a key of the environment.
  case environmentValue(key: String)
  /// What identifies the rows of a container.
  case rows(RowIdentity)
  /// What a view or a value is identified by.
  case id(Identifier)
  /// The view that the branches of a condition build, or the helper that holds them.
  case branches(of: String)
  case erasedView
  /// A body, or its part for one value.
  case body(BodyPart)
  /// State that handlers make of each other, from the watched to the written.
  case cycle([PropertyPath])
  /// What a binding made of closures reads and writes.
  case binding(String)
  /// A call that costs much or has effects, by its name.
  case work(String)
  /// An object that costs much to make, and the helper that makes it where that is no body.
  case object(String, helper: String?)
  /// A view or modifier of the framework, by its name.
  case call(String)
  /// What a closure reads that a modifier may call elsewhere.
  case capture(String, modifier: String)
  /// Several fields of one property, written apart.
  case fields(of: String)
  /// A comment for the linter itself.
  case command(CommandFlaw)

  package enum RowIdentity: Sendable, Hashable {
    case position
    /// The whole element.
    case element
    case member(String)
  }

  package enum Identifier: Sendable, Hashable {
    /// Another at each read.
    case fresh
    /// Another for each value that is made.
    case minted
    /// Another whenever this changes.
    case holding(PropertyPath)
  }

  package enum BodyPart: Sendable, Hashable {
    case whole
    /// The part that reads the value.
    case reading(PropertyPath)
    /// The parts that do not.
    case without(PropertyPath)
  }

  package enum CommandFlaw: Sendable, Hashable {
    case noReason
    case unknown(rule: String)
    case unused(rule: String)
    case unknownVerb(String)
  }

  package static func property(_ name: String) -> Subject { .path(PropertyPath(name)) }

  package static func member(_ member: String, of property: String) -> Subject {
    .path(PropertyPath(property, [member]))
  }

  /// The same text for the same subject in every run: fingerprints and baselines are made of it.
  ///
  /// A member that has the name of one of the words used here is quoted, as Swift quotes a name that is a keyword.
  package var identity: String {
    switch self {
    case .type(let name), .environmentKey(let name): name
    case .path(let path): path.text
    case .argument(let name, let child): child + "." + name
    case .environmentValue(let key): "environment." + key
    case .rows(.position): "ForEach.position"
    case .rows(.element): "ForEach.self"
    case .rows(.member(let name)): "ForEach." + (["position", "self"].contains(name) ? "`\(name)`" : name)
    case .id(.fresh): "id"
    case .id(.minted): "id.minted"
    case .id(.holding(let path)): "id." + (path.text == "minted" ? "`minted`" : path.text)
    case .branches(let name): "branches." + name
    case .erasedView: "AnyView"
    case .body(.whole): "body"
    case .body(.reading(let path)): "part." + path.text
    case .body(.without(let path)): "body." + path.text
    case .cycle(let paths): paths.map(\.text).joined(separator: ">")
    case .binding(let path): "binding." + path
    case .work(let name), .call(let name), .object(let name, nil): name
    case .object(let name, let helper?): helper + "." + name
    case .capture(let name, let modifier): modifier + "." + name
    case .fields(let property): property + ".fields"
    case .command(.noReason): "reason"
    case .command(.unknown(let rule)): "unknown." + rule
    case .command(.unused(let rule)): "unused." + rule
    case .command(.unknownVerb(let verb)): "verb." + verb
    }
  }

  /// The same for what is found where it is written and where it is held: a view writes `monitor.temperature`, which is the
  /// model's `temperature`.
  package var withoutHolder: Subject {
    guard case .path(let path) = self else { return self }
    return .property(path.innermost)
  }
}
