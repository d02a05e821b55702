import CZlib

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The floor for reading gzip: inflates FILE into a fixed buffer and looks at nothing. Members one after the other, as
// `gzip` reads them; no more care than a benchmark needs.

let inputSize = 64 * 1024
let outputSize = 256 * 1024

/// Not through `stderr`, which language mode 6 takes for shared mutable state on Linux.
func complain(_ message: String) {
  let text = Array((message + "\n").utf8)
  _ = write(2, text, text.count)
}

guard CommandLine.arguments.count == 2 else {
  complain("usage: inflate-only FILE.gz")
  exit(64)
}
let file = open(CommandLine.arguments[1], O_RDONLY)
guard file >= 0 else {
  complain("'\(CommandLine.arguments[1])' cannot be opened")
  exit(66)
}

let input = UnsafeMutablePointer<UInt8>.allocate(capacity: inputSize)
let output = UnsafeMutablePointer<UInt8>.allocate(capacity: outputSize)
var stream = z_stream()
// 16 + 15: gzip wrapping, the largest window.
guard benchmark_inflateInit(&stream, 31) == Z_OK else { exit(70) }
var total = 0
var isBetweenMembers = true

while true {
  if stream.avail_in == 0 {
    let count = read(file, input, inputSize)
    guard count > 0 else { break }
    stream.next_in = input
    stream.avail_in = UInt32(count)
  }
  if isBetweenMembers {
    inflateReset(&stream)
    isBetweenMembers = false
  }
  stream.next_out = output
  stream.avail_out = UInt32(outputSize)
  let status = inflate(&stream, Z_NO_FLUSH)
  total += outputSize - Int(stream.avail_out)
  switch status {
  case Z_OK, Z_BUF_ERROR: break
  case Z_STREAM_END: isBetweenMembers = true
  default:
    complain("inflate returned \(status)")
    exit(65)
  }
}
inflateEnd(&stream)
guard isBetweenMembers else {
  complain("the gzip data ends too early")
  exit(65)
}
// So that the work cannot be left out.
print(total)
