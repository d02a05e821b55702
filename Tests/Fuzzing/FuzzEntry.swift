#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The target that `FUZZ_FORMAT` names; `any` when it is not set.
private let check: ReadingCheck = {
  let name = getenv("FUZZ_FORMAT").map { String(cString: $0) } ?? "any"
  guard var check = ReadingCheck(named: name) else {
    fatalError("FUZZ_FORMAT is '\(name)'; it can be \(ReadingCheck.names.joined(separator: ", "))")
  }
  // To look for crashes while a difference is known and not yet settled.
  if let setting = getenv("FUZZ_PIECES"), String(cString: setting) == "off" { check.comparesPieces = false }
  return check
}()

/// What libFuzzer calls with each input.
///
/// - Source: https://llvm.org/docs/LibFuzzer.html
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let violations = check.violations(reading: Array(UnsafeBufferPointer(start: start, count: count)))
  if !violations.isEmpty {
    // A trap is what the fuzzer records as a failure.
    fatalError("broken laws:\n  " + violations.joined(separator: "\n  "))
  }
  return 0
}
