/// A value of a row that something may refer to.
enum ElementValue: Equatable {
  case number(UInt64)
  /// An index into a `StringTable`.
  case text(UInt32)
}

/// Rows that are kept and hold numbers of the node that is being read.
enum NumberRows {
  case none
  case updates(ChunkedArray<BodyRow>)
  case edges(ChunkedArray<EdgeRow>)

  @inline(__always)
  subscript(cell: Int) -> UInt64 {
    switch self {
    case .none: 0
    case .updates(let rows): rows[cell / BodyRow.numberCount].number(cell % BodyRow.numberCount)
    case .edges(let rows): rows[cell / EdgeRow.numberCount].number(cell % EdgeRow.numberCount)
    }
  }
}

/// What the `id`s of one `<node>` stand for, so that `ref`s can be resolved.
///
/// Identifiers count 1, 2, 3 … through a node, and start again in the next. Anything may be referred to until the node
/// ends, so nothing can be forgotten. Instead pages of 64 identifiers say which of them are of interest, and only those
/// take a word of four bytes; but the first thousands, which are referred to most, have a word each. A large number, a
/// start time usually, takes no more: its upper half is that of its neighbours and stands in the page. Texts are kept once
/// in the `StringTable`. What a kept row holds as well is looked up there and takes no word at all.
///
/// A class, because it owns memory that grows; one reader uses it.
final class ElementTable {
  /// Values beyond this are kept no more: 80 MB.
  private static let valueLimit = 20 << 20
  /// Identifiers beyond this are kept no more; 64 MB if nothing among them is.
  private static let pageLimit = 1 << 21
  /// Large numbers that differ from their neighbours.
  private static let wideLimit = 4 << 20
  private static let sparseLimit = 1 << 16
  /// An identifier this many pages beyond all others is no count of elements; the table would be hollow.
  private static let mostNewPages = 1024
  /// An element is defined after those inside of it, whose identifiers are higher; but not after thousands of them.
  private static let openPages = 64
  /// The pages whose identifiers have a word each.
  private static let densePages = 64

  // A word: top bit clear: a number; 10: text; 110: the lower half of a large number; 111: an index into `wide`.
  private static let textTag: UInt32 = 0b100 << 29
  private static let nearTag: UInt32 = 0b110 << 29
  private static let wideTag: UInt32 = 0b111 << 29
  private static let textPayload: UInt32 = (1 << 30) - 1
  private static let widePayload: UInt32 = (1 << 29) - 1

  private struct Page: BitwiseCopyable {
    /// A bit for each identifier that has a word.
    var present: UInt64
    /// Where the words begin.
    var offset: UInt32
    /// What the large numbers of the page have above their lowest 29 bits; 0 before the first.
    var upper: UInt32
    /// A bit for each identifier whose value stands in a row, unless it has a word by now.
    var inRows: UInt64 = 0
    /// The first cell that `inRows` stands for, and how far it is from one to the next.
    var firstCell: UInt32 = 0
    var step: UInt32 = 0
  }

  private var pages = GrowingMemory<Page>()
  private var words = GrowingMemory<UInt32>()
  private var wide = GrowingMemory<UInt64>()
  /// Identifiers out of order, as no export has them.
  private var sparse: [UInt32: ElementValue] = [:]
  private var hasSparse = false
  /// Where numbers stand that have no word.
  private var rows = NumberRows.none
  private var holdsCells = false
  private var mayHoldCells = true

  /// How many definitions were not kept for lack of room.
  private(set) var overflows = 0
  /// How often what a number stands for may have changed: what was resolved before has to be looked up again.
  private(set) var changes = 0

  init() { makeDensePages() }

  /// Says what the rows that follow in the node are kept in.
  func use(_ rows: NumberRows) {
    // A second schema in one node, as no export has it: the cells so far stay where they are.
    if holdsCells { mayHoldCells = false } else { self.rows = rows }
  }

  /// Forgets everything and gives the memory back: a new node begins, or reading has ended.
  func removeAll() {
    changes += 1
    pages.removeAll()
    words.removeAll()
    wide.removeAll()
    sparse.removeAll()
    hasSparse = false
    rows = .none
    holdsCells = false
    mayHoldCells = true
    makeDensePages()
  }

  private func makeDensePages() {
    for _ in 0..<Self.densePages * 64 { words.append(0) }
  }

  /// What the identifier stands for; `nil` when it is not (yet) defined, or of no interest.
  @inline(__always)
  subscript(id: UInt32) -> ElementValue? {
    let page = Int(id >> 6)
    let bit: UInt64 = 1 << UInt64(id & 63)
    guard page < pages.count, pages[page].present & bit != 0 else { return elsewhere(id) }
    let word = words[Self.place(of: bit, in: pages[page], id)]
    if word >> 31 == 0 { return .number(UInt64(word)) }
    if word >> 30 == 0b10 { return .text(word & Self.textPayload) }
    if word >> 29 == 0b110 { return .number(UInt64(pages[page].upper) << 29 | UInt64(word & Self.widePayload)) }
    return .number(wide[Int(word & Self.widePayload)])
  }

  private func elsewhere(_ id: UInt32) -> ElementValue? {
    if !sparse.isEmpty, let value = sparse[id] { return value }
    let page = Int(id >> 6)
    let bit: UInt64 = 1 << UInt64(id & 63)
    guard page < pages.count, pages[page].inRows & bit != 0 else { return nil }
    let before = (pages[page].inRows & (bit &- 1)).nonzeroBitCount
    return .number(rows[Int(pages[page].firstCell) + Int(pages[page].step) * before])
  }

  /// Stores a word behind all others, as nearly all are; false when the identifier is none behind all others.
  @inline(__always)
  private func append(_ id: UInt32, _ word: UInt32) -> Bool {
    let page = Int(id >> 6)
    guard page == pages.count - 1, page >= Self.densePages, words.count < Self.valueLimit, !hasSparse,
      (pages[page].present | pages[page].inRows) &>> UInt64(id & 63) == 0
    else { return false }
    words.append(word)
    pages[page].present |= 1 &<< UInt64(id & 63)
    return true
  }

  @inline(__always)
  func define(_ id: UInt32, text: UInt32) {
    guard let page = openPage(of: id) else { return defineApart(id, .text(text)) }
    store(id, page, Self.textTag | (text & Self.textPayload))
  }

  @inline(__always)
  func define(_ id: UInt32, number: UInt64) {
    if number < 1 << 31, append(id, UInt32(truncatingIfNeeded: number)) { return }
    guard let page = openPage(of: id) else { return defineApart(id, .number(number)) }
    if number < 1 << 31 { return store(id, page, UInt32(truncatingIfNeeded: number)) }
    let upper = number >> 29
    if pages[page].upper == 0, upper <= UInt32.max { pages[page].upper = UInt32(upper) }
    if UInt64(pages[page].upper) == upper {
      let word = Self.nearTag | UInt32(truncatingIfNeeded: number) & Self.widePayload
      if !append(id, word) { store(id, page, word) }
      return
    }
    guard wide.count < Self.wideLimit else {
      overflows += 1
      return
    }
    wide.append(number)
    store(id, page, Self.wideTag | UInt32(wide.count - 1))
  }

  /// The page of an identifier that is to be defined; `nil` when it is far from all others.
  @inline(__always)
  private func openPage(of id: UInt32) -> Int? {
    let page = Int(id >> 6)
    if page + Self.openPages < pages.count { return isDefined(id) ? page : nil }
    return page < pages.count || addPages(through: page) ? page : nil
  }

  private func isDefined(_ id: UInt32) -> Bool { pages[Int(id >> 6)].present & 1 << UInt64(id & 63) != 0 }

  private func addPages(through page: Int) -> Bool {
    guard page < pages.count + Self.mostNewPages, page < Self.pageLimit else { return false }
    while pages.count <= page { pages.append(Page(present: 0, offset: UInt32(words.count), upper: 0)) }
    return true
  }

  @inline(__always)
  private func store(_ id: UInt32, _ page: Int, _ word: UInt32) {
    let bit: UInt64 = 1 << UInt64(id & 63)
    if hasSparse || (pages[page].present | pages[page].inRows) & bit != 0 { changes += 1 }
    let place = Self.place(of: bit, in: pages[page], id)
    if page < Self.densePages {
      words[place] = word
      pages[page].present |= bit
    } else if page + 1 == pages.count, place == words.count, words.count < Self.valueLimit {
      words.append(word)
      pages[page].present |= bit
    } else {
      insert(word, at: place, page, bit)
    }
  }

  /// Stores what is not the last: an element around others, or one that is defined again.
  private func insert(_ word: UInt32, at place: Int, _ page: Int, _ bit: UInt64) {
    if pages[page].present & bit != 0 {
      words[place] = word
      return
    }
    guard words.count < Self.valueLimit else {
      overflows += 1
      return
    }
    words.insert(word, at: place)
    pages[page].present |= bit
    for later in page + 1..<max(page + 1, pages.count) { pages[later].offset += 1 }
  }

  /// Gives up the words of numbers that a row holds, too.
  ///
  /// Only where the rows of a page are alike: then counting bits finds the cell.
  /// - Parameters:
  ///   - ids: in the order of the cells; 0 for one that was no definition.
  ///   - cell: the first; cells are counted through all rows.
  @inline(__always)
  func moveToRow(_ ids: (UInt32, UInt32, UInt32), cell: Int) {
    // As every export has them: one after the other, and seldom on two pages.
    if ids.1 == ids.0 &+ 1, ids.2 == ids.0 &+ 2, move(ids.0, count: 3, cell: cell) { return }
    _ = move(ids.0, count: 1, cell: cell)
    _ = move(ids.1, count: 1, cell: cell + 1)
    _ = move(ids.2, count: 1, cell: cell + 2)
  }

  @inline(__always)
  func moveToRow(_ ids: (UInt32, UInt32), cell: Int) {
    _ = move(ids.0, count: 1, cell: cell)
    _ = move(ids.1, count: 1, cell: cell + 1)
  }

  /// Moves neighbours; false when they stay.
  private func move(_ id: UInt32, count: Int, cell: Int) -> Bool {
    let number = Int(id >> 6)
    let shift = UInt64(id & 63)
    let bits: UInt64 = (1 << UInt64(count) - 1) << shift
    guard mayHoldCells, number >= Self.densePages, number + Self.openPages >= pages.count, number < pages.count else {
      return false
    }
    var page = pages[number]
    guard page.present & bits == bits, page.inRows >> shift == 0, shift + UInt64(count) <= 64 else { return false }
    let cell = UInt32(truncatingIfNeeded: cell)
    switch page.inRows.nonzeroBitCount {
    case 0:
      page.firstCell = cell
      page.step = 1
    case 1 where count == 1: page.step = cell &- page.firstCell
    case let before:
      guard page.firstCell &+ page.step &* UInt32(before) == cell, count == 1 || page.step == 1 else { return false }
    }
    let place = Self.place(of: 1 << shift, in: page, id)
    for word in place..<place + count
    where words[word] >> 29 == 0b111 && Int(words[word] & Self.widePayload) == wide.count - 1 {
      wide.removeLast()
    }
    words.remove(count, at: place)
    page.present &= ~bits
    page.inRows |= bits
    pages[number] = page
    holdsCells = true
    var later = number + 1
    while later < pages.count {
      pages[later].offset -= UInt32(count)
      later += 1
    }
    return true
  }

  private func defineApart(_ id: UInt32, _ value: ElementValue) {
    changes += 1
    hasSparse = true
    if sparse.count < Self.sparseLimit || sparse[id] != nil { sparse[id] = value } else { overflows += 1 }
  }

  @inline(__always)
  private static func place(of bit: UInt64, in page: Page, _ id: UInt32) -> Int {
    id < densePages * 64 ? Int(id) : Int(page.offset) + (page.present & (bit &- 1)).nonzeroBitCount
  }
}
