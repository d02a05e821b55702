import SwiftUI

private let minuteTimer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct FeedView: View {
    @State private var minutes = 0

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text("Updated \(minutes) min ago")
            ForEach(Post.samples) { post in
                PostCard(post: post)
                    .id(UUID())
            }
        }
        .onReceive(minuteTimer) { _ in
            minutes += 1
        }
    }
}
