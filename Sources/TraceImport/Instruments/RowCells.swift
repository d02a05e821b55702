/// The values of the row that is being read, by what they are used for, and how far in the row the reader is.
///
/// In plain memory, because it is written to for every value; whoever makes it frees it.
struct RowCells {
  /// Says that a column's values are not wanted.
  @inline(__always) static var none: UInt8 { .max }
  /// Where values go that nobody wants.
  @inline(__always) static var spare: Int { Cell.allCases.count }

  /// The column read last, -1 before the first.
  var column = -1
  /// A bit for each cell that has a value.
  var present: UInt32 = 0
  let values: UnsafeMutablePointer<UInt64>
  /// By which identifiers the numbers among the values may be referred to, 0 for those that are references themselves; as
  /// many as a byte can count, so that `none` has one, too.
  let ids: UnsafeMutablePointer<UInt32>

  init() {
    values = .allocate(capacity: Self.spare + 1)
    values.initialize(repeating: 0, count: Self.spare + 1)
    ids = .allocate(capacity: 1 << UInt8.bitWidth)
    ids.initialize(repeating: 0, count: 1 << UInt8.bitWidth)
  }

  func deallocate() {
    values.deallocate()
    ids.deallocate()
  }

  mutating func beginRow() {
    column = -1
    present = 0
  }

  @inline(__always)
  private func has(_ cell: Cell) -> Bool { present & (1 << UInt32(cell.rawValue)) != 0 }

  @inline(__always)
  func number(_ cell: Cell) -> UInt64? { has(cell) ? values[Int(cell.rawValue)] : nil }

  /// An index into the `StringTable`.
  @inline(__always)
  func text(_ cell: Cell) -> UInt32? { has(cell) ? UInt32(truncatingIfNeeded: values[Int(cell.rawValue)]) : nil }

  /// By which identifier others may refer to the number in a cell; 0 when there is none, or it is a reference itself.
  @inline(__always)
  func definition(of cell: Cell) -> UInt32 { has(cell) ? ids[Int(cell.rawValue)] : 0 }

  /// Sets a cell, unless the value is of the wrong kind: a number is no index of a text.
  ///
  /// - Parameter id: by what a number may be referred to; 0 when it is a reference itself.
  @inline(__always)
  mutating func set(_ cell: UInt8, _ value: ElementValue, id: UInt32 = 0) {
    switch value {
    case .number(let number):
      guard Cell.holdsNumber(cell) else { return }
      values[Int(cell)] = number
      ids[Int(cell)] = id
    case .text(let text):
      guard !Cell.holdsNumber(cell) else { return }
      values[Int(cell)] = UInt64(text)
    }
    present |= 1 << UInt32(cell)
  }
}
