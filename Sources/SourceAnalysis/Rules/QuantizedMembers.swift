import SwiftUIModel

/// A computed property of a model, or a method without parameters that gives a value back: both say the same to whoever
/// asks.
struct ComputedMember {
  var name: String
  var typeText: String?
  /// The declaration.
  var code: Code
  var body: Code

  init?(_ property: Property) {
    guard !property.isStored, !property.isStatic, let getter = property.getter else { return nil }
    self.init(name: property.name, typeText: property.typeText, code: property.code, body: getter)
  }

  init?(_ function: Function) {
    guard !function.isStatic, function.parameters.isEmpty, let text = function.returnText,
      !KnownTypes.nothing.contains(text),
      let body = function.body
    else { return nil }
    self.init(name: function.name, typeText: text, code: function.code, body: body)
  }

  init?(_ name: String, of model: TypeInfo) {
    if let property = model.property(name) {
      self.init(property)
    } else if let function = model.functions.first(where: { $0.name == name }) {
      self.init(function)
    } else {
      return nil
    }
  }

  private init(name: String, typeText: String?, code: Code, body: Code) {
    self.name = name
    self.typeText = typeText
    self.code = code
    self.body = body
  }

  static func all(of model: TypeInfo) -> [ComputedMember] {
    model.properties.compactMap { ComputedMember($0) } + model.functions.compactMap { ComputedMember($0) }
  }
}

/// Which members of a model quantize the single values that they are computed from.
struct QuantizedMembers {
  let graph: SourceGraph
  let model: TypeInfo
  private let quantizing: Quantization
  /// The members that are being looked at: of one that is made of itself nothing is known before.
  private var pending: Set<String> = []

  init(graph: SourceGraph, model: TypeInfo) {
    self.graph = graph
    self.model = model
    quantizing = Quantization(graph: graph, type: model)
  }

  /// The stored properties behind a member that hold one value of many: numbers, dates, texts, structs of them.
  func wide(of member: String) -> [String] {
    graph.answers.wideMembers.value(for: KeptAnswers.Member(type: model.id, name: member)) { findWide(of: member) }
  }

  private func findWide(of member: String) -> [String] {
    graph.modelReads.storedReads(of: member, in: model).filter { name in
      guard let stored = model.property(name), !stored.isLet, !stored.attributes.contains(.untracked) else {
        return false
      }
      let text = stored.typeText ?? ""
      if text.isEmpty || TypeName.isCollection(text) || TypeName.isFunction(text) || text.contains("any ") {
        return false
      }
      return isWide(stored, text) && !isComparedBefore(name)
    }.sorted()
  }

  private func isWide(_ stored: Property, _ typeText: String) -> Bool {
    guard let type = graph.index.type(of: stored, in: model) else {
      return !KnownTypes.flags.contains(TypeName.base(typeText))
    }
    // What has an id is one of several things that somebody chose; a sample holds what is measured.
    return type.kind == .struct && type.property(Protocols.identity) == nil
      && type.storedProperties.contains { KnownTypes.measured.contains(TypeName.base($0.typeText ?? "")) }
  }

  /// Whether the model writes a property only where it differs, so that it is quantized already.
  private func isComparedBefore(_ name: String) -> Bool {
    graph.answers.comparedBefore.value(for: model.id) { Self.comparedBefore(model) }.contains(name)
  }

  private static func comparedBefore(_ model: TypeInfo) -> Set<String> {
    var compared: Set<String> = []
    var others: Set<String> = []
    for part in model.allCode {
      for code in part.descendants
      where code.kind == .identifier && code.isWritten && !others.contains(code.name) {
        if code.isGuarded(for: [code.name], upTo: nil) { compared.insert(code.name) } else { others.insert(code.name) }
      }
    }
    return compared.subtracting(others)
  }

  /// Whether each mention of what changes is used up by a comparison, a range, a step or a choice.
  mutating func quantizes(_ member: String) -> Bool {
    guard pending.insert(member).inserted else { return false }
    defer { pending.remove(member) }
    return graph.answers.quantizingMembers.value(for: KeptAnswers.Member(type: model.id, name: member)) {
      findQuantizes(member)
    }
  }

  private mutating func findQuantizes(_ member: String) -> Bool {
    guard let computed = ComputedMember(member, of: model) else { return false }
    if quantizing.isFew(computed.typeText, near: computed.code.file.path) { return true }
    let names = Set(wide(of: member))
    var result = false
    for mention in computed.body.descendants where mention.kind == .identifier && !mention.isShadowed(mention.name) {
      let isWide =
        names.contains(mention.name)
        || ComputedMember(mention.name, of: model) != nil && !names.isDisjoint(with: wide(of: mention.name))
          && !quantizes(mention.name)
      guard isWide else { continue }
      guard quantizing.isQuantized(mention) else { return false }
      result = true
    }
    // A text made of what is quantized already.
    return result || !names.isEmpty
  }

  /// Whether a member takes a new value with each of one of the wide ones.
  mutating func follows(_ member: String, _ wide: [String]) -> Bool {
    if wide.contains(member) { return true }
    guard ComputedMember(member, of: model) != nil else { return false }
    return !Set(self.wide(of: member)).isDisjoint(with: wide) && !quantizes(member)
  }
}
