extension [UInt32] {
  /// Sorts what is nearly in order already, in place; what is not is sorted as usual.
  ///
  /// - Complexity: O(n) when every element is only a few places from its own.
  mutating func sortLocally(_ isBefore: (UInt32, UInt32) -> Bool) {
    // So many moves cost less than sorting from scratch.
    var moves = count * 8 + 64
    for index in indices.dropFirst() {
      let element = self[index]
      var place = index
      while place > 0, isBefore(element, self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
        moves -= 1
        if moves == 0 {
          self[place] = element
          return sort(by: isBefore)
        }
      }
      self[place] = element
    }
  }
}
