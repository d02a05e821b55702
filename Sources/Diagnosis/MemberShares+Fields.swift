internal import SourceAnalysis
import SwiftUIModel

/// Structs that models hold: which of their fields are written, and whether in place.
extension MemberShares {
  /// Of the changes of a struct that a model holds, the share that is of fields which a view reads; `nil` where nothing is known.
  ///
  /// - Parameters:
  ///   - member: The stored property of the model that holds the struct.
  ///   - property: The property of the view that holds the model.
  func share(ofFieldsOf member: String, of property: Property, readBy view: TypeInfo) -> Double? {
    guard let model = graph.index.type(of: property, in: view), let held = model.property(member), held.isStored,
      let value = graph.valueType(of: held, in: model), !value.isReference, value.kind == .struct,
      let evaluation = graph.evaluation(of: view.id)
    else { return nil }
    var read: Set<String> = []
    var seen: Set<String> = []
    for found in evaluation.evaluationReads(of: property.name) where !found.isDerived {
      guard let first = found.path.first else { continue }
      guard first != member else {
        guard found.path.count > 1 else { return 1 }
        read.formUnion(graph.storedReads(of: found.path[1], in: value))
        continue
      }
      guard seen.insert(first).inserted, graph.storedReads(of: first, in: model).contains(member) else { continue }
      guard let fields = fields(of: member, readBy: first, in: model) else { return 1 }
      for field in fields { read.formUnion(graph.storedReads(of: field, in: value)) }
    }
    let parts = parts(of: member, in: model)
    let all = parts.reduce(0) { $0 + $1.weight }
    guard all > 0, !read.isEmpty else { return nil }
    return parts.reduce(0) { $1.fields?.isDisjoint(with: read) == true ? $0 : $0 + $1.weight } / all
  }

  /// The fields of a struct that a getter or a method of the model takes itself; `nil` where it takes more, or asks others.
  private func fields(of member: String, readBy name: String, in model: TypeInfo) -> Set<String>? {
    let blocks =
      [model.property(name)?.getter].compactMap(\.self) + model.functions.filter { $0.name == name }.compactMap(\.body)
    var fields: Set<String> = []
    for block in blocks {
      for use in block.descendants where use.kind == .identifier && use.name == member {
        guard let path = use.accessChain.memberPath?.drop(while: { $0 == "self" }), path.count > 1 else { return nil }
        fields.insert(path[path.startIndex + 1])
      }
    }
    return fields.isEmpty ? nil : fields
  }

  /// Of what the sources write of a member, the share that puts another value in its place. Whatever changes it in place notifies,
  /// be the value what it may: `state.volume = 3`, `items.append(item)`. 1 where nothing is known.
  func shareOfReplacements(of member: String, in model: TypeInfo) -> Double {
    let parts = parts(of: member, in: model)
    let all = parts.reduce(0) { $0 + $1.weight }
    return all > 0 ? parts.reduce(0) { $1.replaces ? $0 + $1.weight : $0 } / all : 1
  }
}
