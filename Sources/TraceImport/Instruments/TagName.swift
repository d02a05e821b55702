/// The element names of exports as the keys that `XMLScanner` computes.
enum TagName {
  static let row = key("row")
  static let node = key("node")
  static let schema = key("schema")
  static let mnemonic = key("mnemonic")
  static let engineeringType = key("engineering-type")
  static let sentinel = key("sentinel")
  static let string = key("string")

  static func key(_ name: String) -> UInt64 {
    // Padded, because a key is made of eight bytes at a time.
    let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 16)
    return padded.withUnsafeBytes {
      XMLScanner<InstrumentsReader>.key(of: ByteSpan($0).sub(0, name.utf8.count))
    }
  }
}

/// What an element is worth keeping as, wherever it stands, because something may refer to it later.
///
/// A table of its own and not a dictionary, because it is asked for every definition.
struct ValueKinds {
  private static let slotCount = 256

  private static let numbers = ["uint32", "start-time", "event-time", "duration", "boolean", "os-signpost-identifier"]
  private static let texts = [
    "string", "swiftui-update", "event-concept", "subsystem", "category", "signpost-name", "event-type",
    "format-string",
    "hang-type", "short-string",
  ]
  private static let displays = ["process", "description-set", "os-log-metadata", "narrative"]
  private static let nodes = ["typed-array", "metadata"]

  private var keys = [UInt64](repeating: 0, count: slotCount)
  private var kinds = [ValueKind](repeating: .none, count: slotCount)

  /// - Parameter family: the table; `nil` while it is being recognised.
  init(for family: TableFamily?) {
    let isGraph = family == .causes || family == .fullCauses
    // The edges of the cause graph need no times, and there are millions.
    add(isGraph ? ["uint32"] : Self.numbers, .number)
    add(isGraph ? ["string"] : Self.texts, .text)
    // Nobody asks for the nodes of updates, and every row has one or two.
    if isGraph || family == nil { add(Self.nodes, .nodeName) }
    if !isGraph {
      add(Self.displays, .display)
      add(["view-hierarchy"], .leaf)
    }
  }

  private mutating func add(_ names: [String], _ kind: ValueKind) {
    for name in names {
      let key = TagName.key(name)
      let slot = slot(of: key)
      keys[slot] = key
      kinds[slot] = kind
    }
  }

  @inline(__always)
  subscript(key: UInt64) -> ValueKind { kinds[slot(of: key)] }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (Self.slotCount - 1) }
    return slot
  }
}
