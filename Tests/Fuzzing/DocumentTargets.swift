var fuzzTargetNames: [String] { DocumentCheck.allCases.map(\.rawValue) }

func fuzzTarget(named name: String) -> FuzzTarget? {
  guard let check = DocumentCheck(rawValue: name) else { return nil }
  return { check.violations(reading: $0) }
}
