internal import Vocabulary

/// Words: what they declare, name and do.
extension SkimScanner {
  mutating func word() {
    let start = index
    var hash = Fingerprint.seed
    while index < bytes.count, Words.isNameByte(bytes[index]) {
      hash = Fingerprint.step(hash, bytes[index])
      index += 1
    }
    name(hash, from: start, isKeyword: true)
  }

  /// The word in backticks is a name and no keyword.
  mutating func quotedName() {
    let start = index + 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count
    index = min(bytes.count, end + 1)
    name(Fingerprint.hash(UnsafeBufferPointer(rebasing: bytes[start..<end])), from: start, isKeyword: false)
  }

  private mutating func note(_ hash: UInt64) {
    if SkimWord.expensiveCalls.contains(hash) { isTelling = true }
    guard !units.isEmpty else { return }
    if SkimWord.clocks.contains(hash) { units[units.count - 1].holdsClock = true }
    if SkimWord.changeLoggers.contains(hash) {
      isTelling = true
      markRelevant()
    }
  }

  mutating func name(_ hash: UInt64, from start: Int, isKeyword: Bool) {
    let isMember = previous == UInt8(ascii: ".")
    let isVariable = lastKeyword == SkimWord.variable || lastKeyword == SkimWord.constant
    chain.add(hash, isMember: isMember, isDeclared: isVariable)
    if chain.isInOut == .now { assign() }
    if isMember, body != nil, SkimWord.shared.contains(hash) { sharedObject() }
    if isMember, SkimWord.mutating.contains(hash), isCalled() { assign() }
    if body != nil {
      if !isLabel(next()) { calls.append(hash) }
    } else if !isMember, isVariable || lastKeyword == SkimWord.function {
      member = hash
    }
    label(hash)
    if SkimWord.noted.contains(hash) { note(hash) }
    if body != nil {
      if isKeyword, SkimWord.loops.contains(hash) { loops = true }
      // `append(piece, to: &pieces)`
      if isMember && SkimWord.adding.contains(hash) || chain.isInOut == .now { adds = true }
    }
    let isAttribute = previous == UInt8(ascii: "@")
    let before = previous
    previous = bytes[start]
    let isName =
      Words.isTypeInitial(bytes[start]) || isDeclaringType && !(isKeyword && SkimWord.declaring.contains(hash))
    if isName { return typeName(hash, isAttribute: isAttribute) }
    isDeclaringType = false
    guard isKeyword, before != UInt8(ascii: "."), !isInterpolating else { return }
    if lastKeyword == SkimWord.variable, hash == SkimWord.body || hash == SkimWord.id {
      if hash == SkimWord.body { markInterest() } else if body == nil { isID = true }
    } else if lastKeyword == SkimWord.function, SkimWord.evaluated.contains(hash) {
      markInterest()
    }
    lastKeyword = hash
    if body == nil { keyword(hash) }
  }

  mutating func typeName(_ hash: UInt64, isAttribute: Bool) {
    words.append(hash)
    lastKeyword = 0
    constructed = (index, hash)
    if isDeclaringType {
      declaredNames.append(hash)
      declaredType = hash
      if brackets.isEmpty {
        units[units.count - 1].ownNames += 1
        if ends(index, with: "_Previews") { units[units.count - 1].kind = .preview }
      }
      // `extension Outer.Inner` names both.
      isDeclaringType = byte(index) == UInt8(ascii: ".")
    } else if isClass, body == nil, pending == .type, let name = declaredType {
      subclasses.append(.init(name: name, parent: hash))
    }
    if SkimWord.interesting.contains(hash) { interestingName(hash, isAttribute: isAttribute) }
    if body == nil, pending != .function, pending != .initializer, !isParameter { references.append(hash) }
  }

  /// `Store.shared` in a method: what it holds is asked as if it were a property.
  private mutating func sharedObject() {
    if chain.written.count == 2, chain.written[0] == constructed.hash { references.append(constructed.hash) }
  }

  private mutating func interestingName(_ hash: UInt64, isAttribute: Bool) {
    if hash == SkimWord.manifest, brackets.isEmpty { isWhole = true }
    if SkimWord.identifiers.contains(hash), isID, body != nil { markRelevant() }
    if isAttribute, SkimWord.models.contains(hash) {
      isModelNext = true
      markAttributed()
    } else if SkimWord.observedObjects.contains(hash) {
      if pending == .type { isModelNext = true }
      markRelevant()
    } else if SkimWord.relevant.contains(hash) {
      if isAttribute { markAttributed() } else { markRelevant() }
    } else if SkimWord.expensive.contains(hash) {
      hasExpensiveObject = true
    }
  }

  /// Whether brackets of a signature are open.
  var isParameter: Bool {
    brackets.contains { $0.pending == .function || $0.pending == .initializer }
  }

  /// The innermost type has a body, or is a model.
  mutating func markInterest() {
    markRelevant()
    guard !types.isEmpty, !types[types.count - 1].isOfInterest else { return }
    types[types.count - 1].isOfInterest = true
    interest.append(types[types.count - 1].name)
  }

  mutating func keyword(_ hash: UInt64) {
    // Parameters, arguments and elements declare nothing.
    if let last = brackets.last, last.byte != UInt8(ascii: "{") { return }
    if brackets.last?.holdsAccessors == true, SkimWord.accessors.contains(hash) {
      pending = .accessor
      return
    }
    if hash == SkimWord.typeMember { isStaticNext = true }
    guard SkimWord.declaring.contains(hash) else { return }
    isID = false
    isStatic = isStaticNext
    isStaticNext = false
    if SkimWord.types.contains(hash) { return typeKeyword(hash) }
    if brackets.isEmpty { begin(.other) }
    switch hash {
    case SkimWord.function, SkimWord.deinitializer:
      pending = .function
      isEquality = next() == UInt8(ascii: "=")
    case SkimWord.initializer: pending = .initializer
    case SkimWord.variable, SkimWord.subscripting: pending = .variable
    default: pending = .nothing
    }
  }

  mutating func typeKeyword(_ hash: UInt64) {
    // `protocol A: class` declares one type, and a variable may be called `actor`.
    let isInherited = pending == .type && declaredType != nil
    guard !isInherited, Words.isNameByte(next()) || next() == UInt8(ascii: "`") else { return }
    if brackets.isEmpty {
      begin(hash == SkimWord.extending ? .typeExtension : .type)
      units[units.count - 1].isReference = SkimWord.references.contains(hash)
    }
    isDeclaringType = true
    isClass = SkimWord.references.contains(hash)
    declaredType = nil
    pending = hash == SkimWord.alias ? .nothing : .type
  }

  // MARK: - What is done with other types

  /// `title:` in the parentheses of a construction.
  mutating func label(_ hash: UInt64) {
    guard let bracket = brackets.last, bracket.constructed != 0, isLabel(next()) else { return }
    mentions.constructions.insert(Words.pair(bracket.constructed, hash))
  }

  /// Whether the word between the last byte and this one is the label of an argument.
  func isLabel(_ next: UInt8) -> Bool {
    next == UInt8(ascii: ":") && (previous == UInt8(ascii: "(") || previous == UInt8(ascii: ","))
  }

  /// The next byte that is no space; what is behind a comment does not count.
  func next() -> UInt8 {
    var position = index
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    return byte(position)
  }

  func isCalled() -> Bool {
    let next = next()
    return next == UInt8(ascii: "(") || next == UInt8(ascii: "{")
  }

  mutating func equals() {
    let isComparison =
      byte(index + 1) == UInt8(ascii: "=") || index > 0 && "=!<>".utf8.contains(bytes[index - 1])
    if isComparison { return }
    assign()
    let isCompound = index > 0 && "+-*/%&|^".utf8.contains(bytes[index - 1])
    if !isCompound, Words.isNameByte(previous), let last = chain.members.last {
      mentions.replacedMembers.insert(last)
    }
    // `var x = …` has no body of its own.
    if pending == .variable { pending = .nothing }
  }

  mutating func assign() {
    mentions.assignedMembers.insert(contentsOf: chain.members)
    if body?.isInitializer != true { mentions.writtenNames.insert(contentsOf: chain.written) }
  }
}
