/// A small number per text, found out once; asked for every row, hence no dictionary.
struct TextNotes {
  /// Per text 0 when nothing is known yet, else the number plus 1.
  private var notes: [UInt8] = []

  @inline(__always)
  mutating func note(_ text: UInt32, _ find: () -> UInt8) -> UInt8 {
    if Int(text) < notes.count, notes[Int(text)] != 0 { return notes[Int(text)] - 1 }
    return remember(text, find())
  }

  private mutating func remember(_ text: UInt32, _ note: UInt8) -> UInt8 {
    while notes.count <= Int(text) { notes.append(0) }
    notes[Int(text)] = note + 1
    return note
  }
}

/// The views that descriptions of updates name, by description and module.
///
/// Most rows are of few views, so a table in which later pairs push out earlier ones stands before the whole.
struct ViewNameCache {
  private struct Entry {
    var key: UInt64
    var name: UInt32?
  }

  private static let size = 1024

  private var recent = [Entry](repeating: Entry(key: .max, name: nil), count: size)
  /// Names, and `noName` for none.
  private var all = WordTable()
  private static let noName = UInt32.max

  /// The view's name; `nil` when the description has none.
  @inline(__always)
  mutating func name(of description: UInt32, in module: UInt32, _ find: () -> UInt32?) -> UInt32? {
    let key = UInt64(description) << 32 | UInt64(module)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
    if recent[slot].key == key { return recent[slot].name }
    let name: UInt32?
    if let known = all[key] {
      name = known == Self.noName ? nil : known
    } else {
      name = find()
      all[key] = name ?? Self.noName
    }
    recent[slot] = Entry(key: key, name: name)
    return name
  }
}
