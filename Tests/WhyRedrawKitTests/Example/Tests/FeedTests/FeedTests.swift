import Feed
import Testing
import WhyRedrawKit
import WhyRedrawTesting

@MainActor @Suite(.recordsRedraws) struct FeedTests {
  @Test func aLikeUpdatesOneRow() throws {
    let screen = Screen()
    let redraws = try RedrawRecorder.record {
      screen.like(3)
    }
    #expect(redraws["Row"].updates <= 3)
  }

  @Test func likesUpdateNothingElse() throws {
    let screen = Screen()
    let redraws = try RedrawRecorder.record {
      for index in 0..<5 { screen.like(index) }
    }
    redraws.expectUpdates(of: "Row", atMost: 5)
    redraws.expectUpdates(of: "Header", atMost: 0)
  }

  @Test func rowsAppearOnce() async throws {
    let redraws = try await RedrawRecorder.record(from: .firstAppearance) {
      let screen = Screen()
      await Task.yield()
      screen.like(0)
    }
    redraws.expectUpdates(of: "Row", atMost: 1)
    #expect(redraws["Row"].initial == 10)
  }

  @Test(arguments: Captures.all) func recordedSessionsKeepTheirLimit(_ path: String) throws {
    let redraws = try Redraws(contentsOf: path)
    redraws.expectUpdates(of: "RecipeRow", atMost: 24)
  }
}
