/// Values as bytes, in a form that only this build of the tool reads.
///
/// One list of fields serves both directions, so that nothing is read that was not written: writing takes each value and
/// leaves it as it is, reading replaces it.
struct StoredForm {
  private(set) var bytes: [UInt8]
  private let isReading: Bool
  private var offset = 0
  private var isDamaged = false

  init() {
    bytes = []
    isReading = false
  }

  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    isReading = true
  }

  /// Whether everything was read, and nothing is left.
  var isWhole: Bool { !isDamaged && offset == bytes.count }

  private mutating func refuse() { isDamaged = true }

  mutating func pass(_ number: inout Int) {
    guard isReading else { return withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
    guard !isDamaged, bytes.count - offset >= 8 else {
      isDamaged = true
      return
    }
    number = bytes.withUnsafeBytes { Int(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int.self)) }
    offset += 8
  }

  mutating func pass(_ flag: inout Bool) {
    var number = flag ? 1 : 0
    pass(&number)
    guard number == 0 || number == 1 else { return refuse() }
    flag = number == 1
  }

  mutating func pass(_ text: inout String) {
    var length = text.utf8.count
    pass(&length)
    guard isReading else { return bytes.append(contentsOf: text.utf8) }
    guard !isDamaged, length >= 0, length <= bytes.count - offset else {
      isDamaged = true
      return
    }
    text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    offset += length
  }

  /// A word of a closed list.
  mutating func pass<Word: RawRepresentable<String>>(_ word: inout Word) {
    var text = word.rawValue
    pass(&text)
    guard isReading, !isDamaged else { return }
    guard let known = Word(rawValue: text) else {
      isDamaged = true
      return
    }
    word = known
  }

  mutating func pass(_ text: inout String?) { pass(&text, empty: "") { $0.pass(&$1) } }

  mutating func pass(_ number: inout Int?) { pass(&number, empty: 0) { $0.pass(&$1) } }

  mutating func pass(_ range: inout ClosedRange<Int>?) {
    pass(&range, empty: 0...0) { form, range in
      var (least, most) = (range.lowerBound, range.upperBound)
      form.pass(&least)
      form.pass(&most)
      guard least <= most else {
        form.isDamaged = true
        return
      }
      range = least...most
    }
  }

  /// - Parameter empty: What reading begins with.
  mutating func pass<Value>(
    _ value: inout Value?, empty: Value, _ pass: (inout StoredForm, inout Value) -> Void
  ) {
    var isThere = value != nil
    self.pass(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var content = value ?? empty
    pass(&self, &content)
    value = content
  }

  /// - Parameter empty: What reading each value begins with.
  mutating func pass<Value>(
    _ values: inout [Value], empty: Value, _ pass: (inout StoredForm, inout Value) -> Void
  ) {
    var count = values.count
    self.pass(&count)
    guard isReading else {
      for var value in values { pass(&self, &value) }
      return
    }
    // Each value takes eight bytes or more; a damaged count must not ask for more memory than there are bytes.
    guard !isDamaged, count >= 0, count <= (bytes.count - offset) / 8 else {
      isDamaged = true
      return
    }
    values = []
    values.reserveCapacity(count)
    for _ in 0..<count where !isDamaged {
      var value = empty
      pass(&self, &value)
      values.append(value)
    }
  }
}
