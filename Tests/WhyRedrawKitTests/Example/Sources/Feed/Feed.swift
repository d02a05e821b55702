/// A post of the feed.
public struct Post: Identifiable, Equatable, Sendable {
  public let id: Int
  public var title: String
  public var isLiked = false
}

#if os(macOS)
  import SwiftUI

  @Observable @MainActor public final class FeedModel {
    public var posts = (0..<10).map { Post(id: $0, title: "Post \($0)") }
  }

  struct Feed: View {
    let model: FeedModel

    var body: some View {
      let _ = Self._printChanges()
      VStack { ForEach(model.posts) { Row(post: $0) } }
    }
  }

  struct Row: View {
    let post: Post

    var body: some View {
      let _ = Self._printChanges()
      Label(post.title, systemImage: post.isLiked ? "heart.fill" : "heart")
    }
  }

  /// The feed on the screen.
  @MainActor public final class Screen {
    private let model = FeedModel()
    private let host: NSHostingView<Feed>

    public init() {
      host = NSHostingView(rootView: Feed(model: model))
      host.layoutSubtreeIfNeeded()
    }

    public func like(_ index: Int) {
      model.posts[index].isLiked.toggle()
      host.layoutSubtreeIfNeeded()
    }
  }
#else
  /// Prints what SwiftUI would, where there is no SwiftUI.
  @MainActor public final class Screen {
    private var posts = (0..<10).map { Post(id: $0, title: "Post \($0)") }

    public init() {
      print("Feed: @self changed.")
      for _ in posts { print("Row: @self changed.") }
    }

    public func like(_ index: Int) {
      posts[index].isLiked.toggle()
      print("Feed: @dependencies changed.")
      print("Row: @self changed.")
    }
  }
#endif
