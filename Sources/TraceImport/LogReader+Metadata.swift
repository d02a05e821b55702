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
        event.timeStyle = clock.style
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
