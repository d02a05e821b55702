/// The members of the expression that is being read: `b` and `c` of `a.b[0].c`, none of `self.b`.
struct MemberChain {
  enum InOut { case no, next, now }

  private(set) var members: [UInt64] = []
  /// The members with what they are members of, `self` aside; not of what is declared here.
  private(set) var written: [UInt64] = []
  private var isSelf = false
  /// Behind `&`.
  var isInOut = InOut.no

  mutating func reset() {
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !written.isEmpty { written.removeAll(keepingCapacity: true) }
    isSelf = false
    isInOut = .no
  }

  mutating func add(_ hash: UInt64, isMember: Bool, isDeclared: Bool) {
    if isMember {
      written.append(hash)
      if isSelf { isSelf = false } else { members.append(hash) }
      return
    }
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !written.isEmpty { written.removeAll(keepingCapacity: true) }
    isSelf = hash == SkimWord.this
    if !isSelf, !isDeclared { written.append(hash) }
    isInOut = isInOut == .next ? .now : .no
  }
}
