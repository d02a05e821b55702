/// Which files of an app have to be parsed, and which parts of them, so that no finding is missed.
///
/// A declaration matters by itself when it holds a view, a model, an environment key or an expensive object: it is read
/// whole. Any other matters only when one that is read names it, and then for what it declares: its inheritance, its
/// properties, the signatures of its functions. What such code does with views and models, `Skim` has noted.
package struct ReadingPlan: Sendable {
  package enum Step: Sendable {
    /// Nothing in the file is of interest but what it mentions.
    case skip
    /// Parse the file without these ranges.
    case read(cutting: [Range<Int>])
  }

  /// One for each skim.
  package private(set) var steps: [Step] = []
  /// What the files do that are not read whole.
  package private(set) var mentions: [Mentions] = []

  /// Names of views and models.
  private var interest = WordSet()
  /// Of these, the ones that an extension makes a view or a model; the type may be declared in another.
  private var extended = WordSet()
  /// Names that what is read resolves.
  private var names = WordSet()
  /// Names in the types of the properties of views and models: a view may read their computed properties.
  private var readTypes = WordSet()

  package init(_ skims: [Skim]) {
    for skim in skims {
      interest.insert(contentsOf: skim.isCertain ? skim.interest : skim.declaredNames)
      for unit in skim.units where unit.kind == .typeExtension && !unit.interest.isEmpty {
        extended.insert(contentsOf: skim.declaredNames[unit.declaredNames.prefix(unit.ownNames)])
      }
    }
    addSubclasses(skims)
    let isWhole = skims.map { skim in skim.units.map { isReadWhole($0, of: skim) } }
    var isNeeded = isWhole
    for (skim, whole) in zip(skims, isWhole) {
      // The mocks of previews would pull in half of an app.
      for (unit, isWhole) in zip(skim.units, whole) where isWhole && unit.kind != .preview {
        readTypes.insert(contentsOf: skim.references[unit.references])
        // Methods of classes build no views; what they name is of no interest.
        names.insert(contentsOf: unit.isReference ? skim.references[unit.references] : skim.words[unit.words])
      }
    }
    // What is named may name more.
    var waiting = skims.indices.flatMap { file in
      skims[file].units.indices.filter { !isNeeded[file][$0] && !skims[file].units[$0].declaredNames.isEmpty }.map {
        (file: file, unit: $0)
      }
    }
    while true {
      var rest: [(file: Int, unit: Int)] = []
      for (file, unit) in waiting {
        let skim = skims[file]
        guard names.containsAny(of: skim.declaredNames[skim.units[unit].declaredNames]) else {
          rest.append((file, unit))
          continue
        }
        isNeeded[file][unit] = true
        names.insert(contentsOf: skim.references[skim.units[unit].references])
      }
      if rest.count == waiting.count { break }
      waiting = rest
    }
    for file in skims.indices {
      add(skims[file], isWhole: isWhole[file], isNeeded: isNeeded[file])
    }
  }

  /// What inherits from a model is one, and writes what it inherited.
  private mutating func addSubclasses(_ skims: [Skim]) {
    var waiting = skims.flatMap(\.subclasses)
    while true {
      let found = waiting.filter { interest.contains($0.parent) }
      if found.isEmpty { return }
      interest.insert(contentsOf: found.map(\.name))
      waiting.removeAll { interest.contains($0.parent) }
    }
  }

  private func isReadWhole(_ unit: Skim.Unit, of skim: Skim) -> Bool {
    skim.isWhole || !skim.isCertain || unit.isRelevant
      || interest.containsAny(of: skim.declaredNames[unit.declaredNames.prefix(unit.ownNames)])
      || extended.containsAny(of: skim.declaredNames[unit.declaredNames])
      || skim.subclasses[unit.subclasses].contains { interest.contains($0.parent) }
  }

  private mutating func add(_ skim: Skim, isWhole: [Bool], isNeeded: [Bool]) {
    var cuts: [Range<Int>] = []
    var skimmed: [Skim.Body] = []
    let isRead = isNeeded.contains(true)
    for (index, unit) in skim.units.enumerated() where !isWhole[index] {
      if !isRead {
        skimmed += skim.bodies[unit.bodies]
      } else if let members = unit.members, !isNeeded[index] {
        cuts.append(members)
        skimmed += skim.bodies[unit.bodies]
      } else if !unit.holdsClock {
        let bodies = bodies(of: unit, in: skim)
        cuts += bodies.map(\.range)
        skimmed += bodies
      }
    }
    cuts.removeAll(where: \.isEmpty)
    steps.append(isRead ? .read(cutting: cuts) : .skip)
    if isRead && cuts.isEmpty { return }
    var mentions = skim.mentions
    var uses: [UInt64: Int] = [:]
    for word in skim.words where interest.contains(word) { mentions.names.insert(word) }
    // What only previews build, the app does not use.
    for unit in skim.units where unit.kind != .preview {
      for word in skim.words[unit.words] where interest.contains(word) { uses[word, default: 0] += 1 }
    }
    for word in skim.declaredNames { uses[word, default: 0] -= 1 }
    for (word, count) in uses where count > 0 { mentions.usedNames.insert(word) }
    mentions.namesAppDelegate = skim.words.contains(where: SkimWord.appDelegates.contains)
    mentions.bodies = skimmed.lazy.filter { !$0.calls.isEmpty }.map { ($0.name, Array(skim.calls[$0.calls])) }
    self.mentions.append(mentions)
  }

  /// Bodies that no rule asks for; of types that views hold the getters stay.
  private func bodies(of unit: Skim.Unit, in skim: Skim) -> [Skim.Body] {
    // What a function around a view does with it decides which identity the view has.
    if unit.kind == .typeExtension, skim.declaredNames[unit.declaredNames].first.map(SkimWord.views.contains) == true {
      return []
    }
    let keepsGetters = readTypes.containsAny(of: skim.declaredNames[unit.declaredNames])
    let telling = tellingBodies(of: unit, in: skim)
    return skim.bodies[unit.bodies].filter {
      !($0.isTelling || telling.contains($0.name) || $0.isGetter && keepsGetters)
    }
  }

  /// How many calls lie between a member that is asked for and the one that does the work.
  private static let longestChain = 2

  /// The names of bodies that hold what rules look for, and of those in the same declaration that run them: `exists(_:)` in front of
  /// `matching(_:)`.
  private func tellingBodies(of unit: Skim.Unit, in skim: Skim) -> WordSet {
    var telling = WordSet()
    telling.insert(contentsOf: skim.bodies[unit.bodies].lazy.filter(\.isTelling).map(\.name))
    if telling.count == 0 { return telling }
    for _ in 0..<Self.longestChain {
      let callers = skim.bodies[unit.bodies].filter { body in
        !telling.contains(body.name) && telling.containsAny(of: skim.calls[body.calls])
      }
      if callers.isEmpty { break }
      telling.insert(contentsOf: callers.map(\.name))
    }
    return telling
  }
}
