#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

var fuzzTargetNames: [String] { ReadingCheck.names }

func fuzzTarget(named name: String) -> FuzzTarget? {
  guard var check = ReadingCheck(named: name) else { return nil }
  // To look for crashes while a difference is known and not yet settled.
  if let setting = getenv("FUZZ_PIECES"), String(cString: setting) == "off" { check.comparesPieces = false }
  let reading = check
  return { reading.violations(reading: $0) }
}
