/// An app whose scrolling evaluates the feed and each of its cells, and what it prints.
enum ScrolledFeed {
  static let sources = """
    import SwiftUI
    struct Feed: View {
      @State private var offset = 0.0
      let items: [Int]
      var body: some View {
        ScrollView {
          ForEach(items, id: \\.self) { item in Cell(item: item, onTap: { print(item) }) }
        }.onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, new in offset = new }
        Text("\\(offset)")
      }
    }
    struct Cell: View {
      let item: Int
      var onTap: () -> Void
      var body: some View { Text("\\(item)").onTapGesture(perform: onTap) }
    }

    """

  /// One cell, scrolled that often.
  static func log(_ changes: Int) -> String {
    "Feed: @self, @identity, _offset changed.\nCell: @self, @identity changed.\n"
      + String(repeating: "Feed: _offset changed.\nCell: @self changed.\n", count: changes)
  }
}

/// A log of forty views that update that often each.
func logOfManyViews(updates: Int) -> String {
  (0..<40).map { view in
    "View\(view): @self, @identity, _x changed.\n" + String(repeating: "View\(view): _x changed.\n", count: updates)
  }.joined()
}
