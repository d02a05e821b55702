/// Takes a rendering piece by piece, so that one of any length takes little memory.
///
/// A class, because renderers pass it down to what writes a part.
package final class TextSink {
  private static let bufferSize = 1 << 16

  private let emit: (UnsafeRawBufferPointer) throws -> Void
  private var buffer: [UInt8] = []

  /// - Parameter emit: is given all bytes in order; what it throws ends the rendering.
  package init(_ emit: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.emit = emit
  }

  package func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Passes on what is left; to be called at the end.
  package func flush() throws {
    try buffer.withUnsafeBytes { if $0.count > 0 { try emit($0) } }
    buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Self.bufferSize)
  }

  /// Writes bytes that somebody else collected.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try flush()
    try emit(bytes)
  }
}
