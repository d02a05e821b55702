#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The target that `FUZZ_FORMAT` names.
private let check: SourceCheck = {
  let name = getenv("FUZZ_FORMAT").map { String(cString: $0) } ?? ""
  guard let check = SourceCheck(rawValue: name) else {
    let known = SourceCheck.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("FUZZ_FORMAT is '\(name)'; it can be \(known)")
  }
  return check
}()

/// What libFuzzer calls with each input.
///
/// - Source: https://llvm.org/docs/LibFuzzer.html
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let violations = check.violations(reading: Array(UnsafeBufferPointer(start: start, count: count)))
  if !violations.isEmpty { fatalError("broken laws:\n  " + violations.joined(separator: "\n  ")) }
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int) -> Int

/// What libFuzzer calls to make a new input of a known one: as Swift but for every eighth time, when it is bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  guard let data, size > 0, seed & 7 != 0 else { return mutateBytes(data, size, most) }
  var mutation = SwiftMutation(seed: seed)
  let mutated = mutation.mutated(Array(UnsafeBufferPointer(start: data, count: size))).prefix(most)
  for (index, byte) in mutated.enumerated() { data[index] = byte }
  return max(1, mutated.count)
}
