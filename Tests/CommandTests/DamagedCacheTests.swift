internal import Foundation
internal import TestSupport
internal import Testing

/// A cache that was damaged, by a disk or by another program, costs time and nothing else.
@Suite struct DamagedCacheTests {
  private static let sources = [
    "App/Row.swift": """
    struct Row: View {
      @State var isOpen = false
      var title: String
      let action: () -> Void
      var body: some View {
        Button(title) { isOpen.toggle(); action() }
      }
    }
    """,
    "App/List.swift": """
    struct Shelf: View {
      @State private var selection: Int?
      let books: [String]
      var body: some View {
        List(books, id: \\.self) { book in
          Row(title: book) { selection = book.count }.opacity(selection == book.count ? 1 : 0.5)
        }
      }
    }
    """,
  ]

  @Test(arguments: ["facts-", "findings-"]) func everyFlippedBitIsNoticed(_ prefix: String) throws {
    let tool = try Tool()
    for (name, text) in Self.sources { try tool.write(name, text) }
    let command = ["lint", "App", "--cache-path", "cache", "--format", "json"]
    let folder = tool.folder.appendingPathComponent("cache")
    let fresh = try run(Tool.executable.path, command, folder: tool.folder)
    #expect(fresh.exitCode == 0 && fresh.text.contains("incomparable_argument"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let file = try #require(files.first { $0.hasPrefix(prefix) })
    let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
    // All of the list at the beginning, and samples of what follows.
    let step = max(1, whole.count / 60)
    for index in Array(stride(from: 0, to: min(96, whole.count), by: 3))
      + Array(stride(from: 96, to: whole.count, by: step))
    {
      // Nothing else may answer in place of the damaged file.
      for other in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(other))
      }
      var damaged = whole
      damaged[index] ^= 1 << (index % 8)
      try Data(damaged).write(to: folder.appendingPathComponent(file))
      let result = try run(Tool.executable.path, command, folder: tool.folder)
      #expect(result.exitCode == 0 && result.output == fresh.output, "byte \(index): \(result.errors)")
    }
  }
}
