#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Measures whyredraw against what people would run otherwise: `bench WHYREDRAW TOOLS SCRIPTS [CASE…]`, where TOOLS is the
// folder with `trace-generator` and `inflate-only`, SCRIPTS that with `instruments-generator` and `xctrace`. `Benchmarks/run` builds all of them and calls this.

guard CommandLine.arguments.count >= 4 else {
  note("usage: bench WHYREDRAW TOOLS SCRIPTS [CASE…]")
  exit(64)
}
let whyredraw = CommandLine.arguments[1]
let tools = CommandLine.arguments[2]
let scripts = CommandLine.arguments[3]
let names = CommandLine.arguments.dropFirst(4)
let cases = BenchmarkCase.all(inflateOnly: "\(tools)/inflate-only", scripts: scripts)
if let unknown = names.first(where: { name in !cases.contains { $0.name == name } }) {
  note("no case '\(unknown)'; there are \(cases.map(\.name).joined(separator: ", "))")
  exit(64)
}
let megabytes = environmentValue("BENCH_MB").flatMap { Int($0) } ?? 1000
let rounds = max(1, environmentValue("BENCH_ROUNDS").flatMap { Int($0) } ?? 5)
let keptFolder = environmentValue("BENCH_DIR")
let isBuilt = access(whyredraw, X_OK) == 0

/// Where the inputs go: a folder of our own, unless one was named.
let folder: String = {
  if let keptFolder {
    mkdir(keptFolder, 0o755)
    return keptFolder
  }
  var template = Array("\(environmentValue("TMPDIR") ?? "/tmp")/whyredraw-benchmarks-XXXXXX".utf8CString)
  guard let made = mkdtemp(&template) else {
    note("no temporary folder can be made")
    exit(73)
  }
  return String(cString: made)
}()

/// Ends the run; a gigabyte left behind would be a poor farewell.
func fail(_ message: String, exitCode: Int32) -> Never {
  note(message)
  removeInputs()
  if keptFolder == nil { rmdir(folder) }
  exit(exitCode)
}

func plainPath(_ benchmark: BenchmarkCase) -> String {
  "\(folder)/\(benchmark.name)-\(size(benchmark)).\(benchmark.export == nil ? "log" : "xml")"
}

/// How many megabytes the input has.
func size(_ benchmark: BenchmarkCase) -> Int { max(benchmark.leastMegabytes, min(megabytes, benchmark.mostMegabytes)) }

/// Deletes what was generated, unless it is to be kept.
func removeInputs() {
  guard keptFolder == nil else { return }
  for benchmark in cases {
    let plain = plainPath(benchmark)
    unlink(plain)
    unlink(plain + ".gz")
  }
}

/// Makes the input, unless it was kept from an earlier run; returns its path.
func makeInput(_ benchmark: BenchmarkCase) -> String {
  let plain = plainPath(benchmark)
  let path = benchmark.isGzip ? plain + ".gz" : plain
  if access(path, R_OK) == 0 { return path }
  note("\(benchmark.name): generating \(size(benchmark)) MB")
  let generator =
    if let export = benchmark.export {
      ["python3", "\(scripts)/instruments-generator", export, String(size(benchmark))]
    } else {
      ["\(tools)/trace-generator", "--bytes", String(size(benchmark) * 1_000_000)] + benchmark.generatorArguments
    }
  guard let made = ProcessRunner.run(generator, output: plain), made.exitCode == 0 else {
    fail("the input could not be generated", exitCode: 74)
  }
  if benchmark.isGzip {
    guard let packed = ProcessRunner.run(["gzip", "-nf", plain]), packed.exitCode == 0 else {
      fail("the input could not be compressed", exitCode: 74)
    }
  }
  return path
}

/// Bytes of the uncompressed input, so that the speeds can be compared.
func plainSize(_ benchmark: BenchmarkCase, path: String) -> Int {
  if benchmark.isGzip { return size(benchmark) * 1_000_000 }
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

func measure(_ arguments: [String], into series: inout Series) {
  guard let measurement = ProcessRunner.run(arguments) else {
    fail("'\(arguments[0])' could not be started", exitCode: 69)
  }
  guard measurement.exitCode == 0 else {
    fail("'\(arguments.joined(separator: " "))' ended with exit code \(measurement.exitCode)", exitCode: 70)
  }
  series.measurements.append(measurement)
}

var table = ResultTable()
for benchmark in cases where names.isEmpty || names.contains(benchmark.name) {
  if benchmark.export != nil, !ProcessRunner.isInstalled("python3") {
    note("\(benchmark.name): python3, which generates the input, is not installed")
    continue
  }
  let path = makeInput(benchmark)
  let bytes = plainSize(benchmark, path: path)
  let peers = benchmark.peers.filter { peer in
    peer.tools.allSatisfy(ProcessRunner.isInstalled)
      && peer.folderVariable.map { environmentValue($0) != nil } ?? true
  }
  var own = Series()
  var others = [Series](repeating: Series(), count: peers.count)
  note("\(benchmark.name): \(rounds) rounds")
  // Once without counting, so that the file is in the page cache for everyone.
  _ = ProcessRunner.run(["cat", path])
  // Turn and turn about: what else the machine does meets all of them.
  for _ in 0..<rounds {
    if isBuilt { measure([whyredraw, "analyze", path, "--format", "json"], into: &own) }
    for (index, peer) in peers.enumerated() {
      measure(["/bin/sh", "-c", peer.command, "sh", path], into: &others[index])
    }
  }
  table.add(benchmark.name, bytes: bytes, whyredraw: isBuilt ? own : nil, peakTarget: benchmark.peakMegabytes)
  for (index, peer) in peers.enumerated() {
    table.add(benchmark.name, bytes: bytes, peer: peer, series: others[index], whyredraw: isBuilt ? own : nil)
  }
  for peer in benchmark.peers where !peers.contains(where: { $0.title == peer.title }) {
    table.add(benchmark.name, missing: peer)
  }
  removeInputs()
}
if keptFolder == nil { rmdir(folder) }

print(
  "\(megabytes) MB each (export-session and export-random at most 200, export-large at least 2000), medians of \(rounds) rounds, commands taking turns; peak memory is the largest seen.\n"
)
print(table.text)
if !isBuilt { note("'\(whyredraw)' is missing: only the peers were measured") }
if !table.missedTargets.isEmpty {
  note("targets missed: " + table.missedTargets.joined(separator: "; "))
  exit(1)
}
