import SwiftUI

private let playbackTimer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct PlayerScreen: View {
    @State private var elapsed = 0
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
            ElapsedLabel(elapsed: elapsed)
            LyricsPane(title: "Blue in Green")
            QueuePane(title: "Up next")
            LikeButton(isLiked: $isLiked)
            Divider()
            Text("1959")
        }
        .padding()
        .onReceive(playbackTimer) { _ in
            elapsed += 1
        }
    }
}
