internal import SourceAnalysis
internal import TraceImport

/// What a fix changes in the dependency graph. Views are indices into the names of the trace.
enum Effect: Hashable, Sendable {
  /// These causes no longer evaluate the views, or only in a share of the cases.
  case ignoring(views: Set<Int>, causes: Set<Cause>, remaining: Double)
  /// The views keep the objects that they hold: these causes no longer come with a new value of the view.
  case keepingObjects(views: Set<Int>, causes: Set<Cause>)
  /// These causes evaluate the views only in updates in which one of the witnesses was evaluated, which shows that the value
  /// differed.
  case following(views: Set<Int>, causes: Set<Cause>, witnesses: Set<Int>)
  /// The views are evaluated with their maker only when a value they are given changed.
  ///
  /// - `within`: The view that makes them in the way that is mended; `nil` for all.
  case comparing(views: Set<Int>, within: TypeID? = nil)
  /// The views get the values they read instead of what holds them, and are evaluated when one of these changed.
  case narrowing(views: Set<Int>, trust: Trust)
  /// The state moves into the child: its owner is no longer evaluated for it, and one child is.
  case owning(views: Set<Int>, causes: Set<Cause>, owners: Set<Int>)
  /// The views are evaluated for it no longer, and these children as before: others run the part of the body that makes them.
  case leaving(views: Set<Int>, causes: Set<Cause>, children: Set<Int>)
  /// The part of the body that reads the value becomes a view of its own, with the helpers that it calls.
  case extracting(views: Set<Int>, causes: Set<Cause>, part: [Code])
  /// Parts of the body become views of their own, evaluated only for what they read.
  case sectioning(views: Set<Int>, sections: [Section])
  /// A change evaluates the rows it is about, one or two, not all.
  case fewPerChange(views: Set<Int>, causes: Set<Cause>, rows: Int)
  /// Views that were thrown away and built anew stay.
  ///
  /// - `within`: The view that builds them in the way that is mended; `nil` for all.
  case keepingIdentity(views: Set<Int>, within: TypeID? = nil)
  /// No clock around the views evaluates them any more, only who makes them; what is left are evaluations that came more
  /// often than the clock ticks.
  case leavingClock(views: Set<Int>, remaining: Double)
  /// Rows are evaluated for their own element alone, and no longer for these of their inputs.
  case keepingToElements(views: Set<Int>, without: PropertySet)

  /// What of a struct is taken to have changed where nothing says which of its members did.
  enum Trust: Hashable, Sendable {
    /// What differed for others; where no other shows any, one member is as likely as the next.
    case likelihood
    /// What differed for others; where no other shows any, this share of the changes is of members that the view reads.
    case share(Double)
    /// What differed for others, and otherwise all of it is expected to; that it was one member alone is possible.
    case others
    /// All of it.
    case nobody
  }

  struct Section: Hashable, Sendable {
    var code: Code
    /// What the section reads of its view's properties.
    var reads: PropertySet
  }

  /// A few numbers of it: lists of effects are looked up again and again, and to hash all views and causes of each would cost more than
  /// to compare those few that share these numbers.
  func hash(into hasher: inout Hasher) {
    // Sums do not depend on the order of a set.
    var (sum, squares) = (0, 0)
    for view in views {
      sum &+= view
      squares &+= view &* view
    }
    hasher.combine(sum)
    hasher.combine(squares)
    hasher.combine(causes.count)
    switch self {
    case .ignoring(_, _, let remaining), .leavingClock(_, let remaining): hasher.combine(remaining)
    case .comparing(_, let within), .keepingIdentity(_, let within): hasher.combine(within)
    case .narrowing(_, let trust): hasher.combine(trust)
    case .extracting(_, _, let part): hasher.combine(part)
    case .sectioning(_, let sections): hasher.combine(sections)
    case .fewPerChange(_, _, let rows): hasher.combine(rows)
    case .keepingToElements(_, let without): hasher.combine(without)
    case .keepingObjects, .following, .owning, .leaving: break
    }
  }

  /// The causes of the views' own that it changes.
  var causes: Set<Cause> {
    switch self {
    case .ignoring(_, let causes, _), .keepingObjects(_, let causes), .following(_, let causes, _),
      .owning(_, let causes, _), .leaving(_, let causes, _), .extracting(_, let causes, _),
      .fewPerChange(_, let causes, _):
      causes
    case .comparing, .narrowing, .sectioning, .keepingIdentity, .keepingToElements, .leavingClock: []
    }
  }

  /// The views whose updates it changes first of all.
  var views: Set<Int> {
    switch self {
    case .ignoring(let views, _, _), .following(let views, _, _), .comparing(let views, _), .narrowing(let views, _),
      .owning(let views, _, _), .leaving(let views, _, _),
      .extracting(let views, _, _),
      .sectioning(let views, _), .fewPerChange(let views, _, _), .keepingIdentity(let views, _),
      .keepingToElements(let views, _), .keepingObjects(let views, _), .leavingClock(let views, _):
      views
    }
  }
}

/// Effects to look up: hashed by how many they are and those at both ends, since to hash hundreds again and again would cost more than to
/// compare those few lists that are alike there.
struct EffectList: Hashable, Sendable {
  let effects: [Effect]

  init(_ effects: [Effect]) { self.effects = effects }

  func hash(into hasher: inout Hasher) {
    hasher.combine(effects.count)
    hasher.combine(effects.first)
    hasher.combine(effects.last)
  }

  /// Whether the causes that they are about evaluate the views as often as before.
  var leavesAll: Bool {
    effects.allSatisfy { if case .ignoring(_, _, remaining: 1) = $0 { true } else { false } }
  }

  /// Whether they ignore the same causes of the same views as others, however many of each.
  func concernsTheSame(as others: [Effect]) -> Bool {
    effects.count == others.count
      && zip(effects, others).allSatisfy { pair in
        guard case (.ignoring(let views, let causes, _), .ignoring(let others, let sameCauses, _)) = pair else {
          return false
        }
        return views == others && causes == sameCauses
      }
  }
}
