extension String {
  /// Whether the bytes of the other text are in this one.
  ///
  /// In place of the library's search, which compares characters by equivalence: names in sources need none of it, and
  /// rules ask thousands of times.
  package func contains(_ part: String) -> Bool {
    var text = self
    var part = part
    return text.withUTF8 { bytes in
      part.withUTF8 { sought in
        guard let first = sought.first else { return true }
        guard sought.count <= bytes.count else { return false }
        for start in 0...(bytes.count - sought.count) where bytes[start] == first {
          var length = 1
          while length < sought.count, bytes[start + length] == sought[length] { length += 1 }
          if length == sought.count { return true }
        }
        return false
      }
    }
  }
}
