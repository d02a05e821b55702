internal import CLines

/// What stood in a column last, `<process ref="9"/>` or `<sentinel/>`: three of four cells are those of the row before, and
/// comparing is quicker than reading.
///
/// Texts alone, and what nobody wants; a number may have been defined in the row before, and is then no reference.
struct KnownCell: BitwiseCopyable {
  /// As many bytes are compared.
  private static var longest: Int { 32 }
  /// So often in a row a column may hold something else before it is looked at only now and then.
  private static var patience: UInt32 { 16 }
  private static var pause: UInt32 { 64 }

  private typealias Words = (UInt64, UInt64, UInt64, UInt64)
  private var text: Words = (0, 0, 0, 0)
  private var mask: Words = (0, 0, 0, 0)
  /// 0 when nothing is known.
  private(set) var length = 0
  private(set) var value: UInt64 = 0
  private(set) var cell = RowCells.spare
  /// The cell's bit in `RowCells.present`; 0 for one that nobody wants.
  private(set) var bit: UInt32 = 0
  /// How often in a row it was something else.
  var misses: UInt32 = 0

  mutating func forget() { length = 0 }

  /// Whether the same stands there; 32 bytes have to be readable.
  @inline(__always)
  static func isSame(_ known: UnsafePointer<KnownCell>, _ bytes: UnsafePointer<UInt8>) -> Bool {
    whyredraw_isSame(bytes, UnsafeRawPointer(known).assumingMemoryBound(to: UInt8.self)) != 0
  }

  /// Takes note of what stands there.
  ///
  /// - Parameter cell: `nil` when the value is not wanted.
  @inline(__always)
  static func note(
    _ known: UnsafeMutablePointer<KnownCell>, _ bytes: UnsafePointer<UInt8>, length: Int, cell: UInt8?, value: UInt64
  ) {
    known.pointee.misses &+= 1
    let misses = known.pointee.misses
    if length > longest || misses > patience && misses % pause != 0 {
      known.pointee.length = 0
      return
    }
    whyredraw_keep(UnsafeMutableRawPointer(known).assumingMemoryBound(to: UInt8.self), bytes, length)
    known.pointee.length = length
    known.pointee.value = value
    if let cell {
      known.pointee.cell = Int(cell)
      known.pointee.bit = 1 &<< UInt32(cell)
    } else {
      known.pointee.cell = RowCells.spare
      known.pointee.bit = 0
    }
  }
}
