#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A value of a row that something may refer to.
enum ElementValue: Equatable {
  case number(UInt64)
  /// An index into a `StringTable`.
  case text(UInt32)
}

/// What the `id`s of one `<node>` stand for, so that `ref`s can be resolved.
///
/// Identifiers count 1, 2, 3 … through a node, and start again in the next. Anything may be referred to until the node
/// ends, so nothing can be forgotten; instead a value takes four bytes, or twelve when it is a large number. Texts are
/// kept once in the `StringTable`.
///
/// A class, because it owns memory that grows; one reader uses it.
final class ElementTable {
  /// Identifiers beyond this are kept no more; an export of 1 GB with nothing but short definitions stays below.
  static let denseLimit = 20 << 20
  /// Numbers beyond 2³⁰ that are kept.
  static let wideLimit = 4 << 20
  private static let sparseLimit = 1 << 16

  // A word: 0 undefined; top bit clear: number + 1; top bits 10: text; 11: large number.
  private static let textTag: UInt32 = 2 << 30
  private static let wideTag: UInt32 = 3 << 30
  private static let payload: UInt32 = (1 << 30) - 1

  private var words: UnsafeMutablePointer<UInt32>
  private var capacity = 1 << 16
  private var used = 0
  private var wide: UnsafeMutablePointer<UInt64>
  private var wideCapacity = 1 << 12
  private var wideCount = 0
  /// Identifiers out of order, as no export has them.
  private var sparse: [UInt32: UInt32] = [:]

  /// How many definitions were not kept for lack of room.
  private(set) var overflows = 0

  init() {
    words = Self.allocate(capacity)
    wide = Self.allocate(wideCapacity)
  }

  deinit {
    free(words)
    free(wide)
  }

  /// Forgets everything: a new node begins.
  func removeAll() {
    used = 0
    wideCount = 0
    sparse.removeAll()
  }

  /// Gives the memory back; nothing can be looked up any more.
  func close() {
    removeAll()
    words = Self.resize(words, to: 64)
    capacity = 64
    wide = Self.resize(wide, to: 64)
    wideCapacity = 64
  }

  @inline(__always)
  func define(_ id: UInt32, number: UInt64) {
    if number < 1 << 30 {
      store(id, UInt32(truncatingIfNeeded: number) + 1)
    } else {
      guard wideCount < Self.wideLimit else {
        overflows += 1
        return
      }
      if wideCount == wideCapacity {
        wide = Self.resize(wide, to: wideCapacity * 2)
        wideCapacity *= 2
      }
      wide[wideCount] = number
      store(id, Self.wideTag | UInt32(truncatingIfNeeded: wideCount))
      wideCount += 1
    }
  }

  @inline(__always)
  func define(_ id: UInt32, text: UInt32) {
    store(id, Self.textTag | (text & Self.payload))
  }

  /// What the identifier stands for; `nil` when it is not (yet) defined, or of no interest.
  @inline(__always)
  subscript(id: UInt32) -> ElementValue? {
    let word = Int(id) < used ? words[Int(id)] : (sparse.isEmpty ? 0 : sparse[id] ?? 0)
    if word == 0 { return nil }
    if word & (1 << 31) == 0 { return .number(UInt64(word - 1)) }
    if word & Self.wideTag == Self.wideTag { return .number(wide[Int(word & Self.payload)]) }
    return .text(word & Self.payload)
  }

  @inline(__always)
  private func store(_ id: UInt32, _ word: UInt32) {
    let index = Int(id)
    if index >= capacity, !makeRoom(for: id, word) { return }
    if index >= used {
      // Only what is used is touched, and so takes memory.
      (words + used).update(repeating: 0, count: index - used)
      used = index + 1
    }
    words[index] = word
  }

  private func makeRoom(for id: UInt32, _ word: UInt32) -> Bool {
    // An identifier far beyond all others is no count of elements; a table that reaches it would be hollow.
    guard Int(id) < used + (1 << 16), Int(id) < Self.denseLimit else {
      if sparse.count < Self.sparseLimit { sparse[id] = word } else { overflows += 1 }
      return false
    }
    let larger = min(Self.denseLimit, max(capacity * 2, Int(id) + 1))
    words = Self.resize(words, to: larger)
    capacity = larger
    return true
  }

  /// Memory from the C library, which can grow large blocks without copying them.
  private static func allocate<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    resizeRaw(nil, to: count)
  }

  private static func resize<Element: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<Element>, to new: Int
  ) -> UnsafeMutablePointer<Element> {
    resizeRaw(memory, to: new)
  }

  private static func resizeRaw<Element: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<Element>?, to new: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let raw = realloc(memory, new * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return raw.bindMemory(to: Element.self, capacity: new)
  }
}
