/// What a trace says has changed where a view was evaluated by itself, and not by whoever made it.
package struct NamedChanges: Sendable, Equatable {
  /// How often a property is named, or the member of the model that it holds.
  package private(set) var numbers: [PropertyPath: Int] = [:]
  /// Whether everything that changed is named: no `@dependencies`, and no member of a model that the sources do not know.
  package private(set) var isWhole = true

  package init() {}

  package mutating func add(_ path: PropertyPath, _ number: Int) { numbers[path, default: 0] += number }

  package mutating func addUnknown() { isWhole = false }

  /// How often a property is named, whatever its members; of a member with those that are named without one.
  func number(of path: PropertyPath) -> Int {
    numbers.reduce(0) { sum, named in
      guard named.key.property == path.property else { return sum }
      let isMeant = path.member == nil || named.key.member == nil || named.key.member == path.member
      return isMeant ? sum + named.value : sum
    }
  }

  /// Whether all that changed is named, and this is not among it.
  package func namesOthersOnly(than path: PropertyPath) -> Bool {
    isWhole && !numbers.isEmpty && number(of: path) == 0
  }

  /// The property that is named most; of several the first by name.
  var mostNamed: String? {
    let numbers = numbers.reduce(into: [String: Int]()) { $0[$1.key.property, default: 0] += $1.value }
    return numbers.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
