#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The distinct texts of an export, each kept once: exports repeat a few thousand names millions of times.
///
/// A class, because it owns memory that grows; one reader uses it.
final class StringTable {
  /// A name longer than this is cut; a Swift type's name can be a few thousand bytes, a view hierarchy 200 KB.
  static let longestText = 16 << 10
  /// No more bytes than this are kept, so that an export without repetition cannot fill the memory.
  static let byteLimit = 32 << 20
  private static let countLimit = 1 << BodyRow.textBits

  private struct Slot {
    /// A part of it: enough to tell nearly all texts apart, and the slots of a full table.
    var hash: UInt32
    /// 0 for a free slot; the empty text stands in none.
    var index: UInt32
  }

  private struct Entry: BitwiseCopyable {
    var offset: UInt32
    var length: UInt32
  }

  private var slots = [Slot](repeating: Slot(hash: 0, index: 0), count: 4096)
  private var entries = GrowingMemory<Entry>()
  private var arena = GrowingMemory<UInt8>()
  private var scratch: [UInt8] = []

  init() { entries.append(Entry(offset: 0, length: 0)) }

  /// How often a text was not kept because there were too many.
  private(set) var overflows = 0
  /// How often a text was cut to `longestText`.
  private(set) var cuts = 0

  /// The index of the empty text, and of one that could not be kept.
  static let empty: UInt32 = 0

  var count: Int { entries.count }

  /// Interns a text as it stands in the document.
  func intern(_ text: ByteSpan, isRaw: Bool = false) -> UInt32 {
    if text.count <= Self.longestText, XMLText.isPlain(text) { return internPlain(text) }
    var kept = text
    if text.count > Self.longestText {
      cuts += 1
      var length = Self.longestText
      while length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
      kept = text.sub(0, length)
    }
    scratch.removeAll(keepingCapacity: true)
    XMLText.decode(kept, isRaw: isRaw, into: &scratch)
    return scratch.withUnsafeBytes { internPlain(ByteSpan($0)) }
  }

  func intern(_ text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { internPlain(ByteSpan(UnsafeRawBufferPointer($0))) }
  }

  /// Interns two pieces of one text.
  func intern(_ first: UInt32, followedBy piece: ByteSpan, isRaw: Bool) -> UInt32 {
    intern(self[first] + XMLText.string(piece, isRaw: isRaw))
  }

  subscript(index: UInt32) -> String {
    guard Int(index) < entries.count else { return "" }
    let entry = entries[Int(index)]
    return ByteSpan(start: arena.address(of: Int(entry.offset)), count: Int(entry.length)).string
  }

  private func internPlain(_ text: ByteSpan) -> UInt32 {
    guard text.count > 0 else { return Self.empty }
    let hash = UInt32(truncatingIfNeeded: MessageCache.hash(text) >> 7)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].index != 0 {
      if slots[slot].hash == hash, isEqual(entries[Int(slots[slot].index)], text) { return slots[slot].index }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard arena.count + text.count <= Self.byteLimit, entries.count < Self.countLimit else {
      overflows += 1
      return Self.empty
    }
    let index = UInt32(entries.count)
    entries.append(Entry(offset: UInt32(arena.count), length: UInt32(text.count)))
    arena.append(text)
    slots[slot] = Slot(hash: hash, index: index)
    if entries.count * 2 > slots.count { grow() }
    return index
  }

  private func isEqual(_ entry: Entry, _ text: ByteSpan) -> Bool {
    Int(entry.length) == text.count
      && memcmp(arena.address(of: Int(entry.offset)), text.start, text.count) == 0
  }

  private func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(hash: 0, index: 0), count: old.count * 2)
    for entry in old where entry.index != 0 {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot].index != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
