import SourceAnalysis
import SourceEditing
import SwiftUIModel
import Testing

/// Questions that several parts answered for themselves, each in its own way.
@Suite struct AgreementTests {
  private static func findings(_ rule: String, _ text: String) throws -> [Finding] {
    let rule = try #require(allSourceRules.first { $0.id == rule })
    return Linter.findings(of: rule, in: graph(text))
  }

  private static let item = "@Model final class Item {\n  var name = \"\"\n  var count = 0\n  init() {}\n}\n"

  @Test func aModelOfADatabaseIsAnObservableClass() throws {
    let sources = graph(Self.item)
    let type = try #require(sources.index.types.first)
    #expect(type.isObservable)
    #expect(type.isObservableClass)
    #expect(type.isPersistentModel)
  }

  @Test func aModelThatAViewMakesIsKeptInState() throws {
    let text = Self.item + "struct Row: View {\n  let item = Item()\n  var body: some View { Text(item.name) }\n}"
    let found = try Self.findings("observable_not_in_state", text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains("@State private var") == true)
  }

  @Test func aModelOfADatabaseIsNotIsolated() throws {
    let text = Self.item + "struct Row: View {\n  let item: Item\n  var body: some View { Text(item.name) }\n}"
    #expect(try Self.findings("observable_not_main_actor", text).isEmpty)
    #expect(try Self.findings("observable_not_main_actor", text.replacing("@Model", with: "@Observable")).count == 1)
  }

  @Test func aPointerMovesAndAVisibilityBeginsAndEnds() {
    #expect(Modifiers.table["onContinuousHover"]?.rate == .perEvent)
    #expect(Modifiers.table["onScrollVisibilityChange"]?.rate == .paired)
    #expect(Modifiers.table["onHover"]?.rate == .paired)
  }

  @Test func stateOfTheSceneSettlesAnEquatableView() throws {
    #expect(Wrapper.Storage.scene.isSettledByView)
    #expect(!Wrapper.Storage.defaults.isSettledByView)
    #expect(!Wrapper.Storage.observed.isSettledByView)
  }

  @Test func everyCostlyClassIsAnotherObjectEachTime() {
    #expect(KnownTypes.costly.isSubset(of: KnownTypes.objects))
    #expect(KnownTypes.objects.contains("CIContext"))
    // They override `isEqual`, and rule 5 compares classes that are Equatable by `==`.
    #expect(KnownTypes.objects.isDisjoint(with: ["NSAttributedString", "NSPredicate"]))
  }

  @Test func closingASearchIsAnActionToo() {
    #expect(EnvironmentKeys.actions == ["dismiss", "dismissSearch", "dismissWindow", "presentationMode"])
  }
}
