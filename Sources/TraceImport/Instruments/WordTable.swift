/// What was worked out for words of 64 bits, in plain memory: asked for every row, hence no dictionary. It is worked out once
/// more when there was too much to remember.
struct WordTable {
  /// No key has this value.
  private static let free = UInt64.max
  /// When it holds this many, it forgets them: an export without repetition would fill the memory.
  private static let most = 1 << 18

  private var keys = [UInt64](repeating: free, count: 64)
  private var values = [UInt32](repeating: 0, count: 64)
  private var used = 0

  @inline(__always)
  subscript(key: UInt64) -> UInt32? {
    get {
      let slot = slot(of: key)
      return keys[slot] == key ? values[slot] : nil
    }
    set {
      guard let newValue else { return }
      if used >= Self.most { self = WordTable() }
      if used * 2 >= keys.count { grow() }
      let slot = slot(of: key)
      if keys[slot] == Self.free {
        keys[slot] = key
        used += 1
      }
      values[slot] = newValue
    }
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while keys[slot] != Self.free, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = [UInt64](repeating: Self.free, count: oldKeys.count * 2)
    values = [UInt32](repeating: 0, count: keys.count)
    for (key, value) in zip(oldKeys, oldValues) where key != Self.free {
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = value
    }
  }
}
