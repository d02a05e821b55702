internal import Foundation
package import TraceAnalysis
package import TraceImport

/// An event with its names, as tests compare it.
package struct ReadEvent: Hashable, CustomStringConvertible {
  package var text: String
  package var time: Int64?
  package var process: ProcessIdentity

  package var description: String { "\(text) @\(time.map(String.init) ?? "-") \(process.name ?? "-")" }
}

/// Reads bytes and keeps everything.
package struct Reading {
  package var events: [ReadEvent] = []
  package var summary: InputSummary

  /// `View: causes` of the changes, in order, without doubtful ones.
  package var texts: [String] { events.map(\.text) }

  package init(
    _ bytes: [UInt8], pieceSize: Int = .max, format: TraceFormat? = nil, marker: ((String) -> String?)? = nil,
    isLive: Bool = false
  ) {
    let collector = Collector()
    var options = ReadingOptions(format: format, scenarioMarker: marker)
    options.isLive = isLive
    summary = TraceReader.read(MemorySource(bytes, pieceSize: pieceSize), options: options, into: collector)
    events = collector.events
  }

  package init(_ lines: [String], format: TraceFormat? = nil) {
    self.init(Array((lines.joined(separator: "\n") + "\n").utf8), format: format)
  }

  /// What must not depend on how the bytes arrive.
  package var meaning: Meaning {
    var summary = summary
    summary.bytes = 0
    summary.uncompressedBytes = 0
    summary.isGzip = false
    return Meaning(events: events, summary: summary)
  }

  package struct Meaning: Hashable {
    package var events: [ReadEvent]
    package var summary: InputSummary
  }
}

private final class Collector: TraceEventSink {
  var events: [ReadEvent] = []

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    for event in events {
      let text: String
      switch event.kind {
      case .change:
        let message = symbols[event.message]
        if message.isDoubtful { continue }
        text =
          message.kind == .unchanged
          ? "\(message.view) unchanged" : "\(message.view): \(message.causes.map(\.text).joined(separator: ", "))"
      case .scenarioStart: text = "> \(symbols.scenarios[Int(event.value)])"
      case .scenarioEnd: text = "<"
      case .fault: text = "! \(UpdateFault(rawValue: event.value).map { "\($0)" } ?? "?")"
      }
      self.events.append(
        ReadEvent(
          text: text, time: event.time == TraceEvent.noTime ? nil : event.time, process: symbols[event.process]))
    }
  }
}

/// The profile of one input.
package func profile(
  _ bytes: [UInt8], scenario: String? = nil, options: ProfileOptions = ProfileOptions(),
  marker: ((String) -> String?)? = nil
) -> TraceProfile {
  let builder = ProfileBuilder(scenario: scenario, options: options)
  _ = TraceReader.read(MemorySource(bytes), options: ReadingOptions(scenarioMarker: marker), into: builder)
  return TraceProfile(runs: [builder.finish()])
}

package func profile(_ lines: [String], mostMoments: Int = 0) -> TraceProfile {
  profile(Array((lines.joined(separator: "\n") + "\n").utf8), options: ProfileOptions(mostMoments: mostMoments))
}

/// Seeded random numbers; a failing test prints its seed.
///
/// - Source: SplitMix64, Steele, Lea and Flood.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
