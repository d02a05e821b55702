/// The tests that are going on.
struct TestMarkers {
  var wereSeen = false
  var open: [String] = []
}

/// Lines without a change that say something all the same: markers of tests, SwiftUI's complaints, notices of loss.
extension LogReader {
  /// - Parameter hasLandmark: Whether what is looked for anywhere in a line may be in this one.
  func readOtherLine(_ line: ByteSpan, _ hasLandmark: Bool) {
    let first = line[0]
    if XcodeMetadata.mayBegin(line), allows(XcodeMetadata.format),
      let metadata = XcodeMetadata.metadata(of: line, clock: &clock)
    {
      return endGroup(metadata)
    }
    if first == UInt8(ascii: "T"), line.hasPrefix("Test Case '") { return readTestMarker(line) }
    if first == UInt8(ascii: "w"), line.hasPrefix("whyredraw mark: ") { return readMark(line.from(16)) }
    if first >= 0x80 || first == 0x1B || first == UInt8(ascii: "[") || first.isDigit,
      line.firstIndex(of: "Test ") != nil
    {
      readWrappedTestMarker(line)
    }
    // With a regular expression for the markers, signposts are lines like any other.
    if first.isDigit, looksAhead, let marker = Signpost.marker(in: line), header(of: line) != nil {
      return note(marker)
    }
    if line.hasPrefix("Skipping info") { noteSkippedLevel() }
    guard hasLandmark else { return }
    if line.firstIndex(of: "update") != nil { readFault(line) }
    readLossNotice(line)
    if let template = templates.match(line) {
      if template.pointee.context == .changedBodyProperties { noteUnreadable() }
    } else if line.firstIndex(of: UnifiedLog.category) != nil,
      let (header, _) = header(of: line), header.context == .changedBodyProperties
    {
      noteUnreadable()
    }
  }

  private func noteSkippedLevel() {
    issues.add(
      .dataLoss,
      "the capture left out messages of level info, the level of _logChanges(); pass --info or --level info",
      line: lineNumber)
  }

  /// `log` says when it had to drop messages.
  func readLossNotice(_ line: ByteSpan) {
    if Landmarks.lossNotices.contains(where: { line.firstIndex(of: $0) != nil }) {
      issues.add(
        .dataLoss, "the log says that messages were dropped; record less at once, or use 'log show'", line: lineNumber)
    }
  }

  private func readWrappedTestMarker(_ line: ByteSpan) {
    if line.firstIndex(of: 0x1B) != nil { return withoutControls(line) { readWrappedTestMarker($0) } }
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    readTestMarker(wrapper > 0 ? line.from(wrapper) : line)
  }

  private func readTestMarker(_ line: ByteSpan) {
    guard line.count > 0, let marker = XcodeBuild.marker(in: line) else { return }
    tests.wereSeen = true
    note(marker)
  }

  /// Nobody gives a test a longer name; those that are open are remembered.
  private static let longestTestName = 4096

  /// Begins or ends a scenario.
  func note(_ marker: XcodeBuild.Marker) {
    guard marker.name.utf8.count <= Self.longestTestName else { return }
    switch marker {
    case .started(let name):
      // Without end are more than may be named.
      if tests.open.count < TraceSymbols.processLimit { tests.open.append(name) }
      startScenario(name)
    case .ended(let name):
      if let index = tests.open.lastIndex(of: name) { tests.open.remove(at: index) }
      // Tests of one process may overlap; what follows belongs to the one that started last.
      if let outer = tests.open.last { startScenario(outer) } else { endScenario() }
    }
  }

  func startScenario(_ name: String) {
    appendInOrder(TraceEvent(kind: .scenarioStart, value: symbols.intern(scenario: name)))
  }

  /// What `whyredraw mark` puts into a recording: a phase begins, or without a name, ends.
  private func readMark(_ name: ByteSpan) {
    if name.count > 0 { startScenario(name.string) } else { endScenario() }
  }

  func endScenario() {
    appendInOrder(TraceEvent(kind: .scenarioEnd, value: 0))
  }

  /// Sends an event behind those messages of standard output that still wait for their metadata.
  private func appendInOrder(_ event: TraceEvent) {
    if group.isActive, !group.events.isEmpty { group.append(event, to: output) } else { output.append(event) }
  }

  /// Finds SwiftUI's own complaints about updates.
  func readFault(_ line: ByteSpan, origin: Origin? = nil) {
    guard let fault = fault(in: line) else { return }
    var event = TraceEvent(kind: .fault, value: fault.rawValue)
    if let origin {
      event.process = origin.process
      event.time = origin.time
      event.format = origin.format
    } else if let (header, format) = header(of: line) {
      event.process = process(header.process, pid: header.pid)
      event.time = header.time
      event.format = format
    }
    event.timeStyle = clock.style
    appendInOrder(event)
  }

  /// - Source: the texts of SwiftUI's runtime issues, as Xcode shows them.
  private func fault(in line: ByteSpan) -> UpdateFault? {
    if line.firstIndex(of: "Publishing changes from within view updates") != nil {
      .publishingWithinUpdate
    } else if line.firstIndex(of: "Modifying state during view update") != nil {
      .modifyingStateDuringUpdate
    } else if line.firstIndex(of: "Publishing changes from background threads") != nil {
      .publishingFromBackground
    } else if line.firstIndex(of: "tried to update multiple times per frame") != nil {
      .multipleUpdatesPerFrame
    } else {
      nil
    }
  }
}
