/// Causes in their order, each once.
struct DistinctCauses {
  /// Comparing with a few is cheaper than looking up; a hostile line may have tens of thousands.
  private static let fewest = 16

  private(set) var list: [Cause] = []
  private var known: Set<Cause> = []

  mutating func append(_ cause: Cause) {
    if list.count < Self.fewest {
      if !list.contains(cause) { list.append(cause) }
      return
    }
    if known.isEmpty { known = Set(list) }
    if known.insert(cause).inserted { list.append(cause) }
  }
}
