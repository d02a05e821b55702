/// The messages of a recording: what a log would have written of a view with these causes.
struct CauseMessages {
  /// With more sets of causes than this all is forgotten and begins anew.
  private static let mostSets = 1 << 16

  private let strings: StringTable
  private let symbols: TraceSymbols
  private var sets = CauseSets()
  /// What was added to a set that is too large for it, until its message is asked for.
  private var others: Set<UInt32> = []
  /// By view and causes.
  private var messages = WordTable()

  init(_ strings: StringTable, _ symbols: TraceSymbols) {
    self.strings = strings
    self.symbols = symbols
  }

  @inline(__always)
  mutating func add(_ cause: UInt32, to set: inout UInt32) {
    if let larger = sets.adding(cause, to: set) { set = larger } else { others.insert(cause) }
  }

  /// The message of a view with a set of causes, which is not known any more after that.
  ///
  /// - Parameter cause: which cause a number stands for.
  mutating func message(view: UInt32, _ causes: UInt32, cause: (UInt32) -> Cause) -> MessageID {
    var causes = causes
    if !others.isEmpty {
      causes = sets.adding(others, to: causes)
      others.removeAll()
    }
    let key = UInt64(view) << 32 | UInt64(causes)
    if let known = messages[key] { return MessageID(index: known) }
    let message = intern(view: view, causes, cause)
    messages[key] = message.index
    if sets.count > Self.mostSets {
      sets = CauseSets()
      messages = WordTable()
    }
    return message
  }

  private func intern(view: UInt32, _ set: UInt32, _ cause: (UInt32) -> Cause) -> MessageID {
    let numbers = sets[set].isEmpty ? [NodeMeanings.notRecorded] : sets[set]
    // The view value and identity first, as in a log; the rest by name, because rows have no order among causes.
    let fixed = numbers.filter { $0 < NodeMeanings.notRecorded }.map(cause)
    let others = numbers.filter { $0 >= NodeMeanings.notRecorded }.map(cause)
      .sorted { Self.text($0) < Self.text($1) }
    return symbols.intern(ChangeMessage(kind: .evaluation, view: strings[view], causes: fixed + others)).id
  }

  private static func text(_ cause: Cause) -> String {
    switch cause {
    case .dynamicProperty(let name), .node(let name), .keyPath(let name, _): name
    case .viewValue, .identity, .dependencies, .offset: ""
    }
  }
}
