#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output behind a buffer, counting what goes through.
struct Output {
  private static let capacity = 1 << 20

  private var buffer: [UInt8] = []
  private(set) var byteCount = 0

  init() { buffer.reserveCapacity(Self.capacity + 4096) }

  mutating func append(_ byte: UInt8) {
    buffer.append(byte)
    byteCount += 1
  }

  mutating func append(_ bytes: [UInt8]) {
    buffer += bytes
    byteCount += bytes.count
    if buffer.count >= Self.capacity { flush() }
  }

  mutating func append(_ text: String) {
    buffer += text.utf8
    byteCount += text.utf8.count
  }

  /// A number with leading zeros.
  mutating func append(_ number: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// Ends the program when nobody reads any more, as a part of a pipe should.
  mutating func flush() {
    buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(1, rest.baseAddress, rest.count)
        guard count > 0 else { exit(count < 0 && errno == EPIPE ? 0 : 74) }
        rest = rest.dropFirst(count)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}
