/// Finds views that only changed their name: they are compared, not reported as added and removed.
struct Renames {
  /// The fingerprint of each view's body, by its name; empty without sources.
  var bodiesBefore: [String: String] = [:]
  var bodies: [String: String] = [:]
  /// What views were evaluated for, by their names; a view that is not in it is not known.
  var causesBefore: [String: Set<String>] = [:]
  var causes: [String: Set<String>] = [:]

  /// New name per old one, for views that are on one side only.
  ///
  /// A pair agrees in scenario and module and in its place among the types: the same enclosing type with another last name,
  /// or the same last name in a renamed enclosing type, or other generic arguments. Then those agree whose sources have the
  /// same body, and those that are evaluated for the same properties. Whatever has several candidates is not paired. Top-level names have no such place; they pair only where
  /// one stands against one and the first appearances are the same.
  func pairs(_ baseline: Measurements, _ current: Measurements) -> [ViewUnit: ViewUnit] {
    let old = baseline.views
    let new = current.views
    var removed = old.subtracting(new)
    var added = new.subtracting(old)
    var result: [ViewUnit: ViewUnit] = [:]
    for place in Place.allCases {
      let oldPlaces = Dictionary(grouping: removed) { place.key($0, bodiesBefore, causesBefore) }
      let newPlaces = Dictionary(grouping: added) { place.key($0, bodies, causes) }
      for (key, candidates) in oldPlaces {
        guard let key, candidates.count == 1, let before = candidates.first, let others = newPlaces[key],
          others.count == 1, let after = others.first
        else { continue }
        if place != .body, !mayBeOne(before, after) { continue }
        if place == .topLevel, !Self.hasSameInitial(before, baseline, after, current) { continue }
        result[before] = after
        removed.remove(before)
        added.remove(after)
      }
    }
    return result
  }

  /// What is evaluated for nothing that the other is evaluated for is another view.
  private func mayBeOne(_ before: ViewUnit, _ after: ViewUnit) -> Bool {
    guard let old = causesBefore[before.view], let new = causes[after.view] else { return true }
    return old.isEmpty && new.isEmpty || !old.isDisjoint(with: new)
  }

  private static func hasSameInitial(
    _ before: ViewUnit, _ baseline: Measurements, _ after: ViewUnit, _ current: Measurements
  ) -> Bool {
    let old = Set((baseline.series[Unit(before, .initial)] ?? []).compactMap(\.self))
    let new = Set((current.series[Unit(after, .initial)] ?? []).compactMap(\.self))
    return !old.isEmpty && old == new
  }

  /// Ways in which two names may mean one place, the surest first.
  private enum Place: CaseIterable {
    case genericArguments, enclosingType, lastName, body, causes, topLevel

    /// The same for names that may be one; `nil` for names without such a place.
    func key(_ unit: ViewUnit, _ bodies: [String: String], _ causes: [String: Set<String>]) -> [String]? {
      let base = [unit.scenario.map { "in " + $0 } ?? "", unit.module ?? ""]
      let path = Renames.path(unit.view)
      switch self {
      case .genericArguments: return unit.view.contains("<") ? base + path : nil
      case .enclosingType: return path.count > 1 ? base + path.dropLast() : nil
      case .lastName: return path.count > 1 ? base + ["\(path.count)", path.last ?? ""] : nil
      case .body: return bodies[path.joined(separator: ".")].map { base + [$0] }
      case .causes:
        guard let known = causes[unit.view], !known.isEmpty else { return nil }
        return base + known.sorted()
      case .topLevel: return path.count == 1 ? base : nil
      }
    }
  }

  /// `Feed<A>.Row` as sources write it: `Feed.Row`.
  static func plainName(_ name: String) -> String { path(name).joined(separator: ".") }

  /// `Feed<A>.Row` as `Feed`, `Row`.
  private static func path(_ name: String) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in name {
      switch character {
      case "<": depth += 1
      case ">": depth -= 1
      case "." where depth == 0: parts.append("")
      default: if depth == 0 { parts[parts.count - 1].append(character) }
      }
    }
    return parts
  }
}
