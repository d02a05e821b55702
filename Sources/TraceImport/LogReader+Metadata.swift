/// Messages of an Xcode copy that wait for the metadata line behind them, with the markers between them.
struct MetadataGroup {
  /// More than anybody prints between two metadata lines; then the events go on without them.
  private static let limit = 1 << 16

  var isActive = false
  var events: [TraceEvent] = []

  mutating func append(_ event: TraceEvent, to output: EventOutput) {
    events.append(event)
    guard events.count >= Self.limit else { return }
    for event in events { output.append(event) }
    events.removeAll(keepingCapacity: true)
  }
}

/// Xcode's metadata, which stands behind the messages it belongs to.
extension LogReader {
  func containsMetadata(_ block: ByteSpan) -> Bool {
    // Whatever columns there are, one of these is the first.
    for first: StaticString in [
      "\nType: ", "\nTimestamp: ", "\nProcess: ", "\nLibrary: ", "\nSubsystem: ", "\nCategory: ",
    ] where containsMetadata(block, beginningWith: first) { return true }
    return false
  }

  private func containsMetadata(_ block: ByteSpan, beginningWith first: StaticString) -> Bool {
    var search = 0
    while let hit = block.firstIndex(of: first, from: search) {
      var end = block.firstIndex(of: 0x0A, from: hit + 1) ?? block.count
      if end > hit + 1, block[end - 1] == 0x0D { end -= 1 }
      if XcodeMetadata.metadata(of: block.sub(hit + 1, end), clock: &clock) != nil { return true }
      search = hit + 1
    }
    return false
  }

  func endGroup(_ metadata: XcodeMetadata.Metadata) {
    recognisedFormats.insert(XcodeMetadata.format.index)
    group.isActive = true
    if metadata.isChangedBodyProperties, !group.events.contains(where: { $0.kind == .change }) { noteUnreadable() }
    let process = process(metadata.process, pid: nil)
    for var event in group.events {
      // Markers and complaints stand between the messages and only keep their place.
      guard event.kind == .change else {
        output.append(event)
        continue
      }
      event.format = XcodeMetadata.format.index
      if !metadata.isStandardOutput {
        event.process = process
        event.time = metadata.time
        event.channel = .unifiedLog
        if metadata.isChangedBodyProperties { event.value = withoutDoubt(event.value) }
      }
      output.append(event)
    }
    group.events.removeAll(keepingCapacity: true)
  }

  /// The same message as one that SwiftUI surely wrote.
  private func withoutDoubt(_ message: UInt32) -> UInt32 {
    var certain = symbols[MessageID(index: message)]
    guard certain.isDoubtful else { return message }
    certain.isDoubtful = false
    return symbols.intern(certain).id.index
  }
}
