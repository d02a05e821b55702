import SwiftUI

struct PostCard: View {
    @State private var isLiked = false
    let post: Post

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack(alignment: .leading) {
            Text(post.title)
            if isLiked {
                Image(systemName: "heart.fill")
            }
            Button("Like") {
                isLiked.toggle()
            }
        }
    }
}
