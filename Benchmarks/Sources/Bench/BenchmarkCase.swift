/// A program that does what WhyRedraw is measured against, as people would type it.
struct Peer {
  /// As the table shows it.
  var title: String
  /// What has to be installed.
  var tools: [String]
  /// A folder that an environment variable has to name, for what no package manager installs.
  var folderVariable: String?
  /// For the shell, with the file as `$1`.
  var command: String
  /// WhyRedraw's wall time may be at most this part of the peer's; `nil` when it is shown for comparison only.
  var target: Double?
}

/// An input, and what reads it.
struct BenchmarkCase {
  var name: String
  /// What `trace-generator` is told.
  var generatorArguments: [String] = []
  /// What `instruments-generator` is told, for exports; then `generatorArguments` is not used.
  var export: String?
  var isGzip = false
  /// The input is no larger than this, for peers that would take minutes or all memory.
  var mostMegabytes = Int.max
  /// The input is no smaller than this, where size is what is measured.
  var leastMegabytes = 0
  /// The most memory that reading may take, whatever the size of the input.
  var peakMegabytes = 100.0
  var peers: [Peer]
}

extension BenchmarkCase {
  /// Every case; the targets are those of the project, the floor under which a change does not go in.
  static func all(inflateOnly: String, scripts: String) -> [BenchmarkCase] {
    let bare = [grepAndAwk(headed: false, target: 0.5), ripgrep(target: 0.65)]
    let headed = [grepAndAwk(headed: true, target: 0.6), ripgrep(target: 1.0)]
    return [
      BenchmarkCase(name: "bare", generatorArguments: ["--format", "stdout"], peers: bare),
      BenchmarkCase(name: "log-compact", generatorArguments: ["--format", "log-compact"], peers: headed),
      BenchmarkCase(name: "log-default", generatorArguments: ["--format", "log-default"], peers: headed),
      BenchmarkCase(name: "log-syslog", generatorArguments: ["--format", "log-syslog"], peers: headed),
      BenchmarkCase(
        name: "bare-gzip", generatorArguments: ["--format", "stdout"], isGzip: true,
        peers: [
          Peer(
            title: "zcat, grep, awk", tools: ["gzip", "grep", "awk"],
            // `zcat` of macOS looks for `.Z`; everywhere it is this.
            command: "gzip -dc \"$1\" | \(grep) | \(awk(headed: false))", target: 0.3),
          zlibAlone(inflateOnly, target: 1.15),
        ]),
      BenchmarkCase(
        name: "log-ndjson", generatorArguments: ["--format", "log-ndjson"],
        peers: [
          jqMessages(target: 0.05),
          // For information: the job that grep and awk do on the other layouts. The floor is held against the faster one.
          Peer(
            title: "jq, per view", tools: ["jq"],
            command:
              "jq -n 'reduce (inputs|select(.category==\"Changed Body Properties\")|.eventMessage|split(\":\")[0]) "
              + "as $view ({}; .[$view] += 1)' \"$1\"", target: nil),
          Peer(title: "rg -c", tools: ["rg"], command: "rg -c 'changed\\.\"' \"$1\"", target: nil),
        ]),
      // No order that grouping could profit from: each line is another one than the line before.
      BenchmarkCase(
        name: "bare-random", generatorArguments: ["--format", "stdout", "--random", "--views", "2000"],
        peers: bare.map(\.withoutTarget)),
      // The order that nobody foresees: messages of all views drawn at random, with foreign and unchanged lines among them.
      anyOrder("bare", "stdout", peers: [grepAndAwk(headed: false, target: 0.5), ripgrep(target: 0.65)]),
      anyOrder("compact", "log-compact", peers: [grepAndAwk(headed: true, target: 0.5), ripgrep(target: 1.2)]),
      anyOrder("default", "log-default", peers: [grepAndAwk(headed: true, target: 0.5), ripgrep(target: 1.2)]),
      anyOrder("ndjson", "log-ndjson", mostMegabytes: 20, peers: [jqMessages(target: 0.08)]),
      anyOrder("gzip", "stdout", isGzip: true, peers: [zlibAlone(inflateOnly, target: 1.3)]),
      // A whole app's output with the redraws among it.
      BenchmarkCase(
        name: "bare-noise", generatorArguments: ["--format", "stdout", "--noise", "60"],
        peers: bare.map(\.withoutTarget)),
      // Exports of Instruments: nobody reads them faster than a parser that throws everything away.
      BenchmarkCase(name: "export-updates", export: "updates", peakMegabytes: 150, peers: [xmllint(target: 0.1)]),
      BenchmarkCase(name: "export-bodies", export: "bodies", peakMegabytes: 150, peers: [xmllint(target: 0.1)]),
      BenchmarkCase(
        name: "export-session", export: "session", mostMegabytes: 200, peakMegabytes: 150,
        peers: [xmllint(target: nil), analyzer(scripts: scripts)]),
      // No shape that a search could profit from.
      BenchmarkCase(
        name: "export-random", export: "random", mostMegabytes: 200, peakMegabytes: 150,
        peers: [xmllint(target: nil), analyzer(scripts: scripts)]),
      // For the memory that updates and causes take together.
      BenchmarkCase(
        name: "export-large", export: "session", leastMegabytes: 2000, peakMegabytes: 150,
        peers: [xmllint(target: 0.1)]),
    ]
  }

  /// 20 views with 13 messages each, 8 % lines of the app's own, 2 % unchanged.
  private static func anyOrder(
    _ name: String, _ layout: String, isGzip: Bool = false, mostMegabytes: Int = .max, peers: [Peer]
  ) -> BenchmarkCase {
    BenchmarkCase(
      name: "any-order-\(name)",
      generatorArguments: [
        "--format", layout, "--random", "--views", "20", "--causes", "13", "--noise", "8", "--unchanged", "2",
      ], isGzip: isGzip, mostMegabytes: mostMegabytes, peers: peers)
  }

  private static func zlibAlone(_ inflateOnly: String, target: Double) -> Peer {
    Peer(title: "zlib alone", tools: [], command: "'\(inflateOnly)' \"$1\"", target: target)
  }

  private static func jqMessages(target: Double) -> Peer {
    Peer(
      title: "jq, messages only", tools: ["jq"],
      command: "jq -r 'select(.category==\"Changed Body Properties\").eventMessage' \"$1\"", target: target)
  }

  private static func analyzer(scripts: String) -> Peer {
    Peer(
      title: "Python analyzer", tools: ["python3"], folderVariable: "BENCH_ANALYZER",
      command:
        "PATH=\"\(scripts)/stand-in:$PATH\" "
        + "python3 \"$BENCH_ANALYZER/analyze_trace.py\" --trace \"$1\" --json-only",
      target: 1.0 / 60)
  }

  private static func xmllint(target: Double?) -> Peer {
    Peer(title: "xmllint", tools: ["xmllint"], command: #"xmllint --stream --noout "$1""#, target: target)
  }

  private static let grep = #"LC_ALL=C grep -E 'changed\.$'"#

  private static func awk(headed: Bool) -> String {
    let count = headed ? #"{ split($2, m, ": "); n[m[1]]++ }"# : "{ n[$1]++ }"
    let separator = headed ? "Changed Body Properties] " : ": "
    return "LC_ALL=C awk -F'\(separator)' '\(count) END { for (v in n) print n[v], v }'"
  }

  private static func grepAndAwk(headed: Bool, target: Double) -> Peer {
    Peer(
      title: "grep, awk", tools: ["grep", "awk"], command: "\(grep) \"$1\" | \(awk(headed: headed))", target: target)
  }

  private static func ripgrep(target: Double) -> Peer {
    Peer(title: "rg -c", tools: ["rg"], command: #"LC_ALL=C rg -c 'changed\.$' "$1""#, target: target)
  }
}

extension Peer {
  fileprivate var withoutTarget: Peer {
    var peer = self
    peer.target = nil
    return peer
  }
}
