/// Numbers as the `fmt` attribute shows them, for elements that have no text of their own.
///
///     520.00 µs   16.67 ms   102479704.18 min   00:04.961.155   1:02:03.004.005   Yes   1002
enum FormattedNumber {
  /// Nanoseconds for times and durations, 1 and 0 for `Yes` and `No`; `nil` for anything else.
  static func value(_ display: ByteSpan) -> UInt64? {
    let text = XMLText.string(display)
    if text == "Yes" || text == "No" { return text == "Yes" ? 1 : 0 }
    if text.contains(":") { return time(text) }
    let words = text.split(separator: " ")
    guard let number = words.first, words.count <= 2 else { return nil }
    guard words.count == 2 else { return UInt64(number) }
    guard let unit = nanoseconds(words[1]) else { return nil }
    return product(number, unit)
  }

  private static func nanoseconds(_ unit: Substring) -> UInt64? {
    switch unit {
    case "ns": 1
    // The micro sign, the Greek letter, and what stands for them.
    case "\u{B5}s", "\u{3BC}s", "us": 1000
    case "ms": 1_000_000
    case "s": 1_000_000_000
    case "min": 60_000_000_000
    case "h": 3_600_000_000_000
    default: nil
    }
  }

  /// `1:02:03.004.005`: hours where there are any, minutes, seconds, and behind each point three digits more.
  private static func time(_ text: String) -> UInt64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last else { return nil }
    let pieces = last.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 4, pieces.dropFirst().allSatisfy({ $0.utf8.count == 3 }) else { return nil }
    var total: UInt64 = 0
    for part in parts.dropLast() + [pieces[0]] {
      guard let number = UInt64(part), number < 1 << 20 else { return nil }
      total = total * 60 + number
    }
    var unit: UInt64 = 1_000_000_000
    total *= unit
    for piece in pieces.dropFirst() {
      guard let number = UInt64(piece) else { return nil }
      unit /= 1000
      total += number * unit
    }
    return total
  }

  /// A decimal number of a unit; the point may be a comma.
  private static func product(_ text: Substring, _ unit: UInt64) -> UInt64? {
    let parts = text.split(separator: text.contains(",") ? "," : ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = UInt64(parts[0]) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    if overflow { return .max }
    guard parts.count == 2 else { return product }
    guard parts[1].utf8.count <= 9, let digits = UInt64(parts[1]) else { return nil }
    var scale: UInt64 = 1
    for _ in parts[1].utf8 { scale *= 10 }
    let fraction = digits.multipliedFullWidth(by: unit)
    let (sum, carried) = product.addingReportingOverflow(scale.dividingFullWidth(fraction).quotient)
    return carried ? .max : sum
  }
}
