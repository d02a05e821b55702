import ArgumentParser

@main
struct WhyRedraw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whyredraw", abstract: "Finds why SwiftUI views redraw too much.",
    subcommands: [LintCommand.self, RulesCommand.self])
}
