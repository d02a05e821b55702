/// The repeated measurements of one command.
struct Series {
  var measurements: [Measurement] = []

  var wallSeconds: Double { median(measurements.map(\.wallSeconds)) }
  var cpuSeconds: Double { median(measurements.map(\.cpuSeconds)) }
  /// The worst, not the median: a limit holds always or not at all.
  var peakMegabytes: Double { Double(measurements.map(\.peakBytes).max() ?? 0) / 1e6 }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// The Markdown table of all cases.
struct ResultTable {
  private var rows: [String] = []
  private(set) var missedTargets: [String] = []

  /// Adds the row of WhyRedraw itself; `nil` when its executable is missing.
  mutating func add(_ input: String, bytes: Int, whyredraw: Series?, peakTarget: Double) {
    guard let whyredraw else {
      rows.append("| \(input) | whyredraw | not built | | | | | | |")
      return
    }
    let isMet = whyredraw.peakMegabytes <= peakTarget
    if !isMet { missedTargets.append("\(input): peak memory") }
    rows.append(
      "| \(input) | **whyredraw** | \(cells(whyredraw, bytes: bytes)) | | ≤ \(Int(peakTarget)) MB | \(isMet ? "met" : "**missed**") |"
    )
  }

  mutating func add(_ input: String, bytes: Int, peer: Peer, series: Series, whyredraw: Series?) {
    var ratio = ""
    var verdict = ""
    if let whyredraw {
      let value = whyredraw.wallSeconds / series.wallSeconds
      ratio = fixed(value, value < 0.1 ? 4 : 3)
      if let target = peer.target {
        verdict = value <= target ? "met" : "**missed**"
        if value > target { missedTargets.append("\(input): \(peer.title)") }
      }
    }
    let target = peer.target.map { "≤ \(fixed($0, $0 < 0.1 ? 4 : 2))" } ?? ""
    rows.append("| \(input) | \(peer.title) | \(cells(series, bytes: bytes)) | \(ratio) | \(target) | \(verdict) |")
  }

  mutating func add(_ input: String, missing peer: Peer) {
    rows.append("| \(input) | \(peer.title) | not installed | | | | | | |")
  }

  var text: String {
    """
    | input | command | wall s | CPU s | peak MB | MB/s | whyredraw ÷ it | target | |
    |---|---|--:|--:|--:|--:|--:|--:|---|

    """ + rows.joined(separator: "\n")
  }

  private func cells(_ series: Series, bytes: Int) -> String {
    let speed = Double(bytes) / 1e6 / series.wallSeconds
    return [
      fixed(series.wallSeconds, 3), fixed(series.cpuSeconds, 3), fixed(series.peakMegabytes, 1), fixed(speed, 0),
    ].joined(separator: " | ")
  }
}

/// The number with so many digits behind the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  guard digits > 0 else { return String(scaled) }
  let fraction = String(scaled % scale)
  return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}
