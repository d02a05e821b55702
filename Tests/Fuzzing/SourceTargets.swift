var fuzzTargetNames: [String] { SourceCheck.allCases.map(\.rawValue) }

func fuzzTarget(named name: String) -> FuzzTarget? {
  guard let check = SourceCheck(rawValue: name) else { return nil }
  return { check.violations(reading: $0) }
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
