/// What an export holds, as compact as it can be until everything has been read.
///
/// Evaluations cannot be sent on while reading: rows come in the order in which updates ended, the causes in another
/// table, often in another file. So they are kept at 24 bytes each and sent in order of time at the end.
///
/// A class, because the reader fills it over many calls, and several inputs may fill the same one.
final class Recording {
  /// Times from here on are no times: the engineering types' maximum is 2⁵⁰ − 1 ns, thirteen days.
  static let noTime: UInt64 = (1 << 50) - 1
  static let mostInterruptions = 1 << 14
  static let mostMarkers = 1 << 16
  static let mostLogRows = 1 << 20
  static let mostGroups = 1 << 20

  let strings = StringTable()
  let rows = ChunkedArray<BodyRow>()
  let edges = EdgeTable()
  /// The unabridged graph, used when the other one is not there.
  let fullEdges = EdgeTable()
  var interruptions: [InterruptionRow] = []
  var markers: [MarkerRow] = []
  let logRows = ChunkedArray<LogRow>()
  let groups = ChunkedArray<GroupRow>()

  var otherUpdates = 0
  /// Evaluations whose row has no time.
  var timelessRows = 0
  var skippedBodies = 0
  var incompleteRows = 0
  var otherLogRows = 0
  var droppedInterruptions = 0
  var droppedMarkers = 0
  var droppedLogRows = 0
  var droppedGroups = 0
  /// The latest start of anything, in nanoseconds since the recording began.
  var latest: UInt64 = 0
  /// The rows of each table that was found.
  var tables: [TableFamily: Int] = [:]

  /// Texts of the process column; rows hold indices.
  private(set) var processes: [UInt32] = [StringTable.empty]
  private var processIndex: [UInt32: UInt16] = [StringTable.empty: 0]
  private var lastProcess: (text: UInt32, index: UInt16) = (StringTable.empty, 0)
  /// The module of each view; `nil` when several modules have one of that name.
  private(set) var modules: [String: String?] = [:]

  func process(_ text: UInt32) -> UInt16 {
    if text == lastProcess.text { return lastProcess.index }
    let index: UInt16
    if let known = processIndex[text] {
      index = known
    } else {
      guard processes.count < 1 << BodyRow.processBits else { return 0 }
      index = UInt16(processes.count)
      processes.append(text)
      processIndex[text] = index
    }
    lastProcess = (text, index)
    return index
  }

  /// Remembers the module of a view and takes it off the name, as logs write views without it.
  func noteModule(of view: String, module: String) -> String {
    guard !module.isEmpty, module != "<unknown>" else { return view }
    var name = view
    if view.hasPrefix(module + "."), view.count > module.count + 1 { name = String(view.dropFirst(module.count + 1)) }
    if let known = modules[name] {
      if known != module { modules[name] = .some(nil) }
    } else {
      modules[name] = module
    }
    return name
  }
}

/// A row of `View Body Updates`, in 24 bytes: an export of 1 GB can have two million of them.
struct BodyRow: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    /// The row says `Creation`.
    static let isCreation = Flags(rawValue: 1)
    /// From `SwiftUIFilteredUpdates`.
    static let isFiltered = Flags(rawValue: 2)
    static let hasNoDuration = Flags(rawValue: 4)
  }

  // From the lowest bit: start 50, process 14; duration 42, flags 3, severity 3, node 8, the root causes' upper 8; the
  // view 20, the root causes' lower 12.
  private var when: UInt64 = 0
  private var what: UInt64 = 0
  private var texts: UInt32 = 0
  /// The event's number, `.max` when it has none.
  var eventID: UInt32 = .max

  /// As many texts can be told apart.
  static let textBits = 20
  /// As many processes can be told apart.
  static let processBits = 14
  /// From here on it is no duration: an hour has 3.6 million million nanoseconds.
  private static let longest: UInt64 = (1 << 42) - 1

  /// Whether the row says when it was.
  var hasTime: Bool { when & Recording.noTime != Recording.noTime }

  /// Nanoseconds since the recording began; `Recording.noTime` when the row does not say.
  var start: Int64 {
    get { Int64(when & Recording.noTime) }
    set { when = when & ~Recording.noTime | UInt64(newValue) & Recording.noTime }
  }

  /// An index into `Recording.processes`.
  var process: UInt16 {
    get { UInt16(when >> 50) }
    set { when = when & Recording.noTime | UInt64(newValue) << 50 }
  }

  /// Nanoseconds.
  var duration: UInt64 {
    get { what & Self.longest }
    set { what = what & ~Self.longest | min(newValue, Self.longest) }
  }

  /// How many numbers of a row are cells of the export: start, duration, event.
  static let numberCount = 3

  /// One of them, cut as a row holds it; another row that refers to the cell would cut it, too.
  func number(_ place: Int) -> UInt64 {
    switch place {
    case 0: when & Recording.noTime
    case 1: duration
    default: UInt64(eventID)
    }
  }

  var flags: Flags {
    get { Flags(rawValue: UInt8(what >> 42 & 7)) }
    set { set(UInt64(newValue.rawValue), at: 42, bits: 3) }
  }

  /// As `UpdateSeverity`, 0 for none.
  var severity: UInt8 {
    get { UInt8(what >> 45 & 7) }
    set { set(UInt64(newValue), at: 45, bits: 3) }
  }

  /// The node of the document it came from.
  var node: UInt8 {
    get { UInt8(what >> 48 & 0xFF) }
    set { set(UInt64(newValue), at: 48, bits: 8) }
  }

  /// An index into the strings.
  var view: UInt32 {
    get { texts & 0xF_FFFF }
    set { texts = texts & ~0xF_FFFF | newValue & 0xF_FFFF }
  }

  /// An index into the strings, for the whole list.
  var rootCauses: UInt32 {
    get { texts >> 20 | UInt32(what >> 56) << 12 }
    set {
      texts = texts & 0xF_FFFF | newValue << 20
      set(UInt64(newValue >> 12), at: 56, bits: 8)
    }
  }

  private mutating func set(_ value: UInt64, at offset: UInt64, bits: UInt64) {
    let mask: UInt64 = (1 << bits) - 1
    what = what & ~(mask << offset) | (value & mask) << offset
  }
}

/// An edge of the cause graph between two events.
struct EdgeRow: BitwiseCopyable {
  var source: UInt32
  var destination: UInt32
  /// The source's name, and whether the destination is a body that was not evaluated.
  private var nameAndFlag: UInt32

  init(source: UInt32, destination: UInt32, name: UInt32, isSkipped: Bool = false) {
    self.source = source
    self.destination = destination
    nameAndFlag = name | (isSkipped ? Self.skipped : 0)
  }

  private static let skipped: UInt32 = 1 << 31

  /// How many numbers of a row are cells of the export: source and destination.
  static let numberCount = 2

  func number(_ place: Int) -> UInt64 { UInt64(place == 0 ? source : destination) }

  /// The source's name.
  var name: UInt32 { nameAndFlag & ~Self.skipped }
  /// Whether it leads to `Row.body [skipped]`: SwiftUI looked, and did not evaluate the body for it.
  var isSkipped: Bool { nameAndFlag & Self.skipped != 0 }
}

/// A hitch, a hang or the risk of one.
struct InterruptionRow {
  var kind: Interruption.Kind
  var start: Int64
  var duration: UInt64
  var label: UInt32
  var process: UInt16
  var isSystem: Bool
}

/// A group of updates: a transaction, a layout, a display list.
struct GroupRow: BitwiseCopyable {
  /// Nanoseconds since the recording began.
  var start: Int64
  /// May be corrupt, as the duration of any update.
  var duration: UInt64
  var process: UInt16
}

/// A signpost that begins or ends a scenario.
struct MarkerRow {
  enum Edge { case start, end, interval }
  var time: Int64
  var duration: Int64?
  var name: UInt32
  var identifier: UInt64
  var edge: Edge
}

/// A line that `_logChanges()` wrote.
struct LogRow: BitwiseCopyable {
  var time: Int64
  var message: UInt32
  var process: UInt16
}
