import Synchronization

/// The bytes of an input after decompression, with what went wrong on the way.
///
/// `@unchecked Sendable`: after `init` only the reading thread touches it until it has delivered the end; the hand-over
/// of blocks orders what follows. Only `sourceCount` is read meanwhile, and it is atomic.
final class InputStream: @unchecked Sendable {
  let container: Container

  private let source: any ByteSource
  private var prefix: [UInt8]
  private let gunzip: Gunzip?
  private var readFailure: ByteSourceError?
  private let counter = Atomic(0)
  private let delivered = Atomic(0)

  /// Reads the first bytes to see what the input is.
  init(_ source: any ByteSource) {
    self.source = source
    var bytes: [UInt8] = []
    var failure: ByteSourceError?
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Container.prefixSize, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count < Container.prefixSize {
      do {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(Container.prefixSize - bytes.count)])
        let count = try source.read(into: rest)
        guard count > 0 else { break }
        bytes += rest[..<count]
      } catch {
        failure = error
        break
      }
      // A pipe may deliver a line at a time and then nothing for long.
      if Container.isSettled(bytes) { break }
    }
    container = bytes.withUnsafeBytes { Container.recognise($0) }
    counter.store(bytes.count, ordering: .relaxed)
    if container == .gzip {
      gunzip = bytes.withUnsafeBytes { Gunzip(prefix: $0, source: source) }
      prefix = []
    } else {
      gunzip = nil
      prefix = bytes
    }
    readFailure = failure
  }

  var isGzip: Bool { container == .gzip }

  /// Bytes read from the source so far.
  var sourceCount: Int { counter.load(ordering: .relaxed) }

  /// Bytes of the source; reading may have stopped at damage before their end.
  var sourceSize: Int { max(sourceCount, source.size ?? 0) }

  /// Bytes delivered so far, after decompression.
  var deliveredCount: Int { delivered.load(ordering: .relaxed) }

  /// Fills the front of the buffer; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = readNext(into: buffer)
    delivered.add(count, ordering: .relaxed)
    return count
  }

  private func readNext(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let gunzip {
      let count = gunzip.read(into: buffer)
      counter.store(gunzip.compressedCount, ordering: .relaxed)
      return count
    }
    if !prefix.isEmpty {
      let count = min(prefix.count, buffer.count)
      prefix.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      prefix.removeFirst(count)
      return count
    }
    guard readFailure == nil else { return 0 }
    do {
      let count = try source.read(into: buffer)
      counter.add(count, ordering: .relaxed)
      return count
    } catch {
      readFailure = error
      return 0
    }
  }

  /// What was wrong with the bytes, once the end has been reached.
  var problem: ImportIssue? {
    if let readFailure {
      return ImportIssue(
        severity: .error, message: "reading failed after \(sourceCount) bytes: \(readFailure); what came before is used"
      )
    }
    switch gunzip?.ending {
    case nil, .complete: return nil
    case .trailingGarbage(let count):
      return ImportIssue(
        severity: .dataLoss, message: "\(count) bytes behind the gzip data are no gzip data and were left out")
    case .truncated(let offset):
      return ImportIssue(
        severity: .error,
        message: "the gzip data ends too early, after \(offset) bytes; what could be read is used, copy the file again")
    case .corrupt(let offset, let detail):
      return ImportIssue(
        severity: .error,
        message:
          "the gzip data is damaged near byte \(offset) (\(detail)); what could be read is used, copy the file again")
    case .unreadable(let failure):
      return ImportIssue(
        severity: .error, message: "reading failed after \(sourceCount) bytes: \(failure); what came before is used")
    }
  }
}
