@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int) -> Int

/// What libFuzzer calls to make a new input of a known one: as text three times of four, as bytes otherwise.
///
/// A module of its own, which is not instrumented: what changes inputs is not what is looked at.
///
/// - Source: https://github.com/google/fuzzing/blob/master/docs/structure-aware-fuzzing.md
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzMutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  guard let data, size > 0, seed & 3 != 0 else { return mutateBytes(data, size, most) }
  var mutation = TextMutation(seed: seed)
  return copy(mutation.mutated(Array(UnsafeBufferPointer(start: data, count: size)), most: most), to: data, most)
}

/// What libFuzzer calls to make a new input of two known ones.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func fuzzCrossOver(
  _ left: UnsafePointer<UInt8>?, _ leftSize: Int, _ right: UnsafePointer<UInt8>?, _ rightSize: Int,
  _ out: UnsafeMutablePointer<UInt8>?, _ most: Int, _ seed: UInt32
) -> Int {
  guard let left, let right, let out, leftSize > 0, rightSize > 0 else { return 0 }
  var mutation = TextMutation(seed: seed)
  let crossed = mutation.crossed(
    Array(UnsafeBufferPointer(start: left, count: leftSize)),
    Array(UnsafeBufferPointer(start: right, count: rightSize)), most: most)
  return copy(crossed, to: out, most)
}

private func copy(_ bytes: [UInt8], to data: UnsafeMutablePointer<UInt8>, _ most: Int) -> Int {
  let count = min(bytes.count, most)
  bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { data.update(from: start, count: count) } }
  return max(1, count)
}
