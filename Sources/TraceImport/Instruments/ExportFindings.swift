/// What an export turned out to hold, counted while it is read.
struct ExportFindings {
  /// What the document turned out to be.
  enum Kind: Hashable {
    case unknown
    case query
    case tableOfContents
    /// XML with another root element.
    case other(String)

    /// Whether Instruments wrote it, as opposed to somebody else's XML.
    var isExport: Bool {
      switch self {
      case .query, .tableOfContents: true
      case .unknown, .other: false
      }
    }
  }

  var kind = Kind.unknown
  var nodeCount = 0
  /// Numbers of the runs the nodes belong to.
  var runs: Set<Int> = []
  /// Tables found, with their rows.
  var tables: [TableFamily: Int] = [:]
  /// Tables seen so far, whether or not their node has ended.
  var families: Set<TableFamily> = []
  /// Schemas that are not read, with their rows.
  var otherSchemas: [String: Int] = [:]
  var danglingReferences = 0
  var unmatchedNodes = 0
  var isTrackDetail = false
  var contents = TableOfContents()
  /// Definitions that were not kept for lack of room.
  var elementOverflows = 0
}
