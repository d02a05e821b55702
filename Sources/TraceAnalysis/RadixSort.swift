/// Sorts by numbers in time proportional to how many there are.
enum RadixSort {
  private static let digitBits: UInt64 = 11
  /// Fewer are sorted by comparing.
  private static let fewest = 256

  /// Sorts ascending; equal elements keep their order.
  ///
  /// - Complexity: O(n) for each 11 bits in which the numbers differ.
  static func sort<Element: BitwiseCopyable>(_ elements: inout [Element], by key: (Element) -> UInt64) {
    guard elements.count >= fewest, let first = elements.first.map(key) else {
      return elements.sort { key($0) < key($1) }
    }
    let different = elements.reduce(0) { $0 | (key($1) ^ first) }
    var scratch = elements
    for shift in stride(from: 0 as UInt64, to: 64, by: Int(digitBits))
    where (different >> shift) & (1 << digitBits - 1) != 0 {
      var places = [Int](repeating: 0, count: 1 << Int(digitBits))
      for element in elements { places[digit(key(element), shift)] += 1 }
      var sum = 0
      for digit in places.indices {
        let number = places[digit]
        places[digit] = sum
        sum += number
      }
      for element in elements {
        let digit = digit(key(element), shift)
        scratch[places[digit]] = element
        places[digit] += 1
      }
      swap(&elements, &scratch)
    }
  }

  private static func digit(_ key: UInt64, _ shift: UInt64) -> Int { Int((key >> shift) & (1 << digitBits - 1)) }
}
