#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What one input is held against; it returns what is wrong, a sentence each.
typealias FuzzTarget = @Sendable ([UInt8]) -> [String]

/// The target that `FUZZ_TARGET` names.
private let check: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let check = fuzzTarget(named: name) else {
    fatalError("FUZZ_TARGET is '\(name)'; it can be \(fuzzTargetNames.joined(separator: ", "))")
  }
  return check
}()

/// What libFuzzer calls with each input.
///
/// - Source: https://llvm.org/docs/LibFuzzer.html
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let violations = check(Array(UnsafeBufferPointer(start: start, count: count)))
  // A trap is what the fuzzer records as a failure.
  if !violations.isEmpty { fatalError("broken laws:\n  " + violations.joined(separator: "\n  ")) }
  return 0
}
