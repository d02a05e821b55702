var fuzzTargetNames: [String] { ["configuration"] }

func fuzzTarget(named name: String) -> FuzzTarget? {
  guard fuzzTargetNames.contains(name) else { return nil }
  return { ConfigurationCheck.violations(reading: $0) }
}
