internal import Vocabulary

/// Words of a source and their hashes.
enum Words {
  static func set(_ words: some Sequence<String>) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(Fingerprint.hash(word)) }
    return set
  }

  /// One hash for two words whose order counts.
  static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    (first ^ second.byteSwapped) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Calls `body` with the hash of each word of a text.
  static func forEach(in text: String, _ body: (_ hash: UInt64) -> Void) {
    var hash = Fingerprint.seed
    var isInside = false
    for byte in text.utf8 {
      if isNameByte(byte) {
        hash = Fingerprint.step(isInside ? hash : Fingerprint.seed, byte)
        isInside = true
      } else if isInside {
        body(hash)
        isInside = false
      }
    }
    if isInside { body(hash) }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  /// Whether a word that starts with the byte may name a type.
  static func isTypeInitial(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") || byte >= 0x80 || byte == UInt8(ascii: "_")
  }
}

/// Hashes of words; open addressing without hashing them again.
package struct WordSet: Sendable {
  private var slots: [UInt64] = []
  package private(set) var count = 0

  package init() {}

  package mutating func insert(_ hash: UInt64) {
    if count * 2 >= slots.count { grow() }
    // 0 marks a free slot.
    let hash = hash == 0 ? 1 : hash
    var slot = Self.slot(hash, slots.count)
    while slots[slot] != 0 {
      if slots[slot] == hash { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    count += 1
  }

  package mutating func formUnion(_ other: WordSet) {
    for hash in other.slots where hash != 0 { insert(hash) }
  }

  package mutating func insert(contentsOf hashes: some Sequence<UInt64>) {
    for hash in hashes { insert(hash) }
  }

  package func contains(_ hash: UInt64) -> Bool {
    if count == 0 { return false }
    let hash = hash == 0 ? 1 : hash
    return slots.withUnsafeBufferPointer { slots in
      var slot = Self.slot(hash, slots.count)
      while slots[slot] != 0 {
        if slots[slot] == hash { return true }
        slot = (slot + 1) & (slots.count - 1)
      }
      return false
    }
  }

  func contains(_ word: String) -> Bool { contains(Fingerprint.hash(word)) }

  /// In no order that means anything.
  var hashes: [UInt64] { slots.filter { $0 != 0 } }

  func containsAny(of hashes: some Sequence<UInt64>) -> Bool { hashes.contains { contains($0) } }

  private static func slot(_ hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    for hash in old where hash != 0 {
      var slot = Self.slot(hash, slots.count)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = hash
    }
  }
}
