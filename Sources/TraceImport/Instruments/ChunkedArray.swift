/// Many small values in pieces of fixed size: growing never copies, so memory never doubles for a moment.
///
/// A class, because it owns its memory; one recording uses it.
final class ChunkedArray<Element: BitwiseCopyable> {
  private static var shift: Int { 15 }
  private static var size: Int { 1 << shift }

  private var chunks: [UnsafeMutablePointer<Element>] = []
  private(set) var count = 0

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : self[0] }
  var last: Element? { isEmpty ? nil : self[count - 1] }

  @inline(__always)
  func append(_ element: Element) {
    let chunk = count >> Self.shift
    if chunk == chunks.count { chunks.append(.allocate(capacity: Self.size)) }
    (chunks[chunk] + (count & (Self.size - 1))).initialize(to: element)
    count += 1
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return chunks[index >> Self.shift][index & (Self.size - 1)]
    }
    set {
      precondition(index >= 0 && index < count)
      chunks[index >> Self.shift][index & (Self.size - 1)] = newValue
    }
  }

  /// Takes out elements in place; the rest keeps its order.
  func removeAll(where isUnwanted: (Element) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let element = self[index]
      if isUnwanted(element) { continue }
      if kept < index { self[kept] = element }
      kept += 1
    }
    count = kept
    let chunksKept = (kept + Self.size - 1) >> Self.shift
    for chunk in chunks[chunksKept...] { chunk.deallocate() }
    chunks.removeSubrange(chunksKept...)
  }

  /// Sorts in place by a number of at most 64 bits; equal elements keep their order.
  ///
  /// - Complexity: O(n) when every element is only a few places from its own.
  func sort(by key: (Element) -> UInt64) {
    var largest: UInt64 = 0
    var moves = 0
    for index in 0..<count {
      let element = self[index]
      let own = key(element)
      if own >= largest {
        largest = own
        continue
      }
      // More moves would cost more than sorting from scratch.
      let most = index * 3 + 64
      var place = index
      while place > 0, moves < most, key(self[place - 1]) > own {
        self[place] = self[place - 1]
        place -= 1
        moves += 1
      }
      self[place] = element
      if moves >= most { return sortFromScratch(by: key) }
    }
  }

  /// Finds the order first and then moves every element once: it is the elements that are large.
  private func sortFromScratch(by key: (Element) -> UInt64) {
    var order = RadixSort.order(count: count) { key(self[$0]) }
    for start in 0..<count where order[start] != start {
      let first = self[start]
      var place = start
      while true {
        let source = Int(order[place])
        order[place] = UInt32(place)
        if source == start { break }
        self[place] = self[source]
        place = source
      }
      self[place] = first
    }
  }
}
