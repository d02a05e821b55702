import SwiftUI

struct PlayerScreen: View {
    @State private var isLiked = false

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack(spacing: 24) {
            Image("artwork")
                .resizable()
                .scaledToFit()
            Text("Blue in Green")
                .font(.title2)
            Text("Kind of Blue")
                .foregroundStyle(.secondary)
            ElapsedLabel()
            LyricsPane(title: "Blue in Green")
            QueuePane(title: "Up next")
            LikeButton(isLiked: $isLiked)
            Divider()
            Text("1959")
        }
        .padding()
    }
}
