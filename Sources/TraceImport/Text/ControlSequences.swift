extension ByteSpan {
  /// Whether colours, other sequences of the terminal, or NULs may be in the text.
  var hasControls: Bool { firstIndex(of: 0x1B) != nil || firstIndex(of: 0x00) != nil }

  /// Calls the body with the text without sequences of the terminal and NULs, unless nothing is left.
  func withoutControls(_ body: (ByteSpan) -> Void) {
    var clean: [UInt8] = []
    clean.reserveCapacity(count)
    var index = 0
    while index < count {
      let byte = self[index]
      index += 1
      if byte == 0 { continue }
      guard byte == 0x1B else {
        clean.append(byte)
        continue
      }
      guard index < count else { break }
      if self[index] == UInt8(ascii: "[") {
        // CSI: parameters, then one final byte.
        index += 1
        while index < count, self[index] < 0x40 { index += 1 }
        index += 1
      } else if self[index] == UInt8(ascii: "]") {
        // OSC: until BEL or ESC \.
        while index < count, self[index] != 0x07, self[index] != 0x1B { index += 1 }
        index += index < count && self[index] == 0x1B ? 2 : 1
      } else {
        index += 1
      }
    }
    guard !clean.isEmpty else { return }
    clean.withUnsafeBytes { body(ByteSpan($0)) }
  }
}
