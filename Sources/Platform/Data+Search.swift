extension Data {
  /// Whether the bytes of a text occur somewhere.
  package func holds(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      withUnsafeBytes { all in
        guard !wanted.isEmpty, let beginning = wanted.baseAddress, let base = all.baseAddress else {
          return wanted.isEmpty
        }
        var start = 0
        // The library finds a byte sixteen at a time.
        while all.count - start >= wanted.count,
          let found = memchr(base + start, CInt(beginning.pointee), all.count - start - wanted.count + 1)
        {
          if memcmp(found, beginning, wanted.count) == 0 { return true }
          start = base.distance(to: UnsafeRawPointer(found)) + 1
        }
        return false
      }
    }
  }
}
