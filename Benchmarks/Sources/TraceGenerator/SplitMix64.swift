/// The smallest generator that is good enough: the same seed gives the same file on every system.
///
/// - Source: Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A number from 0 up to, but not including, `bound`; the bias of so small bounds does not matter here.
  mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32) }

  /// True in `percent` of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
