/// A table of plain text that fits a width: lists are shortened by whole entries, and when that is not enough, columns are left
/// out. The names of the rows stay whole, even where a line then is wider.
struct TextTable {
  struct Column {
    var title: String
    var isNumber = false
    /// The columns of the terminal below which the text says nothing; numbers are never cut.
    var least = 8
    /// Columns with the highest value are left out first; 0 stays always.
    var dispensability = 0
    /// Whether the text is cut at its end, as lists are, and not in the middle, as names are.
    var isList = false
    /// Whether a list says how many entries are left out, in the way that its last entry may say so itself: `+3`.
    var countsRest = false
    /// Whether the text is what people look for and copy.
    var isWhole = false
  }

  private static let gap = "  "

  var columns: [Column]
  /// Cells that are safe to print; one for each column.
  var rows: [[String]] = []
  /// Whether counted lists keep their first name whole, even where a line then is wider: nothing breaks lines in a pipe or a
  /// file, and somebody may search them for the name.
  var keepsNames = false

  /// Lines of at most `width` columns: the header, then the rows.
  func lines(width: Int, header: (String) -> String) -> [String] {
    var shown = columns.indices.filter { column in
      columns[column].dispensability == 0 || rows.contains { !$0[column].isEmpty }
    }
    var widths = columns.indices.map { column in
      rows.map { min(DisplayWidth.of($0[column]), DisplayWidth.longestWord) }
        .reduce(DisplayWidth.of(columns[column].title), max)
    }
    while leastWidth(shown, widths) > width,
      let dropped = shown.filter({ columns[$0].dispensability > 0 }).max(by: {
        columns[$0].dispensability < columns[$1].dispensability
      })
    {
      shown.removeAll { $0 == dropped }
    }
    shrink(&widths, shown, to: width)
    let all = [columns.map(\.title)] + rows
    return all.enumerated().map { index, row in
      let cells = shown.map { column in
        DisplayWidth.pad(
          fit(row[column], column, widths[column]), to: widths[column], right: columns[column].isNumber)
      }
      var line = cells.joined(separator: Self.gap)
      while line.last == " " { line.removeLast() }
      return index == 0 ? header(line) : line
    }
  }

  private func fit(_ text: String, _ column: Int, _ width: Int) -> String {
    guard columns[column].isList, DisplayWidth.of(text) > width else { return DisplayWidth.cut(text, to: width) }
    if columns[column].countsRest { return CountedList(text).shortened(to: width) }
    // Whole entries say more than a cut name or number.
    var parts = text.split(separator: ", ")
    while parts.count > 1 {
      parts.removeLast()
      let shorter = parts.joined(separator: ", ") + ", …"
      if DisplayWidth.of(shorter) <= width { return shorter }
    }
    return "…"
  }

  private func least(_ column: Int, _ widths: [Int]) -> Int {
    columns[column].isNumber || columns[column].isWhole ? widths[column] : min(widths[column], columns[column].least)
  }

  /// The room that the first name of every list in the column needs.
  private func widthOfNames(_ column: Int) -> Int {
    let names = rows.map { min(DisplayWidth.of(CountedList($0[column]).shortest), DisplayWidth.longestWord) }
    return max(columns[column].least, names.max() ?? 0)
  }

  private func leastWidth(_ shown: [Int], _ widths: [Int]) -> Int {
    shown.reduce(0) { $0 + least($1, widths) } + max(0, shown.count - 1) * Self.gap.count
  }

  private func shrink(_ widths: inout [Int], _ shown: [Int], to width: Int) {
    var excess = shown.reduce(0) { $0 + widths[$1] } + max(0, shown.count - 1) * Self.gap.count - width
    let limits = widths.indices.map { keepsNames && columns[$0].countsRest ? widthOfNames($0) : least($0, widths) }
    // Nothing beyond this is ever shown; it bounds the loop for names of a megabyte.
    for column in shown where widths[column] > width && !columns[column].isNumber && !columns[column].isWhole {
      let cut = widths[column] - max(width, limits[column])
      widths[column] -= cut
      excess -= cut
    }
    while excess > 0 {
      let flexible = shown.filter { !columns[$0].isNumber && widths[$0] > limits[$0] }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
      excess -= 1
    }
  }
}
