internal import CLines

/// What a column's values begin with, so that a value can be told by comparing two words.
struct CellTemplate: BitwiseCopyable {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)
  /// `<duration id="` and `</duration>` of numbers, each with a mask behind it.
  private var opening: Words = (0, 0, 0, 0)
  private var closing: Words = (0, 0, 0, 0)
  /// How long they are; 0 when they are longer than what is compared at once, or the column holds no numbers.
  private(set) var openingLength = 0
  private(set) var closingLength = 0
  /// The first bytes of the element's name, and which of the eight they are.
  var head: UInt64 = 0
  var headMask: UInt64 = 0
  /// The name's last eight bytes, when it has as many.
  var tail: UInt64 = 0
  /// The length of the name; 0 when the schema does not say what stands in the column, or at too great length.
  var length = 0
  var key: UInt64 = 0
  var kind = ValueKind.none
  var cell = RowCells.none

  /// Words at the end of a longer name could lie behind what is readable.
  private static let longestName = 24

  init() {}

  init(type: String, kind: ValueKind, cell: UInt8) {
    let name = Array(type.utf8)
    let padded = name + [UInt8](repeating: 0, count: 8)
    func word(at offset: Int) -> UInt64 {
      padded.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
    length = name.count <= Self.longestName ? name.count : 0
    headMask = name.count >= 8 ? .max : UInt64(littleEndian: (1 << (8 * UInt64(name.count))) - 1)
    head = word(at: 0) & headMask
    if name.count >= 8 { tail = word(at: name.count - 8) }
    key = TagName.key(type)
    self.kind = kind
    self.cell = cell
    guard kind == .number, !name.isEmpty, let opening = Self.pattern("<\(type) id=\""),
      let closing = Self.pattern("</\(type)>")
    else { return }
    (self.opening, openingLength) = opening
    (self.closing, closingLength) = closing
  }

  /// A text as `whyredraw_begins` compares it.
  private static func pattern(_ text: String) -> (Words, Int)? {
    let bytes = Array(text.utf8)
    guard bytes.count <= 16 else { return nil }
    let rest = 16 - bytes.count
    let all =
      bytes + [UInt8](repeating: 0, count: rest) + [UInt8](repeating: 0xFF, count: bytes.count)
      + [UInt8](repeating: 0, count: rest)
    return (all.withUnsafeBytes { $0.loadUnaligned(as: Words.self) }, bytes.count)
  }

  /// Whether a number's element with an identifier begins there; 16 bytes have to be readable.
  @inline(__always)
  static func opens(_ template: UnsafePointer<CellTemplate>, _ bytes: UnsafePointer<UInt8>) -> Bool {
    whyredraw_begins(bytes, UnsafeRawPointer(template).assumingMemoryBound(to: UInt8.self)) != 0
  }

  /// Whether a number's element ends there.
  @inline(__always)
  static func closes(_ template: UnsafePointer<CellTemplate>, _ bytes: UnsafePointer<UInt8>) -> Bool {
    whyredraw_begins(bytes, UnsafeRawPointer(template).assumingMemoryBound(to: UInt8.self) + 32) != 0
  }

  /// Whether the name stands there; equal as far as `XMLScanner.key(of:)` looks.
  @inline(__always)
  func matches(_ bytes: UnsafePointer<UInt8>) -> Bool {
    if RowBytes.word(bytes) & headMask != head { return false }
    return length < 8 || RowBytes.word(bytes + (length - 8)) == tail
  }
}

/// Reads rows as every export has them, a value at a time and without the scanner.
///
/// Nine of ten bytes of an export are rows of a known table, written by one program in one way: `<duration id="2"
/// fmt="118.00 µs">118000</duration>`, `<string ref="7"/>`, `<sentinel/>`. Whatever is written in another way, or not yet
/// complete, is left to the scanner from the beginning of its value on; reading the inside of a value twice does no harm.
extension InstrumentsReader {
  /// Reads values from `start`, the beginning of one, and rows after them; returns where the scanner goes on.
  ///
  /// The buffer has to be readable, and free of decimal digits, for 32 bytes behind `count`.
  func readRows(_ bytes: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int {
    guard node.readsTemplates, place == .row, depth == rowDepth else { return start }
    var index = start
    // Here instead of in the row, because they are asked for and change with every value.
    var column = row.column
    var present = row.present
    let (cells, cellIDs, templates, templateCount) = (row.values, row.ids, node.templates, node.templateCount)
    let knownCells = node.knownCells
    if elements.changes != knownChanges { forgetCells() }
    defer {
      row.column = column
      row.present = present
    }
    while index < count {
      let element = bytes + index
      if column &+ 1 < templateCount {
        let known = knownCells + (column &+ 1)
        let length = known.pointee.length
        if length > 0, index &+ length <= count, KnownCell.isSame(known, element) {
          cells[known.pointee.cell] = known.pointee.value
          present |= known.pointee.bit
          known.pointee.misses = 0
          column &+= 1
          index &+= length
          continue
        }
        let template = templates + (column &+ 1)
        if template.pointee.openingLength > 0, CellTemplate.opens(template, element) {
          guard let (next, id, number) = Self.readNumber(bytes, from: index, template, to: count) else { return index }
          if id != 0 { elements.define(id, number: number) }
          if elements.changes != knownChanges { forgetCells() }
          column &+= 1
          index = next
          let cell = template.pointee.cell
          cellIDs[Int(cell)] = id
          if cell == RowCells.none { continue }
          cells[Int(cell)] = number
          present |= 1 &<< UInt32(cell)
          continue
        }
      }
      // In a damaged file there may be text between values, and it may look like the inside of one.
      guard element[0] == UInt8(ascii: "<") else { return index }
      let word = RowBytes.word(element + 1)
      if word == RowBytes.sentinel {
        guard RowBytes.word(element + 9) & 0xFFFF == RowBytes.emptyEnd, index + 11 <= count else { return index }
        column += 1
        if column < templateCount { KnownCell.note(knownCells + column, element, length: 11, cell: nil, value: 0) }
        index += 11
        continue
      }
      if word & 0xFF_FFFF_FFFF == RowBytes.rowEnd {
        // Only together with the beginning of the next row, so that the scanner need not know.
        var next = index + 6
        if bytes[next] == 0x0A { next += 1 }
        guard next + 5 <= count, RowBytes.word(bytes + next) & 0xFF_FFFF_FFFF == RowBytes.rowStart else { return index }
        row.present = present
        recordRow()
        node.rowCount += 1
        column = -1
        present = 0
        index = next + 5
        continue
      }
      guard column + 1 < templateCount else { return index }
      let template = templates + (column + 1)
      guard template.pointee.length > 0, template.pointee.matches(element + 1) else { return index }
      let attribute = index &+ 1 &+ template.pointee.length
      let attributeWord = RowBytes.word(bytes + attribute)
      let cell = template.pointee.cell
      if attributeWord & 0xFFFF_FFFF_FFFF == XMLNames.refAttribute {
        let digits = RowBytes.digits(bytes + attribute + 6)
        let end = attribute &+ 6 &+ digits
        guard digits > 0, RowBytes.word(bytes + end) & 0xFF_FFFF == RowBytes.referenceEnd, end &+ 3 <= count else {
          return index
        }
        column &+= 1
        index = end &+ 3
        let known = knownCells + column
        if cell == RowCells.none {
          KnownCell.note(known, element, length: bytes + index - element, cell: nil, value: 0)
          continue
        }
        let id = RowBytes.value(bytes + attribute + 6, digits: digits)
        if let value = elements[UInt32(truncatingIfNeeded: id)] {
          switch value {
          case .number(let number):
            guard Cell.holdsNumber(cell) else { continue }
            cells[Int(cell)] = number
            cellIDs[Int(cell)] = 0
          case .text(let text):
            guard !Cell.holdsNumber(cell) else { continue }
            cells[Int(cell)] = UInt64(text)
            KnownCell.note(known, element, length: bytes + index - element, cell: cell, value: UInt64(text))
          }
          present |= 1 << UInt32(cell)
        } else {
          findings.danglingReferences += 1
        }
        continue
      }
      guard attributeWord & 0xFF_FFFF_FFFF == XMLNames.idAttribute else { return index }
      guard let (next, value) = readDefinition(bytes, attribute: attribute, template, to: count) else { return index }
      column += 1
      index = next
      if elements.changes != knownChanges { forgetCells() }
      if cell == RowCells.none { continue }
      switch value {
      case .number(let number): cells[Int(cell)] = number
      case .text(let text): cells[Int(cell)] = UInt64(text)
      case nil: continue
      }
      present |= 1 << UInt32(cell)
    }
    return index
  }

  /// Reads `<name id="12" fmt="…">345</name>`, whose beginning was compared already.
  @inline(__always)
  private static func readNumber(
    _ bytes: UnsafePointer<UInt8>, from start: Int, _ template: UnsafePointer<CellTemplate>, to count: Int
  ) -> (next: Int, id: UInt32, number: UInt64)? {
    let (idDigits, id) = RowBytes.number(bytes + start + template.pointee.openingLength)
    let idEnd = start &+ template.pointee.openingLength &+ idDigits
    guard idDigits > 0, RowBytes.word(bytes + idEnd) & 0xFF_FFFF_FFFF_FFFF == RowBytes.displayAttribute,
      let displayEnd = RowBytes.find(UInt8(ascii: "\""), bytes, from: idEnd &+ 7, to: count),
      bytes[displayEnd + 1] == UInt8(ascii: ">")
    else { return nil }
    let text = displayEnd &+ 2
    let (digits, number) = RowBytes.longNumber(bytes + text)
    let end = text &+ digits &+ template.pointee.closingLength
    guard digits > 0, end <= count, CellTemplate.closes(template, bytes + text + digits) else { return nil }
    return (end, UInt32(truncatingIfNeeded: id), number)
  }

  /// What was known of columns is resolved again.
  private func forgetCells() {
    knownChanges = elements.changes
    node.forgetCells()
  }

  /// Reads ` id="12" fmt="…">…</name>` from the space on, for all but numbers.
  private func readDefinition(
    _ bytes: UnsafePointer<UInt8>, attribute: Int, _ template: UnsafePointer<CellTemplate>, to count: Int
  ) -> (next: Int, value: ElementValue?)? {
    guard let (id, display, displayEnd) = Self.openingAttributes(bytes, from: attribute, to: count) else { return nil }
    let text = displayEnd + 2
    switch template.pointee.kind {
    case .number:
      let (digits, number) = RowBytes.longNumber(bytes + text)
      guard digits > 0, let next = Self.closing(bytes, at: text + digits, template, to: count) else { return nil }
      if id != 0 { elements.define(id, number: number) }
      row.ids[Int(template.pointee.cell)] = id
      return (next, .number(number))
    case .text:
      guard let textEnd = RowBytes.find(UInt8(ascii: "<"), bytes, from: text, to: count),
        let next = Self.closing(bytes, at: textEnd, template, to: count)
      else { return nil }
      if textEnd == text, display < displayEnd, template.pointee.key != stringKey { return nil }
      let value = strings.intern(ByteSpan(start: bytes + text, count: textEnd - text))
      if id != 0 { elements.define(id, text: value) }
      return (next, .text(value))
    case .none:
      guard let textEnd = RowBytes.find(UInt8(ascii: "<"), bytes, from: text, to: count) else { return nil }
      if let next = Self.closing(bytes, at: textEnd, template, to: count) { return (next, nil) }
      guard textEnd == text, let (next, _) = readInside(bytes, from: text, of: template.pointee, to: count) else {
        return nil
      }
      return (next, nil)
    case .display, .leaf:
      guard let (next, _) = readInside(bytes, from: text, of: template.pointee, to: count) else { return nil }
      let span = ByteSpan(start: bytes + display, count: displayEnd - display)
      let value = strings.intern(template.pointee.kind == .leaf ? Self.leaf(of: span) : span)
      if id != 0 { elements.define(id, text: value) }
      return (next, .text(value))
    case .nodeName:
      guard let (next, name) = readInside(bytes, from: text, of: template.pointee, to: count), let name else {
        return nil
      }
      if id != 0 { elements.define(id, text: name) }
      return (next, .text(name))
    }
  }

  /// The number and the text of ` id="12" fmt="…">`; `nil` when it is written in another way.
  @inline(__always)
  private static func openingAttributes(
    _ bytes: UnsafePointer<UInt8>, from attribute: Int, to count: Int
  ) -> (id: UInt32, display: Int, displayEnd: Int)? {
    let (digits, id) = RowBytes.number(bytes + attribute + 5)
    let idEnd = attribute &+ 5 &+ digits
    guard digits > 0, RowBytes.word(bytes + idEnd) & 0xFF_FFFF_FFFF_FFFF == RowBytes.displayAttribute,
      let end = RowBytes.find(UInt8(ascii: "\""), bytes, from: idEnd &+ 7, to: count),
      bytes[end + 1] == UInt8(ascii: ">")
    else { return nil }
    return (UInt32(truncatingIfNeeded: id), idEnd &+ 7, end)
  }

  /// The offset behind `</name>`; `nil` when it does not stand there.
  @inline(__always)
  private static func closing(
    _ bytes: UnsafePointer<UInt8>, at index: Int, _ template: UnsafePointer<CellTemplate>, to count: Int
  ) -> Int? {
    let end = index &+ 2 &+ template.pointee.length
    guard end < count, RowBytes.word(bytes + index) & 0xFFFF == RowBytes.closingStart,
      template.pointee.matches(bytes + index + 2), bytes[end] == UInt8(ascii: ">")
    else { return nil }
    return end + 1
  }

  // MARK: - Values inside of values

  /// Reads what stands inside of a value, up to and with its end; of a graph's node the name, its first string.
  private func readInside(
    _ bytes: UnsafePointer<UInt8>, from start: Int, of outer: CellTemplate, to count: Int
  ) -> (next: Int, name: UInt32?)? {
    var index = start
    var name: UInt32?
    var level = 0
    insideKeys[0] = outer.key
    while index < count {
      guard bytes[index] == UInt8(ascii: "<") else { return nil }
      let word = RowBytes.word(bytes + index + 1)
      // The commonest, and of no interest but in a graph's node.
      if word == RowBytes.string, outer.kind != .nodeName,
        RowBytes.word(bytes + index + 7) & 0xFFFF_FFFF_FFFF == XMLNames.refAttribute
      {
        let digits = RowBytes.digits(bytes + index + 13)
        let end = index &+ 13 &+ digits
        guard digits > 0, RowBytes.word(bytes + end) & 0xFF_FFFF == RowBytes.referenceEnd, end &+ 3 <= count else {
          return nil
        }
        index = end &+ 3
        continue
      }
      if word == RowBytes.sentinel, RowBytes.word(bytes + index + 9) & 0xFFFF == RowBytes.emptyEnd {
        index += 11
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "/") {
        guard let next = Self.closing(bytes, at: index, key: insideKeys[level], to: count) else { return nil }
        if level == 0 { return (next, name) }
        level -= 1
        index = next
        continue
      }
      let nameEnd = XMLScanner<InstrumentsReader>.nameEnd(bytes, from: index + 1)
      let attributeWord = RowBytes.word(bytes + nameEnd)
      if attributeWord & 0xFFFF_FFFF_FFFF == XMLNames.refAttribute {
        let (digits, id) = RowBytes.number(bytes + nameEnd + 6)
        let end = nameEnd + 6 + digits
        guard digits > 0, RowBytes.word(bytes + end) & 0xFF_FFFF == RowBytes.referenceEnd, end + 3 <= count else {
          return nil
        }
        if name == nil, level == 0, outer.kind == .nodeName,
          case .text(let text)? = elements[UInt32(truncatingIfNeeded: id)]
        {
          name = text
        }
        index = end + 3
        continue
      }
      let key = XMLScanner<InstrumentsReader>.key(
        of: ByteSpan(start: bytes + index + 1, count: nameEnd - index - 1))
      let kind = node.kinds[key]
      if kind == .none {
        // Nothing of it is kept, but there may be something inside that is.
        guard let (tagEnd, isEmpty) = Self.tagEnd(bytes, from: nameEnd, to: count) else { return nil }
        if isEmpty {
          index = tagEnd
          continue
        }
        guard level < Self.mostLevels - 1,
          let textEnd = RowBytes.find(UInt8(ascii: "<"), bytes, from: tagEnd, to: count)
        else { return nil }
        level += 1
        insideKeys[level] = key
        index = textEnd
        continue
      }
      guard attributeWord & 0xFF_FFFF_FFFF == XMLNames.idAttribute,
        let (id, display, displayEnd) = Self.openingAttributes(bytes, from: nameEnd, to: count)
      else { return nil }
      let text = displayEnd + 2
      switch kind {
      case .number:
        let (digits, number) = RowBytes.longNumber(bytes + text)
        guard digits > 0, let next = Self.closing(bytes, at: text + digits, key: key, to: count) else { return nil }
        if id != 0 { elements.define(id, number: number) }
        index = next
      case .text:
        guard let textEnd = RowBytes.find(UInt8(ascii: "<"), bytes, from: text, to: count),
          let next = Self.closing(bytes, at: textEnd, key: key, to: count)
        else { return nil }
        let value = strings.intern(ByteSpan(start: bytes + text, count: textEnd - text))
        if id != 0 { elements.define(id, text: value) }
        if name == nil, level == 0 { name = value }
        index = next
      case .display, .leaf:
        guard level < Self.mostLevels - 1 else { return nil }
        let span = ByteSpan(start: bytes + display, count: displayEnd - display)
        let value = strings.intern(kind == .leaf ? Self.leaf(of: span) : span)
        if id != 0 { elements.define(id, text: value) }
        level += 1
        insideKeys[level] = key
        index = text
      case .nodeName, .none: return nil
      }
    }
    return nil
  }

  @inline(__always)
  private static func closing(_ bytes: UnsafePointer<UInt8>, at index: Int, key: UInt64, to count: Int) -> Int? {
    guard RowBytes.word(bytes + index) & 0xFFFF == RowBytes.closingStart else { return nil }
    let end = XMLScanner<InstrumentsReader>.nameEnd(bytes, from: index + 2)
    guard end < count, bytes[end] == UInt8(ascii: ">"),
      XMLScanner<InstrumentsReader>.key(of: ByteSpan(start: bytes + index + 2, count: end - index - 2)) == key
    else { return nil }
    return end + 1
  }

  /// Passes over attributes in double quotes; `nil` when they are written in another way.
  @inline(__always)
  private static func tagEnd(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to count: Int
  ) -> (end: Int, isEmpty: Bool)? {
    var index = start
    while index < count {
      if bytes[index] == UInt8(ascii: ">") { return (index + 1, false) }
      if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: ">"), index + 2 <= count {
        return (index + 2, true)
      }
      guard bytes[index] == 0x20 else { return nil }
      index += 1
      while bytes[index].isASCIILetter || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard bytes[index] == UInt8(ascii: "="), bytes[index + 1] == UInt8(ascii: "\""),
        let quote = RowBytes.find(UInt8(ascii: "\""), bytes, from: index + 2, to: count)
      else { return nil }
      index = quote + 1
    }
    return nil
  }

  /// The first name of a view hierarchy, which is written leaf first.
  static func leaf(of display: ByteSpan) -> ByteSpan {
    display.sub(0, display.firstIndex(of: " \u{2190} ") ?? display.count)
  }
}
