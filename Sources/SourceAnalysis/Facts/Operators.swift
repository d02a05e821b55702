/// Operators of the language by what comes out of them.
package enum Operators {
  /// Whether two values are the same.
  package static let equalities: Set<String> = ["==", "!=", "===", "!=="]
  /// Whether two values are equal, or in which order.
  package static let comparisons: Set<String> = ["<", ">", "<=", ">=", "==", "!="]
  /// What is true or false.
  package static let conditions = comparisons.union(["&&", "||", "!"])
}
