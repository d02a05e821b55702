import SourceAnalysis

/// Source with `↓` before each place where a rule should fire.
struct MarkedSource {
  struct Mark: Hashable, CustomStringConvertible {
    /// Both 1-based; the column counts UTF-8 bytes.
    var line: Int
    var column: Int
    var description: String { "\(line):\(column)" }
  }

  var text = ""
  var marks: [Mark] = []

  init(_ marked: String) {
    var line = 1
    var column = 1
    for scalar in marked.unicodeScalars {
      if scalar == "↓" {
        marks.append(Mark(line: line, column: column))
        continue
      }
      text.unicodeScalars.append(scalar)
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += UTF8.width(scalar)
      }
    }
  }
}

extension SourceGraph {
  /// The graph of some texts, read on a thread with a large stack.
  init(files: [(path: String, text: String)], options: AnalysisOptions = AnalysisOptions()) {
    let sources = files.map { path, text in
      SourceFile(path: path, tree: Parallel.onLargeStack { Array(text.utf8).withUnsafeBufferPointer(FactsReader.read) })
    }
    self.init(index: SourceIndex(files: sources), options: options)
  }
}
