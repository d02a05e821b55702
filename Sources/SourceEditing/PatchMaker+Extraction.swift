import SourceAnalysis
import SwiftUIModel

// Moving a part of a body into a view of its own.
extension PatchMaker {
  /// What a part of a body needs from its view.
  private struct Needs {
    var inputs: [Property] = []
    var bindings: [Property] = []
    var refusal: String?
  }

  func extractSubview() -> Plan {
    guard let type = owner(of: code), let evaluation = graph.evaluation(of: type.id) else { return .none }
    if case .extract(.parts) = finding.change {
      return .refused("there are several parts, and what each needs is for a person to say")
    }
    guard [.call, .ifStatement].contains(code.kind) else {
      return .refused("the section is a helper; turn it into a view by hand")
    }
    let needs = needs(of: code, type, evaluation, moving: nil)
    if let refusal = needs.refusal { return .refused(refusal) }
    return extract(code, of: type, needs, moving: nil)
  }

  func narrowStateScope(to newOwner: Change.Owner) -> Plan {
    guard let type = owner(of: code), let evaluation = graph.evaluation(of: type.id), let property = property(code)
    else { return .none }
    guard let entry = evaluation.entries.first, entry.file === code.file else { return .none }
    let mentions = graph.mentions(of: property.name, in: type)
    guard case .part(let place) = newOwner,
      let section = entry.descendants.first(where: { $0.start == place && $0.parent?.kind == .block })
    else {
      return .refused(
        "the state is shared with a child; who should own it depends on whether the children have to know of each other"
      )
    }
    guard mentions.allSatisfy({ section.contains($0) }) else {
      return .refused("'\(property.name)' is also used outside of the section")
    }
    guard property.isPrivate, property.initialValue != nil, !code.flags.contains(.isShared),
      source.isAloneOnItsLines(code.startOffset..<code.endOffset)
    else { return .refused("'\(property.name)' is no private state with an initial value on a line of its own") }
    let needs = needs(of: section, type, evaluation, moving: property.name)
    if let refusal = needs.refusal { return .refused(refusal) }
    return extract(section, of: type, needs, moving: property)
  }

  private func needs(of section: Code, _ type: TypeInfo, _ evaluation: Evaluation, moving: String?) -> Needs {
    var needs = Needs()
    let members = Set(type.properties.map(\.name)).union(type.functions.map(\.name))
    var declared: Set<String> = ["$0", "$1"]
    for inner in section.descendants {
      switch inner.kind {
      case .parameter: declared.insert(inner.detail)
      case .variable, .patternName, .optionalBinding: declared.insert(inner.name)
      default: break
      }
    }
    let outer = outerNames(of: section)
    for use in section.descendants where use.kind == .identifier {
      let name = use.name
      if declared.contains(name) || name == moving || name == "$" + (moving ?? "") { continue }
      if name == "self" || name == "Self" {
        needs.refusal = "the section mentions '\(name)'"
        return needs
      }
      if outer.contains(name) {
        needs.refusal = "the section uses '\(name)', which is local to the body"
        return needs
      }
      let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
      guard members.contains(plain) else {
        if use.isOfSelf {
          needs.refusal = "the section mentions 'self.\(name)'"
          return needs
        }
        continue
      }
      guard let property = type.property(plain), property.isStored, property.wrapper == nil, name == plain,
        let text = property.typeText, property.code.typeText != nil,
        !TypeName.isFunction(text)
      else {
        needs.refusal = "the section uses '\(name)', which is no plain input"
        return needs
      }
      if !needs.inputs.contains(property) { needs.inputs.append(property) }
    }
    return needs
  }

  /// Locals and closure parameters around the section.
  private func outerNames(of section: Code) -> Set<String> {
    var names: Set<String> = []
    for ancestor in section.ancestors {
      if ancestor.kind == .type { break }
      for parameter in ancestor.all(.parameter) { names.insert(parameter.detail) }
      if ancestor.kind == .block || ancestor.kind == .conditions || ancestor.kind == .ifStatement {
        for local in ancestor.descendants where local.index < section.index {
          if [.variable, .optionalBinding, .patternName].contains(local.kind) { names.insert(local.name) }
        }
      }
      if ancestor.kind == .caseClause { for pattern in ancestor.all(.patternName) { names.insert(pattern.name) } }
    }
    return names
  }

  private func extract(_ section: Code, of type: TypeInfo, _ needs: Needs, moving state: Property?) -> Plan {
    guard !isGeneric(type) else { return .refused("'\(type.name)' is generic") }
    let name = sectionName(section, of: type)
    guard !code.file.tree.strings.contains(name), !graph.index.types.contains(where: { $0.name == name }) else {
      return .refused("'\(name)' is taken")
    }
    let range = section.startOffset..<section.endOffset
    guard source.isAloneOnItsLines(range) else { return .refused("the section shares its lines with other code") }
    let newline = source.newline
    let unit = source.unit
    let indentation = source.indentation(at: range.lowerBound)
    let isGrouped = section.kind == .ifStatement
    let inner = String(repeating: unit, count: isGrouped ? 3 : 2)
    let text = inner + source.text(range).replacing("\n" + indentation, with: "\n" + inner)
    var declaration = "\(newline)private struct \(name): View {\(newline)"
    for input in needs.inputs { declaration += "\(unit)let \(input.name): \(input.code.typeText ?? "")\(newline)" }
    var edits: [Edit] = []
    if let state {
      let lines = source.lines(removing: state.code.startOffset..<state.code.endOffset)
      for line in source.documentation(above: state.code.startOffset) { declaration += unit + line + newline }
      declaration += unit + source.text(of: state.code) + newline
      edits.append(Edit(lines, ""))
    }
    let body = isGrouped ? "\(unit)\(unit)Group {\(newline)\(text)\(newline)\(unit)\(unit)}" : text
    declaration += "\(newline)\(unit)var body: some View {\(newline)\(body)\(newline)\(unit)}\(newline)}\(newline)"
    if source.bytes.last != UInt8(ascii: "\n") { declaration = newline + declaration }
    let arguments = needs.inputs.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
    edits += [Edit(range, "\(name)(\(arguments))"), .insert(declaration, at: source.bytes.count)]
    return .edits(
      edits,
      checked: [
        "the section uses only "
          + (needs.inputs.isEmpty ? "constants" : needs.inputs.map(\.name).joined(separator: ", ")),
        "it uses no locals, helpers or dynamic properties" + (state == nil ? "" : " but the state that moves"),
        "'\(name)' is free",
      ])
  }

  private func sectionName(_ section: Code, of type: TypeInfo) -> String {
    for text in section.descendants where text.kind == .call && Views.showsText.contains(text.calledName) {
      guard let value = text.arguments.first?.firstChild, value.kind == .string else { continue }
      let words = value.name.split { !$0.isLetter || !$0.isASCII }.prefix(2).map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }
      if !words.isEmpty { return type.name + words.joined() + Conventions.sectionEnding }
    }
    return type.name + Conventions.sectionEnding
  }
}
