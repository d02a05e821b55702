/// An input that is a document and no stream of events: read at once, plain or gzip, if it begins as asked.
package enum WholeInput {
  /// Documents larger than this are refused; a profile of a day of traces has a few megabytes.
  package static let largestSize = 256 << 20

  /// What an input turned out to be.
  package enum Result {
    /// All bytes, and what was wrong on the way.
    case document([UInt8], isGzip: Bool, sourceBytes: Int, problem: ImportIssue?)
    /// Something else, from its first byte on.
    case other(any ByteSource)
  }

  /// Looks at the first bytes behind gzip, if any.
  ///
  /// - Parameter largestSize: another one is for tests.
  package static func read(
    _ source: any ByteSource, beginningWith magic: String, largestSize: Int = Self.largestSize
  ) -> Result {
    let replay = ReplayingSource(source)
    let input = InputStream(replay)
    let wanted = Array(magic.utf8)
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count < wanted.count {
      let count = input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(wanted.count - bytes.count)]))
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard wanted.starts(with: bytes) else { break }
    }
    guard bytes == wanted else {
      replay.rewind()
      return .other(replay)
    }
    replay.stopRecording()
    while true {
      let count = input.read(into: buffer)
      guard count > 0 else { break }
      guard bytes.count + count <= largestSize else {
        let problem = ImportIssue(
          severity: .error,
          message:
            "this is larger than \(largestSize >> 20) MB, more than any profile; was something else put behind it?")
        return .document([], isGzip: input.isGzip, sourceBytes: input.sourceCount, problem: problem)
      }
      bytes += buffer[..<count]
    }
    return .document(bytes, isGzip: input.isGzip, sourceBytes: input.sourceCount, problem: input.problem)
  }
}
