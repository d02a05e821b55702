internal import Vocabulary

/// What a capture holds, in little: enough to see whether another one holds the same records.
///
/// Each record has a hash that is the same in every layout, and the smallest hashes are a fair sample of all. How many of
/// one sample are in the other says how much of one capture is in the other, in memory that does not grow.
///
/// - Source: A. Broder, "On the resemblance and containment of documents" (1997), the sketches of the smallest values.
package struct CaptureSketch: Sendable {
  /// Records of the log by message and moment: in the world, on a clock on the wall, and on such a clock on any day.
  fileprivate var worldMoments = Moments()
  fileprivate var wallMoments = Moments()
  fileprivate var dailyMoments = Moments()
  fileprivate var hasZones = true
  fileprivate var hasDates = true
  /// Whether the times are finer than milliseconds.
  fileprivate var isExact = false
  /// All messages, equal ones by their number.
  fileprivate var messages = Sample()
  /// Messages without a time, and all of them.
  fileprivate var printed = 0
  fileprivate var count = 0
  fileprivate var processNames: Set<String> = []
  fileprivate var processNumbers: Set<Int> = []

  /// What another capture has to do with this one.
  package enum Relation: Hashable, Sendable {
    case none
    /// All, or nearly all, that it holds is in this one, too.
    case repeated
    /// Of its records about this many are in this one, too.
    case overlapping(Int)
  }

  /// Of records that were captured twice nearly all are in both: a log drops some, and the second may begin late.
  private static let leastOfRecords = 0.9
  /// Standard output has no times, and its tail may be lost; the order of views that evaluate together differs.
  private static let leastOfMessages = 0.8
  /// Fewer equal moments are a coincidence when the rest differs.
  private static let leastOverlap = 8

  /// Whether standard output is all there is.
  package var isPrinted: Bool { printed == count }
  package var isLogged: Bool { printed == 0 }
  /// Whether there is nothing in it to compare, as of exports of Instruments.
  package var isEmpty: Bool { count == 0 }

  /// The hashes of what it holds with a time; logs without a common one have nothing to do with each other.
  package var momentHashes: Set<UInt64> {
    Set([worldMoments, wallMoments, dailyMoments].flatMap(\.hashes))
  }

  /// What this capture has to do with another one of the same folder, which holds at least as much.
  package func relation(to other: CaptureSketch) -> Relation {
    guard count > 0, other.count > 0 else { return .none }
    if isLogged, other.isLogged {
      guard mayBeOfSameProcesses(other) else { return .none }
      let (shared, share) = sharedMoments(with: other)
      if share >= Self.leastOfRecords { return .repeated }
      return shared >= Self.leastOverlap ? .overlapping(Int((Double(count) * share).rounded())) : .none
    }
    guard isPrinted, other.isLogged else { return .none }
    let isSame =
      messages.shared(with: other.messages).share >= Self.leastOfMessages
      && other.messages.shared(with: messages).share >= Self.leastOfMessages
    return isSame ? .repeated : .none
  }

  /// Compares moments as far as both captures write them.
  private func sharedMoments(with other: CaptureSketch) -> (count: Int, share: Double) {
    let isExact = isExact && other.isExact
    guard hasDates, other.hasDates else { return dailyMoments.shared(with: other.dailyMoments, isExact: isExact) }
    guard hasZones, other.hasZones else { return wallMoments.shared(with: other.wallMoments, isExact: isExact) }
    return worldMoments.shared(with: other.worldMoments, isExact: isExact)
  }

  /// Whether both hold just the same messages; without times that may be two runs as well.
  package func isEqual(to other: CaptureSketch) -> Bool {
    count == other.count && printed == other.printed && messages == other.messages
  }

  /// Two processes that do the same at the same moments are two.
  private func mayBeOfSameProcesses(_ other: CaptureSketch) -> Bool {
    func agree<Value>(_ left: Set<Value>, _ right: Set<Value>) -> Bool {
      left.isEmpty || right.isEmpty || !left.isDisjoint(with: right)
    }
    return agree(processNumbers, other.processNumbers) && agree(processNames, other.processNames)
  }

  /// Messages with their moments, in microseconds and in milliseconds.
  struct Moments: Hashable, Sendable {
    private var exact = Sample()
    private var rounded = Sample()

    @inline(__always)
    mutating func insert(_ message: UInt64, _ time: Int64) {
      exact.insert(mix(message, UInt64(bitPattern: time / 1000)))
      rounded.insert(mix(message, UInt64(bitPattern: time / 1_000_000)))
    }

    mutating func settle() {
      exact.settle()
      rounded.settle()
    }

    var hashes: [UInt64] { exact.values + rounded.values }

    func shared(with other: Moments, isExact: Bool) -> (count: Int, share: Double) {
      isExact ? exact.shared(with: other.exact) : rounded.shared(with: other.rounded)
    }
  }

  @inline(__always)
  fileprivate static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: (right &* 0x9E37_79B9_7F4A_7C15) ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }

  /// The smallest of many hashes, each once.
  struct Sample: Hashable, Sendable {
    private static let size = 1024

    /// Sorted after `settle`.
    fileprivate private(set) var values: [UInt64] = []
    /// Only smaller ones belong to the sample.
    private var limit = UInt64.max

    @inline(__always)
    mutating func insert(_ hash: UInt64) {
      guard hash < limit else { return }
      values.append(hash)
      if values.count >= 2 * Self.size { settle() }
    }

    mutating func settle() {
      values = Set(values).sorted()
      guard values.count > Self.size else { return }
      values.removeSubrange(Self.size...)
      limit = values[Self.size - 1]
    }

    /// How many of this sample are in the other, and the share of them, as far as both reach.
    func shared(with other: Sample) -> (count: Int, share: Double) {
      let reach = min(limit, other.limit)
      let own = values.prefix { $0 < reach }
      guard !own.isEmpty else { return (0, 0) }
      // Both are sorted.
      var count = 0
      var others = other.values[...]
      for value in own {
        others = others.drop { $0 < value }
        if others.first == value { count += 1 }
      }
      return (count, Double(count) / Double(own.count))
    }
  }
}

/// Draws the sketch of a capture while it passes its events on.
///
/// A class, because it is a sink: the one owner of the state of an input while it is read.
package final class CaptureSketcher: TraceEventSink {
  private let sink: any TraceEventSink
  private var sketch = CaptureSketch()
  /// Of each message, the hash of what it says and how often it came.
  private var hashes: [UInt64] = []
  private var occurrences: [UInt64] = []
  private var lastProcess = ProcessID.unnamed

  private static let mostProcesses = 256
  private static let day: Int64 = 86_400_000_000_000

  package init(_ sink: any TraceEventSink) { self.sink = sink }

  /// The sketch of all events so far.
  package func finish() -> CaptureSketch {
    sketch.worldMoments.settle()
    sketch.wallMoments.settle()
    sketch.dailyMoments.settle()
    sketch.messages.settle()
    return sketch
  }

  private func learn(_ symbols: TraceSymbols) {
    for message in symbols.messages[hashes.count...] {
      hashes.append(Self.hash(of: message))
      occurrences.append(0)
    }
  }

  package func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    learn(symbols)
    for event in events where event.kind == .change { add(event, symbols) }
    sink.receive(events, symbols: symbols)
  }

  package func receive(_ run: MessageRun, symbols: TraceSymbols) {
    learn(symbols)
    for message in run.messages { add(run.common.withMessage(message), symbols) }
    sink.receive(run, symbols: symbols)
  }

  // Exports of Instruments are told apart by what tables they hold.
  package func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    sink.receive(events, details: details, symbols: symbols)
  }

  package func receive(_ facts: RecordingFacts, symbols: TraceSymbols) { sink.receive(facts, symbols: symbols) }

  private func add(_ event: TraceEvent, _ symbols: TraceSymbols) {
    let message = Int(event.value)
    sketch.count += 1
    occurrences[message] &+= 1
    sketch.messages.insert(CaptureSketch.mix(hashes[message], occurrences[message]))
    guard event.time != TraceEvent.noTime else {
      sketch.printed += 1
      return
    }
    if event.time % 1_000_000 != 0 { sketch.isExact = true }
    let style = event.timeStyle
    if !style.hasZone { sketch.hasZones = false }
    if !style.isDated { sketch.hasDates = false }
    let wall = event.time &+ style.toWall
    sketch.worldMoments.insert(hashes[message], event.time)
    sketch.wallMoments.insert(hashes[message], wall)
    // Whole seconds are too coarse for that, and two runs would agree by chance.
    let daily = wall % Self.day
    sketch.dailyMoments.insert(hashes[message], wall % 1_000_000_000 == 0 ? wall : daily < 0 ? daily + Self.day : daily)
    if event.process != lastProcess { note(symbols[event.process], event.process) }
  }

  private func note(_ process: ProcessIdentity, _ id: ProcessID) {
    lastProcess = id
    if let name = process.name, sketch.processNames.count < Self.mostProcesses { sketch.processNames.insert(name) }
    if let pid = process.pid, sketch.processNumbers.count < Self.mostProcesses { sketch.processNumbers.insert(pid) }
  }

  /// The same for the same text, however sure it is.
  private static func hash(of message: ChangeMessage) -> UInt64 {
    var hash = Fingerprint.seed
    func add(_ text: String) {
      hash = Fingerprint.step(Fingerprint.hash(text, after: hash), 0xFF)
    }
    add(message.view)
    add("\(message.kind.rawValue)")
    for cause in message.causes {
      switch cause {
      case .viewValue: add("@self")
      case .identity: add("@identity")
      case .dependencies: add("@dependencies")
      case .offset(let offset): add("@\(offset)")
      case .dynamicProperty(let name), .keyPath(let name, _), .node(let name): add(name)
      }
    }
    return hash
  }
}
