import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A property wrapper inside of an `@Observable`.
  package static let wrapperNotObservationIgnored: SourceRule = .init(
    id: "wrapper_not_observation_ignored",
    summary: "a property wrapper in an @Observable class lacks @ObservationIgnored",
    rationale: """
      The macro turns stored properties into computed ones, which cannot carry a property wrapper: the code does not \
      compile. `@ObservationIgnored` leaves the wrapper alone, and wrappers such as `@AppStorage` tell SwiftUI by their \
      own means.
      """,
    advice: [.wrappersInObservable], severity: .warning, fix: .addObservationIgnored,
    page: Page(
      inTrace: """
        Nothing: it does not compile, or is tracked twice
        """,
      neverReported: """
        wrappers that the macro knows
        """,
      limits: """
        wrappers of other modules are told by their name
        """),
    triggering: [
      "@Observable\n@MainActor\nfinal class SettingsModel {\n@AppStorage(\"username\") var ↓username = \"\"\nvar isLoading = false\n}"
    ],
    nonTriggering: [
      "@Model\nfinal class Page: ObservableObject {\nvar title = \"\"\n@Transient @Published var isLoading = false\n}",
      "@Observable\n@MainActor\nfinal class SettingsModel {\n@ObservationIgnored @AppStorage(\"username\") var username = \"\"\n@ObservationIgnored @AppStorage(\"isDarkMode\") var isDarkMode = false\nvar isLoading = false\n}",
      "import MetaCodable\n@Codable\n@Observable\nfinal class Settings {\n@Default(true)\nvar isOn: Bool\n}",
    ],
    check: { graph in
      let declared = Set(graph.index.types.filter { $0.attributes.contains(.declaresWrapper) }.map(\.name))
      return graph.index.types.flatMap { type -> [Draft] in
        guard type.isObservableClass else { return [] }
        return type.storedProperties.compactMap { property in
          guard let wrapper = property.wrapper, wrapper.conflictsWithTracking || declared.contains(wrapper.name),
            !property.attributes.contains(.untracked), !isMacro(wrapper.name, in: property.code.file)
          else { return nil }
          return Draft(
            "@\(wrapper) '\(property.name)' conflicts with the tracking that @Observable adds; mark it @ObservationIgnored",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ignoreInObservation(PropertyPath(property.name)),
            grounds: .wrong("it does not compile", property.place),
            steps: ["add @ObservationIgnored before @\(wrapper)"])
        }
      }
    })

  /// `@Default` of `import MetaCodable`, which says how a member is decoded and leaves it what it is.
  private static func isMacro(_ name: String, in file: SourceFile) -> Bool {
    file.root.children.contains { $0.kind == .importDecl && Wrappers.macros[$0.name]?.contains(name) == true }
  }
}
