import Feed
import WhyRedrawKit
import XCTest

final class FeedXCTests: XCTestCase {
  @MainActor func testALikeUpdatesOneRow() async throws {
    let screen = Screen()
    let redraws = try RedrawRecorder.record {
      screen.like(3)
    }
    XCTAssertNil(redraws.excess(of: "Row", over: 1))
  }
}
