package import TraceAnalysis

/// What sources add to a report on traces: which declaration a view is, what it could have avoided, and what to change.
package struct SourceReport: Sendable, Hashable {
  package typealias Location = ReportedFinding.Location

  /// A view of the trace and the declaration that it is.
  package struct View: Sendable, Hashable {
    package var location: Location
    package var endLocation: Location?
    /// The evaluations that nothing is known to save: first appearances, and updates that are needed or about which too little
    /// is known.
    package var floor = 0
    /// What the body reads on evaluation, in source order.
    package var reads: [Read] = []
    /// The declaration's lines; `nil` when it is too long to show.
    package var excerpt: Excerpt?
    /// What the open updates may come from, the likeliest first.
    package var candidates: [Candidate] = []
    /// What to log to settle what the trace leaves open; `nil` when nothing is open, or nothing settles it.
    package var instrumentation: Instrumentation?
    /// Whether it is a row that prints the same line when it scrolls into view as when it is updated.
    package var isSilentRow = false

    package init(location: Location, endLocation: Location? = nil) {
      self.location = location
      self.endLocation = endLocation
    }
  }

  /// A view whose body is to log its changes.
  package struct Instrumentation: Sendable, Hashable {
    /// As the source names it, with the types around it.
    package var view: String
    /// Where its body begins.
    package var location: Location

    package init(view: String, location: Location) {
      self.view = view
      self.location = location
    }
  }

  /// What updates were worth: each lies in one of four classes.
  package struct Worth: Sendable, Hashable {
    /// Something that the body reads had changed.
    package var needed = 0
    /// Nothing that the body reads had changed, as the sources prove.
    package var avoidable = 0
    /// The evidence, but no proof, says that they could have been avoided, or a fix would save them.
    package var likelyAvoidable = 0
    package var unknown = 0
    /// Evaluations of views thrown away and built anew that a fix would save; no updates.
    package var avoidableRecreations = 0

    package init(
      needed: Int = 0, avoidable: Int = 0, likelyAvoidable: Int = 0, unknown: Int = 0, avoidableRecreations: Int = 0
    ) {
      self.needed = needed
      self.avoidable = avoidable
      self.likelyAvoidable = likelyAvoidable
      self.unknown = unknown
      self.avoidableRecreations = avoidableRecreations
    }
  }

  /// A value that may have changed.
  package struct Candidate: Sendable, Hashable {
    package var name: String
    /// Of the open updates, in percent.
    package var percent: Int

    /// What it has to have to be named: guesses among many values tell nothing.
    static let leastPercent = 10

    /// Whether it is a value, and not in words that nobody knows one.
    var isNamed: Bool { !name.contains(" ") }

    package init(name: String, percent: Int) {
      self.name = name
      self.percent = percent
    }
  }

  /// A value that a body reads while it is evaluated.
  package struct Read: Sendable, Hashable {
    /// As the source says it: `count`, `model.title`.
    package var name: String
    package var location: Location
    /// The updates of the view that this value caused; 0 when it never did, or when the trace does not name it.
    package var updates: Int
    /// Whether it is an argument: a trace says `@self` for all of them alike, and a finding may tell which it was.
    package var isArgument = false

    package init(name: String, location: Location, updates: Int) {
      self.name = name
      self.location = location
      self.updates = updates
    }
  }

  /// Lines of a source file.
  package struct Excerpt: Sendable, Hashable {
    /// 1-based.
    package var firstLine: Int
    package var lines: [String]

    package init(firstLine: Int, lines: [String]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// A name of the trace that several declarations answer to.
  package struct Ambiguity: Sendable, Hashable {
    package var view: String
    package var locations: [Location]

    package init(view: String, locations: [Location]) {
      self.view = view
      self.locations = locations
    }
  }

  /// A view of the sources.
  package struct Declaration: Sendable, Hashable {
    package var view: String
    package var location: Location

    package init(view: String, location: Location) {
      self.view = view
      self.location = location
    }
  }

  /// The best few fixes together, and what they leave.
  package struct FixSet: Sendable, Hashable {
    /// Of the findings, in the order to apply them.
    package var fingerprints: [String]
    /// Ids of the changes that these are, in the same order; empty where nobody says.
    package var changes: [String] = []
    package var updatesBefore: Int
    /// Fixes that overlap are counted once.
    package var updatesAfter: Int
    /// The least and the most that is left; `nil` where the prediction does not rest on inference.
    package var range: ClosedRange<Int>?

    package init(fingerprints: [String], updatesBefore: Int, updatesAfter: Int, range: ClosedRange<Int>? = nil) {
      self.fingerprints = fingerprints
      self.updatesBefore = updatesBefore
      self.updatesAfter = updatesAfter
      self.range = range
    }
  }

  /// Properties that a trace tells of a view and that its declaration does not have.
  package struct MissingProperties: Sendable, Hashable {
    package var view: String
    package var names: [String]

    package init(view: String, names: [String]) {
      self.view = view
      self.names = names
    }
  }

  /// By name and scenario, as in the summary.
  package var views: [RedrawSummary.ViewID: View] = [:]
  /// Of all views of the trace, with those that no scanned file declares.
  package var worth: [RedrawSummary.ViewID: Worth] = [:]
  /// Of all views together, listed or not.
  package var total = Worth()
  /// Views of the trace that no scanned file declares; framework views are not among them.
  package var withoutSource: [String] = []
  /// Properties of the trace that the declarations of their views do not have: trace and sources are of different versions.
  package var missingProperties: [MissingProperties] = []
  /// Views that print their changes, and that the trace never shows.
  package var neverSeen: [Declaration] = []
  package var ambiguous: [Ambiguity] = []
  /// What was given to read the sources from.
  package var paths: [String] = []
  /// Findings of the sources that the report leaves out, since the trace shows nothing of them.
  package var unshown = 0
  /// The lines of files with findings and listed views, by path; only where a page shows them.
  package var files: [String: [String]] = [:]
  /// `nil` when no fix saves anything.
  package var fixSet: FixSet?

  package init() {}
}
