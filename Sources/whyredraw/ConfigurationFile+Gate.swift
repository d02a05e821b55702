import Gate
import PlainYAML
import SourceAnalysis

/// What `.whyredraw.yml` says about gates.
struct GateConfiguration: Sendable {
  /// The contract file, relative to the working directory; `nil` when the configuration names none.
  var baseline: String?
  var preset = Preset.default
  var slack: Int?
  var minIncrease: Int?
  var minPercent: Double?
  var deviations: Double?
  /// With fewer runs on a side the verdict says so.
  var minimumRuns: Int?
  var lossLimit = 0
  var added: Level?
  var removed: Level?
  /// Only what it names.
  var namedMetrics: [Metric: Level] = [:]
  /// Scenarios that have to be there.
  var scenarios: [String] = []
  var budgets: [Budget] = []

  /// What is gated with the preset that the file names.
  var metrics: [Metric: Level] { metrics(with: preset) }

  func metrics(with preset: Preset) -> [Metric: Level] { preset.metrics.merging(namedMetrics) { $1 } }

  var thresholds: Thresholds {
    var result = preset.thresholds
    if let slack { result.slack = slack }
    if let minIncrease { result.minimumIncrease = minIncrease }
    if let minPercent { result.minimumPercent = minPercent }
    if let deviations { result.deviations = deviations }
    return result
  }
}

/// Reads `gate:` and `budgets:`.
struct GateConfigurationReader {
  /// The keys of `gate:`.
  static let gateKeys = [
    "preset", "slack", "min_increase", "min_percent", "deviations", "minimum_runs", "loss_limit", "added", "removed",
    "metrics", "scenarios",
  ]
  /// The keys of a budget, besides those of the metrics.
  static let budgetKeys = ["view", "scenario", "module", "stable"]
  static let limitKeys = ["max", "message"]
  static let levels = ["off", "warn", "error"]

  let path: String

  func readGate(_ node: YAMLNode, into gate: inout GateConfiguration) throws {
    guard let mapping = node.mapping else { throw failure(node, "'gate' is a mapping of keys to values") }
    for entry in mapping {
      let (key, value) = (entry.key, entry.value)
      let name = key.string ?? ""
      switch name {
      case "preset":
        guard let preset = Preset(rawValue: value.string ?? "") else {
          throw unknown("preset", value, Preset.allCases.map(\.rawValue))
        }
        gate.preset = preset
      case "slack": gate.slack = try count(value, name)
      case "min_increase": gate.minIncrease = try count(value, name)
      case "min_percent": gate.minPercent = try factor(value, name)
      case "deviations": gate.deviations = try factor(value, name)
      case "minimum_runs": gate.minimumRuns = try count(value, name)
      case "loss_limit": gate.lossLimit = try count(value, name)
      case "added": gate.added = try level(value)
      case "removed": gate.removed = try level(value)
      case "metrics":
        guard let metrics = value.mapping else { throw failure(value, "'metrics' is a mapping of metrics to levels") }
        for entry in metrics { gate.namedMetrics[try metric(entry.key)] = try level(entry.value) }
      case "scenarios":
        guard let names = value.sequence else { throw failure(value, "'scenarios' is a list of names") }
        gate.scenarios = try names.map { node in
          guard let text = node.string else { throw failure(node, "a scenario is a word") }
          return text
        }
      default: throw unknown("key", key, Self.gateKeys)
      }
    }
  }

  func readBudgets(_ node: YAMLNode, into gate: inout GateConfiguration) throws {
    guard let sequence = node.sequence else { throw failure(node, "'budgets' is a list; each begins with '- view:'") }
    gate.budgets = try sequence.map(budget)
  }

  private func budget(_ node: YAMLNode) throws -> Budget {
    guard let mapping = node.mapping else { throw failure(node, "a budget is a mapping that begins with '- view:'") }
    var budget = Budget(view: NameGlob("*"), line: node.line)
    var hasView = false
    for entry in mapping {
      let (key, value) = (entry.key, entry.value)
      switch key.string ?? "" {
      case "view":
        budget.view = try glob(value)
        hasView = true
      case "scenario": budget.scenario = try glob(value)
      case "module": budget.module = try glob(value)
      case "stable": budget.stable = try level(value)
      case let name:
        guard let metric = Metric(rawValue: name) else {
          throw unknown("key", key, Self.budgetKeys + Metric.allCases.map(\.rawValue))
        }
        budget.limits[metric] = try limit(value, metric)
      }
    }
    guard hasView else { throw failure(node, "the budget names no 'view'; give a pattern such as \"*Row\"") }
    guard !budget.limits.isEmpty || budget.stable != nil else {
      throw failure(node, "the budget has no limit; give one such as 'updates: [error, {max: 2}]' or 'stable: error'")
    }
    return budget
  }

  /// `[error, {max: 2, message: "…"}]`, `off`, or a number, which is an error beyond it.
  private func limit(_ node: YAMLNode, _ metric: Metric) throws -> Budget.Limit {
    let name = metric.rawValue
    if node.string == "off" { return Budget.Limit(level: .off, maximum: 0) }
    if node.string != nil { return Budget.Limit(level: .error, maximum: try maximum(node, name, metric)) }
    guard let parts = node.sequence, parts.count == 2, let options = parts[1].mapping else {
      throw failure(node, "'\(name)' is a level with a limit, as in [error, {max: 2}]")
    }
    var limit = Budget.Limit(level: try level(parts[0]), maximum: -1)
    for entry in options {
      let (key, value) = (entry.key, entry.value)
      switch key.string ?? "" {
      case "max": limit.maximum = try maximum(value, "max", metric)
      case "message":
        guard let text = value.string else { throw failure(value, "'message' is a text") }
        limit.message = text
      default: throw unknown("key", key, Self.limitKeys)
      }
    }
    guard limit.maximum >= 0 else { throw failure(parts[1], "the limit of '\(name)' has no 'max'") }
    return limit
  }

  /// Rates may have a fraction.
  private func maximum(_ node: YAMLNode, _ name: String, _ metric: Metric) throws -> Int {
    if metric.scale == 1 { return try count(node, name) }
    return Int((try factor(node, name) * Double(metric.scale)).rounded())
  }

  private func glob(_ node: YAMLNode) throws -> NameGlob {
    guard let text = node.string, !text.isEmpty else {
      throw failure(node, "expected a pattern, such as \"*Row\"; '*' has to be quoted")
    }
    return NameGlob(text)
  }

  private func metric(_ node: YAMLNode) throws -> Metric {
    guard let metric = Metric(rawValue: node.string ?? "") else {
      throw unknown("metric", node, Metric.allCases.map(\.rawValue))
    }
    return metric
  }

  private func level(_ node: YAMLNode) throws -> Level {
    // The word that rules have for it.
    if node.string == "warning" { return .warn }
    guard let text = node.string, Self.levels.contains(text), let level = Level(rawValue: text) else {
      throw unknown("level", node, Self.levels)
    }
    return level
  }

  private func count(_ node: YAMLNode, _ name: String) throws -> Int {
    guard let number = node.int, (0...ThresholdOptions.largestCount).contains(number) else {
      throw failure(node, "'\(name)' is a whole number from 0 to \(ThresholdOptions.largestCount)")
    }
    return number
  }

  private func factor(_ node: YAMLNode, _ name: String) throws -> Double {
    guard let number = node.float, (0...ThresholdOptions.largestFactor).contains(number) else {
      throw failure(node, "'\(name)' is a number from 0 to \(Int(ThresholdOptions.largestFactor))")
    }
    return number
  }

  private func unknown(_ what: String, _ node: YAMLNode, _ known: [String]) -> ConfigurationFile.Failure {
    let name = node.string ?? ""
    let hint = nearest(name, in: known)
    let list = hint.isEmpty ? "; known are \(known.joined(separator: ", "))" : hint
    return failure(node, "unknown \(what) '\(name)'\(list)")
  }

  private func failure(_ node: YAMLNode, _ message: String) -> ConfigurationFile.Failure {
    ConfigurationFile.Failure(description: "\(path):\(node.line): \(message)")
  }
}

extension ConfigurationFile {
  /// What is in force, a line each, for `--verbose`.
  ///
  /// - Parameter judges: Whether what is said of gates matters.
  func effective(judges: Bool) -> [String] {
    var lines = ["configuration: \(path ?? "none found; defaults")"]
    if !sources.isEmpty { lines.append("  sources: \(sources.joined(separator: ", "))") }
    if judges { lines += gate.effective }
    if !excluded.isEmpty { lines.append("  excluded: \(excluded.joined(separator: ", "))") }
    for id in lint.settings.keys.sorted() {
      lines.append("  rules.\(id): \(lint.settings[id].map { "\($0)" } ?? "")")
    }
    return lines
  }
}

extension GateConfiguration {
  fileprivate var effective: [String] {
    let gate = self
    var lines: [String] = []
    func say(_ key: String, _ value: String) { lines.append("  \(key): \(value)") }
    if let baseline = gate.baseline { say("baseline", baseline) }
    say("gate.preset", gate.preset.rawValue)
    say("gate.slack", "\(thresholds.slack)")
    say("gate.min_increase", "\(thresholds.minimumIncrease)")
    say("gate.min_percent", "\(thresholds.minimumPercent)")
    say("gate.deviations", "\(thresholds.deviations)")
    say("gate.minimum_runs", "\(gate.minimumRuns ?? gate.preset.minimumRuns)")
    say("gate.loss_limit", "\(gate.lossLimit)")
    say("gate.added", (gate.added ?? gate.preset.viewLevel ?? .warn).rawValue)
    say("gate.removed", (gate.removed ?? gate.preset.viewLevel ?? .warn).rawValue)
    for (metric, level) in gate.metrics.sorted(by: { $0.key < $1.key }) {
      say("gate.metrics.\(metric.rawValue)", level.rawValue)
    }
    if !gate.scenarios.isEmpty { say("gate.scenarios", gate.scenarios.joined(separator: ", ")) }
    for budget in gate.budgets {
      var parts = budget.limits.sorted { $0.key < $1.key }.map { metric, limit in
        "\(metric.rawValue) \(limit.level.rawValue) max \(metric.text(limit.maximum))"
      }
      if let stable = budget.stable { parts.append("stable \(stable.rawValue)") }
      let scenario = budget.scenario.map { " in '\($0.pattern)'" } ?? ""
      say("budget, line \(budget.line)", "'\(budget.view.pattern)'\(scenario): \(parts.joined(separator: ", "))")
    }
    return lines
  }
}
