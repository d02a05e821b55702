/// Writes values as JSON as it meets them: keys sorted, two-space indent, invisible characters as `\u202E`.
///
/// Beside Foundation's encoder, which first builds a tree of the whole document, because reports on large inputs are
/// tens of megabytes long: the elements of a `JSONList` are passed on one by one.
struct JSONTextEncoder {
  /// Writes the document, with a line end behind it.
  static func write(_ value: some Encodable, to sink: TextSink) throws {
    let output = JSONOutput(sink)
    try output.write(value, depth: 0)
    output.bytes.append(0x0A)
    try output.passOn(atLeast: 1)
  }

  /// The document as a text.
  static func text(of value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    try write(value, to: TextSink { bytes += $0 })
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A list that is made element by element while it is written, and not kept.
///
/// It stands in the outermost object only, whose members have to come in order: what was passed on cannot be moved.
struct JSONList<Element: Encodable>: Encodable {
  private let enumerate: ((Element) throws -> Void) throws -> Void

  init<Source: Sequence>(_ source: Source, _ element: @escaping (Source.Element) -> Element) {
    enumerate = { body in
      for item in source { try body(element(item)) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let output = (encoder as? JSONLevel)?.output
    try enumerate {
      try container.encode($0)
      try output?.passOn(atLeast: 1 << 16)
    }
  }
}

/// An object that writes its members itself, in the order of their names: reports have tens of thousands of small ones,
/// and finding out what each consists of takes longer than writing it.
protocol JSONRow: Codable {
  func write(_ members: inout JSONMembers)
}

/// A list of such objects.
struct JSONRows<Row: JSONRow>: Codable {
  var rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  init(from decoder: any Decoder) throws { rows = try decoder.singleValueContainer().decode([Row].self) }

  func encode(to encoder: any Encoder) throws {
    guard let level = encoder as? JSONLevel else {
      var container = encoder.singleValueContainer()
      return try container.encode(rows)
    }
    _ = level.unkeyedContainer()
    for row in rows {
      level.beginElement()
      var members = JSONMembers(level)
      row.write(&members)
      members.end()
    }
  }
}

/// Writes the members of a `JSONRow`.
struct JSONMembers {
  private let output: JSONOutput
  private let depth: Int
  private var isFirst = true

  /// For an element of the array that the level is.
  fileprivate init(_ level: JSONLevel) { self.init(level.output, depth: level.depth + 2) }

  private init(_ output: JSONOutput, depth: Int) {
    self.output = output
    self.depth = depth
    output.bytes.append(0x7B)
  }

  mutating func add(_ key: StaticString, _ value: String) {
    begin(key)
    output.write(value)
  }

  mutating func add(_ key: StaticString, _ value: Int) {
    begin(key)
    output.writeNumber(value)
  }

  mutating func add(_ key: StaticString, _ value: Bool) {
    begin(key)
    output.write(value)
  }

  /// - Parameter value: `null` where there is none.
  mutating func add(_ key: StaticString, _ value: String?) {
    begin(key)
    if let value { output.write(value) } else { output.writeNull() }
  }

  /// - Parameter row: `null` where there is none.
  mutating func add(_ key: StaticString, _ row: (some JSONRow)?) {
    begin(key)
    guard let row else { return output.writeNull() }
    var members = JSONMembers(output, depth: depth + 1)
    row.write(&members)
    members.end()
  }

  private mutating func begin(_ key: StaticString) {
    if !isFirst { output.bytes.append(0x2C) }
    isFirst = false
    output.beginLine(depth: depth)
    output.bytes.append(0x22)
    output.write(key)
    output.write("\" : " as StaticString)
  }

  fileprivate func end() {
    output.beginLine(depth: depth - 1)
    output.bytes.append(0x7D)
  }
}

/// The text so far, apart from what was passed on.
///
/// A class, because the containers of all levels write to the one text.
private final class JSONOutput {
  // Checked accesses would be a quarter of writing; nobody but the one thread that writes has it.
  @exclusivity(unchecked) var bytes: [UInt8] = []
  /// How many bytes were passed on.
  private(set) var passedCount = 0
  private let sink: TextSink

  init(_ sink: TextSink) { self.sink = sink }

  /// Passes the text on, if there is enough of it.
  func passOn(atLeast least: Int) throws {
    guard bytes.count >= least else { return }
    try sink.write(bytes)
    passedCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
  /// The members so far of all objects that are open, the innermost last.
  @exclusivity(unchecked) var members: [(key: String, start: Int)] = []

  func write<Value: Encodable>(_ value: Value, depth: Int) throws {
    // Types are compared first, because casting every value would take longer than writing it.
    if Value.self == String.self, let text = value as? String { return write(text) }
    if Value.self == Int.self, let number = value as? Int { return writeNumber(number) }
    let level = JSONLevel(self, depth: depth)
    try value.encode(to: level)
    level.end()
  }

  func writeNumber(_ number: some CustomStringConvertible) { bytes += number.description.utf8 }

  func writeNumber(_ number: Int) {
    guard number >= 0 else { return bytes.append(contentsOf: number.description.utf8) }
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var (first, last) = (start, bytes.count - 1)
    while first < last {
      bytes.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  func write(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func write(_ flag: Bool) {
    let text: StaticString = flag ? "true" : "false"
    write(text)
  }

  func writeNull() { write("null" as StaticString) }

  func beginLine(depth: Int) {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  func write(_ text: String) {
    bytes.append(0x22)
    // Nearly every name is plain; a byte at a time would be most of the work.
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isPlain { writeEscaped(text) }
    bytes.append(0x22)
  }

  private func writeEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += [0x5C, 0x22]
      case "\\": bytes += [0x5C, 0x5C]
      case "\n": bytes += [0x5C, UInt8(ascii: "n")]
      case "\r": bytes += [0x5C, UInt8(ascii: "r")]
      case "\t": bytes += [0x5C, UInt8(ascii: "t")]
      case "\u{08}": bytes += [0x5C, UInt8(ascii: "b")]
      case "\u{0C}": bytes += [0x5C, UInt8(ascii: "f")]
      default:
        if scalar.value >= 0x20, scalar.value < 0x7F {
          bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else if scalar.value < 0x20 || Escaping.isHidden(scalar) {
          for unit in String(scalar).utf16 { writeEscape(unit) }
        } else {
          bytes += Array(String(scalar).utf8)
        }
      }
    }
  }

  private func writeEscape(_ unit: UInt16) {
    bytes += [0x5C, UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0x0F
      bytes.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
    }
  }
}

/// One value of the document: an object or array with what is in it, or something single.
private final class JSONLevel: Encoder {
  private enum Kind {
    case single, object, array
  }

  let output: JSONOutput
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var kind = Kind.single
  /// Where its members begin in `JSONOutput.members`.
  private let firstMember: Int
  private(set) var count = 0

  init(_ output: JSONOutput, depth: Int) {
    self.output = output
    self.depth = depth
    firstMember = output.members.count
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object, 0x7B)
    return KeyedEncodingContainer(JSONObject<Key>(level: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array, 0x5B)
    return JSONArray(level: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingle(level: self) }

  private func begin(_ kind: Kind, _ bracket: UInt8) {
    precondition(self.kind == .single, "bug: two containers for one value")
    self.kind = kind
    output.bytes.append(bracket)
  }

  func beginMember(_ key: String) {
    if output.members.count > firstMember { output.bytes.append(0x2C) }
    output.members.append((key, output.passedCount + output.bytes.count))
    output.beginLine(depth: depth + 1)
    output.write(key)
    output.bytes += [0x20, 0x3A, 0x20]
  }

  func beginElement() {
    if count > 0 { output.bytes.append(0x2C) }
    count += 1
    output.beginLine(depth: depth + 1)
  }

  func end() {
    switch kind {
    case .single: return
    case .object:
      sortMembers()
      // As Foundation writes it: what is empty has an empty line.
      if output.members.count == firstMember { output.bytes.append(0x0A) }
      output.members.removeSubrange(firstMember...)
      output.beginLine(depth: depth)
      output.bytes.append(0x7D)
    case .array:
      if count == 0 { output.bytes.append(0x0A) }
      output.beginLine(depth: depth)
      output.bytes.append(0x5D)
    }
  }

  /// Moves the members to their places; nothing is moved when they came in order.
  private func sortMembers() {
    let members = output.members[firstMember...]
    let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.key < $1.key }
    guard !isSorted, let first = members.first else { return }
    let passed = output.passedCount
    precondition(first.start >= passed, "bug: members of the outermost object are out of order")
    let ends = members.dropFirst().map { $0.start - 1 } + [passed + output.bytes.count]
    var sorted: [UInt8] = []
    sorted.reserveCapacity(output.bytes.count - first.start)
    for (member, end) in zip(members, ends).sorted(by: { $0.0.key < $1.0.key }) {
      if !sorted.isEmpty { sorted.append(0x2C) }
      sorted += output.bytes[member.start - passed..<end - passed]
    }
    output.bytes.replaceSubrange((first.start - passed)..., with: sorted)
  }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let level: JSONLevel
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    level.beginMember(key.stringValue)
    level.output.writeNull()
  }

  func encode(_ value: String, forKey key: Key) {
    level.beginMember(key.stringValue)
    level.output.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    level.beginMember(key.stringValue)
    level.output.writeNumber(value)
  }

  func encode(_ value: Bool, forKey key: Key) {
    level.beginMember(key.stringValue)
    level.output.write(value)
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    level.beginMember(key.stringValue)
    try level.output.write(value, depth: level.depth + 1)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    preconditionFailure("bug: reports have no nested containers")
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("bug: reports have no nested containers")
  }

  func superEncoder() -> any Encoder { preconditionFailure("bug: reports have no superclasses") }

  func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("bug: reports have no superclasses") }
}

private struct JSONArray: UnkeyedEncodingContainer {
  let level: JSONLevel
  var codingPath: [any CodingKey] { [] }
  var count: Int { level.count }

  func encodeNil() {
    level.beginElement()
    level.output.writeNull()
  }

  func encode(_ value: some Encodable) throws {
    level.beginElement()
    try level.output.write(value, depth: level.depth + 1)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    preconditionFailure("bug: reports have no nested containers")
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("bug: reports have no nested containers")
  }

  func superEncoder() -> any Encoder { preconditionFailure("bug: reports have no superclasses") }
}

private struct JSONSingle: SingleValueEncodingContainer {
  let level: JSONLevel
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { level.output.writeNull() }
  func encode(_ value: Bool) { level.output.write(value) }
  func encode(_ value: String) { level.output.write(value) }
  func encode(_ value: Double) throws { try encodeFinite(value) }
  func encode(_ value: Float) throws { try encodeFinite(Double(value)) }
  func encode(_ value: Int) { level.output.writeNumber(value) }
  func encode(_ value: Int8) { level.output.writeNumber(value) }
  func encode(_ value: Int16) { level.output.writeNumber(value) }
  func encode(_ value: Int32) { level.output.writeNumber(value) }
  func encode(_ value: Int64) { level.output.writeNumber(value) }
  func encode(_ value: UInt) { level.output.writeNumber(value) }
  func encode(_ value: UInt8) { level.output.writeNumber(value) }
  func encode(_ value: UInt16) { level.output.writeNumber(value) }
  func encode(_ value: UInt32) { level.output.writeNumber(value) }
  func encode(_ value: UInt64) { level.output.writeNumber(value) }
  func encode(_ value: some Encodable) throws { try level.output.write(value, depth: level.depth) }

  private func encodeFinite(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no such number"))
    }
    level.output.writeNumber(value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)")
  }
}
