internal import CLines

/// The texts that make a line worth a closer look, wherever in it they stand.
///
/// Most lines of a noisy log have none of them. Looking for each would read such a line five times; what they have in
/// common is found in one pass.
enum Landmarks {
  /// What `log` writes when it had to drop messages.
  static let lossNotices: [StaticString] = ["lost >=", "dropped during live streaming"]
  /// All that are looked for; each holds one of the pairs below.
  static let all: [StaticString] = lossNotices + ["changed.", "update", UnifiedLog.category]

  /// What a text may hold.
  enum Finding {
    case nothing
    /// A landmark, perhaps.
    case landmark
    /// No landmark as the text stands, but NULs or sequences of the terminal, which may stand in the middle of one.
    case controls
  }

  /// Whether one of the landmarks may be in the text: never `nothing` when one is.
  ///
  /// `ed` in front of `.`, ` B` or ` d`, `pd` in front of `a`, and `>=`: these are in the landmarks and in little else.
  static func find(in text: ByteSpan) -> Finding {
    var index = 0
    var hasControls = false
    // Sixteen places at a time, each with the byte behind it; the last ones once more, so that few are left.
    let last = text.count &- 17
    if last >= 0 {
      var controls: UInt32 = 0
      while true {
        let found = whyredraw_pairs(text.start + index)
        var hits = found & 0xFFFF
        while hits != 0 {
          if isPair(text, at: index &+ hits.trailingZeroBitCount) { return .landmark }
          hits &= hits &- 1
        }
        controls |= found
        if index == last { break }
        index = min(index &+ 16, last)
      }
      hasControls = controls > 0xFFFF
      index = text.count &- 1
    }
    while index < text.count {
      if isPair(text, at: index) { return .landmark }
      if text[index] == 0 || text[index] == 0x1B { hasControls = true }
      index &+= 1
    }
    return hasControls ? .controls : .nothing
  }

  private static func isPair(_ text: ByteSpan, at index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 { index &+ offset < text.count ? text[index &+ offset] : 0 }
    switch (text[index], byte(1), byte(2)) {
    case (0x3E, 0x3D, _), (0x65, 0x64, 0x2E), (0x70, 0x64, 0x61): return true
    case (0x65, 0x64, 0x20): return byte(3) == 0x42 || byte(3) == 0x64
    default: return false
    }
  }
}
