/// Lines without a change that say something all the same: markers of tests, SwiftUI's complaints, notices of loss.
extension LogReader {
  /// - Parameter hasLandmark: Whether what is looked for anywhere in a line may be in this one.
  func readOtherLine(_ line: ByteSpan, _ hasLandmark: Bool) {
    let first = line[0]
    if XcodeMetadata.mayBegin(line), recogniser.allows(XcodeMetadata.self),
      let metadata = XcodeMetadata.metadata(of: line, clock: &recogniser.clock)
    {
      recogniser.noteFormat(at: XcodeMetadata.index)
      return emitter.endGroup(metadata, timeStyle: recogniser.clock.style)
    }
    if first == UInt8(ascii: "T"), line.hasPrefix("Test Case '") || line.hasPrefix("Test Suite '") {
      return scenarios.readTestMarker(line)
    }
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "R"),
      line.hasPrefix("** TEST ") || line.hasPrefix("Restarting after ")
    {
      return scenarios.readTestMarker(line)
    }
    if first == UInt8(ascii: "w"), line.hasPrefix("whyredraw mark: ") { return scenarios.readMark(line.from(16)) }
    if first >= 0x80 || first == 0x1B || first == UInt8(ascii: "[") || first.isDigit,
      // `Test A started`, `crash, or test timeout`, `** TEST EXECUTE FAILED **`.
      line.firstIndex(of: "est ") != nil || line.hasSuffix("FAILED **")
    {
      readWrappedTestMarker(line)
    }
    // With a regular expression for the markers, signposts are lines like any other.
    if first.isDigit, !scenarios.hasMarker, let marker = Signpost.marker(in: line), recogniser.header(of: line) != nil {
      return scenarios.note(marker)
    }
    if line.hasPrefix("Skipping info") { notes.noteSkippedLevel() }
    guard hasLandmark else { return }
    if line.firstIndex(of: "update") != nil { readFault(line) }
    notes.noteLoss(in: line)
    if let template = recogniser.templates.match(line) {
      if template.pointee.context == .changedBodyProperties { notes.noteUnreadable() }
    } else if line.firstIndex(of: UnifiedLog.category) != nil,
      recogniser.header(of: line)?.header.context == .changedBodyProperties
    {
      notes.noteUnreadable()
    }
  }

  private func readWrappedTestMarker(_ line: ByteSpan) {
    if line.firstIndex(of: 0x1B) != nil { return line.withoutControls { readWrappedTestMarker($0) } }
    let wrapper = recogniser.wrapperLength(of: line)
    scenarios.readTestMarker(wrapper > 0 ? line.from(wrapper) : line)
  }

  /// Finds SwiftUI's own complaints about updates.
  private func readFault(_ line: ByteSpan) {
    guard let fault = UpdateFault.find(in: line) else { return }
    emitter.send(fault, recogniser.header(of: line).map(origin))
  }
}
