import Foundation
import SwiftUIModel
import Testing

/// What holds for every line of every table.
@Suite struct TableTests {
  static let tables: [(name: String, entries: [any ModelEntry])] = [
    ("Attributes", Attributes.table.entries), ("EntryPoints", EntryPoints.table.entries),
    ("EnvironmentKeys", EnvironmentKeys.table.entries), ("Functions", Functions.table.entries),
    ("KnownTypes", KnownTypes.table.entries), ("Labels", Labels.table.entries), ("Methods", Methods.table.entries),
    ("Modifiers", Modifiers.table.entries), ("Protocols", Protocols.table.entries),
    ("SystemEffects", SystemEffects.table.entries), ("Views", Views.table.entries),
    ("Wrappers", Wrappers.table.entries),
  ]

  @Test func everyTableIsSortedAndSaysEachNameOnce() {
    for table in Self.tables {
      let names = table.entries.map(\.name)
      for (name, next) in zip(names, names.dropFirst()) {
        #expect(name < next, "in \(table.name), '\(next)' belongs before '\(name)', or stands there twice")
      }
    }
  }

  /// Two traits of one bit are one trait: a slider would be compared, and a view that is compared be dragged.
  @Test func noTwoTraitsShareABit() throws {
    for file in try Self.files() {
      let bits = file.text.matches(of: /rawValue: 1 << (\d+)/).map { String($0.1) }
      #expect(Set(bits).count == bits.count, "\(file.name) gives out a bit twice: \(bits.sorted())")
    }
    #expect(Views.writesContinuously.isDisjoint(with: Views.asksEquality))
  }

  /// What is said of names of a table stands in their lines, with a source.
  @Test func noSetStandsBesideTheTables() throws {
    let names = Self.tables.reduce(into: Set<String>()) { $0.formUnion($1.entries.map(\.name)) }
    for file in try Self.files() where file.name != "Conventions.swift" {
      for set in file.text.matches(of: /Set<String> = \[([^\]]*)\]/) {
        let spelled = set.1.matches(of: /"([^"]*)"/).map { String($0.1) }
        #expect(!spelled.allSatisfy(names.contains), "\(file.name) lists \(spelled) beside their lines")
      }
    }
  }

  private static func files() throws -> [(name: String, text: String)] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/SwiftUIModel")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 10)
    return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  @Test func everyLineNamesItsSource() {
    for table in Self.tables {
      #expect(!table.entries.isEmpty)
      for entry in table.entries {
        let isPage = if case .documentation(let page) = entry.source { page == page.lowercased() } else { true }
        #expect(entry.source.description.count > 8, "'\(entry.name)' of \(table.name) has no source")
        #expect(isPage, "pages are written in lower case: \(entry.source)")
        #expect(!entry.source.description.contains(" /"), "\(entry.source)")
      }
    }
  }

  @Test func everyEntryIsFoundByItsName() {
    for wrapper in Wrappers.table.entries { #expect(Wrappers.table[wrapper.name]?.storage == wrapper.storage) }
    for view in Views.table.entries { #expect(Views.table.contains(view.name)) }
    #expect(Wrappers.table["Nothing"] == nil)
  }

  @Test func anUnknownWrapperKeepsItsName() {
    let wrapper = Wrapper.named("Tracked")
    #expect(wrapper.name == "Tracked")
    #expect("@\(wrapper)" == "@Tracked")
    #expect(wrapper.storage == .foreign)
    #expect(wrapper.isInput)
  }

  @Test func anAttributeIsNoWrapper() {
    #expect(Attributes.onProperties.isDisjoint(with: Wrappers.table.names))
  }

  @Test func whatIsPresentedIsLaidOutApartAndOwnsItsContent() {
    #expect(Modifiers.presents.isSubset(of: Modifiers.isLaidOutApart))
    #expect(Modifiers.presents.isSubset(of: Modifiers.ownsContent))
  }

  @Test func aCallHasOneRate() {
    #expect(Calls.runsPerEvent.isDisjoint(with: Calls.runsOncePerEvent))
    #expect(Calls.runsInPairs.isSubset(of: Calls.runsOncePerEvent))
  }
}
