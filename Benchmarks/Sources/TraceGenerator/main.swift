#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

guard let options = GeneratorOptions(Array(CommandLine.arguments.dropFirst())) else {
  // Not `stderr`, which language mode 6 takes for shared mutable state on Linux.
  let text = Array((GeneratorOptions.usage + "\n").utf8)
  _ = write(2, text, text.count)
  exit(64)
}

// A closed pipe is an error of `write` then, and ends the program in order.
signal(SIGPIPE, SIG_IGN)

var random = SplitMix64(seed: options.seed)
let app = AppModel(viewCount: options.viewCount, causeCount: options.causeCount, random: &random)
var session = Session(app: app, options: options, random: random)
var writer = LayoutWriter(options.layout, processCount: options.processCount)
var output = Output()
var lineCount = 0
output.append(options.layout.preamble)
while output.byteCount < options.bytes {
  writer.write(session.next(), to: &output)
  lineCount += 1
}
output.append(options.layout.closing(count: lineCount))
output.flush()
