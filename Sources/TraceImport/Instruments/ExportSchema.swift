/// The columns of a node as its `<schema>` names them: `<col><mnemonic>id</mnemonic>…<engineering-type>uint32</…></col>`.
struct ExportSchema {
  private enum Part { case mnemonic, type }

  var name = ""
  private(set) var mnemonics: [String] = []
  /// As many as mnemonics, empty where none is given.
  private(set) var types: [String] = []
  private var part: Part?
  private var text = ""

  init(name: String = "") { self.name = name }

  mutating func startElement(_ key: UInt64) {
    part = key == TagName.mnemonic ? .mnemonic : key == TagName.engineeringType ? .type : nil
    text = ""
  }

  mutating func add(_ piece: ByteSpan, isRaw: Bool) {
    if part != nil { text += XMLText.string(piece, isRaw: isRaw) }
  }

  mutating func endElement() {
    switch part {
    case nil: break
    case .mnemonic:
      mnemonics.append(text)
      types.append("")
    case .type:
      if !types.isEmpty { types[types.count - 1] = text }
    }
    part = nil
  }
}
