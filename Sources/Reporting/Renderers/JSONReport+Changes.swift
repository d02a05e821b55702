internal import Vocabulary

/// What is to be changed, and where.
extension JSONReport {
  struct Location: JSONObject {
    var file: String
    var line, column: Int

    func write(_ members: inout JSONMembers) {
      members.add("column", column)
      members.add("file", file)
      members.add("line", line)
    }
  }

  struct Finding: JSONObject {
    var rule, fix, severity: String
    var view: String?
    var location, endLocation: Location?
    var message, grade: String
    var measured: Measurement?
    var steps: [String]
    var related: [Related]
    var chain: [Related]
    var checks: [String]
    var patch, patchRefusal, patchTier: String?
    var fingerprint: String
    /// The id of the change that resolves it.
    var change: String

    func write(_ members: inout JSONMembers) {
      members.add("chain", chain)
      members.add("change", change)
      members.add("checks", checks)
      members.add("endLocation", endLocation)
      members.add("fingerprint", fingerprint)
      members.add("fix", fix)
      members.add("grade", grade)
      members.add("location", location)
      members.add("measured", measured)
      members.add("message", message)
      members.add("patch", patch)
      members.add("patchRefusal", patchRefusal)
      members.add("patchTier", patchTier)
      members.add("related", related)
      members.add("rule", rule)
      members.add("severity", severity)
      members.add("steps", steps)
      members.add("view", view)
    }
  }

  /// One change to the sources with all findings that it resolves.
  struct Change: JSONObject {
    var id, fix, severity, grade, title: String
    var view: String?
    var places: [ChangePlace]
    var findings: [String]
    var measured: Measurement?
    var shares: [ChangeShare]
    /// The id of a change before it that saves nearly all of the same.
    var insteadOf: String?
    var steps: [String]
    /// How many of the places have a patch.
    var patches: Int

    func write(_ members: inout JSONMembers) {
      members.add("findings", findings)
      members.add("fix", fix)
      members.add("grade", grade)
      members.add("id", id)
      members.add("insteadOf", insteadOf)
      members.add("measured", measured)
      members.add("patches", patches)
      members.add("places", places)
      members.add("severity", severity)
      members.add("shares", shares)
      members.add("steps", steps)
      members.add("title", title)
      members.add("view", view)
    }
  }

  struct ChangePlace: JSONObject {
    var fingerprint, rule: String
    var view: String?
    var location: Location?

    func write(_ members: inout JSONMembers) {
      members.add("fingerprint", fingerprint)
      members.add("location", location)
      members.add("rule", rule)
      members.add("view", view)
    }
  }

  struct ChangeShare: JSONObject {
    var change: String
    var updates: Int

    func write(_ members: inout JSONMembers) {
      members.add("change", change)
      members.add("updates", updates)
    }
  }

  struct Measurement: JSONObject {
    var updates: Int
    var unit: String
    var avoidable, predictedUpdates: Int?
    /// The least and the most; `null` where the prediction is exact.
    var predictedRange: [Int]?
    /// Updates saved of each view to which a quarter of them falls.
    var views: [String: Int]

    func write(_ members: inout JSONMembers) {
      members.add("avoidable", avoidable)
      members.add("predictedRange", predictedRange)
      members.add("predictedUpdates", predictedUpdates)
      members.add("unit", unit)
      members.add("updates", updates)
      members.add("views", views)
    }
  }

  struct Related: JSONObject {
    var view: String?
    var location: Location?
    var message: String

    func write(_ members: inout JSONMembers) {
      members.add("location", location)
      members.add("message", message)
      members.add("view", view)
    }
  }
}
