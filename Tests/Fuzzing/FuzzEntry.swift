#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The target that `FUZZ_FORMAT` names; `any` when it is not set.
private let check: @Sendable ([UInt8]) -> [String] = {
  let name = getenv("FUZZ_FORMAT").map { String(cString: $0) } ?? "any"
  if let document = DocumentCheck(rawValue: name) { return { document.violations(reading: $0) } }
  guard var check = ReadingCheck(named: name) else {
    let known = ReadingCheck.names + DocumentCheck.allCases.map(\.rawValue)
    fatalError("FUZZ_FORMAT is '\(name)'; it can be \(known.joined(separator: ", "))")
  }
  // To look for crashes while a difference is known and not yet settled.
  if let setting = getenv("FUZZ_PIECES"), String(cString: setting) == "off" { check.comparesPieces = false }
  let reading = check
  return { reading.violations(reading: $0) }
}()

/// What libFuzzer calls with each input.
///
/// - Source: https://llvm.org/docs/LibFuzzer.html
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let violations = check(Array(UnsafeBufferPointer(start: start, count: count)))
  if !violations.isEmpty {
    // A trap is what the fuzzer records as a failure.
    fatalError("broken laws:\n  " + violations.joined(separator: "\n  "))
  }
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int) -> Int

/// What libFuzzer calls to make a new input of a known one: as text every second time, as bytes otherwise.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  guard let data, size > 0, seed & 1 == 0 else { return mutateBytes(data, size, most) }
  var mutation = TextMutation(seed: seed)
  let mutated = mutation.mutated(Array(UnsafeBufferPointer(start: data, count: size))).prefix(most)
  for (index, byte) in mutated.enumerated() { data[index] = byte }
  return max(1, mutated.count)
}
