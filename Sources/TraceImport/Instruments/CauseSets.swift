/// Sets of causes, each kept once, so that a set is a number, and adding to one is a look-up.
struct CauseSets {
  static let empty: UInt32 = 0

  /// The members of each set, ascending.
  private var members: [[UInt32]] = [[]]
  private var numbers: [[UInt32]: UInt32] = [[]: empty]
  /// By set and cause what adding the cause comes to.
  private var steps = WordTable()

  var count: Int { members.count }

  subscript(set: UInt32) -> [UInt32] { members[Int(set)] }

  @inline(__always)
  mutating func adding(_ cause: UInt32, to set: UInt32) -> UInt32 {
    let step = UInt64(set) << 32 | UInt64(cause)
    if let known = steps[step] { return known }
    let result = number(of: Set(members[Int(set)] + [cause]).sorted())
    steps[step] = result
    return result
  }

  private mutating func number(of set: [UInt32]) -> UInt32 {
    if let known = numbers[set] { return known }
    let number = UInt32(members.count)
    members.append(set)
    numbers[set] = number
    return number
  }
}
