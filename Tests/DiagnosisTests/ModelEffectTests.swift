internal import Diagnosis
internal import SwiftUIModel
internal import Testing
internal import TraceAnalysis

/// What a line of the model says takes effect where recorded updates are replayed.
@Suite struct ModelEffectTests {
  private struct Classes: Equatable {
    var avoidable: Int
    var likelyAvoidable: Int
    var justified: Int
    var unknown: Int

    init(_ view: Diagnosis.View) {
      avoidable = view.avoidable
      likelyAvoidable = view.likelyAvoidable
      justified = view.justified
      unknown = view.unknown
    }
  }

  private func classes(of name: String, _ lines: [String], _ source: String) throws -> Classes {
    let diagnosis = DiagnosisTests.diagnose(lines, ["App.swift": source])
    return Classes(try #require(diagnosis.views.first { $0.key.name == name }).value)
  }

  /// A screen whose counter goes on while `modifier` holds a view that is given nothing.
  private func held(by modifier: String) throws -> Classes {
    try classes(
      of: "Details",
      ["Screen: @self, @identity, _count changed."]
        + (0..<30).flatMap { _ in ["Screen: _count changed.", "Details: @self changed."] },
      """
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Text("\\(count)").onTapGesture { count += 1 }.\(modifier) { Details() }
        }
      }
      struct Details: View {
        var body: some View { Text("Details") }
      }
      """)
  }

  @Test(arguments: Modifiers.presents.sorted())
  func anUpdateOfWhatIsPresentedMayBeItsFirst(_ name: String) throws {
    let sheet = try held(by: "sheet(isPresented: $isOn)")
    #expect(try held(by: name) == sheet)
    #expect(try held(by: "overlay") != sheet)
  }

  /// Of objects the body reads members, which is for other tests.
  private static let onViews = Wrappers.table.entries.filter {
    $0.storage != .member && $0.invalidates != .never && !$0.observesObject
  }

  @Test(arguments: onViews.map(\.name)) func aCauseIsFollowedToItsWrapper(_ name: String) throws {
    let lines =
      ["Screen: @self, @identity, _value changed."] + Array(repeating: "Screen: _value changed.", count: 20)
    func screen(_ shown: String) -> String {
      "struct Screen: View {\n  @\(name) private var value: Int\n  var body: some View { Text(\"\(shown)\") }\n}"
    }
    let reading = try classes(of: "Screen", lines, screen("\\(value)"))
    #expect(reading.justified == 20)
    #expect(reading.avoidable == 0)
    #expect(try classes(of: "Screen", lines, screen("")).avoidable == 20)
  }
}
