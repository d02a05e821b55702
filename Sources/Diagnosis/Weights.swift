internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// How often what views read of models is written, against the rest of the same model: an update says that a model changed,
/// and not what of it.
struct Weights: Sendable {
  /// By facts, for each bit.
  private let weights: [[Double]]

  init(_ recorded: RecordedUpdates, _ members: MemberShares) {
    weights = recorded.facts.map { facts in
      var result = [Double](repeating: 1, count: PropertySet.bitWidth)
      for property in facts.type.storedProperties where property.isObservedObject {
        // The object itself stays the same.
        if facts.members[property.name]?.isEmpty == false {
          Self.set(0, for: facts.asWhole(property.name), in: &result)
        }
        for member in facts.members[property.name] ?? [] {
          let weight = members.weight(of: property.name + "." + member, in: facts.type)
          Self.set(weight, for: facts.member(member, of: property.name), in: &result)
        }
      }
      return result
    }
  }

  private static func set(_ weight: Double, for bits: PropertySet, in weights: inout [Double]) {
    for bit in weights.indices where bits & (1 << PropertySet(bit)) != 0 { weights[bit] = weight }
  }

  /// Of one change that is of something in a set, the chance that it is of a part of it; `nil` where nobody writes any of it.
  ///
  /// - Parameter facts: The index of the view's.
  func share(of part: PropertySet, in set: PropertySet, _ facts: Int) -> Double? {
    // Facts of views that nobody logs come later.
    guard facts < weights.count else { return nil }
    var all = 0.0
    var own = 0.0
    for (bit, weight) in weights[facts].enumerated() where set & (1 << PropertySet(bit)) != 0 {
      all += weight
      if part & (1 << PropertySet(bit)) != 0 { own += weight }
    }
    return all > 0 ? own / all : nil
  }
}

/// Views that are handed a binding to a member of a model: `$viewModel.draft`. When they are evaluated for it, that member is
/// what was written, whoever else observes the model.
struct BoundMembers: Sendable {
  private struct Key: Hashable {
    /// The facts of the view that is bound, and of the one that hands the binding out.
    var child: Int
    var owner: Int
  }

  /// By those who are bound, the property that is, and what of the owner's it is bound to.
  private var bound: [Key: [(property: String, bits: PropertySet)]] = [:]
  private var children: Set<Int> = []
  /// The facts of those who hand bindings out.
  private var owners: Set<Int> = []

  init(_ recorded: RecordedUpdates) {
    for (owner, facts) in recorded.facts.enumerated() {
      for child in facts.evaluation.children {
        guard let id = child.type, let bound = recorded.factsIndex[id] else { continue }
        for argument in child.arguments {
          guard let name = argument.property, let path = argument.value.memberPath?.drop(while: { $0 == "self" }),
            let first = path.first, first.hasPrefix("$"), path.count == 2,
            recorded.facts[bound].type.property(name)?.storage == .binding
          else { continue }
          let property = String(first.dropFirst())
          let bits = facts.storedMembers(of: property, path: [path[path.startIndex + 1]])
            .reduce(0) { $0 | facts.member($1, of: property) }
          guard bits != 0 else { continue }
          self.bound[Key(child: bound, owner: owner), default: []].append((name, bits))
          children.insert(bound)
          owners.insert(owner)
        }
      }
    }
  }

  /// Leaves of what likely changed what others show that was written.
  func narrow(
    _ change: inout ChangedProperties, _ owner: RecordedUpdates.Traits, in update: RecordedUpdates.Update,
    _ recorded: RecordedUpdates
  ) {
    guard let facts = owner.facts else { return }
    let shown = shown(of: facts, in: update, recorded)
    if change.possible & shown != 0 { change.likely &= shown }
  }

  /// What of a view's properties was written in an update, as those show who are bound to it; empty where nobody is.
  ///
  /// - Parameter owner: The view's facts.
  func shown(of owner: Int, in update: RecordedUpdates.Update, _ recorded: RecordedUpdates) -> PropertySet {
    guard owners.contains(owner) else { return 0 }
    var shown: PropertySet = 0
    for element in update.elements where !element.isInitial {
      guard let child = recorded.traits[element.message].facts, children.contains(child),
        let pairs = bound[Key(child: child, owner: owner)]
      else { continue }
      let stored = Set(recorded.facts[child].type.storedProperties.map(\.name))
      for own in recorded.messages[element.message].own {
        guard case .dynamicProperty(let traced) = own.cause else { continue }
        let name = PropertyName.source(traced, among: stored)
        for pair in pairs where pair.property == name { shown |= pair.bits }
      }
    }
    return shown
  }
}
