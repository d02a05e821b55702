/// Writes documents as JSON as it meets their members: two-space indent, invisible characters as `\u202E`.
///
/// Beside `Encodable`, because reports on large inputs are tens of megabytes long, and because for each kind of object that is
/// encoded the runtime looks through everything that anything conforms to: of a small report that takes longer than to write it.
enum JSONWriter {
  /// Writes the document, with a line end behind it.
  ///
  /// - Parameter body: writes the members of the outermost object.
  static func write(to sink: TextSink, _ body: (inout JSONMembers) throws -> Void) throws {
    let output = JSONOutput(sink)
    var members = JSONMembers(output, depth: 1)
    try body(&members)
    members.end()
    output.append(0x0A)
    try output.passOn(atLeast: 1)
  }
}

/// An object that writes its members itself, in the order of their names.
protocol JSONObject {
  func write(_ members: inout JSONMembers)
}

/// A list that is made element by element while it is written, and not kept.
struct JSONList<Element: JSONObject> {
  fileprivate let enumerate: ((Element) throws -> Void) throws -> Void

  init<Source: Sequence>(_ source: Source, _ element: @escaping (Source.Element) -> Element) {
    enumerate = { body in
      for item in source { try body(element(item)) }
    }
  }
}

/// Writes the members of an object.
struct JSONMembers {
  private let output: JSONOutput
  private let depth: Int
  private var isFirst = true

  /// - Parameter depth: how far the members are indented.
  fileprivate init(_ output: JSONOutput, depth: Int) {
    self.output = output
    self.depth = depth
    output.append(0x7B)
  }

  mutating func add(_ key: StaticString, _ value: String) {
    begin(key)
    output.write(value)
  }

  mutating func add(_ key: StaticString, _ value: some FixedWidthInteger) {
    begin(key)
    output.writeNumber(value)
  }

  mutating func add(_ key: StaticString, _ value: Bool) {
    begin(key)
    output.write(value ? "true" : "false" as StaticString)
  }

  mutating func add(_ key: StaticString, _ object: some JSONObject) {
    begin(key)
    output.write(object, depth: depth)
  }

  mutating func add(_ key: StaticString, _ numbers: [Int]) {
    begin(key)
    output.writeArray(numbers, depth: depth) { output.writeNumber($0) }
  }

  mutating func add(_ key: StaticString, _ texts: [String]) {
    begin(key)
    output.writeArray(texts, depth: depth) { output.write($0) }
  }

  mutating func add(_ key: StaticString, _ objects: [some JSONObject]) {
    begin(key)
    output.writeArray(objects, depth: depth) { output.write($0, depth: depth + 1) }
  }

  /// Writes an object whose members have names that are not known before.
  mutating func add(_ key: StaticString, _ numbers: [String: Int]) {
    begin(key)
    var members = JSONMembers(output, depth: depth + 1)
    for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
      members.beginLine()
      output.write(name)
      output.write(" : " as StaticString)
      output.writeNumber(number)
    }
    members.end()
  }

  /// Passes each element on when it is written.
  mutating func add(_ key: StaticString, _ list: JSONList<some JSONObject>) throws {
    begin(key)
    var array = JSONElements(output, depth: depth + 1)
    try list.enumerate {
      array.begin()
      output.write($0, depth: depth + 1)
      try output.passOn(atLeast: 1 << 16)
    }
    array.end()
  }

  // What is not there is `null`.

  mutating func add(_ key: StaticString, _ value: String?) {
    if let value { add(key, value) } else { addNull(key) }
  }

  mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
    if let value { add(key, value) } else { addNull(key) }
  }

  mutating func add(_ key: StaticString, _ object: (some JSONObject)?) {
    if let object { add(key, object) } else { addNull(key) }
  }

  mutating func add(_ key: StaticString, _ numbers: [Int]?) {
    if let numbers { add(key, numbers) } else { addNull(key) }
  }

  mutating func add(_ key: StaticString, _ objects: [some JSONObject]?) {
    if let objects { add(key, objects) } else { addNull(key) }
  }

  private mutating func addNull(_ key: StaticString) {
    begin(key)
    output.write("null" as StaticString)
  }

  private mutating func begin(_ key: StaticString) {
    beginLine()
    output.append(0x22)
    output.write(key)
    output.write("\" : " as StaticString)
  }

  private mutating func beginLine() {
    if !isFirst { output.append(0x2C) }
    isFirst = false
    output.beginLine(depth: depth)
  }

  fileprivate func end() { output.end(0x7D, depth: depth - 1, isEmpty: isFirst) }
}

/// Writes the elements of an array.
private struct JSONElements {
  private let output: JSONOutput
  private let depth: Int
  private var isFirst = true

  init(_ output: JSONOutput, depth: Int) {
    self.output = output
    self.depth = depth
    output.append(0x5B)
  }

  mutating func begin() {
    if !isFirst { output.append(0x2C) }
    isFirst = false
    output.beginLine(depth: depth)
  }

  func end() { output.end(0x5D, depth: depth - 1, isEmpty: isFirst) }
}

/// The text so far, apart from what was passed on, in plain memory: an array would be looked at anew for each of many short pieces.
///
/// A class, because the members of all objects that are open write to the one text.
private final class JSONOutput {
  // Checked accesses would be a quarter of writing; nobody but the one thread that writes has it.
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity = 1 << 17
  @exclusivity(unchecked) private var count = 0
  private let sink: TextSink

  init(_ sink: TextSink) {
    self.sink = sink
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// Passes the text on, if there is enough of it.
  func passOn(atLeast least: Int) throws {
    guard count >= least else { return }
    try sink.write(UnsafeRawBufferPointer(start: memory, count: count))
    count = 0
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count &+= 1
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (memory + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }

  /// Makes room for so many bytes more.
  @inline(__always)
  private func reserve(_ more: Int) {
    if capacity &- count < more { grow(by: more) }
  }

  private func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }

  /// - Parameter depth: how far the object's own line is indented.
  func write(_ object: some JSONObject, depth: Int) {
    var members = JSONMembers(self, depth: depth + 1)
    object.write(&members)
    members.end()
  }

  func writeArray<Element>(_ elements: [Element], depth: Int, _ write: (Element) -> Void) {
    var array = JSONElements(self, depth: depth + 1)
    for element in elements {
      array.begin()
      write(element)
    }
    array.end()
  }

  /// Ends an object or an array; as Foundation writes it, what is empty has an empty line.
  func end(_ bracket: UInt8, depth: Int, isEmpty: Bool) {
    if isEmpty { append(0x0A) }
    beginLine(depth: depth)
    append(bracket)
  }

  func writeNumber(_ number: some FixedWidthInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      append(0x30 + UInt8(truncatingIfNeeded: remainder))
      rest = quotient
    } while rest > 0
    var (first, last) = (start, count - 1)
    while first < last {
      (memory[first], memory[last]) = (memory[last], memory[first])
      first += 1
      last -= 1
    }
  }

  func write(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func beginLine(depth: Int) {
    reserve(1 + depth * 2)
    memory[count] = 0x0A
    (memory + count + 1).update(repeating: 0x20, count: depth * 2)
    count &+= 1 + depth * 2
  }

  func write(_ text: String) {
    append(0x22)
    // Nearly every name is plain; a byte at a time would be most of the work.
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
      append(utf8)
      return true
    }
    if !isPlain { writeEscaped(text) }
    append(0x22)
  }

  private func writeEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": write("\\\"" as StaticString)
      case "\\": write("\\\\" as StaticString)
      case "\n": write("\\n" as StaticString)
      case "\r": write("\\r" as StaticString)
      case "\t": write("\\t" as StaticString)
      case "\u{08}": write("\\b" as StaticString)
      case "\u{0C}": write("\\f" as StaticString)
      default:
        if scalar.value >= 0x20, scalar.value < 0x7F {
          append(UInt8(truncatingIfNeeded: scalar.value))
        } else if scalar.value < 0x20 || Escaping.isHidden(scalar) {
          for unit in String(scalar).utf16 { writeEscape(unit) }
        } else {
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
        }
      }
    }
  }

  private func writeEscape(_ unit: UInt16) {
    write("\\u" as StaticString)
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0x0F
      append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
    }
  }
}
