/// Sorts by numbers in time proportional to how many there are.
package enum RadixSort {
  private static let digitBits = 11
  /// Fewer are sorted by comparing.
  private static let fewest = 256

  /// The indices of elements in ascending order of their numbers; those of equal numbers ascend.
  ///
  /// - Complexity: O(n) for each 11 bits in which the numbers differ.
  package static func order(count: Int, by key: (Int) -> UInt64) -> [UInt32] {
    var order = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer[index] = UInt32(index) }
      initialized = count
    }
    guard count >= fewest else {
      order.sort { (key(Int($0)), $0) < (key(Int($1)), $1) }
      return order
    }
    var different: UInt64 = 0
    let first = key(0)
    for index in 1..<count { different |= key(index) ^ first }
    var scratch = order
    for shift in stride(from: 0, to: 64, by: digitBits) where (different >> UInt64(shift)) & digitMask != 0 {
      var starts = [Int](repeating: 0, count: 1 << digitBits)
      for index in 0..<count { starts[digit(key(index), shift)] += 1 }
      var sum = 0
      for digit in starts.indices {
        let number = starts[digit]
        starts[digit] = sum
        sum += number
      }
      for index in order {
        let digit = digit(key(Int(index)), shift)
        scratch[starts[digit]] = index
        starts[digit] += 1
      }
      swap(&order, &scratch)
    }
    return order
  }

  /// The elements in ascending order of their numbers; equal ones keep their order.
  package static func sorted<Element>(_ elements: [Element], by key: (Element) -> UInt64) -> [Element] {
    order(count: elements.count) { key(elements[$0]) }.map { elements[Int($0)] }
  }

  private static var digitMask: UInt64 { 1 << UInt64(digitBits) - 1 }
  private static func digit(_ key: UInt64, _ shift: Int) -> Int { Int((key >> UInt64(shift)) & digitMask) }
}
