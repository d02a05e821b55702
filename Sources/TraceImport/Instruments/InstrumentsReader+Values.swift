/// Values of rows, one element after the other: for all that `readRows` leaves to the scanner.
extension InstrumentsReader {
  @inline(__always)
  func reference(_ name: ByteSpan, _ digits: ByteSpan, value: UInt64) {
    guard place == .row, !node.isPassedOver else { return }
    if depth == rowDepth {
      row.column += 1
      if node.isGuessing { return node.guess(name, UInt32(exactly: value).flatMap { elements[$0] }) }
      let cell = row.column < ExportNode.mostColumns ? node.cells[row.column] : RowCells.none
      if cell == RowCells.none { return }
      guard let id = UInt32(exactly: value), let value = elements[id] else {
        findings.danglingReferences += 1
        return
      }
      row.set(cell, value)
    } else if frames[depth].kind == .nodeName, frames[depth].value == nil, let id = UInt32(exactly: value),
      case .text(let text)? = elements[id]
    {
      frames[depth].value = .text(text)
    }
  }

  @inline(__always)
  private func decimal(_ digits: ByteSpan) -> UInt32? {
    guard digits.count <= 9 else { return digits.decimal.flatMap(UInt32.init(exactly:)) }
    var value: UInt32 = 0
    for index in 0..<digits.count { value = value &* 10 &+ UInt32(digits[index] & 0x0F) }
    return value
  }

  func startValue(_ tag: XMLTag) {
    var frame = Frame()
    var display: ByteSpan?
    var reference: ByteSpan?
    for attribute in tag.attributes {
      let name = attribute.name
      if name.count == 2, name[0] == UInt8(ascii: "i"), name[1] == UInt8(ascii: "d") {
        frame.id = decimal(attribute.value) ?? 0
      } else if name.count == 3, name[0] == UInt8(ascii: "f") {
        display = attribute.value
      } else if name.count == 3, name[0] == UInt8(ascii: "r") {
        reference = attribute.value
      }
    }
    let isCell = depth == rowDepth + 1
    var kind = ValueKind.none
    if isCell {
      row.column += 1
      if tag.key == sentinelKey, !node.isGuessing {
        frames[depth] = frame
        return
      }
      if !node.isGuessing, row.column < ExportNode.mostColumns {
        frame.cell = node.cells[row.column]
        kind = node.valueKinds[row.column]
      }
      if node.isGuessing { node.guess(tag.name, nil) }
    }
    if !node.isPassedOver, node.hasMap || node.isGuessing {
      if let reference {
        frame.value = decimal(reference).flatMap { elements[$0] }
        if frame.value == nil, frame.cell != RowCells.none { findings.danglingReferences += 1 }
        frame.id = 0
      } else {
        if kind == .none { kind = node.kinds[tag.key] }
        frame.kind = kind
        if let display { noteDisplay(display, of: tag, in: &frame) }
      }
    }
    frames[depth] = frame
  }

  @inline(__always)
  private func noteDisplay(_ display: ByteSpan, of tag: XMLTag, in frame: inout Frame) {
    switch frame.kind {
    case .none: break
    case .number: frame.fallback = FormattedNumber.value(display).map(ElementValue.number)
    case .text:
      // An empty string with an end tag is one.
      if tag.isEmpty || tag.key != stringKey { frame.fallback = .text(strings.intern(display)) }
    case .display: frame.value = .text(strings.intern(display))
    case .leaf:
      frame.value = .text(strings.intern(Self.leaf(of: display)))
    case .nodeName:
      frame.fallback = .text(strings.intern(NodeName.name(inDisplay: XMLText.string(display))))
    }
  }

  @inline(__always)
  func addText(_ text: ByteSpan, isRaw: Bool) {
    switch frames[depth].kind {
    case .number:
      guard frames[depth].isNumber else { return }
      var value: UInt64 = 0
      if case .number(let known)? = frames[depth].value { value = known }
      var isNumber = true
      var hasDigits = frames[depth].value != nil
      for index in 0..<text.count {
        let digit = text[index] &- 0x30
        guard digit <= 9 else {
          if text[index] <= 0x20 { continue }
          isNumber = false
          break
        }
        let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
        let (sum, carried) = tens.addingReportingOverflow(UInt64(digit))
        value = overflowed || carried ? .max : sum
        hasDigits = true
      }
      frames[depth].value = isNumber && hasDigits ? .number(value) : nil
      frames[depth].isNumber = isNumber
    case .text:
      if case .text(let first)? = frames[depth].value {
        frames[depth].value = .text(strings.intern(first, followedBy: text, isRaw: isRaw))
      } else {
        frames[depth].value = .text(strings.intern(text, isRaw: isRaw))
      }
    case .display, .leaf, .nodeName:
      // Hand-made exports put the value of a container into its text.
      if frames[depth].value == nil, text.trimmed.count > 0, text[0] != 0x0A {
        frames[depth].value = .text(strings.intern(text, isRaw: isRaw))
      }
    case .none: break
    }
  }

  func endValue() {
    var frame = frames[depth]
    if frame.value == nil { frame.value = frame.isNumber ? frame.fallback : .number(.max) }
    // An empty string is a value: `<string id="28" fmt=""></string>`.
    if frame.kind == .text, frame.value == nil { frame.value = .text(StringTable.empty) }
    if let value = frame.value {
      if frame.id != 0 {
        switch value {
        case .number(let number): elements.define(frame.id, number: number)
        case .text(let text): elements.define(frame.id, text: text)
        }
      }
      if frame.cell != RowCells.none {
        row.set(frame.cell, value, id: frame.id)
      } else if node.isGuessing, depth == rowDepth + 1 {
        node.guess(value)
      } else if depth > rowDepth + 1, frame.kind == .text || frame.kind == .none, frames[depth - 1].kind == .nodeName,
        frames[depth - 1].value == nil, case .text = value
      {
        frames[depth - 1].value = value
      }
    }
  }
}
