/// Sets of causes, each kept once, so that a set is a number, and adding to one is a look-up.
struct CauseSets {
  static let empty: UInt32 = 0
  /// Up to this number, causes are added one by one; each step is a set of its own.
  private static let mostInSteps = 32

  /// The members of each set, ascending.
  private var members: [[UInt32]] = [[]]
  private var numbers: [[UInt32]: UInt32] = [[]: empty]
  /// By set and cause what adding the cause comes to.
  private var steps = WordTable()

  var count: Int { members.count }

  subscript(set: UInt32) -> [UInt32] { members[Int(set)] }

  /// The set with one cause more; `nil` when it is too large for causes to be added one by one.
  @inline(__always)
  mutating func adding(_ cause: UInt32, to set: UInt32) -> UInt32? {
    let step = UInt64(set) << 32 | UInt64(cause)
    if let known = steps[step] { return known }
    guard members[Int(set)].count < Self.mostInSteps else { return nil }
    let result = adding([cause], to: set)
    steps[step] = result
    return result
  }

  mutating func adding(_ causes: Set<UInt32>, to set: UInt32) -> UInt32 {
    number(of: causes.union(members[Int(set)]).sorted())
  }

  private mutating func number(of set: [UInt32]) -> UInt32 {
    if let known = numbers[set] { return known }
    let number = UInt32(members.count)
    members.append(set)
    numbers[set] = number
    return number
  }
}
